//! Dead stones without a mark.

use crate::sandbox::Sandbox;

/// Black has the left side, White the right. White's stone on the left is dead. `marks` contains
/// the marks of the record.
fn board(headers: &str, marks: &str) -> String {
    format!("(;SZ[5]{headers}KM[0]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de][bb];B[];W[]{marks})")
}

const LEFT: &str = "TB[aa][ab][ac][ad][ae][ba][bc][bd][be]";
const RIGHT: &str = "TW[ea][eb][ec][ed][ee]";

/// Returns the remarks on a game in a run with `options`.
fn run(sgf: &str, options: &str) -> String {
    let sandbox = Sandbox::new(&[("g/x.sgf", sgf)]);
    sandbox.run(&format!("eval g -s flood {options}")).exits(0);
    sandbox
        .rows("reports/games.csv")
        .first()
        .map(|row| row["flags"].to_owned())
        .unwrap_or_default()
}

#[test]
fn stones_that_the_result_counts_as_dead_are_found() {
    // ten points and a prisoner against five points
    let unmarked = board("RU[Japanese]RE[B+6]", &format!("{LEFT}{RIGHT}"));
    assert_eq!(run(&unmarked, ""), "unmarked_dead=1;unmarked_dead_explain");
    let marked = unmarked.replace("[ba][bc]", "[ba][bb][bc]");
    assert_eq!(run(&marked, ""), "");
    // a marked dead stone is a prisoner only once
    let one_marked = unmarked.replace("[ce]", "[ce][eb]").replace("B+6", "B+5");
    assert_eq!(
        run(&one_marked, ""),
        "unmarked_dead=1;unmarked_dead_explain"
    );
    // with playouts as the source, the margin is the label's
    assert_eq!(run(&unmarked, "--dead estimate"), "");
}

#[test]
fn stones_that_the_result_counts_as_alive_are_found() {
    // the left side belongs to neither player: five stones against six and five points
    let alive = board("RU[Chinese]RE[W+6]", RIGHT);
    assert_eq!(
        run(&alive, "--dead estimate"),
        "unmarked_dead=1;unmarked_dead_explain"
    );
    assert_eq!(
        run(&alive, ""),
        "",
        "with the marks the margin is the label's"
    );
}

#[test]
fn unexplained_dead_stones_are_a_remark() {
    for (result, flags) in [
        ("B+9", "unmarked_dead=1"),
        ("B+6", "unmarked_dead=1;unmarked_dead_explain"),
    ] {
        assert_eq!(
            run(
                &board(
                    &format!("RU[Japanese]RE[{result}]"),
                    &format!("{LEFT}{RIGHT}")
                ),
                ""
            ),
            flags
        );
    }
    // a record without marks has no unmarked stones
    assert_eq!(
        run(&board("RU[Japanese]RE[B+9]", ""), "--dead estimate"),
        ""
    );
    let sandbox = Sandbox::new(&[(
        "x.sgf",
        &board("RU[Japanese]RE[B+6]", &format!("{LEFT}{RIGHT}")),
    )]);
    let explained = sandbox.run("explain x.sgf -s flood").exits(0);
    let words = explained
        .out
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let line = "not marked, but dead according to playouts: B4; reversing their status gives the label's margin";
    assert!(words.contains(line), "{}", explained.out);
}

#[test]
fn game_whose_dead_stones_nobody_names_is_never_silent() {
    let unmarked = board("RU[Japanese]RE[B+6]", "");
    assert_eq!(run(&unmarked, "--dead auto,none"), "dead_unknown");
    assert_eq!(run(&unmarked, "--dead none"), "", "the user says so");
    let sandbox = Sandbox::new(&[("x.sgf", &unmarked)]);
    for line in [
        "score x.sgf",
        "score x.sgf --dead marks,none --format ndjson",
    ] {
        let error = sandbox.run(line).exits(0).err;
        assert!(
            error.contains("1 game does not mark dead stones"),
            "{line}: {error}"
        );
    }
    let shown = sandbox.run("explain x.sgf --dead auto,none").exits(0).out;
    assert!(shown.contains("dead_unknown"), "{shown}");
    let head = |flags: &str| {
        let text = sandbox.run(&format!("score x.sgf {flags}")).exits(0).out;
        let line = text.lines().next().unwrap_or_default();
        line.split_once("dead ").expect("stones").1.to_owned()
    };
    assert_eq!(head(""), "0 (none, because dead stones are not marked)");
    assert_eq!(head("--dead none"), "0 (none)");
    assert_eq!(head("--toggle B4"), "1 (none, corrected)");
}
