//! Makes every system call on files and threads fail in turn, with strace. Each run ends with an
//! error and keeps the earlier run, or manages without the call and writes a whole run.
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::path::Path;

use crate::sandbox::{RunOutput, Sandbox, project};

/// The number of failures by their result.
#[derive(Debug, Default)]
struct Counts {
    calls: u64,
    errors: u64,
    /// Runs with the same files as without a failure.
    unaffected: u64,
    /// Whole runs that name the files that could not be read or the games without an answer.
    stated: u64,
}

/// Returns the contents of the files of a folder, without times; `None` if there is no folder.
fn files(folder: &Path) -> Option<BTreeMap<String, Vec<u8>>> {
    let entries = std::fs::read_dir(folder).ok()?;
    let paths = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| !path.ends_with("run.json"));
    let name = |path: &Path| {
        path.file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned()
    };
    Some(
        paths
            .map(|path| (name(&path), std::fs::read(&path).expect("a file")))
            .collect(),
    )
}

/// The system calls that fail, in groups.
const CALLS: [&str; 6] = [
    "openat",
    "write",
    "?rename,?renameat,?renameat2",
    "?mkdir,mkdirat",
    "?unlink,unlinkat,?rmdir",
    "clone3",
];

/// Returns whether strace can be used, and prints that the test is skipped if not.
fn there_is_strace() -> bool {
    let is_there = std::process::Command::new("strace")
        .args(["-qq", "-o", "/dev/null", "true"])
        .status();
    let is_there = is_there.is_ok_and(|status| status.success());
    if !is_there {
        eprintln!("SKIPPED: there is no strace, or it may not trace");
    }
    is_there
}

/// Runs a command once for each of its system calls of a group. The call fails, alone or together
/// with all later calls. Each thread counts its own calls, so calls of two threads may fail.
/// `check` gets the number of the call, the output, and whether more than one call failed. Returns
/// the number of calls.
fn for_each_call(
    sandbox: &Sandbox,
    calls: &str,
    line: &[&str],
    lasts: bool,
    mut check: impl FnMut(&str, &RunOutput, bool),
) -> u64 {
    let error = if calls == "clone3" { "EAGAIN" } else { "EIO" };
    let mut made = 0;
    for number in 1.. {
        let plan = format!(
            "inject={calls}:error={error}:when={number}{}",
            if lasts { "+" } else { "" }
        );
        let mut command = std::process::Command::new("strace");
        command
            .current_dir(sandbox.path("."))
            .env_remove("LD_LIBRARY_PATH")
            .args([
                "-f",
                "-qq",
                "-o",
                "trace",
                "-e",
                &format!("trace={calls}"),
                "-e",
                &plan,
            ]);
        let output = RunOutput::of(command.arg(env!("CARGO_BIN_EXE_seichi")).args(line));
        let trace = sandbox.read("trace");
        std::fs::remove_file(sandbox.path("trace")).expect("a file");
        let failed = trace.matches("(INJECTED)").count();
        if failed == 0 {
            return made;
        }
        if output.code == 127 {
            // the loader of shared libraries
            continue;
        }
        assert!(
            !output.err.contains("panicked") && !output.err.contains("bug"),
            "{plan}: {}",
            output.err
        );
        check(&plan, &output, failed > 1);
        made += 1;
    }
    unreachable!("the command makes fewer calls")
}

/// Evaluates games over an earlier run, with each failure.
fn evaluate(sandbox: &Sandbox, calls: &str, options: &[&str], lasts: bool) -> Counts {
    let line = [&["eval", "games", "-q", "-o", "out"], options].concat();
    let out = sandbox.path("out");
    RunOutput::of(sandbox.program().args(&line)).exits(0);
    let wanted = files(&out).expect("a run");
    sandbox.run("eval earlier -q -s flood -o out").exits(0);
    let (earlier, names) = (files(&out).expect("a run"), sandbox.names("."));
    let mut counts = Counts::default();
    counts.calls = for_each_call(sandbox, calls, &line, lasts, |plan, output, are_several| {
        let now = files(&out);
        match output.code {
            0 if now.as_ref() == Some(&wanted) => counts.unaffected += 1,
            0 => {
                sandbox.run("report out").exits(0);
                let reasons = sandbox.read("out/skipped.csv") + &sandbox.read("out/games.csv");
                let is_stated = [",unreadable,", "no_answer="]
                    .iter()
                    .any(|reason| reasons.contains(reason));
                assert!(
                    is_stated,
                    "{plan}: another run, without a reason: {}",
                    output.err
                );
                counts.stated += 1;
            }
            // the scorer has failed on every game
            3 if output.err.contains("mine has no answer for any") => {
                sandbox.run("report out").exits(0);
                counts.stated += 1;
            }
            code => {
                // no game could be read
                let is_unread = code == 3 && output.err.contains("unreadable");
                assert!(code == 2 || is_unread, "{plan}: {code}: {}", output.err);
                assert!(!output.err.is_empty(), "{plan}: no message");
                counts.errors += 1;
                check_error(
                    sandbox,
                    now,
                    [&earlier, &wanted],
                    &names,
                    &format!("{plan}: {}", output.err),
                    are_several,
                );
            }
        }
        let left = remove_left(sandbox, &names);
        assert!(
            left.is_empty() || are_several || output.code != 0,
            "{plan}: {left:?} is left"
        );
        if files(&out).as_ref() != Some(&earlier) {
            sandbox.run("eval earlier -q -s flood -o out").exits(0);
        }
    });
    counts
}

/// Checks the folder after an error. The earlier run must be intact, unless the new run is whole
/// and the earlier one could not be removed. If later operations also fail, the earlier run may be
/// next to its folder, at the place named in the message.
fn check_error(
    sandbox: &Sandbox,
    now: Option<BTreeMap<String, Vec<u8>>>,
    [earlier, wanted]: [&BTreeMap<String, Vec<u8>>; 2],
    names: &[String],
    why: &str,
    are_several: bool,
) {
    let left = left_folders(sandbox, names);
    let is_removal = why.contains("could not be removed");
    let is_kept = why.contains("could not be put back");
    match now {
        Some(now) if now == *earlier => {
            assert!(left.is_empty() || are_several, "{why}: {left:?} is left");
        }
        Some(now) if now == *wanted => {
            assert!(is_removal || left.is_empty(), "{why}: {left:?} is left");
        }
        None if are_several && is_kept => {
            assert_eq!(
                files(&sandbox.path(&left[0]).join("old")).as_ref(),
                Some(earlier),
                "{why}"
            );
        }
        now => panic!(
            "{why}: neither the earlier run nor the new one: {:?}",
            now.map(BTreeMap::into_keys)
        ),
    }
}

/// Returns the names that a command has left in addition to `names`.
fn left_folders(sandbox: &Sandbox, names: &[String]) -> Vec<String> {
    let mut left = sandbox.names(".");
    left.retain(|name| !names.contains(name));
    left
}

/// Removes the folders that a command has left in addition to `names`, and returns their names.
fn remove_left(sandbox: &Sandbox, names: &[String]) -> Vec<String> {
    let left = left_folders(sandbox, names);
    for name in &left {
        assert!(name.starts_with(".out."), "{name} is left");
        std::fs::remove_dir_all(sandbox.path(name)).expect("a folder");
    }
    left
}

/// A sandbox with at most `most` records of the sample corpus.
fn sandbox(most: usize) -> Sandbox {
    let sandbox = Sandbox::new(&[("scorer.sh", SCORER)]);
    sandbox.copy(&project("corpus/article"), "games");
    sandbox.copy(&project("corpus/article"), "earlier");
    std::fs::remove_file(sandbox.path("earlier/corner-seki.sgf")).expect("a game");
    let names = sandbox.names("games");
    for name in names
        .iter()
        .filter(|name| *name != "labels.jsonl")
        .skip(most)
    {
        std::fs::remove_file(sandbox.path("games").join(name)).expect("a game");
    }
    sandbox
}

/// Answers every position with no territory.
const SCORER: &str = "while read -r line; do id=${line#*:}; id=${id%%,*}; \
                      echo \"{\\\"id\\\":$id,\\\"black\\\":[],\\\"white\\\":[]}\"; done";

#[test]
fn each_failure_leaves_the_earlier_run_or_a_whole_one() {
    if !there_is_strace() {
        return;
    }
    let with_scorer = ["-s", "flood", "-j", "1", "--scorer", "mine=sh scorer.sh"];
    for calls in CALLS {
        for (options, lasts) in [
            (&["-s", "flood", "-s", "linked", "-j", "2"][..], false),
            (&["-s", "flood", "-j", "1"], true),
            (&with_scorer, false),
        ] {
            // if all later writes fail, so does the message; without threads, no scorer is asked
            if !(calls == "write" && lasts || calls == "clone3" && options.contains(&"--scorer")) {
                let counts = evaluate(&sandbox(5), calls, options, lasts);
                println!("{calls} {options:?}, all later ones: {lasts}: {counts:?}");
                // if a thread can't be started, the program does the work on a different thread
                assert!(
                    counts.calls > 0 && (counts.errors > 0 || calls == "clone3"),
                    "{calls}: {counts:?}"
                );
            }
        }
    }
}

#[test]
fn each_failure_leaves_the_earlier_file_or_a_whole_one() {
    if !there_is_strace() {
        return;
    }
    let sandbox = sandbox(5);
    for (run, games) in [("old", "games"), ("new", "earlier")] {
        sandbox
            .run(&format!("eval {games} -q -s flood -o {run}"))
            .exits(0);
    }
    let texts = ["old", "new"].map(|run| {
        sandbox
            .run(&format!("baseline accept {run} --baseline {run}.txt"))
            .exits(0);
        sandbox.read(&format!("{run}.txt"))
    });
    sandbox.write("baseline.txt", texts[0].as_bytes());
    let names = sandbox.names(".");
    let line = ["baseline", "accept", "new", "--baseline", "baseline.txt"];
    for calls in [
        "openat",
        "write",
        "?rename,?renameat,?renameat2",
        "?chmod,fchmodat",
    ] {
        let made = for_each_call(&sandbox, calls, &line, false, |plan, output, _| {
            let text = sandbox.read("baseline.txt");
            assert!(
                output.code == 2 || output.code == 0 && text == texts[1],
                "{plan}: {}",
                output.err
            );
            assert!(texts.contains(&text), "{plan}: part of a file");
            sandbox.write("baseline.txt", texts[0].as_bytes());
            assert_eq!(sandbox.names("."), names, "{plan}");
        });
        assert!(made > 0, "{calls}");
    }
}
