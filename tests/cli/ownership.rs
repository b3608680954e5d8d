//! `score --format ownership`.

use crate::sandbox::{Sandbox, project};

/// Black has the left side, with a dead white stone in it; White has the right side.
const BOARD: &str =
    "(;SZ[5]RU[Japanese]KM[0]RE[B+6]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de][bb]";
const MARKS: &str = ";TB[aa][ab][ac][ad][ae][ba][bb][bc][bd][be]TW[ea][eb][ec][ed][ee])";

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new(&[
        ("g/marked.sgf", &(BOARD.to_owned() + MARKS)),
        ("g/unmarked.sgf", &(BOARD.to_owned() + ";B[];W[])")),
    ]);
    sandbox.copy(&project("corpus/article"), "article");
    sandbox
}

#[test]
fn written_ownership_gives_the_same_dead_stones() {
    let sandbox = sandbox();
    let dead = |line: &str| -> Vec<String> {
        sandbox.run(line).exits(0);
        sandbox
            .rows("reports/games.csv")
            .iter()
            .map(|row| row["dead"].to_owned())
            .collect()
    };
    let lines = sandbox
        .run("score g article --format ownership")
        .exits(0)
        .out;
    assert_eq!(
        lines.matches(",\"ownership\":[[").count(),
        lines.lines().count()
    );
    assert_eq!(
        sandbox
            .run("score g article --format ownership --dead auto,estimate -j 3")
            .exits(0)
            .out,
        lines
    );
    assert_ne!(
        sandbox
            .run("score g article --format ownership --seed 3")
            .exits(0)
            .out,
        lines
    );
    sandbox.write("own.jsonl", lines.as_bytes());
    let written = sandbox
        .run("score g article --format ownership --dead ownership --ownership own.jsonl")
        .exits(0);
    assert_eq!(written.out, lines, "the ownership is unchanged");
    let read = dead("eval g -s flood --dead ownership --ownership own.jsonl");
    assert_eq!(read, dead("eval g -s flood --dead estimate"));
}

#[test]
fn ownership_of_each_player_to_move_is_kept() {
    let sandbox = sandbox();
    let rows = "[[1.0,1.0,1.0,-1.0,-1.0],[1.0,0.25,1.0,-1.0,-1.0],[1.0,1.0,1.0,-1.0,-1.0],[1.0,1.0,1.0,-1.0,-1.0],[1.0,1.0,1.0,-1.0,-1.0]]";
    let line = format!(
        "{{\"game\":\"g/marked.sgf#1\",\"black_to_move\":{rows},\"white_to_move\":{rows}}}\n"
    );
    sandbox.write("own.jsonl", line.as_bytes());
    let score = "score g/marked.sgf --format ownership --dead ownership --ownership own.jsonl";
    assert_eq!(sandbox.run(score).exits(0).out, line.replace("g/", ""));
}

#[test]
fn ownership_without_a_source_is_an_error() {
    let output = sandbox()
        .run("score g --format ownership --dead marks")
        .exits(2);
    assert_eq!(
        output.err,
        "seichi: --format ownership needs --dead estimate or --dead ownership: no other source \
         gives ownership\n"
    );
}

#[test]
fn eyes_in_seki_are_measured_against_owners() {
    // both colours have one eye, and `unfilled` considers both in seki: Black's two points belong to
    // neither player, and White's point is White's
    let sandbox = Sandbox::new(&[
        (
            "g/seki.sgf",
            "(;SZ[5:3]RU[Japanese]KM[0]RE[0]AB[ca][ab][bb][cb][db]AW[ea][eb][ac][bc][cc][dc])",
        ),
        (
            "owners.jsonl",
            "{\"game\": \"g/seki.sgf#1\", \
             \"ownership\": [0.1, -0.5, 1, 0, -1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1]}\n\
             {\"game\": \"typo.sgf\", \"ownership\": [0]}",
        ),
    ]);
    let command = "eval g -s unfilled,flood --dead none --owners owners.jsonl";
    let output = sandbox.run(command).exits(0);
    let warning = "a line of the --owners file matches no game here: owners.jsonl:2: typo.sgf";
    assert!(output.err.contains(warning), "{}", output.err);
    let out = output.out;
    let rows = sandbox.rows("reports/games.csv");
    let eyes = ["eyes_right", "eyes_wrong", "eyes_unclear", "eyes_missed"];
    assert_eq!(eyes.map(|column| &rows[0][column]), ["1", "1", "0", "0"]);
    assert_eq!(eyes.map(|column| &rows[1][column]), ["0", "0", "0", "1"]);
    let figures = sandbox.rows("reports/summary.csv");
    assert_eq!(&figures[0]["eyes_precision"], "0.500000");
    assert!(
        out.contains("Eyes in seki, against the owners in 1 game"),
        "{out}"
    );
    let shown = sandbox.run("report reports").exits(0).out;
    assert!(out.starts_with(&shown), "the run keeps the counts: {shown}");
    sandbox.run("eval g -s unfilled,flood --dead none").exits(0);
    assert_eq!(&sandbox.rows("reports/games.csv")[0]["eyes_right"], "");
}

#[test]
fn owners_of_another_size_and_unknown_keys_are_warnings() {
    let sandbox = Sandbox::new(&[
        ("g/a.sgf", "(;SZ[2:1]RU[Japanese]KM[0]RE[B+1]AB[aa])"),
        (
            "owners.jsonl",
            "{\"game\": \"g/a.sgf#1\", \"ownership\": [1, 1], \"lead\": 1}\n\
             {\"game\": \"g/a.sgf#1\", \"ownership\": [1, 1, 1]}",
        ),
    ]);
    let command = "eval g -s flood --dead none --owners owners.jsonl";
    for limit in ["", " --limit 1"] {
        assert_eq!(
            sandbox.run(&format!("{command}{limit}")).exits(0).err,
            "seichi: warning: unknown key in an ownership line (1 line): owners.jsonl:1: lead\n\
             seichi: warning: a later line is about the same game (1 line): owners.jsonl:1: g/a.sgf#1\n\
             seichi: warning: a line of the --owners file does not fit the board: owners.jsonl:2: \
             g/a.sgf#1: an ownership list has length 3, but the board has 2 points\n"
        );
    }
}
