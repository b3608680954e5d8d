//! `seichi score`, as a user sees it.

use crate::sandbox::Sandbox;

/// Board 1 of the specification: the corner counts twice, B 3.
pub(crate) const CORNER: &str = "(;SZ[7]RU[Japanese]KM[0]AB[ca][bb][cb][ac][bc]AW[da][db][cc][dc][ad][bd][cd][dd])";

#[test]
fn a_map_without_a_label() {
    let sandbox = Sandbox::new(&[("corner.sgf", CORNER)]);
    let output = sandbox.run("score corner.sgf --format ndjson").exits(0);
    let lines: Vec<serde_json::Value> =
        output.out.lines().map(|line| serde_json::from_str(line).expect("a JSON line")).collect();
    assert_eq!(lines.len(), seichi::territory::STRATEGIES.len());
    let flood = &lines[0];
    assert_eq!((flood["game"].as_str(), flood["strategy"].as_str()), (Some("corner.sgf#1"), Some("flood")));
    assert_eq!(flood["map"][0], "bbXOwww");
    assert_eq!(flood["map"][1], "bXXOwww");
    assert_eq!(flood["margin"], -30.0);
    let output = sandbox.run("score corner.sgf -s linked").exits(0);
    assert!(output.out.contains("W+30  linked"), "{}", output.out);
    assert!(output.out.contains("  7 b b X O w w w"), "{}", output.out);
}

#[test]
fn no_game_is_left_out_for_want_of_a_label() {
    let marked = "(;SZ[3]RU[Japanese]KM[x]AB[aa])(;SZ[3]RE[W+R];B[bb];W[aa])(;SZ[3]KM[0];B[bb];W[aa];TB[aa])";
    let sandbox = Sandbox::new(&[("x.sgf", marked)]);
    let output = sandbox.run("score x.sgf --format ndjson -s flood").exits(0);
    assert!(output.err.contains("skipped x.sgf#1: unreadable_komi"), "{}", output.err);
    let maps: Vec<serde_json::Value> =
        output.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(maps[0]["map"][0], "O..");
    // the white stone is marked dead: a prisoner, and a point
    assert_eq!((maps[1]["map"][0].as_str(), maps[1]["margin"].as_f64()), (Some("bbb"), Some(9.0)));
}
