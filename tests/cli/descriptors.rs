//! A process that may open only few files.
#![cfg(unix)]

use std::fs;

use crate::pack::pack;
use crate::sandbox::{RunOutput, Sandbox, project};

/// Runs `seichi` in the sandbox with at most `most` open files.
fn run_with(sandbox: &Sandbox, most: u32, words: &str) -> RunOutput {
    sandbox.shell(&format!("ulimit -n {most}; exec seichi {words}"))
}

/// Checks that a run that may open only 4 to 16 files has all games or fails. Otherwise, the
/// skipped files, and therefore the figures, would depend on the threads.
///
/// Returns the number of complete runs, and the number of failures with advice.
fn has_all_games_or_fails(sandbox: &Sandbox) -> (u32, u32) {
    sandbox.run("eval games -q -s flood -o whole").exits(0);
    let (mut whole, mut failed) = (0, 0);
    for most in 4..=16 {
        let output = run_with(sandbox, most, "eval games -q -s flood -j 32 -o out");
        if output.code == 0 {
            for name in ["games.csv", "skipped.csv", "summary.csv"] {
                assert!(
                    sandbox.read(&format!("out/{name}")) == sandbox.read(&format!("whole/{name}")),
                    "{most}: {name}"
                );
            }
            fs::remove_dir_all(sandbox.path("out")).expect("the run folder exists");
            whole += 1;
        } else {
            let output = output.exits(2);
            assert!(
                output.err.to_lowercase().contains("too many "),
                "{most}: {}",
                output.err
            );
            assert!(!sandbox.path("out").exists(), "{most}");
            failed += u32::from(output.err.contains(
                "too many files are open: raise the limit, for example with `ulimit -n 1024`",
            ));
        }
    }
    (whole, failed)
}

#[test]
fn run_with_few_descriptors_has_all_games_or_fails() {
    let sandbox = Sandbox::new(&[]);
    sandbox.copy(&project("corpus/gnugo"), "games");
    let (whole, failed) = has_all_games_or_fails(&sandbox);
    assert!(whole > 3 && failed > 0, "{whole} {failed}");
}

#[test]
fn archive_run_with_few_descriptors_has_all_games_or_fails() {
    let sandbox = Sandbox::new(&[]);
    let game = fs::read_to_string(project("corpus/gnugo/9x9-japanese-9001.sgf")).expect("a game");
    let members: Vec<_> = (0..3)
        .map(|number| (format!("{number}.sgf"), game.clone()))
        .collect();
    let members: Vec<_> = members
        .iter()
        .map(|(name, game)| (name.as_str(), game.clone()))
        .collect();
    for number in 0..40 {
        let kind = ["zip", "tar"][number % 2];
        sandbox.write(&format!("games/{number}.{kind}"), &pack(kind, &members));
    }
    // how long an archive is open, and which others wait for it, depends on the machine
    let (_, failed) = has_all_games_or_fails(&sandbox);
    assert!(failed > 0, "none");
}

#[test]
fn scorer_not_started_for_lack_of_descriptors_fails_the_run() {
    let sandbox = Sandbox::new(&[]);
    sandbox.copy(&project("corpus/article"), "games");
    let scorer = project("examples/scorers/flood.py");
    for most in [10, 12] {
        let words = format!(
            "eval games -q -s flood --scorer 'x=python3 {}'",
            scorer.display()
        );
        let output = run_with(&sandbox, most, &words).exits(2);
        assert!(
            output.err.to_lowercase().contains("too many "),
            "{}",
            output.err
        );
        assert!(
            !output
                .err
                .contains("check the name and the path of the program")
                && !sandbox.path("reports").exists()
        );
    }
}
