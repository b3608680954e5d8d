//! Two files with the same name: the last one counts, as after unpacking, and the others are
//! skipped.

use crate::pack::{KINDS, pack};
use crate::sandbox::{RunOutput, Sandbox};

/// A game with this result.
fn game(result: &str) -> String {
    format!(
        "(;SZ[5]RU[Japanese]KM[0.5]RE[{result}]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de][aa];B[];W[]\
         TB[aa][ab][ac][ad][ae][ba][bb][bc][bd][be]TW[ea][eb][ec][ed][ee])"
    )
}

/// Packs members, some of which have the same name.
fn pack_twice(kind: &str, members: &[(&str, String)]) -> Vec<u8> {
    if kind != "zip" {
        return pack(kind, members);
    }
    // the writer of zips refuses a name that it already has, so each name is different at first
    let spare: Vec<String> = (0..members.len())
        .map(|number| format!("{number:04}"))
        .collect();
    let named = |number: usize| format!("{}{}", spare[number], &members[number].0[4..]);
    let renamed: Vec<(String, &str)> = members
        .iter()
        .enumerate()
        .map(|(number, (_, text))| (named(number), text.as_str()))
        .collect();
    let mut zip = pack(
        kind,
        &renamed
            .iter()
            .map(|(name, text)| (name.as_str(), *text))
            .collect::<Vec<_>>(),
    );
    for (number, (name, _)) in members.iter().enumerate() {
        let wanted = named(number);
        let at: Vec<usize> = (0..zip.len() - wanted.len())
            .filter(|&at| zip[at..].starts_with(wanted.as_bytes()))
            .collect();
        assert_eq!(at.len(), 2, "the name is in two headers");
        for at in at {
            zip[at..at + name.len()].copy_from_slice(name.as_bytes());
        }
    }
    zip
}

/// Returns the labels of the games of a run by name, and the names of its skipped files with their
/// reasons.
fn found(sandbox: &Sandbox, out: &str) -> (Vec<String>, Vec<String>) {
    let pairs = |file: &str, column: &str| {
        let rows = sandbox.rows(&format!("{out}/{file}"));
        let mut rows: Vec<String> = rows
            .iter()
            .map(|row| format!("{} {}", &row["game"], &row[column]))
            .collect();
        rows.sort();
        rows
    };
    (pairs("games.csv", "label"), pairs("skipped.csv", "reason"))
}

fn eval(sandbox: &Sandbox, paths: &str) -> (Vec<String>, Vec<String>) {
    sandbox
        .run(&format!("eval {paths} -s flood -o out -q"))
        .exits(0);
    found(sandbox, "out")
}

/// Returns the result that a test expects from [`found`], given as text.
fn expected(games: &[&str], skipped: &[&str]) -> (Vec<String>, Vec<String>) {
    let own = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
    (own(games), own(skipped))
}

#[test]
fn archive_with_a_name_twice_has_the_games_of_the_unpacked_folder() {
    let members = [
        ("sub/x.sgf", game("B+1.5").repeat(3)),
        ("sub/a.sgf", game("B+4.5")),
        ("sub/x.sgf", game("B+2.5")),
        ("sub/text.txt", game("B+8.5")),
        ("sub/b.sgf", "no game".to_owned()),
        ("sub/x.sgf", game("W+3.5").repeat(2)),
        ("sub/text.txt", "not a game any more".to_owned()),
    ];
    let sandbox = Sandbox::new(&[]);
    for (name, text) in &members {
        // later files overwrite earlier ones, as when an archive is unpacked
        sandbox.write(&format!("folder/{name}"), text.as_bytes());
    }
    let folder = eval(&sandbox, "folder");
    assert_eq!(
        folder.0,
        [
            "sub/a.sgf#1 B+4.5",
            "sub/x.sgf#1 W+3.5",
            "sub/x.sgf#2 W+3.5"
        ]
    );
    for kind in KINDS {
        sandbox.write(&format!("{kind}/g.{kind}"), &pack_twice(kind, &members));
        for jobs in [1, 3] {
            let (games, mut skipped) = eval(&sandbox, &format!("{kind} -j {jobs}"));
            let replaced = |row: &String| row.ends_with(" duplicate_name");
            let duplicates: Vec<String> = skipped.extract_if(.., |row| replaced(row)).collect();
            let start = format!("g.{kind}!/");
            let names = |rows: Vec<String>| {
                rows.iter()
                    .map(|row| row.replace(&start, ""))
                    .collect::<Vec<_>>()
            };
            assert_eq!((names(games), names(skipped)), folder, "{kind} {jobs}");
            let [text, x] = ["text.txt", "x.sgf"].map(|name| format!("sub/{name} duplicate_name"));
            assert_eq!(names(duplicates), [text, x.clone(), x], "{kind} {jobs}");
        }
        let shown = sandbox
            .run(&format!("explain {kind}/g.{kind}!/sub/x.sgf -s flood"))
            .exits(0)
            .out;
        assert!(shown.contains("label: W+3.5"), "{kind}: {shown}");
    }
}

#[test]
fn dot_in_a_name_does_not_make_another_file() {
    let sandbox = Sandbox::new(&[]);
    sandbox.write(
        "g.zip",
        &pack(
            "zip",
            &[("./a/x.sgf", game("B+1.5")), ("a//x.sgf", game("B+2.5"))],
        ),
    );
    let expected = expected(
        &["g.zip!/a//x.sgf#1 B+2.5"],
        &["g.zip!/./a/x.sgf duplicate_name"],
    );
    assert_eq!(eval(&sandbox, "g.zip"), expected);
}

/// A file in a folder always counts instead of a member, because a walk visits the folder after the
/// archive.
#[test]
fn file_counts_instead_of_a_member_of_the_archive_next_to_it() {
    let zip = pack("zip", &[("a.sgf", game("B+1.5")), ("b.sgf", game("B+2.5"))]);
    let file = game("B+3.5").into_bytes();
    let sandbox = Sandbox::new(&[]);
    sandbox.write("dir/in.zip", &zip);
    sandbox.write("dir/in.zip!/a.sgf", &file);
    // these names begin with the same letters but differ
    sandbox.write("dir/in.zip!a.sgf", &file);
    sandbox.write("dir/in.zip!/a.sgf.sgf", &file);
    let same = [
        "in.zip!/a.sgf#1 B+3.5",
        "in.zip!/a.sgf.sgf#1 B+3.5",
        "in.zip!/b.sgf#1 B+2.5",
        "in.zip!a.sgf#1 B+3.5",
    ];
    let skipped = "in.zip!/a.sgf duplicate_name";
    assert_eq!(eval(&sandbox, "dir"), expected(&same, &[skipped]));
    assert_eq!(
        eval(&sandbox, "dir/in.zip dir/in.zip!"),
        expected(&same[..3], &[skipped])
    );
    assert!(
        sandbox
            .run("explain dir/in.zip!/a.sgf -s flood")
            .exits(0)
            .out
            .contains("label: B+3.5")
    );
}

#[test]
fn every_spelling_of_a_member_is_one_file() {
    let spellings = [
        "s/x.sgf",
        "/s/x.sgf",
        "s/../s/x.sgf",
        "../s/x.sgf",
        "./s//x.sgf",
    ];
    // the writer of tars refuses such names
    let members = spellings.map(|name| (name, game("B+1.5")));
    let sandbox = Sandbox::new(&[]);
    sandbox.write("s.zip", &pack("zip", &members));
    let (games, skipped) = eval(&sandbox, "s.zip");
    assert_eq!(
        (games.len(), skipped.len()),
        (1, 4),
        "{games:?} {skipped:?}"
    );
    let members = ["a/x.sgf", "a\\x.sgf"].map(|name| (name, game("B+1.5")));
    sandbox.write("g.zip", &pack("zip", &members));
    assert_eq!(eval(&sandbox, "g.zip").0.len(), 1);
}

/// Nested arguments, links and spellings in a list: the first name of a file counts.
#[test]
fn file_with_several_paths_counts_once_with_a_warning() {
    let text = game("B+1.5");
    let sandbox = Sandbox::new(&[
        ("a/b/x.sgf", &text),
        (
            "a/b/labels.jsonl",
            "{\"game\": \"x.sgf#1\", \"origin\": \"hand\"}\n",
        ),
        ("a/b/y.gib", "\\HS"),
        ("a/z.sgf", &text),
    ]);
    sandbox.write("a/b/c.zip", &pack("zip", &[("m.sgf", text.clone())]));
    let here = sandbox.path("a/b/x.sgf");
    sandbox.write(
        "list",
        format!(
            "a/b/x.sgf\na/b/../b/x.sgf\na//b/./x.sgf\n{}\na/z.sgf\n",
            here.display()
        )
        .as_bytes(),
    );
    for (paths, games, repeated) in [
        ("a", 3, 0),
        ("a a/b", 3, 3),
        ("a/b a", 3, 3),
        ("a a/b/x.sgf a/b/c.zip", 3, 2),
        ("--files-from list", 2, 3),
    ] {
        let output = sandbox
            .run(&format!("eval {paths} -s flood -o out"))
            .exits(0);
        assert_eq!(sandbox.rows("out/games.csv").len(), games, "{paths}");
        let warning =
            format!("left out {repeated} paths to files that are also included under another path");
        assert_eq!(
            output.err.contains(&warning),
            repeated > 0,
            "{paths}: {}",
            output.err
        );
        assert!(
            !output.err.contains("matches no game"),
            "{paths}: {}",
            output.err
        );
        let origins = sandbox.rows("out/games.csv");
        let by_hand = origins
            .iter()
            .filter(|row| &row["origin"] == "hand")
            .count();
        assert_eq!(by_hand, usize::from(!paths.starts_with('-')), "{paths}");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("b", sandbox.path("a/link")).expect("a link");
        std::os::unix::fs::symlink("z.sgf", sandbox.path("a/z2.sgf")).expect("a link");
        let output = sandbox.run("audit a -q --format csv").exits(0);
        assert_eq!(output.out.lines().count(), 5, "{}", output.out);
    }
}

#[test]
fn arguments_of_one_name_are_an_error() {
    let text = game("B+1.5");
    let sandbox = Sandbox::new(&[
        ("a/x.sgf", &text),
        ("b/x.sgf", &text),
        ("list", "a/x.sgf\n./a/x.sgf\na//x.sgf\n"),
    ]);
    for (paths, end) in [
        ("a/x.sgf b/x.sgf", "x.sgf"),
        ("a/x.sgf a/x.sgf", "x.sgf"),
        ("a ./a", "a"),
        ("- -", "-"),
    ] {
        let same = format!(
            "seichi: two arguments end in \"{end}\", so their games would have the same names; \
             pass their parent folder instead\n"
        );
        assert_eq!(
            sandbox.run(&format!("eval {paths} -o out")).exits(2).err,
            same
        );
    }
    // a list may name a file twice
    assert_eq!(
        eval(&sandbox, "--files-from list"),
        expected(&["a/x.sgf#1 B+1.5"], &[])
    );
}

#[test]
fn tar_in_standard_input_is_read_like_a_file() {
    let sandbox = Sandbox::new(&[]);
    sandbox.write(
        "g.tar",
        &pack("tar", &[("x.sgf", game("B+1.5")), ("x.sgf", game("B+2.5"))]),
    );
    let input = std::fs::File::open(sandbox.path("g.tar")).expect("a file");
    RunOutput::of(
        sandbox
            .program()
            .args(["eval", "-", "-s", "flood", "-o", "out", "-q"])
            .stdin(input),
    )
    .exits(0);
    assert_eq!(
        found(&sandbox, "out"),
        expected(&["-!/x.sgf#1 B+2.5"], &["-!/x.sgf duplicate_name"])
    );
}

#[test]
fn every_command_takes_the_last_member() {
    let sandbox = Sandbox::new(&[]);
    sandbox.write(
        "g.tar",
        &pack("tar", &[("x.sgf", game("B+1.5")), ("x.sgf", game("B+2.5"))]),
    );
    assert_eq!(sandbox.uncounted("g.tar", ""), ["g.tar!/x.sgf"]);
    assert_eq!(
        sandbox.uncounted("g.tar", "duplicate_name"),
        ["g.tar!/x.sgf"]
    );
    let RunOutput { out, err, .. } = sandbox.run("score g.tar -s flood --format ndjson").exits(0);
    assert_eq!(out.lines().count(), 1, "{out}");
    assert_eq!(
        err,
        "seichi: skipped g.tar!/x.sgf: duplicate_name: a later member has the same name\n"
    );
    // a record that replaces another one is not a copy of it
    sandbox.write(
        "g.tar",
        &pack("tar", &[("x.sgf", game("B+2.5")), ("x.sgf", game("B+2.5"))]),
    );
    let skipped = ["g.tar!/x.sgf duplicate_name"];
    assert_eq!(
        eval(&sandbox, "g.tar --unique"),
        expected(&["g.tar!/x.sgf#1 B+2.5"], &skipped)
    );
}

#[cfg(unix)]
#[test]
fn broken_link_is_reported_only_if_its_name_is_wanted() {
    let sandbox = Sandbox::new(&[("g/a.sgf", &game("B+1.5"))]);
    for name in ["g/b.sgf", "g/c.sgf", "g/notes.bak"] {
        std::os::unix::fs::symlink("nowhere", sandbox.path(name)).expect("a link");
    }
    sandbox.run("eval g --exclude c.sgf -s flood").exits(0);
    let skipped = sandbox.rows("reports/skipped.csv");
    let games: Vec<&str> = skipped.iter().map(|row| &row["game"]).collect();
    assert_eq!(games, ["b.sgf"]);
}
