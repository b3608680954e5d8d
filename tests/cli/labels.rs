//! Labels files that an evaluation reads.

use crate::sandbox::Sandbox;

/// Ten points and a prisoner for Black against five points and half a point of komi.
const GAME: &str = "(;SZ[5]RU[Japanese]KM[0.5]RE[B+5.5]PC[KGS]
AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de][aa];B[];W[]TB[aa][ab][ac][ad][ae][ba][bb][bc][bd][be]
TW[ea][eb][ec][ed][ee])";

/// A corpus of nine games.
fn corpus() -> Sandbox {
    let names: Vec<String> = (0..9).map(|number| format!("g/{number}.sgf")).collect();
    Sandbox::new(
        &names
            .iter()
            .map(|name| (name.as_str(), GAME))
            .collect::<Vec<_>>(),
    )
}

#[test]
fn last_label_of_a_game_counts() {
    let sandbox = corpus();
    sandbox.write(
        "l.jsonl",
        b"{\"game\": \"0.sgf#1\", \"origin\": \"a\"}\n\n{\"game\": \"0.sgf#1\", \"origin\": \"b\"}\n",
    );
    sandbox.run("eval g -s flood --labels l.jsonl").exits(0);
    assert_eq!(&sandbox.rows("reports/games.csv")[0]["origin"], "b");
}

/// `explain` shows a game of an evaluated folder as the run saw it, so all commands read the labels.
#[test]
fn labels_beside_a_named_record_apply_to_it() {
    let sandbox = corpus();
    let lines = ["0", "1", "none"].map(|name| {
        format!("{{\"game\": \"{name}.sgf#1\", \"origin\": \"of {name}\", \"dead\": []}}\n")
    });
    sandbox.write("g/labels.jsonl", lines.concat().as_bytes());
    for (paths, origins) in [
        ("g/0.sgf", &["of 0"][..]),
        ("g/1.sgf g/2.sgf", &["of 1", "unknown"]),
    ] {
        let err = sandbox.run(&format!("eval {paths} -s flood")).exits(0).err;
        assert!(!err.contains("a label"), "{err}");
        let rows = sandbox.rows("reports/games.csv");
        let found: Vec<&str> = rows.iter().map(|row| &row["origin"]).collect();
        assert_eq!(found, origins);
    }
    let json = sandbox
        .run("explain g/0.sgf -s flood --format json")
        .exits(0);
    assert!(json.out.contains("\"origin\": \"of 0\""), "{}", json.out);
}

#[test]
fn only_five_wrong_labels_are_named() {
    let sandbox = corpus();
    for count in [5, 7] {
        let lines: Vec<String> = (0..count)
            .map(|number| format!("{{\"game\": \"none{number}.sgf#1\"}}\n"))
            .collect();
        sandbox.write("l.jsonl", lines.concat().as_bytes());
        let err = sandbox.run("eval g -s flood --labels l.jsonl").exits(0).err;
        assert_eq!(
            err.matches("a label matches no game here: l.jsonl:")
                .count(),
            5,
            "{err}"
        );
        assert_eq!(
            err.contains("a label matches no game here: 2 more"),
            count == 7,
            "{err}"
        );
        assert_eq!(
            err.matches("more").count(),
            usize::from(count == 7),
            "{err}"
        );
    }
}

#[test]
fn keys_and_lines_without_effect_are_warnings() {
    let sandbox = corpus();
    sandbox.write(
        "l.jsonl",
        b"{\"game\": \"0.sgf#1\", \"Dead\": [], \"z\": 1, \"note\": \"\"}\n\
          {\"game\": \"1.sgf#1\", \"\\u001b\": 1, \"x\": 2}\n\
          {\"game\": \"0.sgf#1\"}\n",
    );
    let err = sandbox.run("eval g -s flood --labels l.jsonl").exits(0).err;
    assert_eq!(
        err,
        "seichi: warning: unknown key in a label (2 lines): l.jsonl:1: Dead\n\
         seichi: warning: a later line labels the same game (1 line): l.jsonl:1: 0.sgf#1\n"
    );
    sandbox.write("m.jsonl", b"{\"game\": \"1.sgf#1\", \"\\u001b\": 1}\n");
    // another file may replace a line, and may also repeat one
    sandbox.write("o.jsonl", b"{\"game\": \"1.sgf#1\"}\n");
    let line = "eval g -s flood --labels m.jsonl --labels n.jsonl --labels o.jsonl";
    sandbox.write("n.jsonl", b"{\"game\": \"1.sgf#1\", \"note\": \"\"}\n");
    assert_eq!(
        sandbox.run(line).exits(0).err,
        "seichi: warning: unknown key in a label (1 line): m.jsonl:1: \\u{1b}\n\
         seichi: warning: a label replaces one from an earlier file (1 line): n.jsonl:1: \
         1.sgf#1\n\
         seichi: warning: a label replaces one from an earlier file (1 line): o.jsonl:1: \
         1.sgf#1\n"
    );
}

#[test]
fn chain_in_seki_by_a_labels_file_has_no_territory() {
    let sandbox = corpus();
    let line = "{\"game\": \"0.sgf#1\", \"dead\": [\"A5\"], \"seki\": [\"C5\"]}\n";
    sandbox.write("l.jsonl", line.as_bytes());
    let eval = "eval g/0.sgf --labels l.jsonl";
    sandbox
        .run(&format!("{eval} -s teire -s linked -s flood"))
        .exits(0);
    let rows = sandbox.rows("reports/games.csv");
    let margins: Vec<&str> = rows.iter().map(|row| &row["margin"]).collect();
    // the stone at A5 is in an eye in seki, so by the rules of 1989 it is no prisoner
    assert_eq!(
        margins,
        ["-5.5", "-5.5", "5.5"],
        "a control ignores the seki"
    );
    let digest = rows[0]["digest"].to_owned();
    let html = sandbox.run("report reports --format html").exits(0);
    assert!(!html.out.is_empty());
    let text = sandbox
        .run("explain g/0.sgf#1 --labels l.jsonl -s linked")
        .exits(0)
        .out;
    for part in [
        "in seki according to the labels file: C5\n",
        "an eye in seki: the stones are in seki according to the labels file",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let text = sandbox
        .run("score g/0.sgf --labels l.jsonl -s teire")
        .exits(0)
        .out;
    assert!(text.contains("\ndead: A5 (1)\nin seki: C5 (5)\n"), "{text}");
    // eyes in seki count under area rules
    let score = "score g/0.sgf --format json -s teire --rules chinese";
    let [with, without] = ["--labels l.jsonl", ""].map(|labels| {
        let out = sandbox.run(&format!("{score} {labels}")).exits(0).out;
        let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        (
            json[0]["margin"].clone(),
            json[0]["map"].clone(),
            json[0]["seki"].clone(),
        )
    });
    assert_eq!((&with.0, &with.1), (&without.0, &without.1));
    assert_eq!(with.2.to_string(), r#"[["C5","C4","C3","C2","C1"]]"#);
    sandbox.write("l.jsonl", line.replace("C5", "D5").as_bytes());
    sandbox.run(&format!("{eval} -s teire")).exits(0);
    assert_ne!(&sandbox.rows("reports/games.csv")[0]["digest"], digest);
}

#[test]
fn label_that_the_board_contradicts_is_inconsistent() {
    let sandbox = corpus();
    let points = [
        ("\"dead\": [\"zz\"]", "impossible_label=1"),
        ("\"dead\": [\"ab\"]", "impossible_label=1"),
        (
            "\"dead\": [], \"black_territory\": [\"da\", \"aa\"]",
            "impossible_label=2",
        ),
        (
            "\"black_territory\": [\"zz\"], \"white_territory\": [\"ZZ\"]",
            "impossible_label=2",
        ),
        (
            "\"black_territory\": [\"ab\"], \"white_territory\": [\"ab\"]",
            "impossible_label=1",
        ),
        (
            "\"dead\": [\"aa\"], \"seki\": [\"A5\", \"K5\", \"A4\", \"C5\"]",
            "impossible_label=3",
        ),
        // a player's own stone, and a stone that is dead because nothing says otherwise
        ("\"black_territory\": [\"ca\", \"aa\"]", ""),
    ];
    let lines = points
        .iter()
        .enumerate()
        .map(|(number, (keys, _))| format!("{{\"game\": \"{number}.sgf#1\", {keys}}}\n"));
    sandbox.write("l.jsonl", lines.collect::<String>().as_bytes());
    let run = sandbox.run("eval g -s flood --labels l.jsonl").exits(0);
    for (row, (keys, flag)) in sandbox.rows("reports/games.csv").iter().zip(points) {
        assert!(row["flags"].contains(flag), "{keys}: {}", &row["flags"]);
        let is_possible = flag.is_empty();
        assert_eq!(row["flags"].contains("impossible"), !is_possible, "{keys}");
        if !is_possible {
            assert_eq!(&row["label_check"], "inconsistent", "{keys}");
        }
    }
    let warning = "a label has impossible points, so its game is left out of all figures: l.jsonl:";
    assert_eq!(run.err.matches(warning).count(), 5, "{}", run.err);
    assert!(
        run.err.contains(&format!("{warning}3: 2.sgf#1: da aa\n")),
        "{}",
        run.err
    );
    let text = sandbox
        .run("explain g/0.sgf#1 --labels l.jsonl")
        .exits(0)
        .out;
    assert!(text.contains("impossible_label=1"), "{text}");
    let points = "impossible points in the labels file: zz\n";
    assert!(text.contains(points), "{text}");
}

#[test]
fn warning_names_the_impossible_points_of_a_label_and_its_game() {
    let sandbox = corpus();
    let lines = "{\"game\": \"g/0.sgf#1\", \"dead\": [\"A5\", \"B4\", \"Q16\", \"zz\"], \"seki\": [\"Q16\", \"E1\"]}\n";
    sandbox.write("l.jsonl", lines.as_bytes());
    for line in ["score g/0.sgf", "eval g/0.sgf -s flood"] {
        let err = sandbox
            .run(&format!("{line} --labels l.jsonl"))
            .exits(0)
            .err;
        assert_eq!(
            err,
            "seichi: warning: a label has impossible points, so its game is left out of all figures: \
             l.jsonl:1: g/0.sgf#1: B4 Q16 zz E1\n"
        );
    }
}
