//! Ways to hide a regression from the gate. None of them passes.

use std::fs;
use std::process::{Command, Stdio};

use crate::pack::pack;
use crate::sandbox::{RunOutput, Sandbox};

/// A game with ten points for Black and three for White, of which the broken strategy loses one.
const AFFECTED: &str = "(;SZ[5]RU[Japanese]KM[0]RE[B+7]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de][eb][ec];B[];W[]\
                        TB[aa][ab][ac][ad][ae][ba][bb][bc][bd][be]TW[ea][ed][ee])";
/// A game with ten points for Black and five for White.
const OTHER: &str = "(;SZ[5]RU[Japanese]KM[0]RE[B+5]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de];B[];W[]\
                     TB[aa][ab][ac][ad][ae][ba][bb][bc][bd][be]TW[ea][eb][ec][ed][ee])";
/// A game that every strategy gets wrong: according to the label, Black has nine points.
const KNOWN: &str = "(;SZ[5]RU[Japanese]KM[0]RE[B+4]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de];B[];W[]\
                     TB[ab][ac][ad][ae][ba][bb][bc][bd][be]TW[ea][eb][ec][ed][ee])";
const BROKEN: &str = "linked:size=2:lose-point";

/// A sandbox with games and the baseline of two strategies on them, `linked` and `grey`.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new(&[
        ("g/affected.sgf", AFFECTED),
        ("g/other.sgf", OTHER),
        ("g/known.sgf", KNOWN),
        ("empty", ""),
    ]);
    sandbox.run("eval g -s linked,grey -q").exits(0);
    sandbox.run("baseline accept").exits(0);
    sandbox.run("gate g -s linked,grey -q").exits(0);
    sandbox
}

/// Evaluates the broken strategy and runs the gate on the run `broken`.
fn gate(sandbox: &Sandbox, games: &str, flags: &str) -> RunOutput {
    sandbox
        .eval_variants(games, flags, "broken", &[BROKEN])
        .expect("a run");
    sandbox.run("gate --run broken")
}

/// Replaces text in a file.
fn edit(sandbox: &Sandbox, file: &str, from: &str, to: &str) {
    let text = sandbox.read(file);
    assert!(text.contains(from), "{from} is not in {text}");
    sandbox.write(file, text.replace(from, to).as_bytes());
}

/// A change to the games, described for a failure.
type Change = (&'static str, fn(&Sandbox));

/// Changes that keep the broken strategy from making its error in the game, or from scoring the
/// game at all.
const CHANGES: [Change; 12] = [
    ("a dropped game", |sandbox| {
        fs::remove_file(sandbox.path("g/affected.sgf")).expect("a file");
    }),
    ("a renamed game", |sandbox| {
        fs::rename(sandbox.path("g/affected.sgf"), sandbox.path("g/z.sgf")).expect("a file");
    }),
    ("two swapped games", |sandbox| {
        sandbox.write("g/affected.sgf", OTHER.as_bytes());
        sandbox.write("g/other.sgf", AFFECTED.as_bytes());
    }),
    ("a copy in place of the game", |sandbox| {
        sandbox.write("g/affected.sgf", OTHER.as_bytes());
    }),
    ("an added game", |sandbox| {
        sandbox.write("g/more.sgf", OTHER.as_bytes());
    }),
    ("a game that is skipped", |sandbox| {
        edit(sandbox, "g/affected.sgf", "B+7", "B+R");
    }),
    ("a damaged game", |sandbox| {
        edit(sandbox, "g/affected.sgf", "SZ[5]", "SZ[x]");
    }),
    ("a label that fits the regression", |sandbox| {
        edit(sandbox, "g/affected.sgf", "B+7", "B+8");
        edit(sandbox, "g/affected.sgf", "TW[ea]", "TW");
    }),
    ("a label that contradicts itself", |sandbox| {
        edit(sandbox, "g/affected.sgf", "B+7", "B+8");
    }),
    ("another komi", |sandbox| {
        edit(sandbox, "g/affected.sgf", "KM[0]", "KM[1]");
        edit(sandbox, "g/affected.sgf", "B+7", "B+6");
    }),
    ("other rules", |sandbox| {
        edit(sandbox, "g/affected.sgf", "Japanese", "Chinese");
    }),
    ("a label from a file", |sandbox| {
        sandbox.write(
            "g/labels.jsonl",
            br#"{"game": "affected.sgf#1", "result": "B+8"}"#,
        );
    }),
];

#[test]
fn changed_games_give_no_verdict() {
    let sandbox = sandbox();
    assert!(
        gate(&sandbox, "g", "-s linked,grey")
            .exits(1)
            .out
            .contains("mismatches of linked: 1 new")
    );
    for (what, change) in CHANGES {
        for (name, text) in [("affected", AFFECTED), ("other", OTHER)] {
            sandbox.write(&format!("g/{name}.sgf"), text.as_bytes());
        }
        for name in ["z.sgf", "more.sgf", "labels.jsonl"] {
            let _ = fs::remove_file(sandbox.path(&format!("g/{name}")));
        }
        change(&sandbox);
        let output = gate(&sandbox, "g", "-s linked,grey").exits(4);
        assert!(
            output.err.contains("can't be compared with the baseline"),
            "{what}: {}",
            output.err
        );
    }
}

#[test]
fn flags_that_leave_games_out_give_no_verdict() {
    let sandbox = sandbox();
    for flags in [
        "--limit 1",
        "--include o*",
        "--exclude a*",
        "--rules chinese",
    ] {
        sandbox
            .run(&format!("gate g -s linked,grey {flags}"))
            .exits(4);
    }
    sandbox.run("gate g -s linked,grey --size 9").exits(3);
}

#[test]
fn strategy_that_is_left_out_or_renamed_fails() {
    let sandbox = sandbox();
    assert!(
        sandbox
            .run("gate g -s grey")
            .exits(1)
            .out
            .contains("linked is in the baseline but did not run")
    );
    let renamed = sandbox.run("gate g -s grey,majority").exits(1);
    assert!(
        renamed
            .out
            .contains("linked is in the baseline but did not run"),
        "{}",
        renamed.out
    );
}

#[test]
fn edited_baseline_gives_no_verdict() {
    let sandbox = sandbox();
    sandbox
        .eval_variants("g", "-s linked,grey", "broken", &[BROKEN])
        .expect("a run");
    sandbox.run("gate --run broken").exits(1);
    let whole = sandbox.read("seichi-baseline.txt");
    assert!(
        whole.contains("\nlines,2,2\n") && whole.contains("\nstrategy,linked,3,2,3,3,2\n"),
        "{whole}"
    );
    let mismatch = "mismatch,affected.sgf#1,linked,winner,1,1\n";
    for (what, edits) in [
        ("counts", vec![("linked,3,2,3,3,2", "linked,3,1,3,3,1")]),
        (
            "fewer games",
            vec![("linked,3,2,3,3,2", "linked,2,1,2,3,2")],
        ),
        ("more games", vec![("linked,3,2,3,3,2", "linked,4,3,4,4,3")]),
        ("no games", vec![("linked,3,2,3,3,2", "linked,0,0,0,0,0")]),
        (
            "a mismatch",
            vec![
                ("lines,2,2", "lines,2,3"),
                ("mismatch,known.sgf#1,linked", mismatch),
            ],
        ),
        (
            "a mismatch without its count",
            vec![("lines,2,2", "lines,2,3"), ("\nmismatch", "\n+\nmismatch")],
        ),
        (
            "another outcome",
            vec![("known.sgf#1,linked,winner", "known.sgf#1,linked,exact")],
        ),
        (
            "no mismatch",
            vec![("lines,2,2", "lines,2,0"), ("\nmismatch,", "\n#")],
        ),
    ] {
        let mut text = edits
            .iter()
            .fold(whole.clone(), |text, (from, to)| text.replacen(from, to, 1));
        text = text.replace("+\n", mismatch);
        assert_ne!(text, whole);
        sandbox.write("seichi-baseline.txt", text.as_bytes());
        let output = sandbox.run("gate --run broken").exits(4);
        assert!(!output.out.contains("PASSED"), "{what}: {}", output.out);
    }
}

/// If the counts are lowered together, the baseline agrees with itself, but not with the games of
/// the run.
#[test]
fn counts_that_do_not_fit_the_changes_give_no_verdict() {
    let sandbox = sandbox();
    edit(
        &sandbox,
        "seichi-baseline.txt",
        "linked,3,2,3,3,2",
        "linked,2,1,2,3,2",
    );
    let output = sandbox.run("gate g -s linked,grey").exits(4);
    assert_eq!(
        output.err,
        "seichi: the run can't be compared with the baseline: the counts of linked do not match \
         its mismatches: 1 right in the baseline, 2 in the run, 0 newly right, 0 newly wrong\n\
         to see what accepting would change: seichi baseline diff reports --baseline \
         seichi-baseline.txt\n"
    );
}

#[test]
fn edited_run_gives_no_verdict() {
    let sandbox = sandbox();
    sandbox
        .eval_variants("g", "-s linked,grey", "broken", &[BROKEN])
        .expect("a run");
    let [mismatches, json] =
        ["mismatches.csv", "run.json"].map(|name| sandbox.read(&format!("broken/{name}")));
    let lines: Vec<&str> = mismatches.split_inclusive('\n').collect();
    let affected = lines
        .iter()
        .position(|line| line.starts_with("affected.sgf#1,"))
        .expect("a mismatch");
    let known = lines
        .iter()
        .position(|line| line.starts_with("known.sgf#1,"))
        .expect("a mismatch");
    let with = |at: usize, line: &str| {
        let mut lines = lines.clone();
        lines[at] = line;
        lines.concat()
    };
    let not_counted = lines[affected].replace(",consistent,", ",inconsistent,");
    for (what, text) in [
        ("a row left out", with(affected, "")),
        ("another row in its place", with(affected, lines[known])),
        (
            "a row of another game",
            with(affected, &lines[affected].replace("affected", "known")),
        ),
        ("a row that is not counted", with(affected, &not_counted)),
        (
            "the delta of another error",
            with(affected, &lines[affected].replace(",winner,", ",exact,")),
        ),
    ] {
        sandbox.write("broken/mismatches.csv", text.as_bytes());
        sandbox.write("broken/run.json", json.as_bytes());
        assert!(
            sandbox
                .run("gate --run broken")
                .exits(2)
                .err
                .contains("has changed since"),
            "{what}"
        );
        sandbox.seal("broken");
        let output = sandbox.run("gate --run broken").exits(2);
        assert!(
            output.err.contains("the run in broken is inconsistent"),
            "{what}: {}",
            output.err
        );
    }
}

#[test]
fn archive_with_a_name_twice_hides_no_regression() {
    // going by names, the baseline has one mismatch of x.sgf, whichever of the two games has it
    let sandbox = Sandbox::new(&[]);
    for (first, last) in [(KNOWN, AFFECTED), (AFFECTED, AFFECTED), (OTHER, AFFECTED)] {
        sandbox.write(
            "g.tar",
            &pack(
                "tar",
                &[("x.sgf", first), ("y.sgf", OTHER), ("x.sgf", last)],
            ),
        );
        sandbox.run("eval g.tar -s linked,grey -q").exits(0);
        sandbox.run("baseline accept").exits(0);
        sandbox.run("gate g.tar -s linked,grey -q").exits(0);
        let output = gate(&sandbox, "g.tar", "-s linked,grey").exits(1);
        assert!(
            output.out.contains("mismatches of linked: 1 new"),
            "{}",
            output.out
        );
    }
    // an appended copy, which would count instead, is another game
    sandbox.write(
        "g.tar",
        &pack(
            "tar",
            &[("x.sgf", AFFECTED), ("y.sgf", OTHER), ("x.sgf", OTHER)],
        ),
    );
    gate(&sandbox, "g.tar", "-s linked,grey").exits(4);
}

/// Baselines list mismatches under names that include the archive, so swapped names could pair a
/// new mismatch with a known one.
#[test]
fn renamed_archives_give_no_verdict() {
    let sandbox = Sandbox::new(&[]);
    let pack_as = |names: [&str; 3]| {
        for (name, text) in names.iter().zip([AFFECTED, KNOWN, OTHER]) {
            sandbox.write(name, &pack("zip", &[("x.sgf", text)]));
        }
    };
    pack_as(["a.zip", "b.zip", "c.zip"]);
    sandbox
        .run("eval a.zip b.zip c.zip -s linked,grey -q")
        .exits(0);
    sandbox.run("baseline accept").exits(0);
    sandbox
        .run("gate a.zip b.zip c.zip -s linked,grey")
        .exits(0);
    pack_as(["b.zip", "c.zip", "d.zip"]);
    let output = sandbox
        .run("gate b.zip c.zip d.zip -s linked,grey")
        .exits(4);
    assert_eq!(
        output.err,
        "seichi: the run can't be compared with the baseline: the number of evaluated games is \
         the same, but some games, or their names, labels or dead stones, differ from the baseline\n\
         to see what accepting would change: seichi baseline diff reports --baseline \
         seichi-baseline.txt\n"
    );
    // the figures stay comparable
    let baseline = sandbox.read("seichi-baseline.txt");
    let signature = baseline
        .lines()
        .find_map(|line| line.strip_prefix("signature,"))
        .expect("a signature");
    assert!(sandbox.read("reports/run.json").contains(signature));
}

#[test]
fn file_next_to_an_archive_hides_no_regression() {
    let sandbox = Sandbox::new(&[]);
    sandbox.write(
        "g/g.zip",
        &pack("zip", &[("x.sgf", AFFECTED), ("y.sgf", OTHER)]),
    );
    sandbox.run("eval g -s linked,grey -q").exits(0);
    sandbox.run("baseline accept").exits(0);
    gate(&sandbox, "g", "-s linked,grey").exits(1);
    for text in [OTHER, KNOWN, "no game"] {
        sandbox.write("g/g.zip!/x.sgf", text.as_bytes());
        gate(&sandbox, "g", "-s linked,grey").exits(4);
    }
    sandbox.write("g/g.zip!/x.sgf", AFFECTED.as_bytes());
    gate(&sandbox, "g", "-s linked,grey").exits(4);
}

#[test]
fn other_order_of_members_hides_no_regression() {
    let sandbox = Sandbox::new(&[]);
    let mut members = [("a.sgf", AFFECTED), ("b.sgf", OTHER), ("c.sgf", KNOWN)];
    sandbox.write("g.zip", &pack("zip", &members));
    sandbox.run("eval g.zip -s linked,grey -q").exits(0);
    sandbox.run("baseline accept").exits(0);
    for _ in 0..members.len() {
        let output = gate(&sandbox, "g.zip", "-s linked,grey");
        assert!([1, 4].contains(&output.code), "{}", output.err);
        members.rotate_left(1);
        sandbox.write("g.zip", &pack("zip", &members));
    }
}

/// Returns whether Python is missing. If it is, prints that the test is skipped.
fn lacks_python() -> bool {
    let is_missing = Command::new("python3")
        .arg("--version")
        .stdout(Stdio::null())
        .status()
        .is_err();
    if is_missing {
        eprintln!("SKIPPED: the scorer needs python3");
    }
    is_missing
}

/// A scorer gives the map of one game and the score of the other, and then vice versa.
#[test]
fn scorer_that_hides_a_wrong_map_behind_its_score_fails() {
    if lacks_python() {
        return;
    }
    let sandbox = Sandbox::new(&[("g/affected.sgf", AFFECTED), ("g/other.sgf", OTHER)]);
    let script = "import json, sys\nfor line in sys.stdin:\n    q = json.loads(line)\n    \
                  is_other = q['rows'][1][4] == '.'\n    white = ['ea', 'eb', 'ec', 'ed', 'ee'] if is_other else ['ea', 'ed', 'ee']\n    \
                  black = [x + y for x in 'ab' for y in 'abcde']\n    \
                  a = {'black': black, 'white': white} if is_other == (sys.argv[1] == 'other') else {'score': 10 - len(white)}\n    \
                  print(json.dumps({'id': q['id'], **a}), flush=True)\n";
    sandbox.write("mine.py", script.as_bytes());
    let run = |command: &str, mapped: &str| {
        let scorer = format!("mine=python3 mine.py {mapped}");
        RunOutput::of(
            sandbox
                .program()
                .args([command, "g", "-s", "mine", "--scorer", &scorer]),
        )
    };
    run("eval", "affected").exits(0);
    sandbox.run("baseline accept").exits(0);
    run("gate", "affected").exits(0);
    let output = run("gate", "other").exits(1);
    assert!(
        output
            .out
            .contains("mine has maps for games other than those in the baseline"),
        "{}",
        output.out
    );
}

/// A scorer's answers are compared game by game, so it can't exchange the games that it answers.
#[test]
fn scorer_that_answers_less_fails() {
    if lacks_python() {
        return;
    }
    let sandbox = sandbox();
    let scorer = |script: &str| {
        sandbox.write("mine.py", script.as_bytes());
        let mut command = sandbox.program();
        command.args([
            "gate",
            "g",
            "-s",
            "linked",
            "--scorer",
            "mine=python3 mine.py",
            "-j",
            "1",
        ]);
        RunOutput::of(&mut command)
    };
    let answers = |black: &str, rest: &str| {
        format!(
            "import json, sys\nfor line in sys.stdin:\n    q = json.loads(line)\n    \
             print(json.dumps({{'id': q['id'], {black}}}{rest}), flush=True)\n"
        )
    };
    let nothing = answers("'black': [], 'white': []", "");
    scorer(&nothing).exits(1);
    sandbox.run("baseline accept").exits(0);
    assert!(scorer(&nothing).exits(0).out.contains("PASSED"));
    // the only two answers of `some` are as before
    let some = answers(
        "'black': [], 'white': []",
        " if q['rows'][4][4] == '.' and q['rows'][2][4] == '.' else {}",
    );
    let refused = answers("'error': 'no'", "");
    for script in [some.as_str(), &refused, "print('nonsense', flush=True)"] {
        let output = scorer(script).exits(1);
        assert!(
            output.out.contains("mine has no answer for"),
            "{script}: {}",
            output.out
        );
    }
}
