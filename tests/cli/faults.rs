//! Failures of files, disks and the system, and signals. No single game stops a run, no failure
//! exits with 0, and the folder on disk is either the complete new run or the previous run.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::sandbox::{RunOutput, Sandbox, program, undisturbed};

const GAME: &str =
    "(;SZ[3]RU[Japanese]KM[0]RE[B+9]AB[ba]AW[bb];B[];W[]TB[aa][ca][ab][bb][cb][ac][bc][cc])";
/// A game on a larger board, to distinguish it from [`GAME`].
const LARGER: &str = "(;SZ[4]RU[Japanese]KM[0]RE[B+16];B[];W[]TB[aa:dd])";

fn skips(sandbox: &Sandbox, out: &str) -> Vec<String> {
    let row = |row: &crate::sandbox::Row| format!("{} {}", &row["game"], &row["reason"]);
    sandbox
        .rows(&format!("{out}/skipped.csv"))
        .iter()
        .map(row)
        .collect()
}

/// Returns the lines of a run that do not depend on when and how it was made.
fn results(sandbox: &Sandbox, out: &str) -> String {
    [
        "games.csv",
        "mismatches.csv",
        "summary.csv",
        "skipped.csv",
        "boards.ndjson",
    ]
    .map(|name| sandbox.read(&format!("{out}/{name}")))
    .concat()
}

#[test]
fn mistake_exits_with_2_if_standard_error_is_closed() {
    let sandbox = Sandbox::new(&[]);
    let mut child = sandbox
        .program()
        .arg("--nonsense")
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stderr.take());
    assert_eq!(child.wait().expect("the program ends").code(), Some(2));
}

#[test]
fn panic_in_a_game_loses_that_game_and_exits_with_an_error() {
    let sandbox = Sandbox::new(&[("g/a.sgf", GAME), ("g/b.sgf", LARGER), ("g/c.sgf", GAME)]);
    sandbox.run("eval g -s flood -o plain").exits(0);
    let message =
        "the program failed on 1 game because of a bug in seichi (reason for skipping: internal)\n";
    for jobs in [1, 2] {
        // the larger board has a single region with all points
        let flags = format!("-s flood -j {jobs}");
        let error = sandbox
            .eval_variants("g", &flags, "reports", &["flood:size=16:panic"])
            .expect_err("it fails");
        assert!(
            error.code() == 2 && error.to_string().starts_with(message),
            "{error}"
        );
        assert_eq!(
            skips(&sandbox, "reports"),
            ["b.sgf#1 internal"],
            "the run is written, with the skip"
        );
        assert_eq!(
            &sandbox.rows("reports/skipped.csv")[0]["detail"],
            "a strategy that was told to"
        );
        let others = |out: &str| {
            let games = sandbox.read(&format!("{out}/games.csv"));
            games
                .lines()
                .filter(|line| !line.starts_with("b.sgf"))
                .collect::<Vec<_>>()
                .join("\n")
        };
        assert_eq!(
            others("reports"),
            others("plain"),
            "a panic does not affect other games"
        );
    }
    sandbox.run("baseline accept plain").exits(0);
    assert!(
        sandbox
            .run("gate --run reports")
            .exits(2)
            .err
            .contains(message)
    );
    sandbox.write("g/d.sgf", LARGER.repeat(9).as_bytes());
    let error = sandbox
        .eval_variants("g", "-s flood", "many", &["flood:size=16:panic"])
        .expect_err("it fails");
    assert!(
        error
            .to_string()
            .starts_with("the program failed on 10 games because of a bug"),
        "{error}"
    );
}

#[test]
fn failed_write_leaves_no_files() {
    let sandbox = Sandbox::new(&[("g/a.sgf", GAME), ("file", "")]);
    for (out, words) in [
        ("file", "it is a file; name a folder"),
        ("file/out", "failed to write"),
    ] {
        let output = RunOutput::of(sandbox.program().args(["eval", "g", "-o", out])).exits(2);
        assert!(
            output.err.contains(words) && !output.err.contains("panicked"),
            "{out}: {}",
            output.err
        );
    }
    // not even root can make a folder in /proc or /sys
    for out in ["/proc/reports", "/sys/reports"] {
        if Path::new(out).parent().is_some_and(Path::exists) {
            let output = RunOutput::of(sandbox.program().args(["eval", "g", "-o", out])).exits(2);
            assert!(
                output
                    .err
                    .contains(&format!("failed to write the run to {out:?}")),
                "{}",
                output.err
            );
            assert!(
                !output.err.contains(".reports."),
                "the temporary name means nothing to a user: {}",
                output.err
            );
        }
    }
    assert_eq!(sandbox.names("."), ["file", "g"]);
}

#[test]
fn csv_files_do_not_depend_on_the_time() {
    // only run.json has times
    let sandbox = Sandbox::new(&[("g/a.sgf", GAME)]);
    sandbox.run("eval g -o out").exits(0);
    let csv = ["games", "mismatches", "summary", "pairwise", "skipped"]
        .map(|name| sandbox.read(&format!("out/{name}.csv")));
    std::thread::sleep(std::time::Duration::from_millis(1100));
    sandbox.run("eval g -o out").exits(0);
    let again = ["games", "mismatches", "summary", "pairwise", "skipped"]
        .map(|name| sandbox.read(&format!("out/{name}.csv")));
    assert_eq!(csv, again);
}

#[cfg(unix)]
mod unix {
    use std::ffi::OsStr;
    use std::io::{Read, Write};
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::symlink;
    use std::path::PathBuf;

    use super::*;

    /// Returns whether a program is installed, and prints that the test is skipped if it is not.
    fn there_is(name: &str) -> bool {
        let found = Command::new("sh")
            .args(["-c", &format!("command -v {name}")])
            .stdout(Stdio::null())
            .status();
        let found = found.is_ok_and(|status| status.success());
        if !found {
            eprintln!("SKIPPED: there is no {name}");
        }
        found
    }

    fn pipe(sandbox: &Sandbox, name: &str) -> PathBuf {
        let path = sandbox.path(name);
        assert!(
            Command::new("mkfifo")
                .arg(&path)
                .status()
                .expect("mkfifo")
                .success()
        );
        path
    }

    fn spawn(sandbox: &Sandbox, words: &[&str]) -> Child {
        let mut command = program();
        command
            .args(words)
            .current_dir(sandbox.path("."))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        undisturbed(&mut command)
            .spawn()
            .expect("the program starts")
    }

    fn ends(child: Child) -> (Option<i32>, String) {
        let output = child.wait_with_output().expect("the program ends");
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    }

    fn signal(name: &str, child: &Child) {
        assert!(
            Command::new("kill")
                .args([name, &child.id().to_string()])
                .status()
                .expect("kill")
                .success()
        );
    }

    /// A shared folder in which other users have put pipes and links in place of seichi's files.
    #[test]
    fn pipes_and_links_in_a_target_are_refused_unopened() {
        let sandbox = Sandbox::new(&[("g/z.sgf", GAME), ("target/games.csv", "game,hash,")]);
        let run = |line: &str| {
            let line = format!("ulimit -v 4000000; timeout 20 seichi {line} -s linked");
            sandbox.shell(&line).exits(2).err
        };
        let eval = || {
            let refused = run("eval g -q -o target");
            assert!(refused.contains("the folder holds run.json"), "{refused}");
        };
        let planted = pipe(&sandbox, "target/run.json");
        eval();
        for target in ["/dev/zero", "nowhere"] {
            fs::remove_file(&planted).expect("a pipe or a link");
            symlink(target, &planted).expect("a link");
            eval();
        }
        let gate = |why: &str| {
            let refused = run("gate g -o out --junit pipe");
            assert!(refused.contains(why), "{refused}");
        };
        let theirs = pipe(&sandbox, "pipe");
        if std::os::unix::fs::chown(&theirs, Some(65534), None).is_ok() {
            gate("a pipe that belongs to another user");
        }
        fs::remove_file(&theirs).expect("a pipe");
        symlink("/dev/null", &theirs).expect("a link");
        gate("a symbolic link");
    }

    /// Without the labels, the figures would be wrong.
    #[test]
    fn labels_file_that_is_not_regular_ends_the_run() {
        let sandbox = Sandbox::new(&[("g/sub/z.sgf", GAME)]);
        let labels = pipe(&sandbox, "g/sub/labels.jsonl");
        for target in ["", "/dev/zero", "nowhere", "labels.jsonl", ".."] {
            if !target.is_empty() {
                fs::remove_file(&labels).expect("a pipe or a link");
                symlink(target, &labels).expect("a link");
            }
            let run = sandbox.shell("timeout 20 seichi eval g -s flood -q");
            let error = run.exits(2).err;
            let named = "failed to read the labels file \"g/sub/labels.jsonl\"";
            assert!(error.contains(named), "{target}: {error}");
        }
    }

    /// A run may come from someone else.
    #[test]
    fn run_with_foreign_special_or_huge_files_is_refused() {
        let sandbox = Sandbox::new(&[("g/z.sgf", GAME), ("mine", "mine")]);
        sandbox.run("eval g -s flood,linked -q").exits(0);
        let refused = |why: &str| {
            for line in [
                "report reports",
                "compare reports reports",
                "gate --run reports",
            ] {
                let error = sandbox
                    .shell(&format!("timeout 20 seichi {line}"))
                    .exits(2)
                    .err;
                assert!(error.contains(why), "{line}: {error}");
            }
        };
        let original = sandbox.read("reports/run.json");
        for foreign in ["../mine", "/etc/hostname", "other.csv", "run.json"] {
            let evil = original.replacen(
                "\"files\": {",
                &format!("\"files\": {{\"{foreign}\": \"\","),
                1,
            );
            sandbox.write("reports/run.json", evil.as_bytes());
            reseal(&sandbox);
            refused("it is not a file from a run");
        }
        sandbox.write("reports/run.json", original.as_bytes());
        for name in ["dead.csv", "run.json"] {
            let path = sandbox.path(&format!("reports/{name}"));
            let before = fs::read(&path).expect("a file");
            fs::remove_file(&path).expect("a file");
            pipe(&sandbox, &format!("reports/{name}"));
            refused("it is not a regular file");
            fs::remove_file(&path).expect("a pipe");
            symlink("/dev/zero", &path).expect("a link");
            refused("it is not a regular file");
            fs::remove_file(&path).expect("a link");
            let file = fs::File::create(&path).expect("a file");
            file.set_len(16 << 30 | 1).expect("a sparse file");
            let most: u64 = if name == "run.json" {
                64 << 20
            } else {
                16 << 30
            };
            refused(&format!("it has more than {most} bytes"));
            fs::remove_file(&path).expect("a file");
            let elsewhere = sandbox.path(&format!("elsewhere-{name}"));
            fs::write(&elsewhere, before).expect("a file");
            symlink(&elsewhere, &path).expect("a link");
        }
        sandbox.run("report reports").exits(0);
    }

    /// Renews the digest of `run.json`, but not the digests of the other files.
    fn reseal(sandbox: &Sandbox) {
        let text = sandbox.read("reports/run.json");
        let (fields, _) = text.rsplit_once(",\n  \"digest\"").expect("a digest");
        let digest = crate::sandbox::sha256(fields.as_bytes());
        let text = format!("{fields},\n  \"digest\": \"{digest}\"\n}}\n");
        sandbox.write("reports/run.json", text.as_bytes());
    }

    #[test]
    fn special_files_are_skipped_without_waiting() {
        let sandbox = Sandbox::new(&[
            ("g/z.sgf", GAME),
            ("g/folder.sgf/a.sgf", GAME),
            ("list", "g/pipe.sgf\ng/z.sgf\n"),
        ]);
        pipe(&sandbox, "g/pipe.sgf");
        pipe(&sandbox, "g/pipe.zip");
        pipe(&sandbox, "g/other");
        let _socket =
            std::os::unix::net::UnixListener::bind(sandbox.path("g/socket.sgf")).expect("a socket");
        symlink("/dev/zero", sandbox.path("g/zero.sgf")).expect("a link");
        symlink(sandbox.path("nowhere"), sandbox.path("g/broken.sgf")).expect("a link");
        symlink(sandbox.path("g"), sandbox.path("g/loop")).expect("a link");
        symlink("self.sgf", sandbox.path("g/self.sgf")).expect("a link");
        let output = sandbox.run("eval g -s all -o out").exits(0);
        assert!(output.err.is_empty(), "{}", output.err);
        let names = [
            "broken.sgf",
            "loop",
            "pipe.sgf",
            "pipe.zip",
            "self.sgf",
            "socket.sgf",
            "zero.sgf",
        ];
        assert_eq!(
            skips(&sandbox, "out"),
            names.map(|name| format!("{name} unreadable"))
        );
        assert_eq!(
            sandbox.rows("out/games.csv").len(),
            2 * seichi::territory::STRATEGIES.len()
        );
        sandbox.run("eval --files-from list -o out").exits(0);
        assert_eq!(skips(&sandbox, "out"), ["g/pipe.sgf unreadable"]);
        // a special file that the command names is read up to the limit
        let output = sandbox.run("eval g/zero.sgf -o out").exits(3);
        assert_eq!(
            output.err,
            "seichi: 0 of 1 games could be evaluated, so nothing was written; skipped games: \
             too_large 1\n\
             for the meanings of the reasons, run: seichi list reasons\n"
        );
    }

    #[test]
    fn unreadable_files_are_skipped() {
        let sandbox = Sandbox::new(&[
            ("g/z.sgf", GAME),
            ("g/shut.sgf", GAME),
            ("g/shut/a.sgf", GAME),
            ("list", "gone.sgf\ng\n"),
        ]);
        // reading /proc/self/mem fails for every user, including root
        if Path::new("/proc/self/mem").exists() {
            fs::write(sandbox.path("mem"), "g/z.sgf\n/proc/self/mem\n").expect("a list");
            sandbox.run("eval --files-from mem -o out").exits(0);
            assert_eq!(skips(&sandbox, "out"), ["/proc/self/mem unreadable"]);
        }
        sandbox.write("both", b"gone.sgf\ng\ng/z.sgf\n");
        sandbox.run("eval --files-from both -o out").exits(0);
        assert_eq!(
            skips(&sandbox, "out"),
            ["g unreadable", "gone.sgf unreadable"],
            "a missing file, and a folder"
        );
        sandbox.shell("chmod 0 g/shut g/shut.sgf").exits(0);
        if fs::read(sandbox.path("g/shut.sgf")).is_ok() {
            eprintln!("SKIPPED: this user may read all files");
        } else {
            sandbox.run("eval g -o out").exits(0);
            assert_eq!(
                skips(&sandbox, "out"),
                ["shut unreadable", "shut.sgf unreadable"]
            );
        }
        sandbox.shell("chmod 755 g/shut g/shut.sgf").exits(0);
    }

    /// The first file is a pipe. When the program opens it, the program has found the other files,
    /// but has not read any.
    #[test]
    fn files_changed_after_the_walk_are_read_as_they_are() {
        let folder = "x".repeat(10);
        let at = |name: &str| format!("{folder}/{name}.sgf");
        let long = GAME.to_owned() + &" ".repeat(100_000);
        let sandbox = Sandbox::new(&[
            (&at("gone"), GAME),
            (&at("grown"), GAME),
            (&at("shrunk"), &long),
            (&at("emptied"), GAME),
            (&at("turned"), GAME),
        ]);
        let pipe = pipe(&sandbox, "a.sgf");
        let child = spawn(
            &sandbox,
            &[
                "eval", "a.sgf", &folder, "-j", "1", "-o", "out", "-s", "flood",
            ],
        );
        let mut writer = fs::OpenOptions::new()
            .write(true)
            .open(pipe)
            .expect("the program opens it");
        fs::remove_file(sandbox.path(&at("gone"))).expect("a file");
        fs::write(sandbox.path(&at("grown")), GAME.repeat(5000)).expect("a file");
        fs::write(sandbox.path(&at("shrunk")), &long[..50]).expect("a file");
        fs::write(sandbox.path(&at("emptied")), "").expect("a file");
        fs::remove_file(sandbox.path(&at("turned"))).expect("a file");
        fs::create_dir(sandbox.path(&at("turned"))).expect("a folder");
        writer
            .write_all(GAME.as_bytes())
            .expect("the program reads");
        drop(writer);
        let (code, err) = ends(child);
        assert_eq!((code, err.as_str()), (Some(0), ""));
        let skipped = skips(&sandbox, "out");
        let expected = [
            "emptied.sgf empty",
            "gone.sgf unreadable",
            "shrunk.sgf#1 truncated",
            "turned.sgf unreadable",
        ];
        assert_eq!(skipped, expected.map(|name| format!("{folder}/{name}")));
        assert_eq!(sandbox.rows("out/games.csv").len(), 5001);
    }

    /// The size of a pipe is not known in advance, but only when the pipe has been read.
    #[test]
    fn endless_file_is_read_up_to_the_limit() {
        let sandbox = Sandbox::new(&[("g/z.sgf", GAME)]);
        let pipe = pipe(&sandbox, "a.sgf");
        let child = spawn(&sandbox, &["eval", "a.sgf", "g", "-o", "out"]);
        let mut writer = fs::OpenOptions::new()
            .write(true)
            .open(pipe)
            .expect("the program opens it");
        let games = GAME.repeat(1000);
        while writer.write_all(games.as_bytes()).is_ok() {}
        assert_eq!(ends(child).0, Some(0));
        assert_eq!(skips(&sandbox, "out"), ["a.sgf too_large"]);
    }

    #[test]
    fn odd_names_stay_distinct() {
        let names: [&[u8]; 6] = [
            b"a,b.sgf",
            b"a\nb.sgf",
            b"a\"b.sgf",
            b"a\xff.sgf",
            b"a\\xff.sgf",
            b"-o.sgf",
        ];
        let sandbox = Sandbox::new(&[("g/z.sgf", GAME)]);
        for name in names {
            if fs::write(sandbox.path("g").join(OsStr::from_bytes(name)), GAME).is_err() {
                eprintln!("SKIPPED: the file system has no such name: {name:?}");
                return;
            }
        }
        sandbox.run("eval g -s flood -o out").exits(0);
        let found: Vec<String> = sandbox
            .rows("out/games.csv")
            .iter()
            .map(|row| row["game"].to_owned())
            .collect();
        let expected = [
            "-o.sgf#1",
            "a\nb.sgf#1",
            "a\"b.sgf#1",
            "a,b.sgf#1",
            "a\\\\xff.sgf#1",
            "a\\xff.sgf#1",
            "z.sgf#1",
        ];
        assert_eq!(found, expected);
    }

    /// Between the last check and the move, another user may replace the folder of a run with a
    /// link.
    #[test]
    fn link_that_replaces_the_target_is_put_back() {
        if !cfg!(target_os = "linux") || !there_is("strace") {
            return;
        }
        let sandbox = Sandbox::new(&[("g/a.sgf", GAME), ("away", "")]);
        sandbox.run("eval g -q -s flood -o mine").exits(0);
        for name in ["report.html", "games.csv", "run.json", "other.txt"] {
            sandbox.write(&format!("victim/{name}"), b"precious");
        }
        let output = sandbox.shell(
            "(sleep 0.5; mv mine elsewhere; ln -s victim mine) & \
             strace -f -qq -o /dev/null -e trace=rename,renameat,renameat2 \
             -e inject=rename,renameat,renameat2:delay_enter=1500000:when=1 \
             seichi eval g -q -s flood -o mine",
        );
        if output.err.contains("strace") {
            return eprintln!("SKIPPED: strace may not trace");
        }
        let error = output.exits(2).err;
        assert!(error.contains("it is a symbolic link"), "{error}");
        assert_eq!(sandbox.names("victim").len(), 4);
        assert!(sandbox.path("mine").is_symlink());
        assert_eq!(
            sandbox.names("."),
            ["away", "elsewhere", "g", "mine", "victim"]
        );
    }

    /// The program blocks the signal, so writing beyond the limit on a file's size fails as on a
    /// full disk.
    #[test]
    fn full_disk_keeps_the_earlier_run() {
        let sandbox = Sandbox::new(&[("g/a.sgf", &GAME.repeat(3000)), ("few/a.sgf", GAME)]);
        sandbox.run("eval few").exits(0);
        let before = results(&sandbox, "reports");
        for size in [0, 1, 16, 300] {
            let output = sandbox
                .shell(&format!("ulimit -f {size}; exec seichi eval g -j 2"))
                .exits(2);
            assert!(
                output.err.contains("failed to write"),
                "{size}: {}",
                output.err
            );
            assert!(!output.err.contains("panicked"), "{size}: {}", output.err);
            assert_eq!(sandbox.names("."), ["few", "g", "reports"], "{size}");
            assert_eq!(results(&sandbox, "reports"), before, "{size}");
        }
        if Path::new("/dev/full").exists() {
            for line in [
                "score g",
                "inspect g",
                "eval few -o out",
                "explain few/a.sgf",
                "report reports",
                "man",
                "--help",
            ] {
                let output = sandbox.shell(&format!("seichi {line} >/dev/full")).exits(2);
                assert!(
                    output
                        .err
                        .contains("failed to write to standard output: No space"),
                    "{line}: {}",
                    output.err
                );
            }
        }
    }

    #[test]
    fn small_disk_keeps_the_earlier_run() {
        let sandbox = Sandbox::new(&[
            ("g/a.sgf", &GAME.repeat(3000)),
            ("few/a.sgf", GAME),
            ("disk/keep", ""),
        ]);
        let disk = sandbox.path("disk");
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=200k", "tmpfs"])
            .arg(&disk)
            .output();
        if !mounted.is_ok_and(|output| output.status.success()) {
            eprintln!("SKIPPED: no file system can be mounted here");
            return;
        }
        let run = |line: &str| sandbox.run(line);
        let (first, second) = (
            run("eval few -s flood -o disk/out"),
            run("eval g -s flood -o disk/out"),
        );
        let left: Vec<_> = fs::read_dir(&disk)
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name())
            .collect();
        let whole = fs::read_to_string(disk.join("out/games.csv")).unwrap_or_default();
        let unmounted = Command::new("umount").arg(&disk).status();
        assert!(
            unmounted.is_ok_and(|status| status.success()),
            "{} is left",
            disk.display()
        );
        first.exits(0);
        assert!(second.exits(2).err.contains("No space left on device"));
        assert_eq!(left, ["out"]);
        assert!(whole.starts_with("game,") && whole.lines().count() > 1);
    }

    /// Of two runs that end at the same time, exactly one remains.
    #[test]
    fn two_runs_into_one_target_leave_one_of_them() {
        let sandbox = Sandbox::new(&[
            ("one/a.sgf", &GAME.repeat(40)),
            ("two/a.sgf", &LARGER.repeat(40)),
        ]);
        let wanted = ["one", "two"].map(|games| {
            sandbox
                .run(&format!("eval {games} -s flood -o {games}-alone"))
                .exits(0);
            results(&sandbox, &format!("{games}-alone"))
        });
        for round in 0..30 {
            if round % 3 == 0 {
                let _ = fs::remove_dir_all(sandbox.path("reports"));
            }
            let runs = ["one", "two"].map(|games| spawn(&sandbox, &["eval", games, "-s", "flood"]));
            let ended = runs.map(ends);
            assert!(
                ended
                    .iter()
                    .all(|(code, err)| *code == Some(0) && err.is_empty()),
                "{ended:?}"
            );
            assert!(
                wanted.contains(&results(&sandbox, "reports")),
                "{round}: a mixture"
            );
            assert_eq!(
                sandbox.names("."),
                ["one", "one-alone", "reports", "two", "two-alone"],
                "{round}: {ended:?}"
            );
        }
    }

    #[test]
    fn signals_keep_the_earlier_run() {
        let many = GAME.repeat(20_000);
        let sandbox = Sandbox::new(&[("g/a.sgf", &many), ("g/b.sgf", &many), ("few/a.sgf", GAME)]);
        sandbox.run("eval few").exits(0);
        sandbox.run("eval g -s flood -o run").exits(0);
        let before = results(&sandbox, "reports");
        for (name, words) in [
            ("-INT", ["eval", "g"]),
            ("-TERM", ["eval", "g"]),
            ("-HUP", ["eval", "g"]),
            ("-INT", ["merge", "run"]),
        ] {
            let mut child = spawn(&sandbox, &words);
            while sandbox.names(".").len() < 5 {
                assert!(
                    child.try_wait().expect("a child").is_none(),
                    "it ended before it could be stopped"
                );
            }
            signal(name, &child);
            let (code, err) = ends(child);
            let message = "seichi: interrupted: nothing was written\n";
            assert_eq!((code, err.as_str()), (Some(130), message), "{name}");
            assert_eq!(sandbox.names("."), ["few", "g", "reports", "run"], "{name}");
            assert_eq!(results(&sandbox, "reports"), before, "{name}");
        }
    }

    #[test]
    fn interrupted_score_does_not_deny_its_output() {
        let sandbox = Sandbox::new(&[]);
        for number in 0..500 {
            sandbox.write(&format!("g/{number}.sgf"), GAME.repeat(50).as_bytes());
        }
        let mut child = spawn(&sandbox, &["score", "g", "-s", "flood"]);
        let out = child.stdout.as_mut().expect("a pipe");
        out.read_exact(&mut [0]).expect("a score");
        signal("-INT", &child);
        let message = "seichi: interrupted: the remaining games were not scored\n";
        assert_eq!(ends(child), (Some(130), message.to_owned()));
    }

    /// Returns the permissions of the first entry in a folder whose name has this start.
    fn permissions(child: &mut Child, folder: &Path, start: &str) -> u32 {
        use std::os::unix::fs::PermissionsExt as _;
        loop {
            assert!(
                child.try_wait().expect("a child").is_none(),
                "it ended too early"
            );
            let mut entries = fs::read_dir(folder)
                .expect("a folder")
                .map(|entry| entry.expect("an entry"));
            if let Some(found) =
                entries.find(|entry| entry.file_name().to_string_lossy().starts_with(start))
            {
                return found.metadata().expect("an entry").permissions().mode() & 0o777;
            }
        }
    }

    #[test]
    fn unfinished_run_is_private() {
        let sandbox = Sandbox::new(&[]);
        let pipe = pipe(&sandbox, "a.sgf");
        let mut child = spawn(&sandbox, &["eval", "a.sgf", "-o", "out"]);
        let mut writer = fs::OpenOptions::new()
            .write(true)
            .open(pipe)
            .expect("the program opens it");
        assert_eq!(permissions(&mut child, &sandbox.path("."), ".out."), 0o700);
        writer
            .write_all(GAME.as_bytes())
            .expect("the program reads");
        drop(writer);
        assert_eq!(ends(child).0, Some(0));
    }

    #[test]
    fn copy_of_standard_input_is_private() {
        let sandbox = Sandbox::new(&[]);
        fs::create_dir(sandbox.path("temporary")).expect("a folder");
        let mut command = program();
        command
            .args(["eval", "-", "-o", "out"])
            .current_dir(sandbox.path("."))
            .env("TMPDIR", sandbox.path("temporary"));
        let mut child = undisturbed(&mut command)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .expect("it starts");
        let mut input = child.stdin.take().expect("a pipe");
        assert_eq!(
            permissions(&mut child, &sandbox.path("temporary"), "."),
            0o600
        );
        input.write_all(GAME.as_bytes()).expect("the program reads");
        drop(input);
        assert_eq!(ends(child).0, Some(0));
        assert_eq!(sandbox.names("temporary").len(), 0, "it is removed");
    }

    /// A program that is blocked on a file can't clean up, but the second signal ends it at once.
    #[test]
    fn second_signal_ends_a_blocked_program() {
        let sandbox = Sandbox::new(&[]);
        let pipe = pipe(&sandbox, "a.sgf");
        let child = spawn(&sandbox, &["eval", "a.sgf", "-o", "out"]);
        let _writer = fs::OpenOptions::new()
            .write(true)
            .open(pipe)
            .expect("the program opens it");
        signal("-INT", &child);
        // two signals at the same time may arrive as one
        std::thread::sleep(std::time::Duration::from_millis(500));
        signal("-INT", &child);
        assert_eq!(ends(child).0, Some(130));
        assert!(!sandbox.path("out").exists());
    }

    #[test]
    fn few_open_files_little_memory_and_one_core_change_no_byte() {
        let names: Vec<String> = (0..400)
            .map(|number| format!("g/{number:03}.sgf"))
            .collect();
        let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), GAME)).collect();
        let sandbox = Sandbox::new(&files);
        sandbox.run("eval g -o plain").exits(0);
        let mut lines = vec![
            "ulimit -n 64; seichi eval g -o out -j 100",
            "ulimit -n 64; seichi eval g -o out -j 2",
            "ulimit -v 400000; seichi eval g -o out -j 2",
            "cd .; TERM= seichi eval g -o out </dev/null",
        ];
        if there_is("taskset") {
            lines.push("taskset -c 0 seichi eval g -o out");
        }
        if there_is("setsid") {
            lines.push("setsid -w seichi eval g -o out </dev/null");
        }
        for line in lines {
            let output = sandbox.shell(line).exits(0);
            assert!(output.err.is_empty(), "{line}: {}", output.err);
            assert_eq!(
                results(&sandbox, "out"),
                results(&sandbox, "plain"),
                "{line}"
            );
        }
    }
}
