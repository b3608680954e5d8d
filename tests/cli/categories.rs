//! The categories of mismatches, each with a small game.

use std::collections::BTreeSet;
use std::path::Path;

use crate::sandbox::{RunOutput, Sandbox, points_of};

/// Two walls: ten points for Black and five for White. `more` may add a black stone in Black's own
/// territory.
fn walls(headers: &str, more: &str, marks: &str) -> String {
    format!("(;SZ[5]{headers}AB[ca][cb][cc][cd][ce]{more}AW[da][db][dc][dd][de];B[];W[]{marks})")
}

const BLACK: &str = "[ab][ac][ad][ae][ba][bb][bc][bd][be]";
const WHITE: &str = "[ea][eb][ec][ed][ee]";

/// The categories of a strategy's mismatches in a run over one game.
fn categories(sgf: &str, labels: &str, strategy: &str) -> Vec<String> {
    let sandbox = Sandbox::new(&[("g/x.sgf", sgf), ("g/labels.jsonl", labels)]);
    sandbox
        .run(&format!("eval g -s {strategy} -o out"))
        .exits(0);
    let rows = sandbox.rows("out/mismatches.csv");
    rows.iter().map(|row| row["category"].to_owned()).collect()
}

/// Returns a game for each category, in which a strategy differs from the label for this reason.
fn examples() -> Vec<(&'static str, &'static str, String, &'static str)> {
    let seki = "(;SZ[7:5]RU[Japanese]KM[0]RE[B+9]AB[ba][ga][ab][bb][gb][dc][ec][fc][gc][ad][bd][cd][dd][fd]\
                AW[da][fa][cb][db][eb][fb][ac][bc][cc];B[];W[]TB[ed][gd][ae][be][ce][de][ee][fe][ge])";
    let false_eye = "(;SZ[7:6]RU[Japanese]KM[0]RE[B+5]AB[aa][ga][ab][gb][ac][bc][fc][gc][ad][bd][cd][ed][fd][gd][ce][ee]\
                     [cf][df][ef]AW[ba][da][fa][bb][cb][db][eb][fb][cc][ec][dd];B[];W[]\
                     TB[ae][be][fe][ge][af][bf][ff][gf]TW[ca][ea][dc])";
    let dame = "(;SZ[5]RU[Japanese]KM[0]RE[B+11]AB[ca][cb][cc][cd][ce]AW[ea][eb][ec][ed][ee];B[];W[]\
                TB[aa][ab][ac][ad][ae][ba][bb][bc][bd][be][da])";
    // in the label, the false eye and A1 belong to neither side; for A1, there is no reason
    let unowned_false_eye = false_eye.replace("[dc])", ")").replace("B+5", "B+6");
    let unmarked = walls(
        "RU[Japanese]KM[0]RE[B+4]",
        "",
        &format!("TB{BLACK}TW{WHITE}"),
    );
    let no_marks = |headers| walls(headers, "", "");
    vec![
        ("seki", "flood", seki.to_owned(), ""),
        ("false_eye", "linked", false_eye.to_owned(), ""),
        ("false_eye", "flood", unowned_false_eye, ""),
        ("dame", "linked", dame.to_owned(), ""),
        ("claimed_dame", "linked", unmarked, ""),
        // the label gives White's points to Black
        (
            "dead_marks",
            "linked",
            walls(
                "RU[Japanese]KM[0]RE[B+15]",
                "",
                &format!("TB[aa]{BLACK}{WHITE}"),
            ),
            "",
        ),
        // 9 points to 5 by territory, 15 to 10 by area
        (
            "rules",
            "linked",
            walls(
                "RU[Japanese]KM[0]RE[B+5]",
                "[aa]",
                &format!("TB{BLACK}TW{WHITE}"),
            ),
            "",
        ),
        (
            "label",
            "linked",
            walls(
                "RU[Japanese]KM[0]RE[B+7]",
                "",
                &format!("TB[aa]{BLACK}TW{WHITE}"),
            ),
            "",
        ),
        // five points without komi, and no marks
        (
            "handicap_or_komi",
            "linked",
            no_marks("RU[Japanese]KM[3]"),
            r#"{"game": "x.sgf#1", "result": "B+5", "dead": []}"#,
        ),
        (
            "handicap_or_komi",
            "linked",
            no_marks("RU[Chinese]KM[0]HA[2]"),
            r#"{"game": "x.sgf#1", "result": "B+5", "dead": []}"#,
        ),
        // once the dame are filled, White at E2 cuts four stones off: Black has to fill a point
        (
            "owed_moves",
            "flood",
            owing(),
            r#"{"game": "x.sgf#1", "result": "B+1", "dead": []}"#,
        ),
        (
            "unfinished",
            "linked",
            "(;SZ[5]RU[Japanese]KM[0]AB[ba][bb][bc][bd][be]AW[ea][eb][ec][ed][ee])".to_owned(),
            r#"{"game": "x.sgf#1", "result": "B+9", "dead": []}"#,
        ),
        (
            "unknown",
            "linked",
            no_marks("RU[Japanese]KM[0]"),
            r#"{"game": "x.sgf#1", "result": "B+9", "dead": []}"#,
        ),
        // such a small komi only breaks ties, so it does not explain an error of one point
        (
            "unknown",
            "linked",
            no_marks("RU[Japanese]KM[0.5]"),
            r#"{"game": "x.sgf#1", "result": "B+5.5", "dead": []}"#,
        ),
    ]
}

/// Black owes a protective move.
fn owing() -> String {
    let board =
        "........ox.x. oooooooooxxxx oooo.oooox.x. oxxxxooxoxxxx oox..xxxox.x. .oox..x.xxxxx";
    format!(
        "(;SZ[13:6]RU[Japanese]KM[0]AB{}AW{};B[];W[])",
        points_of(board, 'x'),
        points_of(board, 'o')
    )
}

#[test]
fn owed_move_makes_a_stratum_if_teire_runs() {
    let settled = walls(
        "RU[Japanese]KM[0]RE[B+5]",
        "",
        &format!("TB[aa]{BLACK}TW{WHITE}"),
    );
    let labels = r#"{"game": "owing.sgf#1", "result": "B+1", "dead": []}"#;
    let sandbox = Sandbox::new(&[
        ("g/owing.sgf", &owing()),
        ("g/settled.sgf", &settled),
        ("g/labels.jsonl", labels),
    ]);
    for (strategies, owed) in [("linked", ["", ""]), ("linked,teire", ["yes", "no"])] {
        sandbox
            .run(&format!("eval g -s {strategies} -o out"))
            .exits(0);
        let games = sandbox.rows("out/games.csv");
        let found: Vec<&str> = games
            .iter()
            .filter(|row| &row["strategy"] == "linked")
            .map(|row| &row["owed"])
            .collect();
        assert_eq!(found, owed);
        let strata = sandbox.rows("out/summary.csv");
        let of_stratum = |name: &str| strata.iter().filter(|row| &row["stratum"] == name).count();
        let expected = if strategies == "linked" { 0 } else { 2 };
        assert_eq!(
            (of_stratum("owed=yes"), of_stratum("owed=no")),
            (expected, expected)
        );
    }
}

/// White's side has two black stones, which are dead according to playouts. If they were alive,
/// that side of the board would belong to neither player.
const DOUBTFUL: &str = "(;SZ[9]RU[Japanese]KM[0.5]RE[W+0.5]AB[da][ab][bb][db][dc][ad][bd][cd][dd][gg][hg]\
                        AW[ea][eb][ec][gc][ed][ae][be][ce][de][ee][df][ag][bg][dg][dh][ai][bi][ci][di];B[];W[])";

#[test]
fn doubtful_stones_that_make_the_label_fit_are_named() {
    let sandbox = Sandbox::new(&[("g/x.sgf", DOUBTFUL)]);
    sandbox
        .run("eval g -s linked --dead estimate -o out")
        .exits(0);
    let row = &sandbox.rows("out/mismatches.csv")[0];
    assert_eq!(
        (&row["category"], &row["flags"]),
        ("doubtful_stones", "fits_if=G3 and 1 more live")
    );
    let listed = sandbox.run("audit g -q").exits(0).out;
    assert!(
        listed.contains("as recorded if G3 and 1 more\n        live"),
        "{listed}"
    );
    assert!(
        listed.contains("\nIn doubt: stones may be alive, or the game may be unfinished (1 game;"),
        "{listed}"
    );
    let shown = sandbox
        .run("explain g/x.sgf -s linked --dead estimate")
        .exits(0)
        .out;
    assert!(
        shown.contains("(doubtful_stones; as recorded if G3 and 1\n    more live): linked"),
        "{shown}"
    );
    // a game with marks for its dead stones has no doubtful stones
    sandbox.write(
        "g/labels.jsonl",
        br#"{"game": "x.sgf#1", "dead": ["gg", "hg"]}"#,
    );
    sandbox
        .run("eval g -s linked --dead labels,estimate -o out")
        .exits(0);
    assert_eq!(
        &sandbox.rows("out/mismatches.csv")[0]["category"],
        "unknown"
    );
}

/// Without a map, the category comes from a comparison with a strategy that has the label's margin.
#[test]
fn category_without_a_map_is_by_a_strategy_with_the_margin() {
    let (.., sgf, _) = examples()
        .into_iter()
        .find(|(category, ..)| *category == "false_eye")
        .expect("an example");
    // the label leaves the false eye neutral
    let board = sgf
        .split("TB")
        .next()
        .expect("a board")
        .replace("B+5", "B+6")
        + ")";
    let sandbox = Sandbox::new(&[
        ("g/x.sgf", &board),
        ("g/labels.jsonl", r#"{"game": "x.sgf#1", "dead": []}"#),
    ]);
    let category = |strategies: &str| {
        sandbox
            .run(&format!("eval g -s {strategies} -o out"))
            .exits(0);
        let row = &sandbox.rows("out/mismatches.csv")[0];
        (row["strategy"].to_owned(), row["category"].to_owned())
    };
    assert_eq!(
        category("flood"),
        ("flood".to_owned(), "unknown".to_owned())
    );
    assert_eq!(
        category("flood,linked"),
        ("flood".to_owned(), "false_eye".to_owned())
    );
    let command = sandbox.rows("out/mismatches.csv")[0]["explain"].to_owned();
    let shown = sandbox
        .run(command.strip_prefix("seichi ").expect("a command"))
        .exits(0)
        .out;
    assert!(shown.contains("as recorded: linked"), "{shown}");
}

#[test]
fn margin_of_the_other_winner_is_listed_first() {
    let label = |result: &str| walls(&format!("RU[Japanese]KM[0]RE[{result}]"), "", "");
    let labels = r#"{"game": "a.sgf#1", "dead": []}
{"game": "b.sgf#1", "dead": []}
"#;
    let sandbox = Sandbox::new(&[
        ("g/a.sgf", &label("B+50")),
        ("g/b.sgf", &label("W+5")),
        ("g/labels.jsonl", labels),
    ]);
    let listed = sandbox.run("audit g -q").exits(0).out;
    let heading =
        "\nSame margin, opposite winner: the record may name the wrong winner (1 game; in a\n";
    assert!(
        listed.contains(heading) && listed.find("b.sgf#1") < listed.find("a.sgf#1"),
        "{listed}"
    );
}

#[test]
fn contradiction_of_a_record_is_explained() {
    let wrong = walls(
        "RU[Japanese]KM[0]RE[B+70]",
        "",
        &format!("TB[aa]{BLACK}TW{WHITE}"),
    );
    let sandbox = Sandbox::new(&[("g/a.sgf", &wrong)]);
    let shown = sandbox.run("explain g/a.sgf -s linked").exits(0).out;
    assert!(shown.contains("it contradicts\n    itself\n"), "{shown}");
    sandbox.write("g/a.sgf", wrong.replace("70", "7.5").as_bytes());
    let listed = sandbox.run("audit g -q").exits(0).out;
    assert!(
        listed.contains("; komi 0\n        cannot give B+7.5\n"),
        "{listed}"
    );
}

#[test]
fn scorer_without_territory_has_category_dame() {
    let sgf = walls(
        "RU[Japanese]KM[0]RE[B+5]",
        "",
        &format!("TB[aa]{BLACK}TW{WHITE}"),
    );
    let nothing = "while read -r line; do echo '{\"id\":0,\"black\":[],\"white\":[]}'; done";
    let sandbox = Sandbox::new(&[("g/x.sgf", sgf.as_str()), ("nothing.sh", nothing)]);
    let scorer = ["--scorer", "mine=sh nothing.sh"];
    RunOutput::of(
        sandbox
            .program()
            .args(["eval", "g", "-s", "linked", "--jobs", "1", "-o", "out"])
            .args(scorer),
    )
    .exits(0);
    let rows = sandbox.rows("out/mismatches.csv");
    let answers: Vec<[&str; 2]> = rows
        .iter()
        .map(|row| [&row["strategy"], &row["category"]])
        .collect();
    assert_eq!(answers, [["mine", "dame"]]);
}

#[test]
fn every_category_has_an_example() {
    let mut seen = BTreeSet::new();
    for (category, strategy, sgf, labels) in examples() {
        assert_eq!(
            categories(&sgf, labels, strategy),
            [category],
            "{strategy}: {sgf}"
        );
        seen.insert(category);
    }
    seen.insert("doubtful_stones"); // see above
    seen.extend(["scorer_mistake", "no_answer", "unsupported"]); // see scorer.rs
    let all: BTreeSet<&str> = seichi::game::Category::ALL
        .iter()
        .map(|category| category.name())
        .collect();
    assert_eq!(seen, all);
}

#[test]
fn right_answer_has_no_category() {
    let right = walls(
        "RU[Japanese]KM[0]RE[B+5]",
        "",
        &format!("TB[aa]{BLACK}TW{WHITE}"),
    );
    assert_eq!(categories(&right, "", "linked"), Vec::<String>::new());
}

#[test]
fn mismatches_are_named_after_a_run_and_explained() {
    let (.., seki, _) = &examples()[0];
    let sandbox = Sandbox::new(&[("g/x.sgf", seki)]);
    let output = sandbox.run("eval g -s all -o out").exits(0).out;
    // the margin is right, so no strategy has an error
    assert!(!output.contains("Mismatches:"), "{output}");
    let shown = sandbox.run("explain g/x.sgf -s flood").exits(0).out;
    assert!(
        shown.contains("\nB+9, as recorded, with a different map (seki): flood\n"),
        "{shown}"
    );
    assert!(
        shown.contains(
            "\nA5: surrounded by Black's stones at B5 (3)\n  label: neutral\n  flood: Black's\n"
        ),
        "{shown}"
    );
    let wrong = walls(
        "RU[Japanese]KM[0]RE[B+15]",
        "",
        &format!("TB[aa]{BLACK}{WHITE}"),
    );
    sandbox.write("g/x.sgf", wrong.as_bytes());
    let output = sandbox.run("eval g -s flood -s linked -o out").exits(0).out;
    let mismatches = Path::new("out").join("mismatches.csv");
    assert!(
        output.contains(&format!(
            "Reports: out\nMismatches: {}\nPage: ",
            mismatches.display()
        )),
        "{output}"
    );
}

/// `explain` gives the reason below the point.
#[test]
fn false_eye_is_shown_with_the_block_in_atari() {
    let (.., sgf, _) = &examples()[1];
    let output = Sandbox::new(&[("x.sgf", sgf)])
        .run("explain x.sgf -s linked --all")
        .exits(0)
        .out;
    let reason = "  linked: a false eye: once the dame are filled, the stones at D3 (1) have no\n      other liberty, so White has to fill D4\n";
    assert!(
        output.contains(&format!("\n  label: White's\n{reason}")),
        "{output}"
    );
    assert!(output.contains(" (false_eye): linked\n"), "{output}");
}
