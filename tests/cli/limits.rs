//! A file or game beyond a limit is skipped with a reason that names the limit; the others are
//! evaluated.

use std::fmt::Write as _;

use crate::sandbox::Sandbox;

const GAME: &str =
    "(;SZ[3]RU[Japanese]KM[0]RE[B+9]AB[ba]AW[bb];B[];W[]TB[aa][ca][ab][bb][cb][ac][bc][cc])";

/// The reasons and details of the skips of an evaluation, by game.
fn skips(sandbox: &Sandbox, line: &str) -> Vec<(String, String, String)> {
    let output = sandbox
        .run(&format!("eval {line} -s flood -o out"))
        .exits(0);
    assert!(!output.err.contains("panicked"), "{}", output.err);
    let row = |row: &crate::sandbox::Row| {
        (
            row["game"].to_owned(),
            row["reason"].to_owned(),
            row["detail"].to_owned(),
        )
    };
    sandbox.rows("out/skipped.csv").iter().map(row).collect()
}

#[test]
fn game_beyond_each_limit_is_skipped_with_its_reason() {
    let deep = GAME.replacen(";B[]", &format!("(;B[]{}", "(;B[aa]".repeat(10_000)), 1)
        + &")".repeat(10_001);
    let sandbox = Sandbox::new(&[
        ("g/a.sgf", GAME),
        ("g/deep.sgf", &deep),
        (
            "g/long.sgf",
            &GAME.replacen(";B[]", &";".repeat(1_000_000), 1),
        ),
        (
            "g/moves.sgf",
            &GAME.replacen(";B[]", &";B[]".repeat(20_001), 1),
        ),
        ("g/many.sgf", &("(;)".repeat(100_000) + GAME)),
    ]);
    let skips = skips(&sandbox, "g");
    for (game, reason, detail) in [
        (
            "deep.sgf#1",
            "too_deep",
            "variations are nested more than 10000 deep",
        ),
        (
            "long.sgf#1",
            "too_long",
            "more than 1000000 nodes, moves, set-up stones or marks",
        ),
        ("moves.sgf#1", "too_long", "more than 20000 moves"),
    ] {
        let found: Vec<_> = skips
            .iter()
            .filter(|(skipped, _, _)| skipped == game)
            .collect();
        assert_eq!(
            found,
            [&(game.to_owned(), reason.to_owned(), detail.to_owned())]
        );
    }
    let games: Vec<String> = sandbox
        .rows("out/games.csv")
        .iter()
        .map(|row| row["game"].to_owned())
        .collect();
    assert_eq!(games, ["a.sgf#1", "many.sgf#100001"]);
    assert!(
        sandbox
            .run("explain g/deep.sgf")
            .exits(2)
            .err
            .contains("variations are nested more than 10000 deep")
    );
}

#[test]
fn file_larger_than_the_limit_is_skipped() {
    let sandbox = Sandbox::new(&[("g/a.sgf", GAME), ("g/large.sgf", GAME)]);
    let file = std::fs::File::options()
        .write(true)
        .open(sandbox.path("g/large.sgf"))
        .expect("a file");
    file.set_len(64 << 20).expect("a sparse file");
    assert!(skips(&sandbox, "g").is_empty());
    file.set_len((64 << 20) + 1).expect("a sparse file");
    let skips = skips(&sandbox, "g");
    let [(game, reason, detail)] = skips.as_slice() else {
        panic!("{skips:?}")
    };
    assert_eq!((game.as_str(), reason.as_str()), ("large.sgf", "too_large"));
    assert_eq!(detail, "more than 67108864 bytes");
}

#[test]
fn size_of_a_labels_file_is_limited() {
    let sandbox = Sandbox::new(&[("g/a.sgf", GAME), ("g/labels.jsonl", "")]);
    let file = std::fs::File::options()
        .write(true)
        .open(sandbox.path("g/labels.jsonl"))
        .expect("a file");
    file.set_len((256 << 20) + 1).expect("a sparse file");
    for line in [
        "eval g",
        "score g",
        "explain g/a.sgf",
        "eval g/a.sgf --labels g/labels.jsonl",
    ] {
        let error = sandbox.run(line).exits(2).err;
        assert_eq!(
            error,
            "seichi: failed to read the labels file \"g/labels.jsonl\": it has more than \
             268435456 bytes\n"
        );
    }
}

#[cfg(unix)]
#[test]
fn endless_labels_file_is_an_error() {
    let sandbox = Sandbox::new(&[("g/a.sgf", GAME)]);
    let error = sandbox.run("eval g --labels /dev/zero").exits(2).err;
    assert!(
        error.contains("it has more than 268435456 bytes"),
        "{error}"
    );
}

#[test]
fn long_path_in_a_list_is_skipped() {
    let long = format!("a.sgf\n{}/b.sgf\nc.sgf\n", "b".repeat(10_000));
    let sandbox = Sandbox::new(&[("a.sgf", GAME), ("c.sgf", GAME), ("long", &long)]);
    let skips = skips(&sandbox, "--files-from long");
    let [(name, reason, detail)] = skips.as_slice() else {
        panic!("{skips:?}")
    };
    assert!(
        name.starts_with("bbb") && name.ends_with('…') && name.len() < 10_000,
        "{name}"
    );
    assert_eq!(
        (reason.as_str(), detail.as_str()),
        ("long_path", "the path has more than 4096 bytes")
    );
    assert_eq!(
        sandbox.rows("out/games.csv").len(),
        2,
        "the line after a long one is read"
    );
}

#[cfg(unix)]
#[test]
fn endless_file_list_is_an_error() {
    let sandbox = Sandbox::new(&[]);
    let error = sandbox.run("eval --files-from /dev/zero").exits(2).err;
    assert_eq!(
        error,
        "seichi: the list of files has more than 536870912 bytes\n"
    );
}

#[test]
fn baseline_size_is_limited() {
    let sandbox = Sandbox::new(&[("g/a.sgf", GAME)]);
    let file = std::fs::File::create(sandbox.path("seichi-baseline.txt")).expect("a file");
    file.set_len((256 << 20) + 1).expect("a sparse file");
    for command in ["gate g -s flood", "baseline show", "baseline diff"] {
        sandbox.run("eval g -s flood").exits(0);
        let error = sandbox.run(command).exits(2).err;
        assert_eq!(
            error,
            "seichi: failed to read seichi-baseline.txt: it has more than 268435456 bytes\n"
        );
    }
}

#[test]
fn size_of_a_list_of_known_games_is_limited() {
    let sandbox = Sandbox::new(&[("g/a.sgf", GAME)]);
    let file = std::fs::File::create(sandbox.path("known")).expect("a file");
    file.set_len((256 << 20) + 1).expect("a sparse file");
    let error = sandbox.run("audit g --known known").exits(2).err;
    assert_eq!(
        error,
        "seichi: failed to read known: it has more than 268435456 bytes\n"
    );
    let line = "audit g --fix new --decisions known";
    assert_eq!(
        sandbox.run(line).exits(2).err,
        "seichi: failed to read known: it has more than 268435456 bytes\n"
    );
}

#[test]
fn deep_variations_do_not_overflow_the_stack() {
    let open = "(".repeat(1_000_000);
    let trees = "(;C[x]".repeat(1_000_000);
    let sandbox = Sandbox::new(&[
        ("g/a.sgf", GAME),
        ("g/open.sgf", &open),
        ("g/opened.sgf", &(open.clone() + GAME)),
        ("g/trees.sgf", &(trees + GAME)),
    ]);
    let skips = skips(&sandbox, "g");
    let names: Vec<_> = skips
        .iter()
        .map(|(game, reason, _)| (game.as_str(), reason.as_str()))
        .collect();
    assert_eq!(
        names,
        [("open.sgf", "no_game"), ("trees.sgf#1", "too_deep")]
    );
}

#[test]
fn detail_of_a_long_value_is_cut_off() {
    let result = "x".repeat(1_000_000);
    let sandbox = Sandbox::new(&[
        ("g/a.sgf", GAME),
        ("g/result.sgf", &format!("(;RE[{result}])")),
        ("g/size.sgf", &format!("(;SZ[0{result}])")),
    ]);
    let skips = skips(&sandbox, "g");
    assert_eq!(skips.len(), 2);
    assert!(
        skips
            .iter()
            .all(|(.., detail)| detail.len() < 2000 && detail.ends_with('…')),
        "{skips:?}"
    );
}

#[cfg(feature = "archives")]
mod archives {
    use std::io::Write;

    use seichi::input::{Entry, FileLimits};

    use super::*;
    use crate::pack::pack;

    #[test]
    fn archive_beyond_each_limit_is_skipped_with_its_reason() {
        let sandbox = Sandbox::new(&[("g/z.sgf", GAME)]);
        let game = GAME.as_bytes();
        let half = vec![0; 33 << 20];
        let [allowed, too_long] =
            [4096, 4097].map(|length| "p".repeat(length - "/x.sgf".len()) + "/x.sgf");
        for kind in ["zip", "tar.gz"] {
            sandbox.write(
                &format!("g/path.{kind}"),
                &pack(kind, &[(&allowed, game), (&too_long, game)]),
            );
        }
        sandbox.write(
            "g/zeros.zip",
            &pack(
                "zip",
                &[("a.sgf", game), ("b.txt", &half), ("c.txt", &half)],
            ),
        );
        sandbox.write(
            "g/zeros.tar.gz",
            &pack(
                "tar.gz",
                &[("a.sgf", game), ("b.bin", &half), ("c.bin", &half)],
            ),
        );
        let skips = skips(&sandbox, "g");
        for kind in ["zip", "tar.gz"] {
            for (game, reason, detail) in [
                (
                    format!("zeros.{kind}"),
                    "too_large",
                    "it unpacks to more than 500 times its ",
                ),
                (
                    format!("path.{kind}!/{}…", &too_long[..4096]),
                    "long_path",
                    "the path has more than 4096 bytes",
                ),
            ] {
                let found = skips.iter().find(|(name, ..)| *name == game);
                let fits = found
                    .is_some_and(|(_, found, text)| found == reason && text.starts_with(detail));
                assert!(fits, "{game}: {skips:?}");
            }
        }
        let games = sandbox.rows("out/games.csv");
        let of = |archive: &str| {
            games
                .iter()
                .filter(|row| row["game"].starts_with(archive))
                .count()
        };
        let archives = ["path.zip", "path.tar.gz", "zeros.tar.gz", "zeros.zip"];
        assert_eq!(
            archives.map(of),
            [1, 1, 1, 1],
            "games before a limit are evaluated"
        );
    }

    /// Reads an archive with at most `members` members. Returns their names, and the limit that it
    /// exceeds.
    fn read(sandbox: &Sandbox, file: &str, members: u64) -> (Vec<String>, Option<String>) {
        let entry = Entry::new(file.to_owned(), sandbox.path(file));
        let limits = FileLimits {
            members,
            ..FileLimits::default()
        };
        let mut names = Vec::new();
        let end = entry
            .format
            .expect("an archive")
            .read(&entry, limits, &mut |member| {
                names.push(member.name);
                true
            });
        (names, end.err().map(|skip| skip.detail))
    }

    #[test]
    fn archive_with_too_many_members_is_read_up_to_the_limit() {
        let games = ["a.sgf", "b.sgf", "c.sgf", "d.sgf"].map(|name| (name, GAME.as_bytes()));
        let sandbox = Sandbox::new(&[]);
        for (kind, before) in [("zip", 0), ("tar.gz", 3)] {
            let file = &format!("four.{kind}");
            sandbox.write(file, &pack(kind, &games));
            let (names, excess) = read(&sandbox, file, 3);
            assert_eq!(excess.as_deref(), Some("more than 3 members"), "{kind}");
            assert_eq!(names.len(), before, "{kind}");
            assert_eq!(read(&sandbox, file, 4).1, None, "{kind}");
        }
    }

    /// Returns a zip whose directory has `entries` entries with comments of `comment` bytes, and
    /// whose end declares `declared` bytes of them. The first entry is a game, and the other
    /// members do not exist.
    fn zip_directory(entries: u16, comment: u16, declared: Option<u32>) -> Vec<u8> {
        let mut zip = pack("zip", &[("a.sgf", GAME.as_bytes())]);
        let header = zip
            .windows(4)
            .rposition(|bytes| bytes == b"PK\x01\x02")
            .expect("a directory");
        let end = zip
            .windows(4)
            .rposition(|bytes| bytes == b"PK\x05\x06")
            .expect("an end");
        let (entry, mut end) = (zip[header..end].to_vec(), zip[end..].to_vec());
        zip.truncate(header);
        for number in 0..entries {
            let mut entry = entry.clone();
            entry[32..34].copy_from_slice(&comment.to_le_bytes());
            entry.splice(46..51, format!("{number:05}").into_bytes());
            zip.extend(entry);
            zip.extend(vec![b'c'; comment.into()]);
        }
        let bytes = u32::try_from(zip.len() - header).expect("a small directory");
        end[8..10].copy_from_slice(&entries.to_le_bytes());
        end[10..12].copy_from_slice(&entries.to_le_bytes());
        end[12..16].copy_from_slice(&declared.unwrap_or(bytes).to_le_bytes());
        [zip, end].concat()
    }

    #[test]
    fn zip_with_too_large_directory_is_skipped_unread() {
        let sandbox = Sandbox::new(&[("g/z.sgf", GAME)]);
        sandbox.write("g/many.zip", &zip_directory(30, 0, None));
        sandbox.write("g/large.zip", &zip_directory(1100, u16::MAX, None));
        sandbox.write("g/lie.zip", &zip_directory(1100, u16::MAX, Some(100)));
        for file in ["g/many.zip", "g/large.zip"] {
            let (_, excess) = read(&sandbox, file, 29);
            assert_eq!(excess.as_deref(), Some("more than 29 members"), "{file}");
        }
        assert_eq!(read(&sandbox, "g/many.zip", 1100).1, None);
        for file in ["g/large.zip", "g/lie.zip"] {
            let (_, excess) = read(&sandbox, file, 1100);
            let expected = "its directory has more than 67108864 bytes";
            assert_eq!(excess.as_deref(), Some(expected), "{file}");
        }
    }

    #[test]
    fn huge_member_name_is_not_kept_in_memory() {
        // a GNU long name follows a header with its length, and the tar reader keeps it in memory
        let mut header = tar::Header::new_gnu();
        header.set_entry_type(tar::EntryType::GNULongName);
        header.set_path("././@LongLink").expect("a path");
        header.set_size(32 << 20);
        header.set_cksum();
        let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gz.write_all(header.as_bytes())
            .and_then(|()| gz.write_all(&vec![b'x'; 32 << 20]))
            .expect("a stream");
        let sandbox = Sandbox::new(&[("g/z.sgf", GAME)]);
        sandbox.write("g/name.tgz", &gz.finish().expect("a gzip"));
        let skips = skips(&sandbox, "g");
        assert_eq!(
            (skips[0].0.as_str(), skips[0].1.as_str()),
            ("name.tgz", "too_large")
        );
        assert!(
            skips[0].2.ends_with("the header of a member is too long"),
            "{skips:?}"
        );
    }

    #[test]
    fn many_members_and_games_all_have_rows() {
        let names: Vec<String> = (0..2000).map(|number| format!("{number:05}.sgf")).collect();
        let members: Vec<(&str, &[u8])> = names
            .iter()
            .map(|name| (name.as_str(), b"(;RE[W+R])" as &[u8]))
            .collect();
        let mut text = String::new();
        (0..3000).for_each(|number| write!(text, "(;RE[W+R]C[{number}])").expect("text"));
        let sandbox = Sandbox::new(&[("g/z.sgf", GAME), ("g/many.sgf", &text)]);
        sandbox.write("g/members.zip", &pack("zip", &members));
        sandbox.write("g/members.tgz", &pack("tar.gz", &members));
        assert_eq!(skips(&sandbox, "g").len(), 7000);
    }
}
