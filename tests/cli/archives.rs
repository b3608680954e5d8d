//! Archives: the same games from each kind as from a folder.

use std::io::{Cursor, Write};

use crate::sandbox::Sandbox;

const KINDS: [&str; 7] = ["tar", "tar.gz", "tar.bz2", "tar.xz", "tar.zst", "zip", "7z"];

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

fn tar() -> Vec<u8> {
    let mut tar = tar::Builder::new(Vec::new());
    for (name, text) in files() {
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        header.set_mode(0o644);
        tar.append_data(&mut header, name, text.as_bytes()).expect("a member");
    }
    tar.into_inner().expect("a tar")
}

fn archive(kind: &str) -> Vec<u8> {
    fn written<W: Write>(mut writer: W, end: impl FnOnce(W) -> Vec<u8>) -> Vec<u8> {
        writer.write_all(&tar()).expect("a stream");
        end(writer)
    }
    match kind {
        "tar" => tar(),
        "tar.gz" => {
            let gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
            written(gz, |gz| gz.finish().expect("a gzip"))
        }
        "tar.bz2" => {
            let bz = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::default());
            written(bz, |bz| bz.finish().expect("a bzip2"))
        }
        "tar.xz" => {
            let xz = lzma_rust2::XzWriter::new(Vec::new(), lzma_rust2::XzOptions::default()).expect("an xz");
            written(xz, |xz| xz.finish().expect("an xz"))
        }
        "tar.zst" => {
            // in two frames, as parallel compressors write them, and between them one to be skipped, as some of them do
            let tar = tar();
            let (a, b) = tar.split_at(tar.len() / 2);
            let [a, b] = [a, b].map(|part| zstd::encode_all(part, 1).expect("a frame"));
            let to_skip = b"\x50\x2a\x4d\x18\x04\0\0\0size";
            [&a, to_skip.as_slice(), &b].concat()
        }
        "zip" => {
            let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
            for (name, text) in files() {
                zip.start_file(name, zip::write::SimpleFileOptions::default()).expect("a member");
                zip.write_all(text.as_bytes()).expect("a member");
            }
            zip.finish().expect("a zip").into_inner()
        }
        "7z" => {
            let mut seven = sevenz_rust2::ArchiveWriter::new(Cursor::new(Vec::new())).expect("a 7z");
            for (name, text) in files() {
                let entry = sevenz_rust2::ArchiveEntry::new_file(name);
                seven.push_archive_entry(entry, Some(text.as_bytes())).expect("a member");
            }
            seven.finish().expect("a 7z").into_inner()
        }
        _ => unreachable!("{kind}"),
    }
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
