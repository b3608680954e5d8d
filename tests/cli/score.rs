//! `seichi score`, as a user sees it.

use crate::sandbox::{RunOutput, Sandbox, exchanged, points_of, project};

/// Board 1 of the specification: the corner counts twice, B 3.
pub(crate) const CORNER: &str =
    "(;SZ[7]RU[Japanese]KM[0]AB[ca][bb][cb][ac][bc]AW[da][db][cc][dc][ad][bd][cd][dd])";

#[test]
fn score_without_a_label_prints_the_map() {
    let sandbox = Sandbox::new(&[("corner.sgf", CORNER)]);
    let output = sandbox
        .run("score corner.sgf -s all --format ndjson")
        .exits(0);
    let lines: Vec<serde_json::Value> = output
        .out
        .lines()
        .map(|line| serde_json::from_str(line).expect("a JSON line"))
        .collect();
    assert_eq!(lines.len(), seichi::territory::STRATEGIES.len());
    let flood = &lines[0];
    assert_eq!(
        (flood["game"].as_str(), flood["strategy"].as_str()),
        (Some("corner.sgf#1"), Some("flood"))
    );
    assert_eq!(flood["map"][0], "bbXOwww");
    assert_eq!(flood["map"][1], "bXXOwww");
    assert_eq!(flood["margin"], -30.0);
    let output = sandbox.run("score corner.sgf -s linked").exits(0);
    assert!(output.out.contains("W+30  linked"), "{}", output.out);
    assert!(output.out.contains("\n 7 b b X O w w w"), "{}", output.out);
}

#[test]
fn path_without_a_command_is_answered_with_a_command() {
    let sandbox = Sandbox::new(&[("a b.sgf", CORNER)]);
    let run = |word: &str| RunOutput::of(sandbox.program().arg(word)).exits(2).err;
    let path = run("a b.sgf");
    let hint = "error: 'a b.sgf' is not a command; to score it: seichi score 'a b.sgf'\n";
    assert!(path.starts_with(hint), "{path}");
    let other = run("c.sgf");
    assert!(
        other.starts_with("error: unrecognized subcommand 'c.sgf'"),
        "{other}"
    );
}

#[test]
fn games_without_a_label_are_scored() {
    let marked = "(;SZ[3]RU[Japanese]KM[x]AB[aa])(;SZ[3]RE[W+R];B[bb];W[aa])(;SZ[3]KM[0];B[bb];W[aa];TB[aa])";
    let sandbox = Sandbox::new(&[("x.sgf", marked)]);
    let output = sandbox.run("score x.sgf --format ndjson -s flood").exits(0);
    assert_eq!(
        output.err,
        "seichi: skipped x.sgf#1: unreadable_komi: cannot read the komi KM[x] as a number of \
         points\n\
         seichi: 1 game does not mark dead stones, so every stone counts as alive; to find dead \
         stones by playouts, add --dead auto,estimate\n"
    );
    let maps: Vec<serde_json::Value> = output
        .out
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(maps[0]["map"][0], "O..");
    // the white stone is marked dead: it counts as a prisoner, and its point as territory
    assert_eq!(
        (maps[1]["map"][0].as_str(), maps[1]["margin"].as_f64()),
        (Some("bbb"), Some(9.0))
    );
}

#[test]
fn games_without_marks_are_pointed_out() {
    let marked = "(;SZ[3]KM[0];B[bb];W[aa];TB[aa])";
    let sandbox = Sandbox::new(&[
        ("a.sgf", CORNER),
        ("b.sgf", CORNER),
        ("c.sgf", marked),
        ("d.sgf", CORNER),
    ]);
    let warning = |games: &str| {
        let advice = "so every stone counts as alive; to find dead stones by playouts, add --dead auto,estimate";
        format!("seichi: {games} not mark dead stones, {advice}\n")
    };
    for format in ["text", "ndjson", "json", "sgf"] {
        let err = |more: &str| {
            sandbox
                .run(&format!("score a.sgf -s linked --format {format}{more}"))
                .exits(0)
                .err
        };
        assert_eq!(err(""), warning("1 game does"), "{format}");
        for quiet in [" -q", " --dead none", " --dead estimate"] {
            assert_eq!(err(quiet), "", "{format}{quiet}");
        }
        assert_eq!(
            sandbox
                .run(&format!("score c.sgf -s linked --format {format}"))
                .exits(0)
                .err,
            ""
        );
    }
    let several = sandbox
        .run("score a.sgf b.sgf c.sgf d.sgf -s linked")
        .exits(0)
        .err;
    assert_eq!(several, warning("3 games do"));
}

#[test]
fn point_set_up_in_two_colors_is_pointed_out() {
    let record = CORNER.replace("AB", "AB[gg]").replace("AW", "AW[gg]");
    let sandbox = Sandbox::new(&[("x.sgf", &record), ("corner.sgf", CORNER)]);
    let text = sandbox.run("score x.sgf -s teire").exits(0).out;
    let note = "\ntwo_colors: a node sets up a black and a white stone on one point";
    assert!(text.contains(note), "{text}");
    for (file, is_noted) in [("x.sgf", true), ("corner.sgf", false)] {
        let line = format!("score {file} --format ndjson -s teire");
        let json: serde_json::Value =
            serde_json::from_str(&sandbox.run(&line).exits(0).out).expect("JSON");
        let flags = json["flags"].as_array().expect("a list");
        assert_eq!(flags.contains(&"two_colors".into()), is_noted, "{flags:?}");
    }
}

#[test]
fn json_has_the_objects_of_ndjson() {
    let sandbox = Sandbox::new(&[("corner.sgf", CORNER), ("empty.sgf", "")]);
    let lines = sandbox.run("score corner.sgf --format ndjson").exits(0).out;
    let list: Vec<serde_json::Value> =
        serde_json::from_str(&sandbox.run("score corner.sgf --format json").exits(0).out)
            .expect("a JSON list");
    let lines: Vec<serde_json::Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("a JSON line"))
        .collect();
    assert_eq!(list, lines);
    assert_eq!(
        sandbox.run("score empty.sgf --format json").exits(3).out,
        "[]\n"
    );
}

#[test]
fn scored_record_has_territory_and_result_of_a_strategy() {
    let record = "(;GM[1]SZ[5]KM[0.5]RE[?]\r\nAB[ba][bb][ca][cb]\r\n;AW[ea][eb][da][db]C[a \\] b](;B[bc]W[cc])(;C[or this]))\r\n";
    let sandbox = Sandbox::new(&[("x.sgf", record)]);
    let scored = sandbox
        .run("score x.sgf -s flood --format sgf")
        .exits(0)
        .out;
    assert!(
        scored.starts_with("(;GM[1]SZ[5]KM[0.5]RE[W+0.5]\r\nAB[ba]"),
        "{scored}"
    );
    assert_eq!(without_score(&scored), without_score(record));
    let all = sandbox.run("score x.sgf --format sgf").exits(2);
    assert_eq!(
        all.err,
        "seichi: a record has one result, so choose one strategy for --format sgf, as in -s \
         linked\n"
    );
}

#[test]
fn scored_record_keeps_a_result_that_is_no_count() {
    for result in ["W+Resign", "B+T", "W+F", "Void", "B+R (illegal)"] {
        let record = format!("(;SZ[3]KM[0]RE[{result}];B[bb])");
        let sandbox = Sandbox::new(&[("x.sgf", &record)]);
        let scored = sandbox
            .run("score x.sgf -s flood --format sgf -q")
            .exits(0)
            .out;
        assert!(
            scored.starts_with(&format!("(;SZ[3]KM[0]RE[{result}];B[bb]TB[aa]")),
            "{scored}"
        );
    }
}

#[test]
fn records_of_several_files_are_printed_one_after_another() {
    let marked = "(;SZ[3]RU[Japanese]KM[x]AB[aa])\n(;SZ[3]KM[0];B[bb];W[aa];TB[aa])";
    let sandbox = Sandbox::new(&[("a.sgf", marked), ("b.sgf", "(;SZ[3]KM[0];B[bb])")]);
    let printed = sandbox
        .run("score a.sgf b.sgf -s flood --format sgf")
        .exits(0);
    let all = "TB[aa][ba][ca][ab][cb][ac][bc][cc]";
    let expected = format!(
        "(;SZ[3]RU[Japanese]KM[x]AB[aa])\n(;SZ[3]KM[0]RE[B+9];B[bb];W[aa];{all})\n(;SZ[3]KM[0]RE[B+8];B[bb]{all})"
    );
    assert_eq!(printed.out, expected);
    assert_eq!(
        printed.err,
        "seichi: skipped a.sgf#1: unreadable_komi: cannot read the komi KM[x] as a number of \
         points\n\
         seichi: 1 game does not mark dead stones, so every stone counts as alive; to find dead \
         stones by playouts, add --dead auto,estimate\n"
    );
}

/// The records of our corpus, scored by `linked` and `teire`, have the same score by their new
/// marks, and all other bytes are unchanged.
#[test]
fn byte_order_mark_of_a_large_record_is_written_once() {
    let game = format!("(;SZ[5]KM[0]GC[{}];B[aa])\n", "x".repeat(2000));
    let record = format!("\u{feff}{}", game.repeat(200));
    let sandbox = Sandbox::new(&[("x.sgf", &record)]);
    let out = sandbox.run("score x.sgf -s flood --format sgf -q").out;
    assert_eq!(out.matches("RE[").count(), 200);
    assert_eq!(out.rfind('\u{feff}'), Some(0));
}

#[test]
fn scored_record_scores_the_same_again() {
    for (folder, strategy) in [
        ("article", "linked"),
        ("article", "teire"),
        ("gnugo", "linked"),
        ("gnugo", "teire"),
    ] {
        let sandbox = Sandbox::new(&[]);
        let score = |path: &str, format: &str| {
            RunOutput::of(
                sandbox
                    .program()
                    .args(["score", path, "-s", strategy, "--format", format, "-q"]),
            )
            .exits(0)
            .out
        };
        let answers = |path: &str| -> Vec<(serde_json::Value, serde_json::Value)> {
            let lines: Vec<serde_json::Value> =
                serde_json::from_str(&score(path, "json")).expect("JSON");
            lines
                .into_iter()
                .map(|mut line| (line["margin"].take(), line["map"].take()))
                .collect()
        };
        let folder = project("corpus").join(folder);
        let path = folder.to_str().expect("a path");
        let mut files: Vec<_> = std::fs::read_dir(&folder)
            .expect("a folder")
            .map(|file| file.expect("a file").path())
            .collect();
        files.retain(|file| file.extension().is_some_and(|extension| extension == "sgf"));
        files.sort();
        let before: String = files
            .iter()
            .map(|file| std::fs::read_to_string(file).expect("a record"))
            .collect();
        let scored = score(path, "sgf");
        assert!(
            without_score(&scored) == without_score(&before),
            "{path} by {strategy}"
        );
        sandbox.write("scored.sgf", scored.as_bytes());
        let (before, after) = (answers(path), answers("scored.sgf"));
        assert_eq!(
            (before.len(), after.len()),
            (files.len(), files.len()),
            "{path}"
        );
        for ((before, after), file) in before.iter().zip(&after).zip(&files) {
            assert_eq!(before, after, "{} by {strategy}", file.display());
        }
    }
}

/// Returns a record without `RE`, `TB` and `TW`, and without blanks.
fn without_score(record: &str) -> String {
    let mut record = record.to_owned();
    for name in ["RE[", "TB[", "TW["] {
        while let Some(start) = record.find(name) {
            let mut end = start + 2;
            while record[end..].trim_start().starts_with('[') {
                end += record[end..].find(']').expect("a closed value") + 1;
            }
            record.replace_range(start..end, "");
        }
    }
    record.split_whitespace().collect()
}

#[test]
fn unsafe_game_is_named_with_the_reason() {
    // White at C4 puts the stone at C5 in atari, and Black has to fill D5; Black at C4 joins it
    let board = "OOX.X .O.X. OOXXX .OX.X .OOX.";
    let unsettled = format!(
        "(;SZ[5]RU[Japanese]KM[0]AB{}AW{};B[];W[])",
        points_of(board, 'X'),
        points_of(board, 'O')
    );
    let open = "(;SZ[5]RU[Chinese]KM[0]AB[ba][bb][bc][bd][be]AW[ea][eb][ec][ed][ee];B[];W[])";
    let safe =
        "(;SZ[5]RU[Japanese]KM[0]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de][ab];B[];W[]TB[ab])";
    let sandbox = Sandbox::new(&[("u.sgf", &unsettled), ("o.sgf", open), ("s.sgf", safe)]);
    let score = |files: &str| {
        sandbox.run(&format!(
            "score {files} -s linked --dead auto,none --require-safe"
        ))
    };
    let output = score("s.sgf u.sgf o.sgf").exits(1);
    let said = [
        "seichi: o.sgf#1 is not safe to score: the border is open at C5 D5 C4 D4 C3 D3 C2 D2 … (10); playouts and the source of dead stones disagree about the stones at E5 E4 E3 E2 E1\n",
        "seichi: u.sgf#1 is not safe to score: the owner of these points depends on who plays first: D5\n",
        "seichi: 2 games do not mark dead stones, so every stone counts as alive; to find dead stones by playouts, add --dead auto,estimate\n",
        "seichi: not safe to score, or skipped: 2 games\n",
    ];
    assert_eq!(output.err, said.concat());
    assert!(
        output.out.contains("s.sgf#1") && output.out.contains("o.sgf#1"),
        "{}",
        output.out
    );
    assert_eq!(score("s.sgf").exits(0).err, "");
    assert_eq!(
        score("u.sgf -q").exits(1).err,
        "seichi: not safe to score, or skipped: 1 game\n"
    );
    assert_eq!(score("u.sgf --format sgf -q").exits(1).out, unsettled);
    let line: serde_json::Value =
        serde_json::from_str(&score("u.sgf -q --format ndjson").exits(1).out).expect("a line");
    assert_eq!(
        line["unsafe"],
        serde_json::json!([{"kind": "unsettled", "points": ["D5"], "by": 1.0}])
    );
    sandbox.write("v.sgf", exchanged(&unsettled).as_bytes());
    let again: serde_json::Value =
        serde_json::from_str(&score("v.sgf -q --format ndjson").exits(1).out).expect("a line");
    assert_eq!(again["unsafe"], line["unsafe"]);
    let unmarked = sandbox
        .run("score s.sgf -s linked --dead none --require-safe --format ndjson")
        .exits(1)
        .out;
    let line: serde_json::Value = serde_json::from_str(&unmarked).expect("a line");
    assert_eq!(
        line["unsafe"],
        serde_json::json!([
            {"kind": "open-border", "points": ["A5", "B5", "B4", "A3", "B3", "A2", "B2", "A1", "B1"], "by": 9.0},
            {"kind": "dead-stones", "points": ["A4"], "by": 1.0},
        ])
    );
    let line: serde_json::Value =
        serde_json::from_str(&score("s.sgf --format ndjson").exits(0).out).expect("a line");
    assert_eq!(line["unsafe"], serde_json::json!([]));
}

#[test]
fn unreliable_record_is_not_safe_to_score() {
    let stones = "AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de]";
    let game = |headers: &str| format!("(;SZ[5]KM[0]{headers}{stones};B[];W[])");
    let files = [
        ("rules.sgf", game("RU[koSIMPLEscoreAREAtaxNONEsui0whbM]")),
        ("resigned.sgf", game("RU[Japanese]RE[W+R]")),
        ("safe.sgf", game("RE[B+5]")),
        ("komi.sgf", game("RE[B+5]").replace("KM[0]", "")),
    ];
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (*name, text.as_str()))
        .collect();
    let sandbox = Sandbox::new(&[&files[..], &[("broken.sgf", "no game")]].concat());
    let score = |files: &str| {
        sandbox.run(&format!(
            "score {files} -s linked --dead none --require-safe"
        ))
    };
    let output = score("rules.sgf").exits(1);
    assert!(
        output.out.contains("japanese rules (guessed)"),
        "{}",
        output.out
    );
    assert_eq!(
        output.err,
        "seichi: rules.sgf#1 is not safe to score: the record's rules are not understood\n\
         seichi: not safe to score, or skipped: 1 game\n"
    );
    score("rules.sgf --rules koSIMPLEscoreAREAtaxNONEsui0whbN").exits(0);
    let output = score("resigned.sgf").exits(1);
    assert_eq!(
        output.err,
        "seichi: resigned.sgf#1 is not safe to score: the record says that the game was not \
         counted\n\
         seichi: not safe to score, or skipped: 1 game\n"
    );
    let output = score("komi.sgf").exits(1);
    assert_eq!(
        output.err,
        "seichi: komi.sgf#1 is not safe to score: the komi is missing, and counts as 0\n\
         seichi: not safe to score, or skipped: 1 game\n"
    );
    score("komi.sgf --komi 0").exits(0);
    // a record without rules does not have unknown rules, and an unreadable game is not safe
    assert_eq!(score("safe.sgf").exits(0).err, "");
    let output = score("safe.sgf broken.sgf").exits(1);
    assert!(
        output
            .err
            .ends_with("not safe to score, or skipped: 1 game\n"),
        "{}",
        output.err
    );
}

#[test]
fn stones_in_atari_that_the_next_move_saves_are_not_safe_to_score() {
    // Black at A7 captures two stones; White at E7 saves them
    let board = ".oox.o. xxxooo. ..xo... .xxo... ..xo... ..xo... ..xo...";
    let record = format!(
        "(;SZ[7]RU[Japanese]KM[0]AB{}AW{};B[ad])",
        points_of(board, 'x'),
        points_of(board, 'o')
    );
    let passed = record.replace("B[ad]", "B[ad];W[]");
    let sandbox = Sandbox::new(&[("x.sgf", &record), ("passed.sgf", &passed)]);
    let score = |line: &str| {
        let line = format!("score {line} -s teire --dead auto,estimate --safety");
        sandbox.run(&line).exits(0).out
    };
    let doubt = "the next move decides whether these stones live: B7 C7";
    let doubtful = score("x.sgf");
    assert!(doubtful.contains(doubt), "{doubtful}");
    let passed = score("passed.sgf");
    assert!(passed.contains(doubt), "{passed}");
    let settled = score("x.sgf --toggle B7");
    assert!(!settled.contains(doubt), "{settled}");
}

#[test]
fn chains_that_live_or_die_by_who_moves_first_are_not_safe_to_score() {
    let outside = "xxxxxxxxx ooooooooo ......... ......... .........";
    let bent = "..ox..... .oox..... oox...... xxx......";
    let straight = ".ox...... .ox...... .ox...... oox...... xxx......";
    let cut = "...o.x... ooooox... xxxxxx... .........";
    let bulky = "...ox.... ..oox.... oooxx.... xxxx.....";
    let race = ".xo.ox... .xo.ox... xxooox... ooxxxx...";
    let boards = [
        format!("{bent} {outside}"),
        format!("{straight} {}", &outside[..39]),
        format!("{cut} {outside}"),
        format!("{bulky} {outside}"),
        format!("{race}{}", " .ox......".repeat(5)),
        // Black first kills the group at F9; White first gets a seki
        "x..x.o.ox xxxxxooox oooooxxxx o.o.ox... .oooox.x. ....oxx.. oo..ox... .o.oox.x. ....ox..."
            .to_owned(),
        format!("..xo.oooo ..xxxo...{}", " ....xo...".repeat(7)),
    ];
    let sandbox = Sandbox::new(&[]);
    for board in boards {
        let [black, white] = ['x', 'o'].map(|color| points_of(&board, color));
        let record = format!("(;SZ[9]RU[Japanese]KM[6.5]AB{black}AW{white};B[];W[])");
        sandbox.write("x.sgf", record.as_bytes());
        for seed in 0..5 {
            let line = format!("score x.sgf -s teire --dead estimate --safety --seed {seed}");
            let text = sandbox.run(&line).exits(0).out;
            let doubt = "whether these stones live: ";
            assert!(text.contains(doubt), "{seed}: {text}");
        }
    }
}

#[test]
fn winner_that_the_missing_rules_decide_is_not_safe_to_score() {
    // Black has one stone more than White
    let board = "x.xo. ..xo. ..xo. ..xo. ..xo.";
    let [black, white] = ['x', 'o'].map(|color| points_of(board, color));
    let sandbox = Sandbox::new(&[]);
    let score = |headers: &str| {
        let record = format!("(;SZ[5]{headers}AB{black}AW{white};B[];W[])");
        sandbox.write("x.sgf", record.as_bytes());
        let line = "score x.sgf -s teire --dead estimate --safety";
        sandbox.run(line).exits(0).out
    };
    let doubt = "the record names no rules, and under Chinese rules the winner differs";
    for (headers, differs) in [
        ("KM[4.5]", true),
        ("KM[3.5]", false),
        ("KM[4.5]RU[Japanese]", false),
        ("KM[4.5]RE[W+0.5]", false),
    ] {
        let text = score(headers);
        assert_eq!(text.contains(doubt), differs, "{headers}: {text}");
    }
    let unlike = "recorded result B+0.5, unlike this count";
    for (headers, differs) in [
        ("KM[4.5]RU[Japanese]RE[B+0.5]", true),
        ("KM[4.5]RU[Chinese]RE[B+0.5]", false),
    ] {
        let text = score(headers);
        assert_eq!(text.contains(unlike), differs, "{headers}: {text}");
    }
}

#[test]
fn records_with_impossible_moves_are_not_safe_to_score() {
    let record = "(;SZ[5]RU[Japanese]KM[0]AB[ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce];B[ba];W[])";
    let sandbox = Sandbox::new(&[("x.sgf", record)]);
    let text = sandbox.run("score x.sgf -s teire --dead none --safety");
    let doubt = "\nnot safe to score: move 1 (Black B5) is on a stone\n";
    let text = text.exits(0).out;
    assert!(text.contains(doubt), "{text}");
}

#[test]
fn scored_record_keeps_a_margin_if_the_game_is_not_safe() {
    let stones = "AB[ba][bb][bc][bd][be]AW[ea][eb][ec][ed][ee]";
    let open = format!("(;SZ[5]RU[Chinese]KM[0]RE[B+3]{stones};B[];W[])");
    let closed = open.replace("AW[ea][eb][ec][ed][ee]", "AW[ca][cb][cc][cd][ce]");
    let sandbox = Sandbox::new(&[("open.sgf", &open), ("closed.sgf", &closed)]);
    let score = |line: &str| sandbox.run(&format!("score {line} --dead none --format sgf"));
    let output = score("open.sgf -s linked").exits(0);
    assert!(output.out.contains("RE[B+3]AB"), "{}", output.out);
    assert!(output.out.contains("TB[aa]"), "{}", output.out);
    assert_eq!(
        output.err,
        "seichi: open.sgf#1: the result B+3 is kept, because the count B+5 is not safe (--safety \
         says why)\n"
    );
    let unchanged = score("open.sgf -s linked --require-safe").exits(1);
    assert_eq!(unchanged.out, open);
    let replaced = score("closed.sgf -s linked --require-safe").exits(0);
    assert!(replaced.out.contains("RE[W+5]"), "{}", replaced.out);
    let note = "seichi: closed.sgf#1: the result B+3 is replaced by W+5\n";
    assert_eq!(replaced.err, note);
}

#[test]
fn scored_record_states_the_rules_and_the_komi_that_it_was_scored_with() {
    let stones = "AB[ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce]";
    let sandbox = Sandbox::new(&[("x.sgf", &format!("(;SZ[5]{stones};B[];W[])"))]);
    let score = |line: &str| sandbox.run(&format!("score {line}")).exits(0).out;
    let given = "--dead none -s linked --rules auto,chinese --komi 0.5";
    let scored = score(&format!("x.sgf {given} --format sgf"));
    assert!(scored.contains("RE[W+5.5]RU[chinese]KM[0.5]"), "{scored}");
    sandbox.write("scored.sgf", scored.as_bytes());
    let again = score("scored.sgf -s linked --format sgf");
    assert_eq!(again, scored);
}

#[test]
fn score_lists_open_borders() {
    // A4 touches only Black's stones and C4 only White's; the player who moves first at B4 … D4
    // gains territory
    let open = "(;SZ[6:4]RU[Japanese]KM[0]AB[ca][cb][cd]AW[da][db][dd];B[];W[])";
    let closed = "(;SZ[6:4]RU[Japanese]KM[0]AB[ca][cb][cc][cd]AW[da][db][dc][dd];B[];W[])";
    let sandbox = Sandbox::new(&[("o.sgf", open), ("c.sgf", closed)]);
    let score = |flags: &str| {
        sandbox
            .run(&format!("score {flags} -s linked --dead none --safety"))
            .exits(0)
            .out
    };
    let text = score("o.sgf");
    let said = "… (16); still to play: C2 D2";
    assert!(
        text.contains("\nnot safe to score: the border is open at A4 ") && text.contains(said),
        "{text}"
    );
    let text = score("c.sgf");
    assert!(
        text.contains("\nsafe to score\n") && !text.contains("not finished"),
        "{text}"
    );
    let line: serde_json::Value =
        serde_json::from_str(&score("o.sgf --format ndjson")).expect("a line");
    assert_eq!(
        line["unclosed"][0]["seals"],
        serde_json::json!(["C2", "D2"])
    );
    assert_eq!(
        line["unclosed"][0]["open"].as_array().map(Vec::len),
        Some(16)
    );
    let line: serde_json::Value =
        serde_json::from_str(&score("c.sgf --format ndjson")).expect("a line");
    assert_eq!(line["unclosed"], serde_json::json!([]));
    assert!(
        line["certainty"]
            .as_f64()
            .is_some_and(|certainty| (0.3..1.0).contains(&certainty)),
        "{line}"
    );
    let plain = sandbox
        .run("score o.sgf -s linked --dead none --format ndjson")
        .exits(0)
        .out;
    assert!(
        !plain.contains("unsafe") && !plain.contains("certainty"),
        "not requested: {plain}"
    );
}

/// A dead stone on territory of its own colour would be a point for this colour, and a prisoner for
/// the other.
#[test]
fn dead_stone_on_its_own_territory_is_left_alive_in_the_record() {
    let record =
        "(;SZ[5]RU[Japanese]KM[0]AB[ca][cb][cc][cd][ce][aa]AW[da][db][dc][dd][de][ba][ea];B[];W[])";
    let label = r#"{"game": "x.sgf#1", "dead": ["aa", "ba", "ea"]}"#;
    for rules in ["Japanese", "Chinese"] {
        let sandbox = Sandbox::new(&[
            ("x.sgf", &record.replace("Japanese", rules)),
            ("labels.jsonl", label),
            ("y/empty", ""),
        ]);
        let output = sandbox
            .run("score x.sgf --labels labels.jsonl -s flood --format sgf")
            .exits(0);
        assert!(
            output.out.contains("TB[ba]") && !output.out.contains("TW[ea]"),
            "{}",
            output.out
        );
        sandbox.write("y/x.sgf", output.out.as_bytes());
        sandbox.run("eval y -s flood -o out").exits(0);
        let row = &sandbox.rows("out/games.csv")[0];
        assert_eq!(
            (&row["label_check"], &row["outcome"]),
            ("consistent", "exact"),
            "{}",
            output.out
        );
    }
}

#[test]
fn score_lists_owed_protective_moves() {
    // once the dame are filled, White at E2 cuts four stones off
    let board =
        "........ox.x. oooooooooxxxx oooo.oooox.x. oxxxxooxoxxxx oox..xxxox.x. .oox..x.xxxxx";
    let record = |rules: &str| {
        format!(
            "(;SZ[13:6]RU[{rules}]KM[0]AB{}AW{};B[];W[])",
            points_of(board, 'x'),
            points_of(board, 'o')
        )
    };
    let (territory, area) = (record("Japanese"), record("Chinese"));
    let sandbox = Sandbox::new(&[("t.sgf", &territory), ("a.sgf", &area)]);
    // flood counts no such moves
    let score = |flags: &str| {
        sandbox
            .run(&format!("score {flags} -s flood --dead none"))
            .exits(0)
            .out
    };
    let text = score("t.sgf");
    assert!(
        text.contains(
            "\nBlack must play D2 once the dame are filled, or else W E2, B D2, W E1 captures\n"
        ),
        "{text}"
    );
    let line: serde_json::Value =
        serde_json::from_str(&score("t.sgf --format ndjson")).expect("a line");
    let owed = &line["protective_moves"][0];
    assert_eq!(
        (&owed["owner"], &owed["point"]),
        (&"Black".into(), &"D2".into())
    );
    assert_eq!(owed["refutation"], serde_json::json!(["E2", "D2", "E1"]));
    assert!(
        !score("a.sgf --format ndjson").contains("protective_moves"),
        "a move in the own area costs nothing"
    );
}

#[test]
fn dead_stone_in_an_eye_in_seki_is_a_prisoner_only_if_the_label_says_so() {
    // A9 is an eye of Black, in which a white stone is dead
    let board = "AB[aa][ea][ga][db][eb][fb][gb][ac][bc][cc][cd][ce][cf][cg][ch][ci]\
                 AW[ca][ha][ab][bb][cb][hb][dc][ec][fc][gc][hc][dd][de][df][dg][dh][di]";
    let marks = "TB[aa][ad:bi]TW[aa][ia:ii][hd:hi][gd:gi][fd:fi][ed:ei]";
    let record =
        |result: &str, marks: &str| format!("(;SZ[9]RU[Japanese]KM[0]RE[{result}]{board}{marks})");
    let sandbox = Sandbox::new(&[
        ("g/left.sgf", &record("W+21", marks)),
        ("g/taken.sgf", &record("W+22", marks)),
        ("g/unmarked.sgf", &record("W+21", "")),
    ]);
    sandbox
        .run("eval g -s linked,grey --dead marks,estimate -o out")
        .exits(0);
    let rows = sandbox.rows("out/games.csv");
    let found: Vec<String> = rows
        .iter()
        .map(|row| {
            let [game, strategy, check, margin] =
                ["game", "strategy", "label_check", "margin"].map(|column| &row[column]);
            format!("{game} {strategy} {check} {margin}")
        })
        .collect();
    assert_eq!(
        found,
        [
            "left.sgf#1 linked consistent -21",
            "left.sgf#1 grey consistent -22",
            "taken.sgf#1 linked consistent -22",
            "taken.sgf#1 grey consistent -22",
            "unmarked.sgf#1 linked unchecked -21",
            "unmarked.sgf#1 grey unchecked -22",
        ]
    );
    assert!(rows[0]["flags"].contains("dead_in_seki=left"));
    assert!(rows[2]["flags"].contains("dead_in_seki=prisoners"));
    let text = sandbox.run("score g/left.sgf -s linked").exits(0).out;
    assert!(text.contains("dead: A9 (1)\nin seki: "), "{text}");
}

#[test]
fn stone_of_a_living_chain_marked_dead_in_seki_is_no_prisoner() {
    // White's mark on a1 is in a region that Black's stones of the same chain surround
    let record = "(;SZ[9]KM[0]RU[Japanese]RE[B+1]AB[aa:di]AW[fa:ii]TW[aa])";
    let sandbox = Sandbox::new(&[("y.sgf", record)]);
    sandbox
        .run("eval y.sgf -s linked,flood,grey -o out")
        .exits(0);
    let mut found = Vec::new();
    for row in sandbox.rows("out/games.csv") {
        let columns = [
            "strategy",
            "margin",
            "black_prisoners",
            "white_prisoners",
            "flags",
        ];
        found.push(columns.map(|column| row[column].to_owned()).join(" "));
    }
    assert_eq!(
        found,
        [
            "linked 0 0 0 partly_dead",
            "flood 0 0 1 partly_dead",
            "grey -1 0 1 partly_dead"
        ]
    );
    sandbox.run("explain y.sgf#1").exits(0);
}

#[test]
fn gib_record_is_scored_and_written_as_sgf() {
    let gib = "\\HS\n\\[GAMEBLACKNAME=Ann (5D)\\]\n\\[GAMEWHITENAME=Bob (5D)\\]\n\
               \\[GAMEINFOMAIN=GBKIND:3,GRLT:1,ZIPSU:65,GONGJE:65\\]\n\\HE\n\\GS\n2 1 0\n119 0 &4\n\
               INI 0 1 0 &4\nSTO 0 2 1 3 3\nSTO 0 3 2 15 15\nSKI 0 4\nSKI 0 5\n\\GE\n";
    let sandbox = Sandbox::new(&[("g/x.gib", gib)]);
    sandbox.run("eval g -s linked --dead none -o out").exits(0);
    let row = &sandbox.rows("out/games.csv")[0];
    let columns = ["game", "label", "komi", "moves", "margin"].map(|column| row[column].to_owned());
    assert_eq!(columns, ["x.gib#1", "W+6.5", "6.5", "4", "-6.5"]);
    let sgf = sandbox
        .run("score g/x.gib --dead none -s linked --format sgf")
        .exits(0)
        .out;
    assert!(
        sgf.contains(";B[dd];W[pp];B[];W[]") && sgf.contains("PB[Ann]BR[5D]"),
        "{sgf}"
    );
}
