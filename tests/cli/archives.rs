//! Archives: each kind gives the same games as a folder.

use crate::pack::{KINDS, pack};
use crate::sandbox::Sandbox;
use seichi::input::{Entry, FileLimits};
use seichi::skip::Reason;

/// Files in an archive, unsorted as in many tar files.
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

/// Returns the lines of a text, sorted.
fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines
}

/// Returns rows as text without the place in the walk and the digest, which depend on the names of
/// archives.
fn without_places(text: &str) -> String {
    let mut rows = csv::Reader::from_reader(text.as_bytes());
    let header = rows.headers().expect("a header").clone();
    let mut all = String::new();
    for row in std::iter::once(Ok(header.clone())).chain(rows.into_records()) {
        for (field, column) in row.expect("a row").iter().zip(&header) {
            if !["digest", "place"].contains(&column) {
                all.extend([field, "|"]);
            }
        }
        all += "\n";
    }
    all
}

#[test]
fn every_archive_kind_has_the_games_of_the_folder() {
    let mut files = files();
    files.extend([("d.sgf", String::new()), ("e.sgf", String::new())]);
    let sandbox = Sandbox::new(&[]);
    for (name, text) in &files {
        sandbox.write(&format!("g/folder/{name}"), text.as_bytes());
    }
    sandbox.run("eval g -o folder").exits(0);
    for kind in KINDS {
        sandbox.write(&format!("{kind}/games.{kind}"), &pack(kind, &files));
        for jobs in [1, 3] {
            sandbox
                .run(&format!("eval {kind} -o out --jobs {jobs}"))
                .exits(0);
            for name in ["games.csv", "skipped.csv"] {
                let [found, expected] = ["out", "folder"]
                    .map(|run| without_places(&sandbox.read(&format!("{run}/{name}"))));
                let found = found.replace(&format!("games.{kind}!/"), "folder/");
                // rows have the order of the archive
                assert_eq!(sorted(&found), sorted(&expected), "{kind} {name}");
            }
        }
    }
}

#[test]
fn files_about_games_in_an_archive_are_listed() {
    let sandbox = Sandbox::new(&[]);
    let mut files = files();
    files.push(("b/labels.jsonl", "{\"game\": \"two.sgf#1\"}".to_owned()));
    for kind in KINDS {
        sandbox.write(&format!("games.{kind}"), &archive(kind));
        sandbox
            .run(&format!("eval games.{kind} -o without"))
            .exits(0);
        sandbox.write(&format!("games.{kind}"), &pack(kind, &files));
        sandbox.run(&format!("eval games.{kind} -o out")).exits(0);
        assert_eq!(
            sandbox.read("out/games.csv"),
            sandbox.read("without/games.csv"),
            "{kind}"
        );
        let rows = sandbox.rows("out/skipped.csv");
        let row = |row: &crate::sandbox::Row| {
            row["game"]
                .rsplit_once("!/")
                .map(|(_, name)| name.to_owned())
        };
        let names: Vec<String> = rows
            .iter()
            .filter(|row| row["detail"].contains("inside an archive"))
            .filter_map(row)
            .collect();
        assert_eq!(names, ["b/labels.jsonl"], "{kind}");
    }
}

#[test]
fn explain_command_of_a_mismatch_finds_the_archive_member() {
    for kind in ["tar.zst", "zip"] {
        let sandbox = Sandbox::new(&[]);
        sandbox.write(&format!("g/games.{kind}"), &archive(kind));
        sandbox.run("eval g -s flood").exits(0);
        let command = &sandbox.rows("reports/mismatches.csv")[0]["explain"];
        assert_eq!(
            *command,
            *format!("seichi explain -s flood 'g/games.{kind}!/a.sgf#1'")
        );
        let game = command.trim_start_matches("seichi ").replace('\'', "");
        assert!(sandbox.run(&game).exits(0).out.contains("label: B+6.5"));
        assert!(
            sandbox
                .run(&format!("explain g/games.{kind}!/z.sgf"))
                .exits(2)
                .err
                .contains("no such game")
        );
        assert!(
            sandbox
                .run(&format!("explain g/games.{kind}"))
                .exits(2)
                .err
                .contains("ARCHIVE!/MEMBER#N")
        );
    }
}

#[test]
fn metadata_of_macos_in_archives_is_left_out() {
    let game = "(;SZ[3]KM[0]RU[Japanese]RE[B+9];B[bb]TB[aa:cc])";
    let fork = "\0\u{5}\u{16}\u{7}Mac OS X";
    let members = [
        ("g/a.sgf", game),
        ("__MACOSX/g/._a.sgf", fork),
        ("g/._b.txt", fork),
        ("__MACOSX/._b.zip", fork),
    ];
    for kind in KINDS {
        let sandbox = Sandbox::new(&[]);
        sandbox.write(&format!("games.{kind}"), &pack(kind, &members));
        sandbox
            .run(&format!("eval games.{kind} -s linked"))
            .exits(0);
        assert_eq!(
            (
                sandbox.rows("reports/games.csv").len(),
                sandbox.rows("reports/skipped.csv").len()
            ),
            (1, 0),
            "{kind}"
        );
    }
}

#[test]
fn signature_does_not_depend_on_the_name_of_an_archive() {
    let sandbox = Sandbox::new(&[]);
    let signature = |path: &str, kind: &str, arguments: &str| {
        sandbox.write(path, &archive(kind));
        sandbox.run(&format!("eval {arguments} -s flood")).exits(0);
        sandbox.rows("reports/summary.csv")[0]["signature"].to_owned()
    };
    let one = signature("one.zip", "zip", "one.zip");
    assert_eq!(signature("another.zip", "zip", "another.zip"), one);
    // the folder is part of the name, because games in different folders may have the same names
    assert_ne!(signature("g/sub/one.zip", "zip", "g"), one);
}

#[test]
fn concatenated_archives_are_read_whole_or_reported() {
    for kind in KINDS {
        let (_, game) = files().remove(3);
        let parts = ["a.sgf", "b.sgf"].map(|name| pack(kind, &[(name, &*game)]));
        let sandbox = Sandbox::new(&[]);
        let file = format!("two.{kind}");
        sandbox.write(&file, &parts.concat());
        sandbox
            .run(&format!("eval {file} -s flood -q -o out"))
            .exits(0);
        let games = sandbox.rows("out/games.csv").len();
        let skipped = sandbox.rows("out/skipped.csv");
        if kind == "zip" {
            assert_eq!((games, skipped.len()), (1, 1));
            assert!(skipped[0]["detail"].contains("such as another zip"));
        } else {
            assert_eq!((games, skipped.len()), (2, 0), "{kind}");
        }
        if kind == "tar.gz" {
            let [first, second] = parts;
            sandbox.write(
                &file,
                &[first, vec![0; 512], second, vec![0; 9999]].concat(),
            );
            sandbox
                .run(&format!("eval {file} -s flood -q -o out"))
                .exits(0);
            assert_eq!(sandbox.rows("out/games.csv").len(), 2, "with padding");
        }
    }
}

#[test]
fn archive_inside_an_archive_is_skipped_unopened() {
    let game = files()[3].1.clone();
    for kind in KINDS {
        let inner = pack(kind, &[("x.sgf", game.as_bytes())]);
        let sandbox = Sandbox::new(&[]);
        for outer in KINDS {
            let members = [
                ("a.sgf", game.as_bytes()),
                (&format!("in.{kind}"), &inner),
                ("z.sgf", game.as_bytes()),
            ];
            sandbox.write(&format!("{outer}/g.{outer}"), &pack(outer, &members));
            sandbox
                .run(&format!("eval {outer} -s flood -o out"))
                .exits(0);
            let skipped = sandbox.rows("out/skipped.csv");
            assert_eq!(skipped.len(), 1, "{kind} in {outer}");
            let row = [
                &skipped[0]["game"],
                &skipped[0]["reason"],
                &skipped[0]["detail"],
            ];
            let detail = "an archive inside an archive is not opened: unpack the outer one";
            assert_eq!(row, [&format!("g.{outer}!/in.{kind}"), "archive", detail]);
            assert_eq!(sandbox.rows("out/games.csv").len(), 2, "{kind} in {outer}");
        }
    }
}

#[test]
fn links_and_devices_in_an_archive_are_listed() {
    let game = files()[3].1.clone();
    let mut tar = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_gnu();
    header.set_mode(0o644);
    header.set_size(game.len() as u64);
    tar.append_data(&mut header, "a.sgf", game.as_bytes())
        .expect("a member");
    header.set_size(0);
    for (name, kind) in [
        ("device.sgf", tar::EntryType::Char),
        ("hard.sgf", tar::EntryType::Link),
        ("link.sgf.zst", tar::EntryType::Symlink),
        ("notes", tar::EntryType::Symlink),
        ("pipe.sgf", tar::EntryType::Fifo),
    ] {
        header.set_entry_type(kind);
        tar.append_link(&mut header, name, "a.sgf")
            .expect("a member");
    }
    header.set_entry_type(tar::EntryType::Directory);
    tar.append_data(&mut header, "folder.sgf/", &b""[..])
        .expect("a member");
    let sandbox = Sandbox::new(&[]);
    sandbox.write("g/t.tar", &tar.into_inner().expect("a tar"));
    let zip = std::io::Cursor::new(pack("zip", &[("a.sgf", &*game)]));
    let mut zip = zip::ZipWriter::new_append(zip).expect("a zip");
    let options = zip::write::SimpleFileOptions::default();
    zip.add_symlink("link.sgf", "a.sgf", options)
        .expect("a member");
    sandbox.write("g/z.zip", &zip.finish().expect("a zip").into_inner());
    sandbox.run("eval g -s flood -o out").exits(0);
    let skipped = sandbox.rows("out/skipped.csv");
    let names: Vec<_> = skipped.iter().map(|row| &row["game"]).collect();
    let expected =
        ["device.sgf", "hard.sgf", "link.sgf.zst", "pipe.sgf"].map(|name| format!("t.tar!/{name}"));
    assert_eq!(names[..4], expected);
    assert_eq!(names[4..], ["z.zip!/link.sgf"]);
    assert!(
        skipped
            .iter()
            .all(|row| row["detail"].contains("it is a link, a pipe or a device"))
    );
    assert_eq!(sandbox.rows("out/games.csv").len(), 2);
}

#[test]
fn archive_of_another_kind_is_skipped_unopened() {
    let game = files()[3].1.clone();
    let names = [
        "a.7z",
        "b.RAR",
        "c.tar.xz",
        "d.txz",
        "e.sgf.xz",
        "f.tar.lzma",
    ];
    let sandbox = Sandbox::new(&[("g/z.sgf", &game), ("g/notes.xz", "")]);
    let mut members = vec![("z.sgf", game.as_str())];
    for name in names {
        sandbox.write(&format!("g/{name}"), b"not opened");
        members.push((name, "not opened"));
    }
    sandbox.write("zip/x.zip", &pack("zip", &members));
    for (folder, before) in [("g", ""), ("zip", "x.zip!/")] {
        sandbox
            .run(&format!("eval {folder} -s flood -o out"))
            .exits(0);
        assert_eq!(sandbox.rows("out/games.csv").len(), 1, "{folder}");
        let skipped = sandbox.rows("out/skipped.csv");
        assert_eq!(skipped.len(), names.len(), "{folder}");
        for (row, name) in skipped.iter().zip(names) {
            assert_eq!(&row["game"], format!("{before}{name}"));
            assert_eq!(&row["reason"], "archive");
            assert!(row["detail"].ends_with(" file can't be opened: unpack it first"));
        }
    }
    let output = sandbox.run("score g/a.7z").exits(3);
    assert!(
        output
            .err
            .contains("a .7z file can't be opened: unpack it first")
    );
}

#[test]
fn compressed_record_inside_an_archive_is_read() {
    let game = files()[3].1.clone();
    let packed = zstd::encode_all(game.as_bytes(), 1).expect("a frame");
    let sandbox = Sandbox::new(&[]);
    for kind in KINDS {
        let members = [
            ("a.sgf.zst", packed.as_slice()),
            ("b.sgf.zst", b"damaged"),
            ("c.sgf", game.as_bytes()),
        ];
        sandbox.write(&format!("{kind}/g.{kind}"), &pack(kind, &members));
        sandbox
            .run(&format!("eval {kind} -s flood -o out"))
            .exits(0);
        let games: Vec<String> = sandbox
            .rows("out/games.csv")
            .iter()
            .map(|row| row["game"].to_owned())
            .collect();
        assert_eq!(
            games,
            [
                format!("g.{kind}!/a.sgf.zst#1"),
                format!("g.{kind}!/c.sgf#1")
            ]
        );
        let skipped = sandbox.rows("out/skipped.csv");
        assert_eq!(
            (skipped.len(), &skipped[0]["reason"]),
            (1, "unreadable"),
            "{kind}"
        );
    }
}

#[test]
fn globs_choose_members() {
    let sandbox = Sandbox::new(&[("g/z.sgf", "(;RE[B+T])")]);
    sandbox.write("g/games.zip", &archive("zip"));
    // a text file with a game is read if it is included
    sandbox.write("t/a.txt", b"(;RE[B+T])");
    assert_eq!(sandbox.uncounted("t", ""), ["a.txt#1"]);
    sandbox.write("t/b.sgf", b"(;RE[B+T])");
    assert_eq!(sandbox.uncounted("t --exclude *.txt", ""), ["b.sgf#1"]);
    let names = |line: &str| {
        sandbox
            .uncounted(&format!("g {line}"), "")
            .join(" ")
            .replace("games.zip!/", "")
    };
    assert_eq!(names(""), "b/one.sgf c.SGF#1 z.sgf#1");
    assert_eq!(names("--include c.SGF"), "c.SGF#1");
    assert_eq!(names("--exclude c.SGF"), "b/one.sgf z.sgf#1");
    assert_eq!(names("--include *.zip"), "b/one.sgf c.SGF#1");
    assert_eq!(names("--exclude *.zip"), "z.sgf#1");
}

#[test]
fn broken_archive_is_skipped_and_others_are_read() {
    for kind in KINDS {
        let sandbox = Sandbox::new(&[("g/z.sgf", &files()[0].1)]);
        let whole = archive(kind);
        sandbox.write(&format!("g/half.{kind}"), &whole[..whole.len() / 2]);
        sandbox.write(
            &format!("g/noise.{kind}"),
            b"this is not an archive, despite its name",
        );
        let output = sandbox.run("eval g").exits(0);
        assert!(!output.err.contains("panicked"), "{}", output.err);
        let skipped = sandbox.rows("reports/skipped.csv");
        for name in ["half", "noise"] {
            // the row names the whole archive, or the member where it ends
            let row = skipped.iter().find(|row| {
                row["game"].starts_with(&format!("{name}.{kind}")) && row["reason"] == *"unreadable"
            });
            assert!(row.is_some(), "{name}.{kind} is missing");
        }
        assert!(sandbox.read("reports/games.csv").contains("z.sgf#2"));
    }
}

#[test]
fn too_large_member_is_skipped() {
    for kind in KINDS {
        let name = format!("games.{kind}");
        let entry = Entry::new(name.clone(), name.into()).with_content(archive(kind));
        let limits = FileLimits {
            bytes: 300,
            ..FileLimits::default()
        };
        let mut large = Vec::new();
        let format = entry.format.expect("an archive");
        let read = format.read(&entry, limits, &mut |member| {
            if member
                .bytes
                .is_err_and(|skip| skip.reason == Reason::TooLarge)
            {
                large.push(member.name);
            }
            true
        });
        assert!(read.is_ok(), "{read:?}");
        assert_eq!(large, ["b/two.sgf"]);
    }
}

#[test]
fn rows_of_a_zip_are_in_the_order_of_a_tar() {
    let game = files()[3].1.clone();
    let game = game.as_bytes();
    let long = format!("in.zip…{}.sgf", "x".repeat(5000));
    let many: Vec<String> = (0..150)
        .map(|number| format!("in.tar{}.sgf", number * 37 % 150))
        .collect();
    let mut members: Vec<(&str, &[u8])> = vec![
        ("in.zip", b"not opened"),
        ("in.zip!.sgf", game),
        ("in.zip .sgf", game),
        ("in.zip!/a.sgf", game),
        ("in.zip!/y.sgf", game),
        (&long, game),
        ("in.tar", b"not opened"),
        ("in.tar .sgf", game),
        ("in.tar!/aa.sgf", game),
        ("in.tar/a.sgf", game),
        ("broken.sgf", b"no game"),
        ("a\\b.sgf", game),
        ("é.sgf", game),
    ];
    members.extend(many.iter().map(|name| (name.as_str(), game)));
    let sandbox = Sandbox::new(&[]);
    sandbox.write("zip/x.zip", &pack("zip", &members));
    sandbox.write("tar/x.tar", &pack("tar", &members));
    sandbox.run("eval tar -s flood -o tar-out -j 1").exits(0);
    for jobs in [1, 2, 5] {
        sandbox
            .run(&format!("eval zip -s flood -o zip-out -j {jobs}"))
            .exits(0);
        for name in ["games.csv", "skipped.csv"] {
            let rows = sandbox
                .read(&format!("zip-out/{name}"))
                .replace("x.zip!/", "x.tar!/");
            assert_eq!(
                rows,
                sandbox.read(&format!("tar-out/{name}")),
                "{name}, {jobs} jobs"
            );
        }
    }
    let rows = sandbox.rows("zip-out/games.csv");
    assert_eq!(rows.len(), 150 + 9);
    assert_eq!(
        (&rows[0]["game"], &rows[1]["game"]),
        ("x.zip!/in.zip!.sgf#1", "x.zip!/in.zip .sgf#1")
    );
}

/// Returns the position of the header of a member in the directory of a zip, and of its local
/// header.
fn headers(zip: &[u8], member: &str) -> [usize; 2] {
    let at = |magic: &[u8], name_at: usize| {
        let is_header = |&at: &usize| {
            zip[at..].starts_with(magic) && zip[at + name_at..].starts_with(member.as_bytes())
        };
        (0..zip.len() - name_at).find(is_header).expect("a header")
    };
    [at(b"PK\x01\x02", 46), at(b"PK\x03\x04", 30)]
}

#[test]
fn damaged_zip_member_is_skipped_and_others_are_read() {
    let game = files()[3].1.clone();
    let game = game.as_bytes();
    let names = [
        "broken.sgf",
        "crc.sgf",
        "encrypted.sgf",
        "longer.sgf",
        "method.sgf",
        "shorter.sgf",
        "start.sgf",
    ];
    let mut members: Vec<(&str, &[u8])> = names.iter().map(|name| (*name, game)).collect();
    members.extend([("a.sgf", game), ("z.sgf", game), ("unwanted.bin", game)]);
    let damaged = |members: &[(&str, &[u8])]| {
        let mut zip = pack("zip", members);
        let of = |name: &str| headers(&zip, name);
        let [broken, crc, encrypted, longer, method, shorter, start] = names.map(of);
        zip[broken[1] + 30 + "broken.sgf".len() + 20] ^= 0xff;
        zip[crc[0] + 16] ^= 1;
        zip[encrypted[0] + 8] |= 1;
        zip[longer[0] + 24] -= 1;
        zip[method[0] + 10] = 99;
        zip[shorter[0] + 24] += 1;
        zip[start[1]] = 0;
        zip
    };
    let sandbox = Sandbox::new(&[]);
    sandbox.write("alone/x.zip", &damaged(&members));
    members.push(("nested.zip", b"no zip"));
    sandbox.write("nested/x.zip", &damaged(&members));
    let tables = |folder: &str, jobs: u32| {
        let line = format!("eval {folder} -s flood -o out -j {jobs}");
        let output = sandbox.run(&line).exits(0);
        assert!(!output.err.contains("panicked"), "{}", output.err);
        let rows = |name: &str| {
            let text = sandbox.read(&format!("out/{name}"));
            text.lines()
                .filter(|line| !line.contains("nested.zip"))
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        (rows("skipped.csv"), rows("games.csv"))
    };
    let expected = tables("nested", 1);
    for (folder, jobs) in [("nested", 4), ("alone", 1), ("alone", 4)] {
        assert_eq!(tables(folder, jobs), expected, "{folder}, {jobs} jobs");
    }
    let (skipped, games) = expected;
    let reasons: Vec<(&str, &str)> = skipped[1..]
        .iter()
        .map(|row| row.split(',').collect::<Vec<_>>())
        .map(|row| (row[0].trim_start_matches("x.zip!/"), row[2]))
        .collect();
    // a member that is shorter than the directory states is read, because its checksum is right
    let is_read = |name: &&&str| **name == "shorter.sgf";
    let expected: Vec<(&str, &str)> = names
        .iter()
        .filter(|name| !is_read(name))
        .map(|name| (*name, "unreadable"))
        .collect();
    assert_eq!(reasons, expected);
    assert_eq!(games.len(), 4, "the header and three games");
}

#[test]
fn last_of_several_zip_members_with_one_name_counts() {
    let (one, other) = (files()[3].1.clone(), files()[3].1.replace("B+6.5", "W+1.5"));
    let mut zip = pack(
        "zip",
        &[
            ("a.sgf", one.as_bytes()),
            ("b.sgf", other.as_bytes()),
            ("c.sgf", one.as_bytes()),
        ],
    );
    for at in headers(&zip, "b.sgf") {
        let name = if zip[at..].starts_with(b"PK\x01\x02") {
            at + 46
        } else {
            at + 30
        };
        zip[name] = b'a';
    }
    let sandbox = Sandbox::new(&[]);
    sandbox.write("x.zip", &zip);
    sandbox.run("eval x.zip -s flood -o out").exits(0);
    let rows = sandbox.rows("out/games.csv");
    let labels: Vec<(&str, &str)> = rows
        .iter()
        .map(|row| (&row["game"], &row["label"]))
        .collect();
    assert_eq!(
        labels,
        [("x.zip!/a.sgf#1", "W+1.5"), ("x.zip!/c.sgf#1", "B+6.5")]
    );
}
