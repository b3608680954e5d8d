//! Temporary files and folders of killed runs: the next run removes them, and puts back what was moved away.
#![cfg(unix)]

use std::fs::{self, File};
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::sandbox::{RunOutput, Sandbox};

const GAME: &str = "(;SZ[3]RU[Japanese]KM[0]RE[B+9]AB[ba]AW[bb];B[];W[]TB[aa][ca][ab][bb][cb][ac][bc][cc])";

/// The end of the name of a temporary file or folder.
const ENDING: &str = ".aB3dE6gH-seichi-partial";

/// The temporary files and folders for `name` in a folder of the sandbox.
fn left(sandbox: &Sandbox, folder: &str, name: &str) -> Vec<String> {
    let mut names = sandbox.names(folder);
    names.retain(|other| other.starts_with(&format!(".{name}.")) && other.ends_with("-partial"));
    names
}

/// Kills a run into `out` while it waits for a scorer.
fn kill_run(sandbox: &Sandbox, out: &str) {
    sandbox.write("slow.sh", b"while read -r line; do echo > began; done");
    let line = ["eval", "g", "-q", "-s", "flood", "--scorer-timeout", "1000", "--scorer", "mine=sh slow.sh", "-o", out];
    let mut child = sandbox.program().args(line).stderr(Stdio::null()).spawn().expect("it starts");
    let start = Instant::now();
    while !sandbox.path("began").exists() {
        assert!(start.elapsed() < Duration::from_mins(1), "it does not begin");
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    fs::remove_file(sandbox.path("began")).expect("it is there");
}

#[test]
fn the_next_run_into_the_same_folder_removes_what_a_killed_run_left() {
    let sandbox = Sandbox::new(&[("g/a.sgf", GAME)]);
    for out in ["reports", "reports", "reports2", "my.reports"] {
        kill_run(&sandbox, out);
    }
    // the second run has removed what the first left
    for name in ["reports", "reports2", "my.reports"] {
        assert_eq!(left(&sandbox, ".", name).len(), 1, "{name}");
    }
    sandbox.run("eval g -q -s flood").exits(0);
    assert_eq!(left(&sandbox, ".", "reports"), [""; 0]);
    assert_eq!(left(&sandbox, ".", "reports2").len(), 1);
    assert_eq!(left(&sandbox, ".", "my.reports").len(), 1);
}

/// A kill between the two steps of a replacement: the earlier run, and a file in it that is no run's, is in the temporary
/// folder alone.
#[test]
fn the_next_run_puts_back_what_a_killed_run_has_moved_away() {
    let sandbox = Sandbox::new(&[("g/a.sgf", GAME)]);
    sandbox.run("eval g -q -s flood").exits(0);
    sandbox.write("reports/notes.txt", b"mine");
    let away = format!(".reports{ENDING}");
    sandbox.write(&format!("{away}/lock"), b"");
    fs::rename(sandbox.path("reports"), sandbox.path(&format!("{away}/old"))).expect("it can be moved");
    // not even a run that fails leaves it there
    sandbox.run("eval g -q -s flood --min-games 2").exits(3);
    assert_eq!(sandbox.read("reports/notes.txt"), "mine");
    assert_eq!(sandbox.rows("reports/games.csv").len(), 1);
    assert_eq!(left(&sandbox, ".", "reports"), [""; 0]);
}

#[test]
fn a_file_that_was_half_written_goes_when_it_is_written_again() {
    let sandbox = Sandbox::new(&[("g/a.sgf", GAME)]);
    sandbox.run("eval g -q -s flood").exits(0);
    let (half, other) = (format!(".base.txt{ENDING}"), format!(".base.txt.old{ENDING}"));
    sandbox.write(&half, b"seichi");
    sandbox.write(&other, b"");
    let held = File::open(sandbox.path(&half)).expect("it is there");
    held.lock().expect("a lock");
    sandbox.run("baseline accept --baseline base.txt").exits(0);
    assert!(sandbox.path(&half).exists(), "another process writes it");
    drop(held);
    sandbox.run("baseline accept --baseline base.txt").exits(0);
    assert!(!sandbox.path(&half).exists() && sandbox.path(&other).exists());
    assert_eq!(left(&sandbox, ".", "base.txt").len(), 1);
}

#[test]
fn a_copy_of_standard_input_goes_with_the_next() {
    let sandbox = Sandbox::new(&[("g/a.sgf", GAME)]);
    let half = format!("temporary/.seichi-input{ENDING}");
    sandbox.write(&half, GAME.as_bytes());
    let mut command = sandbox.program();
    command.args(["score", "-", "-s", "flood"]).env("TMPDIR", sandbox.path("temporary"));
    command.stdin(File::open(sandbox.path("g/a.sgf")).expect("a game"));
    RunOutput::of(&mut command).exits(0);
    assert_eq!(left(&sandbox, "temporary", "seichi-input"), [""; 0]);
}

#[test]
fn standard_input_that_can_not_be_copied_is_an_error_that_names_the_folder() {
    let sandbox = Sandbox::new(&[("a.sgf", GAME)]);
    let mut command = sandbox.program();
    command.args(["score", "-", "-s", "flood"]).env("TMPDIR", "/nowhere");
    command.stdin(File::open(sandbox.path("a.sgf")).expect("a game"));
    let output = RunOutput::of(&mut command).exits(2);
    assert!(output.err.contains("its copy in /nowhere failed: No such file"), "{}", output.err);
    assert!(output.err.contains("TMPDIR can name another folder\n"), "{}", output.err);
}
