//! The fields of KataGo's rules: games with rules that differ in only one field differ in margin as
//! this field requires.

use seichi::rules::Rules;
use serde_json::Value;

use crate::sandbox::{RunOutput, Sandbox, exchanged, project};

/// A board of seven by five points. Black has ten stones, and an eye of two points in seki; White
/// has eleven stones and eleven points of territory.
///
/// ```text
/// X X X X . O .
/// X . . X O O .
/// X X X X O O O
/// O O O O O . .
/// . . . . . . .
/// ```
const BOARD: &str =
    "AB[aa][ba][ca][da][ab][db][ac][bc][cc][dc]AW[fa][eb][fb][ec][fc][gc][ad][bd][cd][dd][ed]";

/// The points of Black's eye and of White's territory, as marks.
const EYE: &str = "TB[bb][cb]";
const TERRITORY: &str = "TW[ga][gb][fd][gd][ae][be][ce][de][ee][fe][ge]";

/// Returns a record with [`BOARD`], the rules `rules`, more `properties`, and `nodes` after the
/// first.
fn record(rules: &str, properties: &str, nodes: &str) -> String {
    format!("(;SZ[7:5]KM[0]RU[{rules}]{properties}{BOARD}{nodes})")
}

/// The passes of a game, Black's first.
const PASSES: &str = ";B[];W[]";

/// Scores a record with `options`, and returns the margin of each strategy.
fn margins(record: &str, options: &[&str]) -> Vec<String> {
    let sandbox = Sandbox::new(&[("x.sgf", record)]);
    let mut program = sandbox.program();
    program
        .args(["score", "x.sgf", "--dead", "none", "--format", "ndjson"])
        .args(options);
    let output = RunOutput::of(&mut program).exits(0);
    let lines = output
        .out
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    lines.map(|line| line["margin"].to_string()).collect()
}

/// Returns the margin that the strategy `linked` gives a record with [`BOARD`].
fn margin(rules: &str, properties: &str, nodes: &str) -> String {
    margins(&record(rules, properties, nodes), &["-s", "linked"]).concat()
}

#[test]
fn score_field_decides_whether_stones_count() {
    // White's eleven points, and under area rules one stone more than Black
    assert_eq!(
        margin("koSIMPLEscoreTERRITORYtaxSEKIsui0", "", PASSES),
        "-11.0"
    );
    assert_eq!(margin("koSIMPLEscoreAREAtaxSEKIsui0", "", PASSES), "-12.0");
}

/// Returns a record of ten rows: [`BOARD`], and below it two black groups with two eyes each.
///
/// ```text
/// O . . . . . .
/// O O O O O O O
/// X X X O X X X
/// . X X O X X .
/// X X X O X X X
/// . X X O X X .
/// ```
fn groups(rules: &str) -> String {
    let (black, white) = BOARD.split_once("AW").expect("two colours");
    format!(
        "(;SZ[7:10]KM[0]RU[{rules}]\
         {black}[ag:cg][bh:ch][ai:ci][bj:cj][eg:gg][eh:fh][ei:gi][ej:fj]\
         AW{white}[ae][af:gf][dg:dj]{PASSES})"
    )
}

#[test]
fn tax_takes_eyes_in_seki_and_two_points_of_each_group() {
    // Black's eyes are two points in seki and four others, and White has ten points
    for (scoring, none, seki, all) in [
        ("TERRITORY", "-4.0", "-6.0", "-8.0"),
        ("AREA", "3.0", "1.0", "-1.0"),
    ] {
        for (tax, expected) in [("NONE", none), ("SEKI", seki), ("ALL", all)] {
            let rules = format!("koSIMPLEscore{scoring}tax{tax}sui0");
            let margins = margins(&groups(&rules), &["-s", "linked"]);
            assert_eq!(margins, [expected], "{rules}");
        }
    }
    for (scoring, none, seki, all) in [
        ("TERRITORY", "-9.0", "-11.0", "-9.0"),
        ("AREA", "-10.0", "-12.0", "-10.0"),
    ] {
        for (tax, expected) in [("NONE", none), ("SEKI", seki), ("ALL", all)] {
            let rules = format!("koSIMPLEscore{scoring}tax{tax}sui0");
            assert_eq!(margin(&rules, "", PASSES), expected, "{rules}");
            assert_eq!(
                margins(&exchanged(&record(&rules, "", PASSES)), &["-s", "linked"]),
                [expected.replace('-', "")],
                "{rules}"
            );
        }
    }
}

#[test]
fn area_rules_with_tax_use_the_map_of_each_strategy() {
    // flood ignores seki
    let record = record("koSIMPLEscoreAREAtaxSEKIsui0", "", PASSES);
    assert_eq!(
        margins(&record, &["-s", "flood,linked"]),
        ["-10.0", "-12.0"]
    );
}

#[test]
fn button_gives_half_a_point_to_the_first_to_pass() {
    let [without, with] =
        ["0", "1"].map(|button| format!("koSIMPLEscoreAREAtaxNONEsui0button{button}"));
    assert_eq!(margin(&without, "", PASSES), "-10.0");
    assert_eq!(margin(&with, "", PASSES), "-9.5");
    assert_eq!(margin(&with, "", ";W[];B[]"), "-10.5");
}

#[test]
fn button_without_a_pass_goes_to_the_player_to_move() {
    let rules = "koSIMPLEscoreAREAtaxNONEsui0button1";
    // White has moved last, in his own territory; the move is worth nothing
    assert_eq!(margin(rules, "", ";W[ge]"), "-9.5");
    assert_eq!(
        margin(rules, "", ""),
        "-10.0",
        "no move says whose turn it was"
    );
    let sandbox = Sandbox::new(&[(
        "x.sgf",
        &record(rules, "RE[W+9.5]", &(";W[ge]".to_owned() + EYE)),
    )]);
    sandbox.run("eval x.sgf -s linked -o out").exits(0);
    let row = &sandbox.rows("out/games.csv")[0];
    assert_eq!(
        (&row["margin"][..], &row["flags"][..], &row["outcome"][..]),
        ("-9.5", "button_guessed", "exact")
    );
}

#[test]
fn handicap_bonus_is_none_n_or_n_minus_one() {
    for (bonus, expected) in [("0", "-10.0"), ("N", "-12.0"), ("N-1", "-11.0")] {
        let rules = format!("koSIMPLEscoreAREAtaxNONEsui0whb{bonus}");
        assert_eq!(margin(&rules, "HA[2]", PASSES), expected, "{rules}");
    }
    assert_eq!(
        margin("koSIMPLEscoreTERRITORYtaxSEKIsui0whbN", "HA[2]", PASSES),
        "-13.0",
        "under territory rules, too"
    );
}

/// A game on a board of five by five points. White retakes a ko at once, and Black captures two of
/// its own stones.
const ODD: &str = "AB[cc][bd][ce][ea]AW[cd][dc][ed][de][da][db][ec];B[dd];W[cd];B[eb];W[];B[]";

#[test]
fn ko_and_suicide_fields_do_not_change_the_count() {
    let margin = |rules: &str| {
        margins(&format!("(;SZ[5]KM[0]RU[{rules}]{ODD})"), &["-s", "linked"]).concat()
    };
    let expected = margin("koSIMPLEscoreTERRITORYtaxSEKIsui0");
    for ko in ["SIMPLE", "POSITIONAL", "SITUATIONAL"] {
        for suicide in 0..2 {
            assert_eq!(
                margin(&format!("ko{ko}scoreTERRITORYtaxSEKIsui{suicide}")),
                expected
            );
        }
    }
    assert_eq!(margin("koSIMPLEscoreTERRITORYtaxSEKIsui0fpok1"), expected);
    let sandbox = Sandbox::new(&[(
        "x.sgf",
        &format!("(;SZ[5]KM[0]RU[koSIMPLEscoreTERRITORYsui0]{ODD})"),
    )]);
    let explained = sandbox
        .run("explain x.sgf#1 -s linked --dead none")
        .exits(0)
        .out;
    assert!(
        explained.contains("flags: ko_retaken=1, suicide=1\n"),
        "{explained}"
    );
}

#[test]
fn names_strings_and_json_give_the_same_rules() {
    let json = r#"{"ko":"SIMPLE","scoring":"AREA","tax":"ALL","suicide":false,"hasButton":false}"#;
    for rules in [
        "stone-scoring",
        "Stone Scoring",
        "koSIMPLEscoreAREAtaxALLsui0",
        json,
    ] {
        assert_eq!(margin(rules, "", PASSES), "-10.0", "{rules}");
        let taxed = margins(&groups(rules), &["-s", "linked"]);
        assert_eq!(taxed, ["-1.0"], "{rules}");
        let japanese = record("Japanese", "", PASSES);
        assert_eq!(
            margins(&japanese, &["-s", "linked", "--rules", rules]),
            ["-10.0"],
            "--rules {rules}"
        );
    }
    let sandbox = Sandbox::new(&[("x.sgf", &record("Japanese", "", PASSES))]);
    let complaint = |rules: &str| {
        sandbox
            .run(&format!("score x.sgf --rules {rules}"))
            .exits(2)
            .err
    };
    assert!(
        complaint("koSIMPLEscoreAREAtaxFEW")
            .contains("expected KataGo's rules as a string or JSON, or one of japanese")
    );
    assert!(complaint("koSIMPLEkomi7").contains("the rules must not contain the komi"));
}

#[test]
fn labels_of_taxed_games_are_checked_under_their_rules() {
    let game = |rules: &str, result: &str, marks: &str| {
        record(
            rules,
            &format!("RE[{result}]"),
            &format!("{PASSES}{marks}{TERRITORY}"),
        )
    };
    let sandbox = Sandbox::new(&[
        (
            "g/none.sgf",
            &game("koSIMPLEscoreTERRITORYtaxNONEsui0", "W+9", EYE),
        ),
        (
            "g/seki.sgf",
            &game("koSIMPLEscoreAREAtaxSEKIsui0", "W+12", ""),
        ),
        ("g/all.sgf", &game("stone-scoring", "W+10", "")),
        ("g/eye.sgf", &game("stone-scoring", "W+10", EYE)),
        ("g/button.sgf", &game("aga-button", "W+9.5", EYE)),
        ("g/wrong.sgf", &game("stone-scoring", "W+12", "")),
    ]);
    sandbox.run("eval g -s linked -o out").exits(0);
    let found: Vec<_> = sandbox.rows("out/games.csv");
    let found: Vec<_> = found
        .iter()
        .map(|row| ["game", "rules", "label_check", "delta", "map_diff"].map(|name| &row[name][..]))
        .collect();
    let expected = [
        ["all.sgf#1", "stone-scoring", "consistent", "0", "0"],
        ["button.sgf#1", "aga-button", "consistent", "0", "0"],
        // the tax takes two points from Black's group: the label's map contains them, and the map
        // of linked does not
        ["eye.sgf#1", "stone-scoring", "consistent", "0", "2"],
        [
            "none.sgf#1",
            "koSIMPLEscoreTERRITORYtaxNONEsui0",
            "consistent",
            "0",
            "0",
        ],
        [
            "seki.sgf#1",
            "koSIMPLEscoreAREAtaxSEKIsui0",
            "consistent",
            "0",
            "0",
        ],
        ["wrong.sgf#1", "stone-scoring", "inconsistent", "2", "0"],
    ];
    assert_eq!(found, expected);
    assert!(
        sandbox
            .read("out/summary.csv")
            .contains("linked,rules=koSIMPLEscoreAREAtaxSEKIsui0,1,")
    );
}

#[test]
fn rules_button_and_tax_are_shown() {
    let sandbox = Sandbox::new(&[(
        "x.sgf",
        &record("koSIMPLEscoreAREAtaxALLsui0button1", "", PASSES),
    )]);
    let explained = sandbox
        .run("explain x.sgf#1 -s linked --dead none")
        .exits(0)
        .out;
    assert!(
        explained.contains("koSIMPLEscoreAREAtaxALLsui0button1 rules, komi 0, button Black"),
        "{explained}"
    );
    let other = sandbox
        .run("explain x.sgf#1 -s linked --dead none --rules chinese")
        .exits(0)
        .out;
    assert!(
        other.contains("chinese rules, komi 0") && !other.contains(", button"),
        "{other}"
    );
    let scored = sandbox
        .run("score x.sgf -s linked --dead none")
        .exits(0)
        .out;
    assert!(
        scored.contains("W+9.5  linked\ngroup tax in points: Black 0, White 2\n"),
        "{scored}"
    );
    let census = sandbox.run("inspect x.sgf").exits(0).out;
    assert!(
        census.contains("        1  koSIMPLEscoreAREAtaxALLsui0button1\n"),
        "{census}"
    );
}

#[test]
fn rules_chapter_has_the_other_names() {
    let chapter = std::fs::read_to_string(project("docs/rules.md")).expect("the chapter");
    for [alias, name] in [
        ["nz", "new-zealand"],
        ["goe", "ing"],
        ["ancient-area", "stone-scoring"],
    ] {
        assert!(
            chapter.contains(&format!("`{alias}` is")) && chapter.contains(&format!("`{name}`"))
        );
        assert_eq!(Rules::parse(alias), Rules::parse(name), "{alias}");
    }
}
