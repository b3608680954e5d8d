//! The strategy `reading`: margins as intervals, lines of play, and comparing other strategies with
//! it.

use crate::sandbox::{Row, RunOutput, Sandbox, project};

/// Two white groups with an eye each, joined by a dame, and a living black group.
const HANGS: &str = "(;SZ[7]RU[Japanese]KM[0]RE[B+20]AW[aa][ca][ea][ga][ab][bb][cb][eb][fb][gb]\
                     AB[db][ac][bc][cc][dc][ec][fc][gc][dd];TB[ad][bd][cd][ed][fd][gd][ae][be][ce][de][ee][fe][ge]\
                     [af][bf][cf][df][ef][ff][gf][ag][bg][cg][dg][eg][fg][gg]TW[ba][fa])";

fn of<'a>(rows: &'a [Row], strategy: &str) -> &'a Row {
    rows.iter()
        .find(|row| &row["strategy"] == strategy)
        .expect("the strategy's row")
}

#[test]
fn unsettled_margin_is_an_interval() {
    let sandbox = Sandbox::new(&[("g/hangs.sgf", HANGS)]);
    sandbox.run("eval g -s all -o out --no-progress").exits(0);
    let rows = sandbox.rows("out/games.csv");
    let row = of(&rows, "reading");
    let number = |column: &str| row[column].parse::<f64>().expect("a number");
    let (low, margin, high) = (number("margin_lo"), number("margin"), number("margin_hi"));
    assert!(
        (high - low - 2.0).abs() < f64::EPSILON && low <= margin && margin <= high,
        "{low} {margin} {high}"
    );
    assert!(row["flags"].contains("unsettled=2"), "{}", &row["flags"]);
    // strategies without search have no intervals
    let linked = of(&rows, "linked");
    assert_eq!(
        (&linked["margin_lo"], &linked["margin_hi"]),
        (&linked["margin"], &linked["margin"])
    );
}

#[test]
fn unsettled_points_are_explained_with_lines_of_play() {
    let sandbox = Sandbox::new(&[("hangs.sgf", HANGS)]);
    let output = sandbox.run("explain hangs.sgf#1 -s reading --all").exits(0);
    let text = output.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("unsettled at B7 F7"), "{text}");
    assert!(text.contains("Black first: B D7"), "{text}");
    assert!(
        text.contains("unsettled, B+25 to B+27: 2 points depend on who plays first"),
        "{text}"
    );
    let output = sandbox.run("score hangs.sgf -s reading -s linked");
    assert!(
        output
            .out
            .contains("unsettled, B+25 to B+27: 2 points depend on who plays first"),
        "{}",
        output.out
    );
    let output = sandbox.run("score hangs.sgf -s reading -s linked --format ndjson");
    let lines: Vec<&str> = output.out.lines().collect();
    assert!(
        lines[0].contains("\"margin_hi\":27.0,\"margin_lo\":25.0")
            && !lines[1].contains("margin_lo"),
        "{}",
        output.out
    );
    let output = sandbox
        .run("explain hangs.sgf#1 -s reading --format json")
        .exits(0);
    let json: serde_json::Value = serde_json::from_str(&output.out).expect("JSON");
    let mut answers = json["places"]
        .as_array()
        .expect("places")
        .iter()
        .filter_map(|place| place["answers"].as_array());
    let text = |answer: &serde_json::Value| {
        answer["text"]
            .as_str()
            .is_some_and(|text| text.contains(": unsettled at "))
    };
    assert!(answers.any(|answers| answers.iter().any(text)), "{json}");
}

/// The label of reading does not depend on the recorded result, and so the digest of the corpus
/// must not.
#[test]
fn recorded_result_does_not_change_digest_against_reading() {
    let game =
        std::fs::read_to_string(project("corpus/gnugo/9x9-japanese-9001.sgf")).expect("a game");
    let other = game.replace("RE[", "RE[B+1.5]XX[");
    let sandbox = Sandbox::new(&[("one/g.sgf", &game), ("two/g.sgf", &other)]);
    let signature = |games: &str, flags: &str| {
        sandbox
            .run(&format!("eval {games} -q -s linked -o out {flags}"))
            .exits(0);
        sandbox.rows("out/summary.csv")[0]["signature"].to_owned()
    };
    assert_eq!(
        signature("one", "--against reading"),
        signature("two", "--against reading")
    );
    assert_ne!(signature("one", ""), signature("two", ""));
}

/// Two groups without an eye that share a dame and have a ko each: play around them never ends.
const DOUBLE_KO: &str = "(;GM[1]FF[4]SZ[9]RU[japanese]KM[0]RE[0]\
    AB[ca][da][ga][ha][ia][cb][db][gb][hb][ib][cc][ec][gc][hc][ic][cd][dd][gd][hd][id][ce][ge][he][ie][cf][df][gf]\
    [hf][if][eg][fg][gg][hg][ig][eh][fh][gh][hh][ih][ei][gi][ii]\
    AW[aa][ba][fa][ab][bb][eb][fb][ac][bc][fc][ad][bd][ed][fd][ae][be][de][fe][af][bf][ef][ff][ag][bg][cg][dg][ah]\
    [bh][ch][dh][bi][di]\
    TB[fi][hi]TW[ai][ci])";

#[test]
fn strategies_are_compared_with_reading() {
    let sandbox = Sandbox::new(&[("double-ko.sgf", DOUBLE_KO)]);
    let mut program = sandbox.program();
    program.args(
        "eval -o out --no-progress --against reading -s linked -s grey double-ko.sgf".split(' '),
    );
    let output = RunOutput::of(program.arg(project("corpus/article"))).exits(0);
    assert!(output.out.contains("|label:reading|"), "{}", output.out);
    let rows = sandbox.rows("out/games.csv");
    assert!(
        rows.iter()
            .all(|row| &row["origin"] == "reading" && &row["label_check"] == "consistent")
    );
    // a point has to be filled against a snapback, and neither strategy sees it
    let snapback = rows
        .iter()
        .find(|row| row["game"].ends_with("snapback.sgf#1"))
        .expect("the game");
    assert_eq!((&snapback["delta"], &snapback["map_diff"]), ("-1", "1"));
    assert!(
        sandbox
            .rows("out/skipped.csv")
            .iter()
            .any(|row| &row["reason"] == "unread" && &row["stage"] == "score")
    );
    assert!(sandbox.rows("out/mismatches.csv")[0]["explain"].contains("--against reading"));
}

#[test]
fn unsettled_games_are_skipped_against_reading() {
    let area = HANGS.replace("Japanese", "Chinese");
    let sandbox = Sandbox::new(&[("g/hangs.sgf", HANGS), ("g/area.sgf", &area)]);
    sandbox
        .run("eval g -o out --against reading --no-progress")
        .exits(3);
    sandbox
        .run("explain g/area.sgf#1 --against reading")
        .exits(0);
    let output = sandbox.run("eval g -o out --against reading --no-progress -v");
    assert!(
        output
            .err
            .contains("hangs.sgf#1: unsettled: the owner of B7, F7 depends on who plays first"),
        "{}",
        output.err
    );
    assert!(
        output
            .err
            .contains("area.sgf#1: area_rules: the rules are chinese"),
        "{}",
        output.err
    );
}
