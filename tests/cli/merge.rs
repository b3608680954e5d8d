//! `seichi eval --part` and `seichi merge`, as a user sees them.

use std::fs;

use crate::sandbox::{Sandbox, project};

/// The files of a run without times.
const FILES: [&str; 7] = [
    "games.csv",
    "mismatches.csv",
    "skipped.csv",
    "summary.csv",
    "pairwise.csv",
    "dead.csv",
    "boards.ndjson",
];

#[track_caller]
fn assert_same_run(sandbox: &Sandbox, one: &str, other: &str) {
    for file in FILES {
        let [one, other] = [one, other].map(|run| sandbox.read(&format!("{run}/{file}")));
        assert_eq!(one, other, "{file}");
    }
}

#[test]
fn merged_parts_equal_one_run() {
    let sandbox = Sandbox::new(&[]);
    sandbox.copy(&project("corpus/article"), "games");
    sandbox.copy(&project("corpus/gnugo"), "games/gnugo");
    sandbox.write("games/broken.sgf", b"no record");
    let flags = "-s linked,flood,checkered --dead auto,none";
    sandbox
        .run(&format!("eval games {flags} -o whole"))
        .exits(0);
    for part in 1..=3 {
        sandbox
            .run(&format!(
                "eval games {flags} --part {part}/3 -o part-{part} -j {part}"
            ))
            .exits(0);
    }
    sandbox.run("merge part-2 part-3 part-1 -o merged").exits(0);
    assert_same_run(&sandbox, "whole", "merged");
    // a merged run is an ordinary run, which can be merged, read and replaced
    sandbox.run("merge merged -o merged-again").exits(0);
    assert_same_run(&sandbox, "whole", "merged-again");
    let error = sandbox.run("merge part-1 merged -o x").exits(2).err;
    assert!(error.contains("are not parts of the same games"), "{error}");
    sandbox
        .run("eval games -s linked --part 1/3 -o other")
        .exits(0);
    let error = sandbox.run("merge part-2 other -o x").exits(2).err;
    assert!(
        error.contains("different strategies, scorers, settings"),
        "{error}"
    );
    let error = sandbox.run("merge part-3 part-2 -o x").exits(2).err;
    assert!(
        error.contains("part 1/3 of the games is missing"),
        "{error}"
    );
    sandbox.write("own.jsonl", b"{\"game\": \"a.sgf#1\", \"komi\": 6.5}\n");
    for other in [
        "--rules chinese",
        "--encoding GBK",
        "--unique",
        "--labels own.jsonl",
    ] {
        sandbox
            .run(&format!("eval games {flags} --part 1/3 {other} -o other"))
            .exits(0);
        let error = sandbox.run("merge part-2 part-3 other -o x").exits(2).err;
        assert!(
            error.contains("different strategies, scorers, settings"),
            "{other}: {error}"
        );
    }
    let rows = sandbox.read("part-2/games.csv");
    sandbox.write(
        "part-2/games.csv",
        rows.replace(",flood,", ",linked,").as_bytes(),
    );
    sandbox.seal("part-2");
    let error = sandbox.run("merge part-1 part-2 part-3 -o x").exits(2).err;
    assert!(error.contains("one row for each strategy"), "{error}");
    sandbox.write("part-2/games.csv", rows.as_bytes());
    sandbox.seal("part-2");
    let rows = sandbox.read("part-1/mismatches.csv");
    sandbox.write("part-1/mismatches.csv", (rows + "a\n").as_bytes());
    sandbox.seal("part-1");
    let error = sandbox.run("merge part-1 part-2 part-3 -o x").exits(2).err;
    assert!(
        error.contains("failed to read \"part-1/mismatches.csv\""),
        "{error}"
    );
    assert!(
        fs::metadata(sandbox.path("x")).is_err(),
        "nothing is written"
    );
}

#[cfg(feature = "archives")]
#[test]
fn merged_parts_of_an_archive_equal_one_run() {
    let games = fs::read(project("corpus/article/corner-seki.sgf")).expect("a record");
    let files: Vec<(String, Vec<u8>)> = (0..40)
        .map(|number| (format!("{number}.sgf"), games.clone()))
        .collect();
    let named: Vec<(&str, Vec<u8>)> = files
        .iter()
        .map(|(name, bytes)| (name.as_str(), bytes.clone()))
        .collect();
    let sandbox = Sandbox::new(&[]);
    sandbox.write("games.zip", &crate::pack::pack("zip", &named));
    sandbox.run("eval games.zip --dead none -o whole").exits(0);
    for part in 1..=4 {
        sandbox
            .run(&format!(
                "eval games.zip --dead none --part {part}/4 -o part-{part}"
            ))
            .exits(0);
    }
    sandbox
        .run("merge part-1 part-2 part-3 part-4 -o merged")
        .exits(0);
    assert_same_run(&sandbox, "whole", "merged");
}

/// Parts without games have no places in the walk that could show that a part is repeated or
/// missing.
#[test]
fn parts_are_known_by_their_numbers() {
    let sandbox = Sandbox::new(&[("one.sgf", "(;SZ[5]KM[0]RE[B+0.5];B[];W[]TB[ab])")]);
    for part in ["1/3", "2/3", "3/3", "2/2"] {
        let out = part.replace('/', "of");
        sandbox
            .run(&format!("eval one.sgf --part {part} -o {out}"))
            .exits(0);
    }
    sandbox.run("eval one.sgf -o all").exits(0);
    for (runs, why) in [
        ("1of3 2of3", "part 3/3 of the games is missing"),
        ("3of3 2of3", "part 1/3 of the games is missing"),
        ("1of3 2of3 2of3", "are not parts of the same games"),
        ("3of3 3of3 3of3", "are not parts of the same games"),
        ("1of3 2of3 3of3 2of2", "are not parts of the same games"),
        ("1of3 2of3 3of3 all", "are not parts of the same games"),
        ("all 1of3 2of3 3of3", "are not parts of the same games"),
    ] {
        let error = sandbox.run(&format!("merge {runs} -o x")).exits(2).err;
        assert!(error.contains(why), "{runs}: {error}");
    }
    sandbox.run("merge 3of3 1of3 2of3 -o x").exits(0);
    assert_same_run(&sandbox, "all", "x");
}

#[test]
fn part_is_empty_only_without_a_minimum() {
    let sandbox = Sandbox::new(&[("one.sgf", "(;SZ[5]KM[0]RE[B+0.5];B[];W[]TB[ab])")]);
    // the game belongs to the first part
    for flags in ["", "--min-games 0"] {
        sandbox
            .run(&format!("eval one.sgf --part 2/2 {flags}"))
            .exits(0);
    }
    for line in [
        "--part 2/2 --min-games 1",
        "--part 1/2 --min-games 2",
        "--min-games 2",
    ] {
        sandbox.run(&format!("eval one.sgf {line}")).exits(3);
    }
    sandbox
        .run("eval one.sgf --part 1/2 --min-games 1")
        .exits(0);
}

#[test]
fn part_has_a_number_and_a_number_of_parts() {
    let sandbox = Sandbox::new(&[]);
    sandbox.run("eval . --part 1/2 --min-games 1000").exits(3);
    let error = sandbox.run("eval . --part 1/2 --limit 3").exits(2).err;
    assert!(error.contains("cannot be used with"), "{error}");
    for part in ["0/3", "4/3", "1", "1/0", "x/2"] {
        let error = sandbox.run(&format!("eval . --part {part}")).exits(2).err;
        let expected = "expected a part and the number of parts, such as 2/16 for the second of 16";
        assert!(error.contains(expected), "{error}");
    }
}
