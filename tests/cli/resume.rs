//! `--resume`: the checkpoint of an interrupted run, and the run that continues from it.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use fastrand::Rng;

use crate::sandbox::{Sandbox, project, sealed_lines};

/// The checkpoint that an interrupted run into `reports` leaves.
const LEFT: &str = ".reports.resume-partial/checkpoint.ndjson";

/// Our own games, several times, and the run that nobody interrupted, in `whole`.
fn sandbox(times: u32) -> Sandbox {
    let sandbox = Sandbox::new(&[]);
    for number in 0..times {
        sandbox.copy(&project("corpus/gnugo"), &format!("games/{number}"));
    }
    sandbox.copy(&project("corpus/article"), "games/article");
    sandbox.run("eval games -q -j 2 -o whole").exits(0);
    sandbox
}

/// Asserts that two runs have the same files with the same bytes, except for times.
#[track_caller]
pub(crate) fn same_runs(sandbox: &Sandbox, one: &str, other: &str) {
    let files = |run: &str| {
        let mut names = sandbox.names(run);
        names.retain(|name| name != "checkpoint.ndjson");
        names
    };
    assert_eq!(files(one), files(other));
    for name in files(one).iter().filter(|name| *name != "run.json") {
        assert!(sandbox.read(&format!("{one}/{name}")) == sandbox.read(&format!("{other}/{name}")), "{name} differs");
    }
    let figures = |run: &str| {
        let mut json: serde_json::Value =
            serde_json::from_str(&sandbox.read(&format!("{run}/run.json"))).expect("JSON");
        for key in ["arguments", "jobs", "started", "seconds", "stage_seconds", "digest"] {
            json.as_object_mut().expect("an object").remove(key).expect(key);
        }
        json["files"].as_object_mut().expect("an object").remove("checkpoint.ndjson");
        json
    };
    assert_eq!(figures(one), figures(other));
}

/// Returns the names of the files in a checkpoint that are in no archive.
pub(crate) fn files_of(part: &str) -> Vec<String> {
    let file = |line: &str| {
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let order = &line["file"]["order"];
        (order["member"] == "" && order["is_archive"] == false).then(|| order["place"].as_str().map(str::to_owned))?
    };
    part.lines().skip(1).filter_map(file).collect()
}

/// Writes the checkpoint that a run leaves when it is killed after `files` files, made from the checkpoint of a whole
/// run.
fn left_after(sandbox: &Sandbox, files: usize) {
    sandbox.run("eval games -q -j 1 --shard 1/1 -o share").exits(0);
    let text =
        sandbox.read("share/checkpoint.ndjson").replacen("\"shard\":{\"number\":1,\"count\":1}", "\"shard\":null", 1);
    let lines: Vec<&str> = text.split_inclusive('\n').take(1 + files).collect();
    sandbox.write(LEFT, sealed_lines(&lines.concat()).as_bytes());
}

/// `KILLS=300` kills more often.
#[test]
fn a_run_that_is_killed_at_any_moment_leaves_no_half_and_goes_on() {
    let wanted = std::env::var("KILLS").map_or(12, |text| text.parse().expect("a number"));
    let begin = Instant::now();
    let sandbox = sandbox(4);
    let long = begin.elapsed();
    let mut rng = Rng::with_seed(8);
    let (mut kills, mut ends, mut resumed) = (0, 0, 0);
    while kills < wanted || ends == 0 {
        let out = ["reports", "reports", "reports", "plain"][rng.usize(..4)];
        let resume: &[&str] = if out == "reports" { &["--resume"] } else { &[] };
        resumed += u32::from(sandbox.path(LEFT).exists() && out == "reports");
        let mut child = sandbox
            .program()
            .args(["eval", "games", "-q", "-o", out, "-j", ["1", "2"][rng.usize(..2)]])
            .args(resume)
            .spawn()
            .expect("it starts");
        if kills < wanted {
            std::thread::sleep(Duration::from_secs_f64(rng.f64() * long.as_secs_f64() / 2.0));
            child.kill().expect("it can be killed");
        }
        let status = child.wait().expect("it ends");
        kills += u32::from(status.code().is_none());
        // what is there is whole, and a run that came to its end is there
        assert!(status.code().is_none_or(|code| code == 0), "{status}");
        if sandbox.path(out).exists() {
            same_runs(&sandbox, out, "whole");
        }
        if status.success() {
            ends += 1;
            fs::remove_dir_all(sandbox.path(out)).expect("it is there");
            assert!(out == "plain" || !sandbox.path(LEFT).exists());
        }
    }
    println!("{kills} kills, {resumed} runs that went on with another, {ends} that came to their end");
    assert!(resumed > 0 && ends > 0);
}

#[test]
fn what_is_done_is_not_done_again_unless_it_changed() {
    let sandbox = sandbox(1);
    left_after(&sandbox, 60);
    // so it can be seen which games are taken from there
    let text = sealed_lines(&sandbox.read(LEFT).replace("B+", "W+"));
    sandbox.write(LEFT, text.as_bytes());
    let known = files_of(&text);
    assert_eq!(known.len(), 60);
    let changed = &known[known.iter().position(|name| name.contains("japanese")).expect("one")];
    let bytes = fs::read(sandbox.path(&format!("games/{changed}"))).expect("a game");
    let new = String::from_utf8(bytes).expect("text").replace("GM[1]", "GM[1]US[somebody]");
    sandbox.write(&format!("games/{changed}"), new.as_bytes());
    let printed = sandbox.run("eval games --resume --no-progress").exits(0);
    assert!(printed.err.contains("going on with a run that was interrupted: 60 files are done"), "{}", printed.err);
    let labels = |run: &str| -> Vec<(String, String)> {
        sandbox
            .rows(&format!("{run}/games.csv"))
            .iter()
            .map(|row| (row["game"].to_owned(), row["label"].to_owned()))
            .collect()
    };
    let (mut taken, mut fresh) = (0, 0);
    for ((game, now), (_, whole)) in labels("reports").iter().zip(labels("whole")) {
        let is_known = known.iter().any(|name| game == &format!("{name}#1") && name != changed);
        assert_eq!(*now, if is_known { whole.replace("B+", "W+") } else { whole.clone() }, "{game}");
        taken += u32::from(is_known && whole.starts_with("B+"));
        fresh += u32::from(!is_known && whole.starts_with("B+"));
    }
    assert!(taken > 10 && fresh > 10, "{taken} {fresh}");
    assert!(!sandbox.path(".reports.resume-partial").exists() && !sandbox.path("reports/checkpoint.ndjson").exists());
}

#[test]
fn a_line_that_was_cut_off_is_no_harm() {
    let sandbox = sandbox(1);
    left_after(&sandbox, 60);
    let text = sandbox.read(LEFT);
    for keep in [text.len() - 1, text.len() - 500, 20, 0] {
        sandbox.write(LEFT, &text.as_bytes()[..keep]);
        sandbox.run("eval games -q --resume").exits(0);
        same_runs(&sandbox, "reports", "whole");
    }
}

#[test]
fn damaged_lines_are_evaluated_again() {
    let sandbox = sandbox(1);
    left_after(&sandbox, 60);
    let text = sandbox.read(LEFT);
    let starts: Vec<usize> =
        text.split_inclusive('\n').scan(0, |end, line| Some(std::mem::replace(end, *end + line.len()))).collect();
    let damaged = |at: usize, bytes: &[u8]| [&text.as_bytes()[..at], bytes, &text.as_bytes()[at + 1..]].concat();
    // in the head, a label, a digest, a newline removed and one added
    let label = starts[9] + text[starts[9]..].find(",B+").expect("a label") + 1;
    for (line, at, bytes) in [
        (1, 12, &b"x"[..]),
        (10, label, b"W"),
        (30, starts[30] - 5, b"g"),
        (31, starts[31] - 1, b""),
        (40, starts[39] + 40, b"\n"),
    ] {
        sandbox.write(LEFT, &damaged(at, bytes));
        let printed = sandbox.run("eval games --no-progress --resume").exits(0);
        assert!(printed.err.contains(&format!("warning: line {line} of ")), "{line}: {}", printed.err);
        let done = format!("going on with a run that was interrupted: {} files are done", line - 2);
        assert!(line == 1 || printed.err.contains(&done), "{line}: {}", printed.err);
        same_runs(&sandbox, "reports", "whole");
    }
}

#[test]
fn a_resumed_run_has_no_files_of_the_interrupted_one() {
    let sandbox = sandbox(1);
    left_after(&sandbox, 60);
    sandbox.write(".reports.resume-partial/games.csv", b"game,hash\nhalf");
    sandbox.run("eval games -q --resume --games-csv gzip").exits(0);
    assert!(sandbox.path("reports/games.csv.gz").exists() && !sandbox.path("reports/games.csv").exists());
    sandbox.run("compare reports whole").exits(0);
}

/// All games were evaluated, so there is nothing to go on with.
#[test]
fn a_run_of_too_few_games_leaves_nothing() {
    let sandbox = Sandbox::new(&[]);
    sandbox.copy(&project("corpus/article"), "games");
    sandbox.run("eval games -q --resume --min-games 1000").exits(3);
    assert_eq!(sandbox.names("."), ["games"]);
}

#[test]
fn files_that_are_gone_and_files_that_are_new_are_seen() {
    let sandbox = sandbox(1);
    left_after(&sandbox, 60);
    let gone = files_of(&sandbox.read(LEFT))[4].clone();
    fs::rename(sandbox.path(&format!("games/{gone}")), sandbox.path("games/0/0.sgf")).expect("a file");
    sandbox.run("eval games -q -o now").exits(0);
    sandbox.run("eval games -q --resume").exits(0);
    same_runs(&sandbox, "reports", "now");
}

#[test]
fn other_settings_are_another_run() {
    let sandbox = sandbox(1);
    left_after(&sandbox, 60);
    for (words, differ) in [
        ("--dead none", "dead"),
        ("-s grey", "strategy"),
        ("--games-csv none", "--games-csv, which is none"),
        ("--boards-ndjson none", "--boards-ndjson, which"),
        ("--boards-ndjson all", "boards-ndjson = "),
    ] {
        let printed = sandbox.run(&format!("eval games -q --resume {words}")).exits(2);
        assert!(
            printed.err.contains("is of another run: they differ in ") && printed.err.contains(differ),
            "{}",
            printed.err
        );
        assert!(printed.err.contains("; to begin anew, remove ") && printed.err.contains(".reports.resume-partial\n"));
        assert!(sandbox.path(LEFT).exists());
    }
    sandbox.write("games/labels.jsonl", b"{\"game\": \"0/19x19-japanese-19001.sgf#1\", \"result\": \"B+1\"}\n");
    assert!(sandbox.run("eval games -q --resume").exits(2).err.contains("the labels files' digest"));
    fs::remove_file(sandbox.path("games/labels.jsonl")).expect("it is there");
    // what is about the machine or the terminal is free to change
    sandbox.run("eval games --resume -j 1 --no-progress --format json").exits(0);
    same_runs(&sandbox, "reports", "whole");
}

#[test]
fn two_runs_do_not_share_what_is_kept() {
    let sandbox = sandbox(1);
    left_after(&sandbox, 60);
    let kept = File::open(sandbox.path(LEFT)).expect("it is there");
    kept.lock().expect("a lock");
    let printed = sandbox.run("eval games -q --resume").exits(2);
    assert!(printed.err.contains("another run with --resume"), "{}", printed.err);
    sandbox.run("eval games -q").exits(0);
    kept.unlock().expect("it was locked");
    sandbox.run("eval games -q --resume").exits(0);
    same_runs(&sandbox, "reports", "whole");
}

#[cfg(unix)]
#[test]
fn an_interrupt_says_that_the_run_can_go_on() {
    let sandbox = sandbox(1);
    sandbox.write("slow.sh", b"while read -r line; do sleep 1000; done");
    let line = ["eval", "games", "--resume", "-q", "--scorer-timeout", "1000", "--scorer", "mine=sh slow.sh"];
    let child = sandbox.program().args(line).stderr(Stdio::piped()).spawn().expect("it starts");
    let wait = |path: &Path| {
        let start = Instant::now();
        while !path.exists() {
            assert!(start.elapsed() < Duration::from_mins(1), "it does not begin");
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    wait(&sandbox.path(LEFT));
    std::thread::sleep(Duration::from_millis(300));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    let command = "eval games --resume -q --scorer-timeout 1000 --scorer 'mine=sh slow.sh'\n";
    assert!(printed.contains("/.reports.resume-partial/; to go on: ") && printed.ends_with(command), "{printed}");
    assert!(sandbox.path(LEFT).exists() && !sandbox.path("reports").exists());
}

/// Files can't grow beyond a limit: so it is as if the disk were full.
#[cfg(unix)]
#[test]
fn after_a_full_disk_the_run_goes_on() {
    let sandbox = sandbox(1);
    let printed = sandbox.shell("trap '' XFSZ; ulimit -f 600; exec seichi eval games -q --resume").exits(2);
    assert!(printed.err.contains("failed to"), "{}", printed.err);
    assert!(
        fs::metadata(sandbox.path(LEFT)).expect("it is there").len() > 100_000 && !sandbox.path("reports").exists()
    );
    sandbox.run("eval games -q --resume").exits(0);
    same_runs(&sandbox, "reports", "whole");
}
