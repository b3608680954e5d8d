//! Archives: the same games from each kind as from a folder.

use crate::pack::{KINDS, pack};
use crate::sandbox::Sandbox;

/// Stored in no order, as tar does it.
fn files() -> Vec<(&'static str, String)> {
    let game = "(;SZ[5]RU[Japanese]KM[0.5]RE[B+5.5]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de][aa];B[];W[]\
                TB[aa][ab][ac][ad][ae][ba][bb][bc][bd][be]TW[ea][eb][ec][ed][ee])";
    vec![
        ("b/two.sgf", game.repeat(2)),
        ("notes.txt", "not a game".to_owned()),
        ("c.SGF", "(;RE[W+R])".to_owned()),
        ("a.sgf", game.replace("B+5.5", "B+6.5")),
        ("b/one.sgf", "nothing".to_owned()),
    ]
}

fn archive(kind: &str) -> Vec<u8> {
    pack(kind, &files())
}

#[test]
fn each_kind_gives_the_games_of_the_folder() {
    let files = files();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let sandbox = Sandbox::new(&[]);
    for (name, text) in &files {
        sandbox.write(&format!("g/folder/{name}"), text.as_bytes());
    }
    sandbox.run("eval g -o folder").exits(0);
    for kind in KINDS {
        sandbox.write(&format!("{kind}/games.{kind}"), &archive(kind));
        for jobs in [1, 3] {
            sandbox.run(&format!("eval {kind} -o out --jobs {jobs}")).exits(0);
            for name in ["games.csv", "skipped.csv"] {
                let found = sandbox.read(&format!("out/{name}")).replace(&format!("games.{kind}!/"), "folder/");
                assert_eq!(found, sandbox.read(&format!("folder/{name}")), "{kind} {name}");
            }
        }
    }
}

#[test]
fn a_member_is_explained_in_place() {
    for kind in ["tar.zst", "zip", "7z"] {
        let sandbox = Sandbox::new(&[]);
        sandbox.write(&format!("g/games.{kind}"), &archive(kind));
        sandbox.run("eval g -s flood").exits(0);
        let command = &sandbox.rows("reports/mismatches.csv")[0]["explain"];
        assert_eq!(*command, *format!("seichi explain -s flood 'g/games.{kind}!/a.sgf#1'"));
        let game = command.trim_start_matches("seichi ").replace('\'', "");
        assert!(sandbox.run(&game).exits(0).out.contains("label: B+6.5"));
        assert!(sandbox.run(&format!("explain g/games.{kind}!/z.sgf")).exits(2).err.contains("has no member z.sgf"));
        assert!(sandbox.run(&format!("explain g/games.{kind}")).exits(2).err.contains("PATH!/MEMBER#N"));
    }
}

#[test]
fn globs_choose_members() {
    let sandbox = Sandbox::new(&[("g/z.sgf", "(;RE[B+T])")]);
    sandbox.write("g/games.zip", &archive("zip"));
    let names = |line: &str| sandbox.run(&format!("inspect g --list skipped {line}")).out.replace("games.zip!/", "");
    assert_eq!(names(""), "b/one.sgf\nc.SGF#1\nz.sgf#1\n");
    assert_eq!(names("--include c.SGF"), "c.SGF#1\n");
    assert_eq!(names("--exclude c.SGF"), "b/one.sgf\nz.sgf#1\n");
    assert_eq!(names("--include *.zip"), "b/one.sgf\nc.SGF#1\n");
    assert_eq!(names("--exclude *.zip"), "z.sgf#1\n");
}

#[test]
fn a_broken_archive_is_told_and_costs_no_other() {
    for kind in KINDS {
        let sandbox = Sandbox::new(&[("g/z.sgf", &files()[0].1)]);
        let whole = archive(kind);
        sandbox.write(&format!("g/half.{kind}"), &whole[..whole.len() / 2]);
        sandbox.write(&format!("g/noise.{kind}"), b"this is no archive, whatever its name says");
        let output = sandbox.run("eval g").exits(0);
        assert!(!output.err.contains("panicked"), "{}", output.err);
        let skipped = sandbox.rows("reports/skipped.csv");
        for name in ["half", "noise"] {
            // the archive as a whole, or the member that it ends in
            let row = skipped
                .iter()
                .find(|row| row["game"].starts_with(&format!("{name}.{kind}")) && row["reason"] == *"unreadable");
            assert!(row.is_some(), "{name}.{kind} is missing");
        }
        assert!(sandbox.read("reports/games.csv").contains("z.sgf#2"));
    }
}

#[test]
fn a_member_that_is_too_large_is_told() {
    for kind in KINDS {
        let sandbox = Sandbox::new(&[]);
        sandbox.write(&format!("games.{kind}"), &archive(kind));
        sandbox.run(&format!("eval games.{kind} --max-file-size 300")).exits(0);
        let skipped = sandbox.rows("reports/skipped.csv");
        let large: Vec<&str> =
            skipped.iter().filter(|row| row["reason"] == *"too_large").map(|row| &row["game"]).collect();
        assert_eq!(large, [format!("games.{kind}!/b/two.sgf")]);
    }
}
