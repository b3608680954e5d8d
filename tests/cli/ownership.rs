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
