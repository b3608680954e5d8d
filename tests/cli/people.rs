//! The facts that a user can state about games that people counted: the source of labels, headers
//! that records lack, which games are finished, and duplicates.

use crate::sandbox::Sandbox;

/// Black has the left side, White the right; all borders are closed, and the count is right.
const CLOSED: &str = "AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de]";

/// A board with two empty columns between the sides.
const OPEN: &str = "AB[ba][bb][bc][bd][be]AW[ea][eb][ec][ed][ee]";

fn game(headers: &str, board: &str) -> String {
    format!("(;SZ[5]{headers}{board};B[];W[])")
}

fn origin_of(sandbox: &Sandbox, row: usize) -> String {
    sandbox.rows("reports/games.csv")[row]["origin"].to_owned()
}

#[test]
fn user_can_state_the_origin_of_labels() {
    let sandbox = Sandbox::new(&[("g/a.sgf", &game("RU[Japanese]KM[0]RE[B+5]", CLOSED))]);
    sandbox.write(
        "g/labels.jsonl",
        b"{\"game\": \"a.sgf#1\", \"origin\": \"people\"}\n",
    );
    let out = sandbox.run("eval g -s linked --dead none").exits(0).out;
    assert!(
        out.contains("people: labels by people. Rates measure accuracy."),
        "{out}"
    );
    assert!(out.contains("Rates measure accuracy."), "{out}");
    assert_eq!(origin_of(&sandbox, 0), "people");
    sandbox.write(
        "g/labels.jsonl",
        b"{\"game\": \"a.sgf#1\", \"origin\": \"gnugo\"}\n",
    );
    let out = sandbox.run("eval g -s linked --dead none").exits(0).out;
    assert!(out.contains("agreement, not accuracy"), "{out}");
    assert_eq!(origin_of(&sandbox, 0), "gnugo");
}

#[test]
fn flags_give_the_rules_and_the_komi_that_records_leave_out() {
    let bare = game("RE[B+5]", CLOSED);
    let sandbox = Sandbox::new(&[
        ("g/old/a.sgf", &bare),
        ("g/new/b.sgf", &bare.replace("RE", "KM[6.5]RU[Chinese]RE")),
    ]);
    assert_eq!(
        sandbox.uncounted("g --dead none", "no_komi"),
        ["old/a.sgf#1"]
    );
    sandbox
        .run("eval g -s linked --dead none --rules auto,korean --komi 0")
        .exits(0);
    let rows = sandbox.rows("reports/games.csv");
    let row = rows
        .iter()
        .find(|row| &row["game"] == "old/a.sgf#1")
        .expect("the game");
    assert_eq!(
        (&row["rules"], &row["komi"], &row["outcome"]),
        ("korean", "0", "exact")
    );
    assert_eq!(&row["flags"], "rules_source=flag;komi_given");
    let other = rows
        .iter()
        .find(|row| &row["game"] == "new/b.sgf#1")
        .expect("the game");
    assert_eq!(
        (&other["rules"], &other["komi"]),
        ("chinese", "6.5"),
        "the record says it"
    );
    // the same rules for all records give the same margin
    sandbox
        .run("eval g/old -s linked --dead none --komi 0 --rules korean")
        .exits(0);
    assert_eq!(
        &sandbox.rows("reports/games.csv")[0]["margin"],
        &row["margin"]
    );
    assert!(
        sandbox
            .run("eval g --rules auto,nihon")
            .exits(2)
            .err
            .contains("japanese")
    );
}

#[test]
fn explain_command_has_the_rules_and_the_komi_of_the_run() {
    let sandbox = Sandbox::new(&[("g/a.sgf", &game("RE[B+9.5]", CLOSED))]);
    sandbox
        .run("eval g -s linked --dead none --rules auto,korean --komi 2.5")
        .exits(0);
    let mismatch = &sandbox.rows("reports/mismatches.csv")[0];
    let command = mismatch["explain"]
        .strip_prefix("seichi ")
        .expect("a command")
        .to_owned();
    assert!(
        command.contains("--komi 2.5") && command.contains("--rules auto,korean"),
        "{command}"
    );
    let margin = format!("B+{}", &mismatch["margin"]);
    assert!(
        sandbox.run(&command).exits(0).out.contains(&margin),
        "{margin}"
    );
}

#[test]
fn missing_komi_is_0_only_if_the_map_confirms_it() {
    let marks = ";TB[aa][ab][ac][ad][ae][ba][bb][bc][bd][be]TW[ea][eb][ec][ed][ee])";
    let marked = |result: &str| format!("(;SZ[5]RU[Japanese]RE[{result}]{CLOSED}{marks}");
    let sandbox = Sandbox::new(&[
        ("g/no-map.sgf", &game("RU[Japanese]RE[B+5]", CLOSED)),
        ("g/right.sgf", &marked("B+5")),
        ("g/wrong.sgf", &marked("B+4")),
        ("g/half.sgf", &marked("B+4.5")),
    ]);
    sandbox.run("eval g -s linked --dead auto,none").exits(0);
    let evaluated: Vec<String> = sandbox
        .rows("reports/games.csv")
        .iter()
        .map(|row| row["game"].to_owned())
        .collect();
    assert_eq!(evaluated, ["right.sgf#1"]);
    assert!(
        sandbox
            .rows("reports/skipped.csv")
            .iter()
            .all(|row| &row["reason"] == "no_komi")
    );
}

#[test]
fn result_contradicting_komi_is_inconsistent() {
    let sandbox = Sandbox::new(&[("a.sgf", &game("RU[Japanese]KM[5]RE[W+2.5]", CLOSED))]);
    let output = sandbox.run("eval a.sgf -s linked --dead none").exits(0);
    assert_eq!(
        &sandbox.rows("reports/games.csv")[0]["label_check"],
        "inconsistent"
    );
    assert!(
        output
            .out
            .contains("Labels that contradict themselves, left out of the figures: 1 "),
        "{}",
        output.out
    );
}

#[test]
fn settings_against_records_are_reported() {
    let sandbox = Sandbox::new(&[("g/a.sgf", &game("RU[Japanese]KM[0]RE[B+5]", CLOSED))]);
    for command in ["eval g", "score g", "explain g/a.sgf"] {
        let output = sandbox
            .run(&format!("{command} -s linked --dead none --komi 6.5"))
            .exits(0);
        assert_eq!(
            output.err,
            "seichi: warning: --komi 6.5 was not used: it does not replace the komi (KM) in the \
             records\n"
        );
        let unused = format!("{command} -s linked --dead none --seed 5 --scorer-timeout 3");
        let err = sandbox.run(&unused).exits(0).err;
        let timeout =
            "seichi: warning: --scorer-timeout was not used: there is no scorer or engine\n";
        assert!(err.ends_with(timeout), "{err}");
        let seed = "seichi: warning: --seed was not used: nothing needs playouts\n";
        // `explain` judges whether a game is safe to score
        assert_eq!(
            err.starts_with(seed),
            !command.starts_with("explain"),
            "{err}"
        );
        let output = sandbox
            .run(&format!("{command} -s linked --dead none --rules chinese"))
            .exits(0);
        assert_eq!(
            output.err,
            "seichi: warning: --rules overrides the rules named by 1 record; to give rules only \
             to records that name none, use --rules auto,NAME\n"
        );
        assert!(
            sandbox
                .run(&format!("{command} -s linked --dead none --rules japanese"))
                .exits(0)
                .err
                .is_empty()
        );
    }
    sandbox.write(
        "g/a.sgf",
        game("RU[Japanese]KM[0]RE[B+9]", CLOSED).as_bytes(),
    );
    sandbox
        .run("eval g -s linked --dead none --rules chinese")
        .exits(0);
    let listed = sandbox
        .run("audit g --dead none --rules chinese")
        .exits(0)
        .out;
    assert!(
        listed.contains("; the record names japanese rules,\n        but --rules overrides them"),
        "{listed}"
    );
}

#[test]
fn labels_of_other_games_are_reported_and_parts_of_blocks_are_blocks() {
    let sandbox = Sandbox::new(&[
        ("g/a.sgf", &game("RU[Japanese]KM[0]RE[B+5]", CLOSED)),
        ("other.jsonl", r#"{"game": "b.sgf#1", "dead": []}"#),
        ("part.jsonl", r#"{"game": "g/a.sgf#1", "dead": ["da"]}"#),
    ]);
    let output = sandbox
        .run("score g -s linked --labels other.jsonl")
        .exits(0);
    assert_eq!(
        output.err,
        "seichi: warning: a label matches no game here: other.jsonl:1: b.sgf#1\n\
         seichi: 1 game does not mark dead stones, so every stone counts as alive; to find dead \
         stones by playouts, add --dead auto,estimate\n"
    );
    let output = sandbox
        .run("explain g/a.sgf -s linked --labels other.jsonl")
        .exits(0);
    assert_eq!(
        output.err,
        "seichi: warning: no labels file names the game a.sgf#1\n"
    );
    let output = sandbox
        .run("explain g/a.sgf -s linked --labels part.jsonl")
        .exits(0);
    // one stone stands for its whole block
    assert!(
        output.out.contains("including 5 dead stones"),
        "{}",
        output.out
    );
}

#[test]
fn folder_with_area_games_and_games_without_rules_is_a_warning() {
    let (bare, area) = (game("KM[0]RE[B+5]", CLOSED), "(;SZ[5]RU[Chinese]RE[B+R])");
    let named = game("RU[Japanese]KM[0]RE[B+5]", CLOSED);
    let large: Vec<String> = (0..11)
        .map(|number| format!("g/large/{number}.sgf"))
        .collect();
    let mut files = vec![
        ("g/large/area.sgf", area),
        ("g/mixed/a.sgf", &bare),
        ("g/mixed/b.sgf", area),
        ("g/mixed/c.sgf", &named),
        ("g/plain/d.sgf", &bare),
    ];
    files.extend(large.iter().map(|name| (&**name, &*bare)));
    let sandbox = Sandbox::new(&files);
    let run = sandbox.run("eval g -s linked --dead none").exits(0);
    assert_eq!(
        run.err,
        "seichi: warning: mixed: 1 game without named rules is counted by territory, alongside 1 \
         area game; to count all games by area, add --rules auto,NAME\n"
    );
    let rows = sandbox.read("reports/games.csv");
    assert_eq!(rows.lines().count(), 1 + 14);
    let alone = sandbox.run("eval g/mixed -s linked --dead none --include a.sgf -q");
    alone.exits(0);
    let alone = &sandbox.rows("reports/games.csv")[0];
    assert_eq!(
        (&alone["method"], &alone["flags"]),
        ("territory", "rules_source=default")
    );
    let output = sandbox.run("eval g -s linked --dead none --rules auto,chinese");
    assert_eq!(output.exits(0).err, "");
}

#[test]
fn komi_of_area_rules_leaves_rules_unknown() {
    // Black has nine columns, White eight; because of a black stone in Black's territory, the count
    // by area differs
    let large = |headers: &str, rest: &str| {
        format!("(;SZ[19]{headers}AB[ja:js]AW[ka:ks];B[aa];W[];B[];W[]{rest})")
    };
    let marks = ";TB[ab:is][ba:ia]TW[la:ss]";
    let sandbox = Sandbox::new(&[
        ("g/chinese.sgf", &large("KM[7.5]RE[B+11.5]", "")),
        ("g/ing.sgf", &large("KM[8]RE[B+11]", "")),
        ("g/area-marks.sgf", &large("KM[7.5]RE[B+11.5]", marks)),
        ("g/territory-marks.sgf", &large("KM[7.5]RE[B+10.5]", marks)),
        ("g/named.sgf", &large("RU[Japanese]KM[7.5]RE[B+10.5]", "")),
        ("g/handicap.sgf", &large("HA[2]KM[7.5]RE[B+10.5]", "")),
        ("g/japanese.sgf", &large("KM[6.5]RE[B+11.5]", "")),
        ("g/reverse.sgf", &large("KM[-7.5]RE[B+25.5]", "")),
        ("g/small.sgf", &game("KM[7.5]RE[W+2.5]", CLOSED)),
    ]);
    let unknown = sandbox.uncounted("g --dead auto,none", "unknown_rules");
    assert_eq!(unknown, ["area-marks.sgf#1", "chinese.sgf#1", "ing.sgf#1"]);
    sandbox.run("eval g -s linked --dead auto,none").exits(0);
    let skipped = sandbox.rows("reports/skipped.csv");
    assert_eq!(skipped.len(), 3);
    assert!(
        skipped[2]["detail"]
            .starts_with("RU is missing, and a komi of 8 is typical of area rules: "),
        "{}",
        &skipped[2]["detail"]
    );
    sandbox
        .run("eval g -s linked --dead auto,none --rules auto,japanese")
        .exits(0);
    assert_eq!(
        sandbox.rows("reports/games.csv").len(),
        9,
        "a flag gives the rules"
    );
    assert!(
        sandbox
            .run("score g/ing.sgf -s linked")
            .exits(0)
            .out
            .contains("B+10"),
        "a score needs no label"
    );
}

#[test]
fn unique_counts_a_game_once() {
    let moves = |first: &str, rest: &str| format!("(;SZ[5]RU[Japanese]KM[0]RE[B+5]{first}{rest})");
    let here = ";B[ca];W[da];B[cb];W[db]";
    let there = ";B[ae];W[de]";
    let mirrored = ";B[ca];W[ba];B[cb];W[bb]";
    let sandbox = Sandbox::new(&[
        ("g/a.sgf", &moves(here, "")),
        ("g/b.sgf", &moves(mirrored, "")),
        ("g/c.sgf", &moves(there, "")),
        ("g/d.sgf", &moves(here, "").replace("B+5", "B+6")),
        ("h/a.sgf", &moves(here, "")),
        ("h/b.sgf", &moves(mirrored, "")),
        ("i/a.sgf", &moves(here, "").replace("RU[Japanese]", "")),
    ]);
    let reasons = |line: &str| -> Vec<String> {
        sandbox.run(line).exits(0);
        sandbox
            .rows("reports/skipped.csv")
            .iter()
            .map(|row| format!("{} {}", &row["game"], &row["reason"]))
            .collect()
    };
    assert!(reasons("eval g -s linked --dead none").is_empty());
    let contradicted = [
        "a.sgf#1 contradicted",
        "b.sgf#1 contradicted",
        "d.sgf#1 contradicted",
    ];
    assert_eq!(
        reasons("eval g -s linked --dead none --unique"),
        contradicted
    );
    assert_eq!(
        reasons("eval g -s linked --dead none --unique -j 3"),
        contradicted
    );
    assert_eq!(
        reasons("eval h -s linked --dead none --unique"),
        ["b.sgf#1 duplicate"]
    );
    assert_eq!(
        &sandbox.rows("reports/skipped.csv")[0]["detail"],
        "4 moves; the copy a.sgf#1 has 4"
    );
    // no other game of the folder contradicts the guessed rules
    assert!(reasons("eval i -s linked --dead none --unique").is_empty());
}

#[test]
fn finished_flag_leaves_only_finished_games() {
    let sandbox = Sandbox::new(&[
        (
            "g/closed.sgf",
            &game("RU[Japanese]KM[0]DT[1926-09-27]RE[B+5]", CLOSED),
        ),
        (
            "g/cut.sgf",
            &game("RU[Japanese]KM[0]RE[B+5]GC[moves 31-34 omitted]", CLOSED),
        ),
        (
            "g/open.sgf",
            &game("RU[Japanese]KM[0]DT[2019-09-27]RE[0]", OPEN),
        ),
    ]);
    sandbox.run("eval g -s linked --dead none").exits(0);
    let finished: Vec<String> = sandbox
        .rows("reports/games.csv")
        .iter()
        .map(|row| {
            format!(
                "{} {} {} {}",
                &row["game"], &row["neutral"], &row["open_borders"], &row["finished"]
            )
        })
        .collect();
    assert_eq!(
        finished,
        [
            "closed.sgf#1 0 0 yes",
            "cut.sgf#1 0 0 no",
            "open.sgf#1 10 1 no"
        ]
    );
    assert!(sandbox.rows("reports/games.csv")[1]["flags"].contains("moves_missing"));
    let strata: Vec<String> = sandbox
        .rows("reports/summary.csv")
        .iter()
        .map(|row| format!("{} {}", &row["stratum"], &row["games"]))
        .collect();
    for stratum in [
        "finished=yes 1",
        "finished=no 2",
        "dame=0 2",
        "dame=10-19 1",
        "era=1900-1949 1",
        "era=2010- 1",
        "era=unknown 1",
        "year=2019 1",
        "rank=unknown 3",
    ] {
        assert!(
            strata.iter().any(|found| found == stratum),
            "{stratum}: {strata:?}"
        );
    }
    assert!(
        !strata.iter().any(|found| found.starts_with("year=1926")),
        "single years only from 2000 on: {strata:?}"
    );
    let output = sandbox
        .run("eval g -s linked --dead none --finished")
        .exits(0);
    assert!(output.out.contains("not_finished 2"), "{}", output.out);
    let details: Vec<String> = sandbox
        .rows("reports/skipped.csv")
        .iter()
        .map(|row| row["detail"].to_owned())
        .collect();
    assert_eq!(
        details,
        [
            "a comment says that moves are missing",
            "1 open border, 10 neutral points"
        ]
    );
}
