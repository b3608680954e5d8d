//! `seichi baseline`: accept, show, diff.

use crate::sandbox::{RunOutput, Sandbox, project};

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new(&[]);
    sandbox.copy(&project("corpus/article"), "article");
    sandbox.run("eval article -s linked -s strict -q").exits(0);
    sandbox
}

#[test]
fn baseline_is_sorted_text() {
    let sandbox = sandbox();
    let output = sandbox.run("baseline accept").exits(0);
    assert!(
        output
            .out
            .starts_with("seichi-baseline.txt: 2 strategies, "),
        "{}",
        output.out
    );
    let text = sandbox.read("seichi-baseline.txt");
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("mismatch,"))
        .collect();
    assert!(lines.len() > 10 && lines.is_sorted(), "{text}");
    let mismatches = sandbox.rows("reports/mismatches.csv");
    let counted = mismatches
        .iter()
        .filter(|row| &row["label_check"] != "inconsistent")
        .count();
    assert_eq!(lines.len(), counted);
    assert!(
        text.lines()
            .any(|line| line.starts_with("strategy,linked,40,36,")),
        "{text}"
    );
    let output = sandbox.run("baseline accept").exits(0);
    assert_eq!(
        output.out,
        "seichi-baseline.txt: 2 strategies, 22 mismatches\n"
    );
    assert_eq!(
        sandbox.read("seichi-baseline.txt"),
        text,
        "the same run, the same bytes"
    );
}

#[test]
fn accept_replaces_only_baselines() {
    let sandbox = sandbox();
    for mine in [
        "*.log\nseichi-baseline.txt\n",
        "seichi-baseline.txt -diff\n",
        "# mine\nseichi-baseline,1\n",
    ] {
        sandbox.write("mine", mine.as_bytes());
        let refused = sandbox.run("baseline accept --baseline mine").exits(2).err;
        assert!(refused.contains("seichi did not write"), "{refused}");
        assert_eq!(sandbox.read("mine"), mine);
    }
    sandbox
        .run("baseline accept --baseline mine --force")
        .exits(0);
    let baseline = "\u{feff}".to_owned() + &sandbox.read("mine");
    sandbox.write("mine", baseline.as_bytes());
    sandbox.run("baseline accept --baseline mine").exits(0);
}

/// If the file were opened again, it would not share its position with standard output.
#[cfg(unix)]
#[test]
fn file_that_is_standard_output_keeps_all_bytes() {
    let sandbox = sandbox();
    sandbox.run("baseline accept").exits(0);
    let baseline = sandbox.read("seichi-baseline.txt");
    sandbox
        .shell("seichi baseline accept --baseline /dev/stdout > b")
        .exits(0);
    let message = "/dev/stdout: 2 strategies, 22 mismatches\n";
    assert_eq!(sandbox.read("b"), baseline + message);
    sandbox
        .shell("seichi gate --run reports --junit /dev/stdout > j.xml")
        .exits(0);
    let junit = sandbox.read("j.xml");
    assert!(junit.starts_with("<?xml "), "{junit}");
    assert!(!junit.ends_with("</testsuites>\n"), "{junit}");
}

#[test]
fn accept_under_ci_needs_force() {
    let sandbox = sandbox();
    let accept = |value: &str, more: &[&str]| {
        RunOutput::of(
            sandbox
                .program()
                .args(["baseline", "accept"])
                .args(more)
                .env("CI", value),
        )
    };
    let output = accept("true", &[]).exits(2);
    assert_eq!(
        output.err,
        "seichi: the environment variable CI is set, but a baseline needs a person's review; \
         accept it outside CI, or use --force\n"
    );
    assert!(!sandbox.path("seichi-baseline.txt").exists());
    accept("1", &[]).exits(2);
    accept("true", &["--force"]).exits(0);
    accept("false", &[]).exits(0);
}

#[test]
fn baseline_diff_shows_what_accept_changes() {
    let sandbox = sandbox();
    sandbox.run("baseline accept").exits(0);
    let output = sandbox.run("baseline diff").exits(0);
    assert_eq!(output.out, "The run matches the baseline.\n");
    sandbox
        .eval_variants(
            "article",
            "-s linked,grey",
            "other",
            &["linked:size=2:lose-point"],
        )
        .expect("a run");
    let output = sandbox.run("baseline diff other").exits(0);
    for start in [
        "- strategy,linked,40,",
        "+ strategy,linked,40,",
        "- strategy,strict,40,",
        "+ strategy,grey,40,",
        "+ mismatch,eye-table-",
        "- mismatch,snapback",
    ] {
        assert!(
            output.out.lines().any(|line| line.starts_with(start)),
            "{start}: {}",
            output.out
        );
    }
    let output = sandbox.run("baseline accept other").exits(0);
    assert_eq!(
        output.out,
        "seichi-baseline.txt: 2 strategies, 27 mismatches\n\
         no longer in the baseline, and no longer checked: strict\n"
    );
    assert_eq!(
        sandbox.run("baseline diff other").exits(0).out,
        "The run matches the baseline.\n"
    );
}

#[test]
fn baseline_show_prints_the_baseline() {
    let sandbox = sandbox();
    sandbox.run("baseline accept --baseline b/b.txt").exits(0);
    let output = sandbox.run("baseline show --baseline b/b.txt").exits(0);
    assert_eq!(output.out, sandbox.read("b/b.txt"));
    sandbox.run("baseline show").exits(4);
    sandbox.run("baseline accept nowhere").exits(2);
}

#[test]
fn damaged_baseline_is_reported_and_never_passes() {
    let sandbox = sandbox();
    sandbox.run("baseline accept").exits(0);
    let whole = sandbox.read("seichi-baseline.txt");
    let lines: Vec<&str> = whole.lines().collect();
    let mismatch = lines
        .iter()
        .position(|line| line.starts_with("mismatch,"))
        .expect("a mismatch");
    let without = |number: usize| {
        lines[..number]
            .iter()
            .chain(&lines[number + 1..])
            .copied()
            .collect::<Vec<_>>()
            .join("\n")
    };
    let twice = format!("{whole}{}\n", lines[mismatch]);
    for (text, words) in [
        (without(mismatch), "should be "),
        (lines[..12].join("\n"), "should be "),
        (
            format!("{whole}mismatch,zzz.sgf#1,linked,exact,0,400\n"),
            "should be ",
        ),
        (twice, "appears twice"),
        (
            format!("<<<<<<< ours\n{whole}"),
            "line 1: expected seichi-baseline,1",
        ),
        (
            whole.replace("\ngames,", "\n<<<<<<< ours\ngames,"),
            "is not a valid line in a baseline",
        ),
        (
            whole.replace("seichi-baseline,1", "seichi-baseline,2"),
            "expected seichi-baseline,1",
        ),
        (
            whole.replace(",wrong,", ",awful,"),
            "expected the outcome exact, winner, wrong or none",
        ),
        (
            whole.replace("\ngames,", "\nplayers,"),
            "is not a valid line in a baseline",
        ),
        (String::new(), "the line version is missing"),
        ("\u{0}\u{1}".to_owned(), "expected seichi-baseline,1"),
    ] {
        sandbox.write("seichi-baseline.txt", text.as_bytes());
        let output = sandbox.run("gate article -s linked -s strict").exits(4);
        assert!(output.err.contains(words), "{words}: {}", output.err);
    }
    sandbox.write("seichi-baseline.txt", b"\xff\xfe");
    assert!(
        sandbox
            .run("gate --run reports")
            .exits(4)
            .err
            .contains("is not UTF-8 text")
    );
    // line ends of a different system are not damage
    sandbox.write(
        "seichi-baseline.txt",
        whole.replace('\n', "\r\n").as_bytes(),
    );
    sandbox.run("gate --run reports").exits(0);
    assert!(
        sandbox
            .run("gate --run reports --baseline reports")
            .exits(2)
            .err
            .contains("failed to read reports")
    );
}

#[test]
fn accept_refuses_other_files_and_links() {
    let sandbox = sandbox();
    sandbox.write("notes.md", b"mine");
    let output = sandbox.run("baseline accept --baseline notes.md").exits(2);
    assert_eq!(
        output.err,
        "seichi: failed to write notes.md: seichi did not write the existing file; name another \
         file\n"
    );
    assert_eq!(sandbox.read("notes.md"), "mine");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("notes.md", sandbox.path("link.txt")).expect("a link");
        std::os::unix::fs::symlink("missing.md", sandbox.path("dangling.txt")).expect("a link");
        for link in ["link.txt", "dangling.txt"] {
            sandbox
                .run(&format!("baseline accept --baseline {link}"))
                .exits(2);
            assert!(sandbox.path(link).is_symlink());
        }
        assert!(sandbox.read("notes.md") == "mine" && !sandbox.path("missing.md").exists());
    }
    sandbox.run("baseline accept").exits(0);
    sandbox.run("eval article -s linked -q").exits(0);
    assert!(
        sandbox
            .run("baseline accept")
            .exits(0)
            .out
            .contains("no longer checked: strict")
    );
}
