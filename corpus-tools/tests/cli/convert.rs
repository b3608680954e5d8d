//! `seichi-corpus convert`, and evaluations of the converted boards.

use std::fs;
use std::path::{Path, PathBuf};

use crate::sandbox::{RunOutput, Sandbox};

/// Black's left side is open at the bottom, where `s` has to be played; White's stone there is dead. For Black's stone
/// on the right and the points around it, either owner is right.
pub(crate) const AUTOSCORE: &str = r#"{
    "board": ["  bW ", "W bWb", "  bW ", "   W "],
    "black": [[1, 1, 1, -1, -1], [1, 1, 1, -1, -1], [1, 1, 1, -1, -1], [1, 1, 0.1, -1, -1]],
    "white": [[1, 1, 1, -1, -1], [1, 1, 1, -1, -1], [1, 1, 1, -1, -1], [0.9, 0.9, -0.5, -1, -1]],
    "correct_ownership": ["  BW*", "  BW*", "  BW*", "  sW*"],
    "sealed_ownership": ["BBBW*", "BBBW*", "BBBW*", "BBsW*"]
}"#;

/// Black's two points at the top left were marked as neutral, as eyes in seki are, and White's stone on the left as
/// dead.
pub(crate) const GAME: &str = "# 1=black -1=white 0=open\nheight 3\nwidth 5\nplayer_to_move 1\n\
    0 1 0 -1 0\n1 1 1 -1 0\n-1 1 0 -1 0\n\n1 0 0 0 0\n0 0 0 0 0\n1 0 0 0 0\n";

/// Converts boards to the folder `g`.
fn converted(files: &[(&str, &str)]) -> Sandbox {
    let sandbox = Sandbox::new(files);
    sandbox.run("convert boards -o g").exits(0);
    sandbox
}

fn evaluated(sandbox: &Sandbox, flags: &str) -> RunOutput {
    sandbox.seichi(&format!("eval g -s linked,flood {flags}")).exits(0)
}

#[test]
fn boards_become_records_labels_and_ownership() {
    let sandbox = Sandbox::new(&[
        ("boards/a.json", AUTOSCORE),
        ("boards/sub/b.GAME", GAME),
        ("boards/package.json", r#"{"board": 1}"#),
        ("boards/chess.game", "e2e4"),
        ("boards/notes.txt", ""),
    ]);
    let output = sandbox.run("convert boards -o g").exits(0);
    assert_eq!(output.out, "2 boards, 1 with ownership: g\n");
    assert_eq!(
        output.err,
        "seichi-corpus: left out boards/chess.game: no height\n\
         seichi-corpus: left out boards/package.json: invalid type: integer `1`, expected a sequence at line 1 column 11\n"
    );
    assert_eq!(sandbox.names("g"), ["a.sgf", "labels.jsonl", "ownership.jsonl", "sub"]);
    assert!(sandbox.read("g/labels.jsonl").ends_with(
        "{\"game\": \"sub/b.sgf#1\", \"result\": \"W+1\", \"dead\": [\"ac\"], \"black_territory\": [\"ac\"], \
         \"white_territory\": [\"ea\", \"eb\", \"ec\"], \"origin\": \"hand\"}\n"
    ));
    let output = evaluated(&sandbox, "");
    assert!(output.out.contains("2 games, 2 evaluated, 0 skipped."), "{}", output.out);
    let games = sandbox.rows("reports/games.csv");
    let row = |number: usize| {
        ["game", "rules", "label", "label_check", "margin", "map_diff", "dead"].map(|c| games[number][c].as_str())
    };
    // by the ownership of the file, the black stone with either owner is dead
    assert_eq!(row(0), ["a.sgf#1", "chinese", "W+5", "consistent", "-5", "0", "2"]);
    // White has three points; Black has two, for the dead stone and the point under it
    assert_eq!(row(2), ["sub/b.sgf#1", "japanese", "W+1", "consistent", "0", "1", "1"]);
    sandbox.run("labels check g/labels.jsonl g").exits(0);
}

#[test]
fn unusable_arguments_are_errors() {
    let sandbox = Sandbox::new(&[
        ("boards/a.json", AUTOSCORE),
        ("boards/a.game", GAME),
        ("other/a.json", "{}"),
        ("full/x", ""),
        ("chess.game", "e2e4"),
        ("x.txt", ""),
    ]);
    for (line, code, words) in [
        ("convert boards -o g", 2, "boards/a.json: another board also becomes a.sgf"),
        ("convert boards/a.json -o full", 2, "full is not empty: name a new folder"),
        ("convert chess.game -o g", 2, "chess.game: no height"),
        ("convert x.txt -o g", 2, "x.txt: expected a file that ends in .json, .js or .game"),
        ("convert missing -o g", 2, "failed to open missing"),
        ("convert other -o g", 3, "no boards found: expected files that end in"),
        ("convert boards", 2, "--out <DIR>"),
    ] {
        let output = sandbox.run(line).exits(code);
        assert!(output.err.contains(words), "{line}: {}", output.err);
    }
    assert!(!sandbox.path("g").exists());
    sandbox.run("convert boards/a.json other -o g -q").exits(0);
    assert_eq!(sandbox.names("g"), ["a.sgf", "labels.jsonl", "ownership.jsonl"]);
}

#[test]
fn point_with_either_owner_gets_the_owner_of_area_scoring() {
    // without Black's stone on the right, White surrounds the four points
    let sandbox = converted(&[("boards/a.json", &AUTOSCORE.replace("W bWb", "W bW "))]);
    evaluated(&sandbox, "");
    for row in sandbox.rows("reports/games.csv") {
        assert_eq!(["label", "margin", "map_diff"].map(|column| row[column].as_str()), ["W+5", "-5", "0"]);
    }
}

#[test]
fn dead_stones_and_owners_are_compared_with_expected_ones() {
    let flags = "--dead ownership,labels --ownership g/ownership.jsonl";
    let sandbox = converted(&[("boards/a.json", AUTOSCORE), ("boards/b.game", GAME)]);
    let output = evaluated(&sandbox, flags);
    assert_eq!(sandbox.rows("reports/games.csv")[0]["flags"], "", "no point differs");
    for part in [
        "Dead stones by ownership(ownership.jsonl; 0.5),\nagainst the labels of area games:\nthe same in 1 of 1 game",
        "owners and seals as expected on 1 of 1 board, 100.0 %;\nelsewhere 0 points differ.",
    ] {
        assert!(output.out.contains(part), "{part}\n{}", output.out);
    }
    let columns = |sandbox: &Sandbox, stratum: &str| {
        let rows = sandbox.rows("reports/dead.csv");
        let row = rows.iter().find(|row| row["stratum"] == stratum).expect("a row");
        ["same", "owners", "owners_same", "owners_differ"].map(|column| row[column].clone())
    };
    assert_eq!(columns(&sandbox, "method=area"), ["1", "1", "1", "0"]);
    // with the dead stone alive, its point and the three points next to it
    let rest = "[1, 1, 1, -1, -1], [1, 1, 1, -1, -1]";
    let alive = ["[1, 1, 0.1", "[0.9"].iter().fold(AUTOSCORE.to_owned(), |text, last| {
        text.replace(&format!("{rest}, {last}"), &format!("[-1, -1, 1, -1, -1], [1, 1, 1, -1, -1], {last}"))
    });
    let sandbox = converted(&[("boards/a.json", &alive), ("boards/b.game", GAME)]);
    evaluated(&sandbox, flags);
    let [same, owners, owners_same, differ] = columns(&sandbox, "method=area");
    assert_eq!([same, owners, owners_same], ["0", "1", "0"]);
    assert!(differ.parse::<u32>().expect("a number") > 0);
    assert_eq!(sandbox.rows("reports/games.csv")[0]["flags"], format!("owners_differ={differ}"));
    evaluated(&sandbox, "--dead estimate");
    assert_eq!(columns(&sandbox, "method=territory")[1..], ["0", "0", "0"], "no owner is expected");
}

#[test]
fn safety_names_doubtful_stones_and_open_borders() {
    // White's stone on the left is only slightly more likely dead than alive
    let unclear = ["black", "white"].iter().fold(AUTOSCORE.to_owned(), |text, player| {
        let row = format!("\"{player}\": [[1, 1, 1, -1, -1], [");
        text.replacen(&format!("{row}1"), &format!("{row}0.1"), 1)
    });
    let sandbox = converted(&[("boards/a.json", AUTOSCORE), ("boards/u.json", &unclear)]);
    let score = |line: &str| sandbox.seichi(&format!("score g/{line} --safety -s linked")).exits(0).out;
    let ownership = "--dead ownership --ownership g/ownership.jsonl";
    assert!(!score(&format!("a.sgf {ownership}")).contains("it is not clear"));
    let out = score(&format!("u.sgf {ownership}"));
    assert!(out.contains("it is not clear whether these stones live: A3 (ownership -0.10)"), "{out}");
    let out = score("a.sgf --labels g/labels.jsonl");
    assert!(out.contains("\nnot finished: open at A4 B4 "), "{out}");
}

#[test]
fn suites_of_ogs_are_judged_as_expected() {
    let games = std::env::var_os("SEICHI_GAMES").map(PathBuf::from);
    let games = games.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus"));
    let sandbox = Sandbox::new(&[]);
    for (suite, dead, expected) in [
        ("ogs-autoscore", "ownership --ownership g/ownership.jsonl", ["21", "21", "20"]),
        ("ogs-test-games", "estimate", ["31", "31", "0"]),
    ] {
        if !games.join(suite).is_dir() {
            eprintln!("SKIPPED: no boards of OGS, since the folder SEICHI_GAMES has no {suite}");
            continue;
        }
        RunOutput::of(sandbox.program().args(["convert", "-o", "g"]).arg(games.join(suite))).exits(0);
        evaluated(&sandbox, &format!("--dead {dead}"));
        let rows = sandbox.rows("reports/dead.csv");
        let row = rows.iter().find(|row| row["stratum"].starts_with("method=")).expect("a row");
        assert_eq!(["games", "same", "owners_same"].map(|column| row[column].as_str()), expected, "{suite}");
        fs::remove_dir_all(sandbox.path("g")).expect("the folder");
    }
}
