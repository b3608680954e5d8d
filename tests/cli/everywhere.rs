//! Makes every operation on files and threads fail in turn, in a debug build: see `src/fault.rs`. Each run ends
//! with an error and keeps the earlier run, or does without the operation and writes a whole run.
#![cfg(debug_assertions)]

use std::collections::BTreeMap;
use std::path::Path;

use crate::sandbox::{RunOutput, Sandbox, project};

/// The number of failures by their result.
#[derive(Debug, Default)]
struct Counts {
    operations: u64,
    errors: u64,
    /// Runs with the same files as without a failure.
    unaffected: u64,
    /// Whole runs that state which file could not be read, or to which game a scorer has no answer.
    stated: u64,
}

/// Returns the contents of the files of a folder, without times; `None` if there is no folder.
fn files(folder: &Path) -> Option<BTreeMap<String, Vec<u8>>> {
    let entries = std::fs::read_dir(folder).ok()?;
    let paths = entries.map(|entry| entry.expect("an entry").path()).filter(|path| !path.ends_with("run.json"));
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    Some(paths.map(|path| (name(&path), std::fs::read(&path).expect("a file"))).collect())
}

/// Runs a command once for each of its operations, which fails: alone, or with all later ones. `check` gets the number of
/// the operation and the output. Returns the number of operations.
fn for_each_operation(sandbox: &Sandbox, line: &[&str], lasts: bool, mut check: impl FnMut(u64, &RunOutput)) -> u64 {
    for number in 1.. {
        let (plan, end) = (sandbox.path("fault"), if lasts { "+" } else { "" });
        std::fs::write(&plan, format!("{number}{end}")).expect("a file");
        let output = RunOutput::of(sandbox.program().args(line).env("SEICHI_FAULT", &plan));
        if std::fs::remove_file(&plan).is_ok() {
            return number - 1;
        }
        assert!(!output.err.contains("panicked") && !output.err.contains("bug"), "{number}{end}: {}", output.err);
        check(number, &output);
    }
    unreachable!("the command has fewer operations")
}

/// Evaluates games over an earlier run, with each failure.
fn evaluate(sandbox: &Sandbox, options: &[&str], lasts: bool) -> Counts {
    let line = [&["eval", "games", "-q", "-o", "out"], options].concat();
    let out = sandbox.path("out");
    RunOutput::of(sandbox.program().args(&line)).exits(0);
    let wanted = files(&out).expect("a run");
    sandbox.run("eval earlier -q -s flood -o out").exits(0);
    let (earlier, names) = (files(&out).expect("a run"), sandbox.names("."));
    let mut counts = Counts::default();
    counts.operations = for_each_operation(sandbox, &line, lasts, |number, output| {
        let now = files(&out);
        match output.code {
            0 if now.as_ref() == Some(&wanted) => counts.unaffected += 1,
            0 => {
                sandbox.run("report out").exits(0);
                let reasons = sandbox.read("out/skipped.csv") + &sandbox.read("out/games.csv");
                let is_stated = [",unreadable,", "no_answer=not_started"].iter().any(|reason| reasons.contains(reason));
                assert!(is_stated, "{number}: another run, without a reason: {}", output.err);
                counts.stated += 1;
            }
            code => {
                // no game could be read
                let is_unread = code == 3 && lasts && output.err.contains("unreadable");
                assert!(code == 2 || is_unread, "{number}: {code}: {}", output.err);
                assert!(!output.err.is_empty(), "{number}: no message");
                counts.errors += 1;
                check_error(sandbox, now, [&earlier, &wanted], &names, &format!("{number}: {}", output.err), lasts);
            }
        }
        if files(&out).as_ref() != Some(&earlier) {
            sandbox.run("eval earlier -q -s flood -o out").exits(0);
        }
    });
    counts
}

/// Checks the folder after an error. The earlier run is intact, or the new one is whole and the earlier one could not be
/// removed. If later operations also fail, the earlier run may be next to its folder, at the place named in the
/// message.
fn check_error(
    sandbox: &Sandbox,
    now: Option<BTreeMap<String, Vec<u8>>>,
    [earlier, wanted]: [&BTreeMap<String, Vec<u8>>; 2],
    names: &[String],
    why: &str,
    lasts: bool,
) {
    let left: Vec<String> = sandbox.names(".").into_iter().filter(|name| !names.contains(name)).collect();
    let is_removal = why.contains("could not be removed");
    let is_kept = why.contains("could not be put back");
    match now {
        Some(now) if now == *earlier => assert!(left.is_empty() || lasts, "{why}: {left:?} is left"),
        Some(now) if now == *wanted => {
            assert!(is_removal || left.is_empty(), "{why}: {left:?} is left");
        }
        None if lasts && is_kept => {
            assert_eq!(files(&sandbox.path(&left[0]).join("old")).as_ref(), Some(earlier), "{why}");
        }
        now => panic!("{why}: neither the earlier run nor the new one: {:?}", now.map(BTreeMap::into_keys)),
    }
    for name in left {
        assert!(name.starts_with(".out."), "{why}: {name} is left");
        std::fs::remove_dir_all(sandbox.path(&name)).expect("a folder");
    }
}

/// A sandbox with records of the sample corpus, at most `most`.
fn sandbox(most: usize) -> Sandbox {
    let sandbox = Sandbox::new(&[("scorer.sh", SCORER)]);
    sandbox.copy(&project("corpus/article"), "games");
    sandbox.copy(&project("corpus/article"), "earlier");
    std::fs::remove_file(sandbox.path("earlier/corner-seki.sgf")).expect("a game");
    let names = sandbox.names("games");
    for name in names.iter().filter(|name| *name != "labels.jsonl").skip(most) {
        std::fs::remove_file(sandbox.path("games").join(name)).expect("a game");
    }
    sandbox
}

/// Answers every position with no territory.
const SCORER: &str = "while read -r line; do id=${line#*:}; id=${id%%,*}; \
                      echo \"{\\\"id\\\":$id,\\\"black\\\":[],\\\"white\\\":[]}\"; done";

#[test]
fn each_failure_leaves_the_earlier_run_or_a_whole_one() {
    let with_scorer = ["-s", "flood", "-j", "1", "--scorer", "mine=sh scorer.sh"];
    for (options, lasts, most) in [
        (&["-s", "flood", "-j", "1"][..], false, usize::MAX),
        (&["-s", "flood", "-s", "linked", "-j", "2"], false, usize::MAX),
        (&["-s", "flood", "-j", "1"], true, 5),
        (&with_scorer, false, 5),
    ] {
        let counts = evaluate(&sandbox(most), options, lasts);
        println!("{options:?}, all later ones: {lasts}: {counts:?}");
        assert!(counts.operations > 50 && counts.errors > 20, "{counts:?}");
    }
}

#[test]
fn each_failure_leaves_the_earlier_file_or_a_whole_one() {
    let sandbox = sandbox(5);
    for (run, games) in [("old", "games"), ("new", "earlier")] {
        sandbox.run(&format!("eval {games} -q -s flood -o {run}")).exits(0);
    }
    let texts = ["old", "new"].map(|run| {
        sandbox.run(&format!("baseline accept {run} --baseline {run}.txt")).exits(0);
        sandbox.read(&format!("{run}.txt"))
    });
    sandbox.write("baseline.txt", texts[0].as_bytes());
    let names = sandbox.names(".");
    for lasts in [false, true] {
        let line = ["baseline", "accept", "new", "--baseline", "baseline.txt"];
        let operations = for_each_operation(&sandbox, &line, lasts, |number, output| {
            let text = sandbox.read("baseline.txt");
            assert!(output.code == 2 || output.code == 0 && text == texts[1], "{number}: {}", output.err);
            assert!(texts.contains(&text), "{number}: part of a file");
            sandbox.write("baseline.txt", texts[0].as_bytes());
            assert_eq!(sandbox.names("."), names, "{number}");
        });
        println!("baseline accept: {operations} operations");
        assert!(operations > 10, "{operations}");
        sandbox.write("baseline.txt", texts[0].as_bytes());
    }
}
