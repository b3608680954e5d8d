//! `--dead engine` and `--dead estimate`: dead stones of games without marks.

use crate::sandbox::{Row, RunOutput, Sandbox, project};

/// A GTP engine that considers every white stone dead, and logs its commands.
const UNDERTAKER: &str = r#"
white=
while read -r id word color vertex; do
  answer=
  case $word in
    name) answer=Undertaker ;;
    version) answer=1.0 ;;
    protocol_version) answer=2 ;;
    known_command) answer=true ;;
    clear_board) white= ;;
    play) case $color in [wW]*) white="$white $vertex" ;; esac ;;
    final_status_list) echo asked >> asked.log; answer=$white ;;
    quit) printf '=%s\n\n' "$id"; exit ;;
  esac
  printf '=%s %s\n\n' "$id" "$answer"
done
"#;

/// Black has the left side, with a dead white stone in it; White has the right side.
const BOARD: &str =
    "(;SZ[5]RU[Japanese]KM[0]RE[B+6]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de][bb]";
const MARKS: &str = ";TB[aa][ab][ac][ad][ae][ba][bb][bc][bd][be]TW[ea][eb][ec][ed][ee])";

fn sandbox() -> Sandbox {
    let unmarked = BOARD.replace("RE[B+6]", "RE[B+5]KM[1]") + ";B[];W[])";
    Sandbox::new(&[
        ("g/a.sgf", &(BOARD.to_owned() + MARKS)),
        ("g/b.sgf", &unmarked.replacen("KM[0]", "", 1)),
        ("undertaker.sh", UNDERTAKER),
    ])
}

/// Returns the path of the only engine cache.
fn cache(sandbox: &Sandbox) -> std::path::PathBuf {
    std::fs::read_dir(sandbox.path("caches/seichi"))
        .expect("the folder")
        .next()
        .expect("a file")
        .expect("a file")
        .path()
}

/// Runs a line that may contain the engine.
fn run(sandbox: &Sandbox, line: &str, engine: &str) -> RunOutput {
    let mut program = sandbox.program();
    program.args(line.split_whitespace());
    if !engine.is_empty() {
        program.args(["--engine", engine]);
    }
    RunOutput::of(&mut program)
}

fn row<'a>(rows: &'a [Row], column: &str, value: &str) -> &'a Row {
    rows.iter()
        .find(|row| &row[column] == value)
        .unwrap_or_else(|| panic!("no row whose {column} is {value}"))
}

#[test]
fn engine_judges_every_position_once() {
    let sandbox = sandbox();
    let line = "eval g -s flood --dead engine -j 1";
    let output = run(&sandbox, line, "sh undertaker.sh").exits(0);
    assert!(output.err.is_empty(), "{}", output.err);
    for part in [
        "Dead stones according to engine(Undertaker 1.0) agree with the marks in 0 of 1\n    game (territory rules), ",
        "The marks confirm 16.7 % of\n    the stones that this source calls dead; it finds 100.0 % of the stones that\n    the marks call dead.",
    ] {
        assert!(output.out.contains(part), "{part}\n{}", output.out);
    }
    let games = sandbox.rows("reports/games.csv");
    assert_eq!(
        (games.len(), &games[0]["dead"], &games[0]["white_territory"]),
        (2, "6", "0")
    );
    // both games end in the same position
    assert_eq!(sandbox.read("asked.log").lines().count(), 1);
    let first = sandbox.read("reports/games.csv");
    run(&sandbox, line, "sh undertaker.sh").exits(0);
    assert_eq!(sandbox.read("reports/games.csv"), first);
    assert_eq!(
        sandbox.read("asked.log").lines().count(),
        1,
        "the second run uses the cache"
    );
    // a different command may give different answers
    run(&sandbox, line, "sh undertaker.sh --level 1").exits(0);
    assert_eq!(sandbox.read("asked.log").lines().count(), 2);
}

#[test]
fn first_source_with_an_answer_decides() {
    let sandbox = sandbox();
    let output = run(
        &sandbox,
        "eval g -s flood --dead auto,engine",
        "sh undertaker.sh",
    )
    .exits(0);
    assert!(
        output.out.contains("dead:engine(Undertaker 1.0)+marks|"),
        "{}",
        output.out
    );
    assert!(
        !output.out.contains("Dead stones according to"),
        "marks are not measured by themselves\n{}",
        output.out
    );
    let summary = sandbox.rows("reports/summary.csv");
    assert_eq!(&row(&summary, "stratum", "dead=marks")["exact"], "1");
    assert_eq!(&row(&summary, "stratum", "dead=engine")["exact"], "0");
    let games = sandbox.rows("reports/games.csv");
    assert_eq!((&games[0]["dead"], &games[1]["dead"]), ("1", "6"));
    let mismatches = sandbox.rows("reports/mismatches.csv");
    let explain = row(&mismatches, "game", "b.sgf#1")["explain"].to_owned();
    assert_eq!(
        explain,
        "seichi explain -s flood --dead auto,engine --engine 'sh undertaker.sh' g/b.sgf#1"
    );
    let words = shlex::split(&explain).expect("words");
    let output = RunOutput::of(sandbox.program().args(&words[1..])).exits(0);
    assert!(output.out.contains("engine"), "{}", output.out);
}

#[test]
fn every_source_is_measured_against_the_marks() {
    let sandbox = sandbox();
    sandbox.run("eval g -s flood --dead none").exits(0);
    let dead = sandbox.rows("reports/dead.csv");
    let all = row(&dead, "stratum", "all");
    let columns = [
        "source",
        "label",
        "games",
        "same",
        "stones",
        "dead_both",
        "dead_source_only",
        "dead_label_only",
    ];
    assert_eq!(
        columns.map(|column| &all[column]),
        ["none", "marks", "1", "0", "11", "0", "0", "1"]
    );
    assert_eq!(
        (&all["alive_both"], &all["precision"], &all["recall"]),
        ("10", "", "0.000000")
    );
    assert!(
        all["signature"].starts_with("strategy:*|dead:none|"),
        "{}",
        &all["signature"]
    );
    sandbox.run("eval g -s flood").exits(0);
    assert_eq!(
        sandbox.rows("reports/dead.csv").len(),
        0,
        "other sources are measured against marks"
    );
}

#[test]
fn toggle_corrects_every_source_of_dead_stones() {
    let sandbox = sandbox();
    sandbox.write("l.jsonl", br#"{"game": "g/b.sgf#1", "dead": ["D5"]}"#);
    let score = |line: &str| {
        let engine = line.contains("engine").then_some("sh undertaker.sh");
        let line = format!("score {line} -s linked --safety");
        run(&sandbox, &line, engine.unwrap_or_default()).exits(0)
    };
    for (line, dead, margin) in [
        ("g/a.sgf", r#"[["B4"]]"#, 6.0),
        ("g/a.sgf --toggle B4", "[]", -5.0),
        ("g/b.sgf --toggle bb", r#"[["B4"]]"#, 5.0),
        ("g/b.sgf --dead none --toggle b4", r#"[["B4"]]"#, 5.0),
        ("g/b.sgf --dead estimate --toggle B4", "[]", -6.0),
        // two points of one chain
        ("g/b.sgf --dead engine --toggle D5,D1", r#"[["B4"]]"#, 5.0),
        (
            "g/b.sgf --labels l.jsonl --toggle D2 --toggle B4",
            r#"[["B4"]]"#,
            5.0,
        ),
    ] {
        let output = score(&format!("{line} --format ndjson"));
        let warning = if line == "g/b.sgf --toggle bb" {
            "seichi: 1 game does not mark dead stones, so every stone counts as alive; to find \
             dead stones by playouts, add --dead auto,estimate\n"
        } else {
            ""
        };
        assert_eq!(output.err, warning, "{line}");
        let json: serde_json::Value = serde_json::from_str(&output.out).expect("a line");
        assert_eq!(
            (json["dead"].to_string().as_str(), json["margin"].as_f64()),
            (dead, Some(margin)),
            "{line}"
        );
        // playouts call B4 dead, but the user knows better
        let doubts = json["unsafe"].to_string();
        assert!(!doubts.contains("B4"), "{line}: {doubts}");
        assert!(!doubts.contains("dead-stones"), "{line}: {doubts}");
    }
    let unmarked = score("g/b.sgf --dead none").out;
    assert!(
        unmarked.contains("disagree about the stones at B4"),
        "{unmarked}"
    );
    let text = score("g/b.sgf --dead estimate --toggle B4").out;
    assert!(text.contains("dead 0 (estimate, corrected)\n"), "{text}");
    let sgf = score("g/a.sgf --toggle B4 --format sgf").out;
    assert!(!sgf.contains("TB"), "{sgf}");
    let explained = sandbox.run("explain g/a.sgf --toggle B4").exits(0).out;
    let source = "including 0 dead stones (source: marks,\n    corrected)";
    assert!(explained.contains(source), "{explained}");
}

#[test]
fn toggle_needs_one_game_and_points_with_stones() {
    let sandbox = sandbox();
    let no_stone = "a.sgf#1: no_dead_info: --toggle: there is no stone at";
    for (line, error) in [
        (
            "score g/a.sgf --toggle B4,E5",
            format!("failed to score {no_stone} E5\n"),
        ),
        (
            "score g/a.sgf -q --toggle K10",
            format!("failed to score {no_stone} K10\n"),
        ),
        (
            "score g --toggle B4",
            "--toggle corrects one game, but there are more; name the file of one game, or use \
             seichi explain PATH#N\n"
                .to_owned(),
        ),
        (
            "score g/a.sgf --toggle B4 --format ownership",
            "--toggle can't be used with --format ownership, which it does not change\n".to_owned(),
        ),
    ] {
        let output = sandbox.run(line).exits(2);
        assert_eq!(
            (output.out.as_str(), output.err),
            ("", format!("seichi: {error}")),
            "{line}"
        );
    }
    let error = sandbox.run("explain g/a.sgf --toggle E5").exits(2).err;
    assert!(error.ends_with("there is no stone at E5\n"), "{error}");
    let error = sandbox.run("score g/a.sgf --toggle I5").exits(2).err;
    assert!(error.contains("\"I5\" is not a point"), "{error}");
}

#[test]
fn failing_engine_skips_only_its_games() {
    let sandbox = sandbox();
    for (script, why) in [
        ("final_status_list) exit 9 ;;", "it ended: exit status: 9"),
        ("final_status_list) sleep 60 ;;", "no answer within 1 s"),
        (
            "final_status_list) printf '?%s what\\n\\n' $id; continue ;;",
            "it reported: what",
        ),
        ("final_status_list) answer='Z99' ;;", "Z99"),
        ("final_status_list) answer='A5' ;;", "but has no stone"),
    ] {
        let (before, after) = UNDERTAKER
            .split_once("    final_status_list)")
            .expect("a case");
        let rest = after.split_once('\n').expect("lines").1;
        sandbox.write("bad.sh", format!("{before}    {script}\n{rest}").as_bytes());
        let line = "eval g -s flood --dead auto,engine --scorer-timeout 1";
        run(&sandbox, line, "sh bad.sh").exits(0);
        let skipped = sandbox.rows("reports/skipped.csv");
        assert_eq!(
            (skipped.len(), &skipped[0]["game"], &skipped[0]["reason"]),
            (1, "b.sgf#1", "engine_failed")
        );
        assert!(
            skipped[0]["detail"].contains(why),
            "{why}: {}",
            &skipped[0]["detail"]
        );
        assert_eq!(&skipped[0]["byte"], "0", "the start of the game");
        let output = run(
            &sandbox,
            &line.replace("auto,engine", "engine"),
            "sh bad.sh",
        )
        .exits(3);
        assert_eq!(
            output.err,
            "seichi: 0 of 2 games could be evaluated, so nothing was written; skipped \
             games: engine_failed 2\n\
             for the meanings of the reasons, run: seichi list reasons\n"
        );
    }
}

#[test]
fn abandoning_an_engine_does_not_depend_on_jobs() {
    let sandbox = Sandbox::new(&[]);
    let points = ["aa", "ab", "ac", "ad", "ae", "ba", "bc", "bd", "be"];
    for (number, point) in points.into_iter().cycle().take(20).enumerate() {
        let board = BOARD.replace("[bb]", &format!("[{point}]")) + MARKS;
        sandbox.write(&format!("g/{number:02}.sgf"), board.as_bytes());
    }
    // the engine fails on games 3 to 5 and 12 to 14; the first batch has 16 games
    let died = "final_status_list) case $white in *A2*|*A1*|*B5*) exit 9 ;; esac;";
    sandbox.write(
        "mortal.sh",
        UNDERTAKER.replace("final_status_list) ", died).as_bytes(),
    );
    for jobs in [1, 2, 8] {
        let line = format!("eval g -s flood --dead engine -j {jobs}");
        // a different command has no cached answers
        run(&sandbox, &line, &format!("sh mortal.sh {jobs}")).exits(0);
        let skipped = sandbox.rows("reports/skipped.csv");
        let skipped: Vec<(&str, bool)> = skipped
            .iter()
            .map(|row| (&row["game"][..2], row["detail"].contains("abandoned")))
            .collect();
        let failed = ["03", "04", "05", "12", "13", "14"].map(|game| (game, false));
        let given_up = ["16", "17", "18", "19"].map(|game| (game, true));
        assert_eq!(skipped, [&failed[..], &given_up].concat(), "{jobs} jobs");
    }
}

/// A short file is in one batch, however many games it has.
#[test]
fn engine_that_fails_is_asked_about_few_games_of_a_file() {
    let game = BOARD.to_owned() + MARKS;
    let fails = UNDERTAKER.replace("answer=$white ;;", "exit 9 ;;");
    let files = [("g/x.sgf", &*game.repeat(40)), ("fails.sh", &*fails)];
    let sandbox = Sandbox::new(&files);
    let line = "eval g -s flood --dead engine";
    let output = run(&sandbox, line, "sh fails.sh").exits(3);
    assert!(output.err.contains("engine_failed 40"), "{}", output.err);
    assert_eq!(sandbox.read("asked.log"), "asked\n".repeat(3));
}

#[test]
fn unusable_engine_is_an_error() {
    let sandbox = sandbox();
    sandbox.write("mute.sh", b"exit 1");
    sandbox.write(
        "ignorant.sh",
        UNDERTAKER.replace("answer=true", "answer=false").as_bytes(),
    );
    for (line, engine, message) in [
        (
            "eval g --dead engine",
            "",
            "--dead engine needs an engine, such as --engine 'gnugo --mode gtp'",
        ),
        (
            "eval g",
            "sh undertaker.sh",
            "--engine works only with --dead engine",
        ),
        ("eval g --dead engine", "no-such-engine", "no-such-engine"),
        (
            "eval g --dead engine",
            "sh mute.sh",
            "the engine \"sh mute.sh\" does not answer: it ended: exit status: 1",
        ),
        (
            "eval g --dead engine",
            "sh ignorant.sh",
            "Undertaker 1.0 does not support final_status_list",
        ),
        ("eval g --dead engine", "'", "a quote is not closed"),
        (
            "eval g --dead engine,maybe",
            "sh undertaker.sh",
            "possible values: auto, marks, labels, ownership, engine, estimate, none",
        ),
    ] {
        let output = run(&sandbox, line, engine).exits(2);
        assert!(output.err.contains(message), "{line}: {}", output.err);
        assert!(!sandbox.path("reports").exists());
    }
}

#[test]
fn answers_are_cached_in_the_users_cache_folder() {
    let sandbox = sandbox();
    let mut program = sandbox.program();
    program.args([
        "score",
        "g",
        "-s",
        "flood",
        "--dead",
        "engine",
        "--engine",
        "sh undertaker.sh",
    ]);
    let output = RunOutput::of(&mut program).exits(0);
    assert!(output.out.contains("dead 6 (engine)"), "{}", output.out);
    let kept = cache(&sandbox);
    let text = std::fs::read_to_string(kept).expect("text");
    assert!(
        text.starts_with("# dead: Undertaker 1.0: sh undertaker.sh\n"),
        "{text}"
    );
}

#[cfg(unix)]
#[test]
fn failed_cache_is_reported_and_answers_are_used() {
    let sandbox = sandbox();
    let score = |path: &str| format!("score {path} -s flood --dead engine");
    run(&sandbox, &score("g/a.sgf"), "sh undertaker.sh").exits(0);
    sandbox.write(
        "g/c.sgf",
        (BOARD.replace("[bb]", "[bd]") + MARKS).as_bytes(),
    );
    let kept = cache(&sandbox);
    // only a part of the next line fits into a block of 512 bytes
    let mut text = std::fs::read_to_string(&kept).expect("text");
    text = format!("{text}\n{}", " ".repeat(500 - text.len()));
    std::fs::write(&kept, &text).expect("the cache can be written");
    let line = score("g");
    let full = format!("trap '' XFSZ; ulimit -f 1; exec seichi {line} --engine 'sh undertaker.sh'");
    let output = sandbox.shell(&full).exits(0);
    assert_eq!(std::fs::read_to_string(&kept).expect("text"), text);
    assert!(
        output
            .err
            .contains("warning: failed to cache the engine's answers in "),
        "{}",
        output.err
    );
    assert_eq!(
        output.out,
        run(&sandbox, &line, "sh undertaker.sh").exits(0).out
    );
}

#[test]
fn estimate_depends_only_on_its_seed() {
    let sandbox = sandbox();
    sandbox.copy(&project("corpus/article"), "article");
    let line = "eval g article -s flood --dead estimate";
    let output = sandbox.run(&format!("{line} -j 1")).exits(0);
    assert!(
        output
            .out
            .contains("dead:estimate(200 playouts, search; seed 1979)|"),
        "{}",
        output.out
    );
    assert!(
        output.out.contains(
            "Dead stones according to estimate(200 playouts, search; seed 1979) agree with"
        ),
        "{}",
        output.out
    );
    let files = ["games.csv", "dead.csv", "summary.csv"].map(|name| format!("reports/{name}"));
    let first = files.each_ref().map(|name| sandbox.read(name));
    sandbox.run(&format!("{line} -j 4")).exits(0);
    assert_eq!(files.each_ref().map(|name| sandbox.read(name)), first);
    let output = sandbox.run(&format!("{line} --seed 7")).exits(0);
    assert!(
        output
            .out
            .contains("dead:estimate(200 playouts, search; seed 7)|"),
        "{}",
        output.out
    );
    // the stone in Black's corner is clearly dead
    assert_eq!(
        &row(&sandbox.rows("reports/games.csv"), "game", "g/a.sgf#1")["dead"],
        "1"
    );
}

/// Writes the ownership file.
fn put(sandbox: &Sandbox, text: &str) {
    sandbox.write("own.jsonl", text.as_bytes());
}

/// Returns the ownership of the board: the left side is Black's, the dead stone's point as `stone`,
/// and the right side is White's.
fn ownership(stone: f64) -> String {
    let row = |second: f64| format!("[1, {second}, 1, -1, -1]");
    format!("[{}, {}, {0}, {0}, {0}]", row(1.0), row(stone))
}

#[test]
fn ownership_says_which_stones_are_dead() {
    let sandbox = sandbox();
    let line = |game: &str, numbers: &str| format!("{{\"game\": \"g/{game}#1\", {numbers}}}\n");
    let a = line("a.sgf", &format!("\"ownership\": {}", ownership(0.9)));
    let b = line(
        "b.sgf",
        &format!(
            "\"black_to_move\": {}, \"white_to_move\": {}",
            ownership(1.0),
            ownership(-0.4)
        ),
    );
    put(&sandbox, &(a.clone() + "\n" + &b));
    let eval = "eval g -s flood --dead ownership --ownership own.jsonl";
    let output = run(&sandbox, eval, "").exits(0);
    let note = "Dead stones according to ownership(own.jsonl; 0.5) agree with the marks in 1 of\n    1 game";
    assert!(output.out.contains(note), "{}", output.out);
    // the ownership of the second stone is 0.3, so it is in doubt; without it only Black surrounds
    // the side
    let rows = sandbox.rows("reports/games.csv");
    assert_eq!(
        rows.iter().map(|row| &row["dead"]).collect::<Vec<_>>(),
        ["1", "1"]
    );
    assert!(
        output.out.contains("dead:ownership(own.jsonl; 0.5)"),
        "{}",
        output.out
    );
    put(
        &sandbox,
        &line("b.sgf", &format!("\"ownership\": {}", ownership(-0.3))),
    );
    run(&sandbox, eval, "").exits(0);
    let rows = sandbox.rows("reports/games.csv");
    assert_eq!((rows.len(), &rows[0]["dead"]), (1, "0"));
    let command = &sandbox.rows("reports/mismatches.csv")[0]["explain"];
    assert_eq!(
        command,
        "seichi explain -s flood --dead ownership --ownership own.jsonl g/b.sgf#1"
    );
    let words = command.strip_prefix("seichi ").expect("a command");
    run(&sandbox, words, "").exits(0);
    let skipped = sandbox.rows("reports/skipped.csv");
    let why = |row: &Row| ["game", "reason", "detail"].map(|column| row[column].to_owned());
    let no_line = "no line of the ownership file names a.sgf#1";
    assert_eq!(why(&skipped[0]), ["a.sgf#1", "no_dead_info", no_line]);
    run(
        &sandbox,
        &eval.replace("ownership --", "ownership,marks --"),
        "",
    )
    .exits(0);
    assert_eq!(
        sandbox.rows("reports/games.csv").len(),
        2,
        "without a line in the file, the marks count"
    );
}

#[test]
fn certainty_comes_from_the_ownership_file() {
    let sandbox = sandbox();
    let judged = |stone: f64| {
        put(
            &sandbox,
            &format!(
                "{{\"game\": \"g/a.sgf#1\", \"ownership\": {}}}\n",
                ownership(stone)
            ),
        );
        run(
            &sandbox,
            "eval g/a.sgf -s flood --safety --dead ownership --ownership own.jsonl",
            "",
        )
        .exits(0);
        let row = &sandbox.rows("reports/games.csv")[0];
        (
            row["certainty"].to_owned(),
            row["doubts"].contains("unclear"),
        )
    };
    // playouts would be sure about the stone, and a chain is clear from 1/3 on
    assert_eq!(judged(0.45), ("0.450".to_owned(), true));
    assert_eq!(judged(0.9), ("0.900".to_owned(), false));
}

#[test]
fn invalid_ownership_file_is_an_error() {
    let sandbox = sandbox();
    let eval = "eval g -s flood --dead ownership --ownership own.jsonl";
    let fails = |line: &str, words: &str| {
        let output = run(&sandbox, line, "").exits(2);
        assert!(output.err.contains(words), "{words}\n{}", output.err);
    };
    fails(eval, "failed to read the ownership file \"own.jsonl\": ");
    put(&sandbox, "\n{\"game\": \"g/a.sgf#1\"}\n");
    fails(
        eval,
        "own.jsonl\", line 2: expected ownership, black_to_move or white_to_move",
    );
    put(&sandbox, "x");
    fails(
        eval,
        "line 1: expected a JSON object: an ownership file has one on each line",
    );
    put(
        &sandbox,
        &format!(
            "{{\"game\": \"g/a.sgf\", \"ownership\": {}}}",
            ownership(1.0)
        ),
    );
    let output = run(
        &sandbox,
        &eval.replace("ownership --", "ownership,marks --"),
        "",
    )
    .exits(0);
    assert_eq!(
        output.err,
        "seichi: warning: an ownership line matches no game here: own.jsonl:1: g/a.sgf\n\
         seichi: warning: skipped 1 of 2 games (no_dead_info): the records do not mark \
         dead stones; to find them by playouts, add --dead auto,estimate\n"
    );
    fails(
        "eval g --dead ownership",
        "--dead ownership needs --ownership FILE",
    );
    fails(
        "eval g --ownership own.jsonl",
        "--ownership works only with --dead ownership",
    );
    put(
        &sandbox,
        "{\"game\": \"g/a.sgf#1\", \"ownership\": [1, 2]}\n{\"game\": \"g/b.sgf#1\", \"ownership\": [[2]]}",
    );
    let output = run(&sandbox, eval, "").exits(3);
    assert_eq!(
        output.err,
        "seichi: 0 of 2 games could be evaluated, so nothing was written; skipped games: \
         no_dead_info 2\n\
         skipped 2 of 2 games (no_dead_info): the records do not mark dead stones; to find \
         them by playouts, add --dead auto,estimate\n"
    );
    let output = run(
        &sandbox,
        "score g/a.sgf -s flood --dead ownership --ownership own.jsonl",
        "",
    );
    assert!(
        output
            .err
            .contains("the ownership file: an ownership list has length 2"),
        "{}",
        output.err
    );
}

#[cfg(unix)]
#[test]
fn engine_without_a_name_is_named_after_its_program() {
    let sandbox = Sandbox::new(&[("g/a.sgf", "(;SZ[3]RE[B+9]AB[ba])")]);
    sandbox.write(
        "nameless",
        b"#!/bin/sh\nwhile read -r id name; do printf '=%s\\n\\n' \"$id\"; done\n",
    );
    std::fs::set_permissions(
        sandbox.path("nameless"),
        std::os::unix::fs::PermissionsExt::from_mode(0o755),
    )
    .expect("ours");
    let output = sandbox
        .run("eval g -q --dead engine --engine ./nameless")
        .exits(2);
    assert_eq!(
        output.err,
        "seichi: the engine nameless does not support final_status_list, so it can't say which \
         stones are dead\n"
    );
}

#[test]
fn strategies_find_the_rulings_as_the_table_of_sources_says() {
    let sandbox = Sandbox::new(&[]);
    sandbox.copy(&project("corpus/rulings"), "rulings");
    for (source, exact, exact_of_flood) in
        [("labels", 11, 10), ("estimate", 11, 10), ("none", 5, 4)]
    {
        let line = format!("eval rulings -s all --dead {source}");
        sandbox.run(&line).exits(0);
        let figures = sandbox.rows("reports/summary.csv");
        let all = figures.iter().filter(|row| &row["stratum"] == "all");
        for row in all {
            let expected = if &row["strategy"] == "flood" {
                exact_of_flood
            } else {
                exact
            };
            assert_eq!(
                &row["exact"],
                expected.to_string(),
                "{source}: {}",
                &row["strategy"]
            );
        }
    }
}
