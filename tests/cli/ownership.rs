//! `--ownership-engine`, with a small engine that floods, and `score --format ownership`.
#![cfg(unix)]

use std::process::{Command, Stdio};

use crate::sandbox::{Row, RunOutput, Sandbox, project};

/// Black has the left side, with a dead white stone in it; White has the right side.
const BOARD: &str = "(;SZ[5]RU[Japanese]KM[0]RE[B+6]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de][bb]";
const MARKS: &str = ";TB[aa][ab][ac][ad][ae][ba][bb][bc][bd][be]TW[ea][eb][ec][ed][ee])";

/// The line of the engine that writes an answer.
const ANSWER: &str = "print(json.dumps(answer(json.loads(line))), flush=True)";

/// Creates a sandbox with ten games, all different, and the engine; `None` without Python. Every third game has no marks.
fn sandbox() -> Option<Sandbox> {
    if Command::new("python3").arg("--version").stdout(Stdio::null()).status().is_err() {
        eprintln!("SKIPPED: the engine needs python3");
        return None;
    }
    let sandbox = Sandbox::new(&[]);
    for (number, point) in ["aa", "ab", "ac", "ad", "ae", "ba", "bc", "bd", "be", "ea"].into_iter().enumerate() {
        let board = BOARD.replace("[bb]", &format!("[{point}]"));
        let end = if number % 3 == 2 { ";B[];W[])" } else { MARKS };
        sandbox.write(&format!("g/{number}.sgf"), (board + end).as_bytes());
    }
    sandbox.write("engine.py", engine().as_bytes());
    Some(sandbox)
}

fn engine() -> String {
    let text = std::fs::read_to_string(project("examples/scorers/ownership.py")).expect("an example");
    assert!(text.contains(ANSWER));
    text
}

/// Returns the engine with `lines` instead of its answer.
fn spoilt(lines: &[&str]) -> String {
    let program = engine().replace(ANSWER, &lines.join("\n        "));
    program.replace("import json\n", "import json\nimport os\nimport time\n")
}

const EVAL: &str = "eval g -s flood --dead ownership --ownership-engine python3\tengine.py";

/// Runs a line. Tabs in it become spaces within words.
fn run(sandbox: &Sandbox, line: &str) -> RunOutput {
    let words = line.split(' ').map(|word| word.replace('\t', " "));
    RunOutput::of(sandbox.program().args(words).env("XDG_CACHE_HOME", sandbox.path("caches")))
}

fn column(rows: &[Row], name: &str) -> Vec<String> {
    rows.iter().map(|row| row[name].to_owned()).collect()
}

#[test]
fn failed_cache_is_reported_and_ownership_is_used() {
    let Some(sandbox) = sandbox() else { return };
    let score = |path: &str| format!("score {path} -s flood --dead ownership --engine-cache cache --ownership-engine");
    run(&sandbox, &(score("g/0.sgf") + " python3\tengine.py")).exits(0);
    let full = format!("trap '' XFSZ; ulimit -f 0; exec seichi {} 'python3 engine.py'", score("g"));
    let output = sandbox.shell(&full).exits(0);
    assert!(output.err.contains("warning: failed to keep the engine's answers in cache/"), "{}", output.err);
    assert_eq!(output.out, run(&sandbox, &(score("g") + " python3\tengine.py")).exits(0).out);
}

#[test]
fn engine_judges_every_position_once() {
    let Some(sandbox) = sandbox() else { return };
    sandbox.write("engine.py", spoilt(&["open('asked.log', 'a').write(line)", ANSWER]).as_bytes());
    let asked = || std::fs::read_to_string(sandbox.path("asked.log")).unwrap_or_default().matches("includeOwn").count();
    let eval = format!("{EVAL} --engine-cache cache");
    let output = run(&sandbox, &format!("{eval} -j 1")).exits(0);
    assert!(output.err.is_empty(), "{}", output.err);
    for part in [
        "dead:ownership(KataGo 0.1; 1 visit; 0.5)|",
        "against the marks of territory games:",
        "the same in 7 of 7 games",
    ] {
        assert!(output.out.contains(part), "{part}\n{}", output.out);
    }
    // the last stone is in White's side; each game needs two questions, with Black and with White to move
    assert_eq!(column(&sandbox.rows("reports/games.csv"), "dead"), ["1", "1", "1", "1", "1", "1", "1", "1", "1", "0"]);
    assert_eq!(asked(), 20);
    let first = sandbox.read("reports/games.csv");
    run(&sandbox, &format!("{eval} -j 4")).exits(0);
    assert_eq!((sandbox.read("reports/games.csv"), asked()), (first.clone(), 20), "the second run uses the cache");
    run(&sandbox, &format!("{eval} --ownership-visits 2 -j 4")).exits(0);
    assert_eq!(
        (sandbox.read("reports/games.csv"), asked()),
        (first.clone(), 40),
        "more visits may give another answer"
    );
    run(&sandbox, &format!("{EVAL} --no-engine-cache -j 4")).exits(0);
    assert_eq!((sandbox.read("reports/games.csv"), asked()), (first, 60), "without the cache, each game is a question");
}

#[test]
fn game_without_answer_is_skipped_or_left_to_the_next_source() {
    let Some(sandbox) = sandbox() else { return };
    // the stone of the fourth game has the name A2
    let on_a2 = |trouble: &str| spoilt(&[&format!("if '\"A2\"' in line: {trouble}"), ANSWER]);
    for (trouble, why) in [
        ("os._exit(9)", "it ended: exit status: 9"),
        ("time.sleep(60)", "no answer within 2 s"),
        ("print('hello', flush=True); continue", "it wrote \"hello\""),
        ("line = line.replace('\"boardYSize\":5', '\"boardYSize\":6')", "has 30 numbers, but the board has 25 points"),
        ("print(json.dumps({'id': json.loads(line)['id'], 'error': 'no'}), flush=True); continue", "it says: no"),
        ("print(line.replace('id', 'ID'), flush=True); continue", "it has no id"),
    ] {
        sandbox.write("engine.py", on_a2(trouble).as_bytes());
        let mut all = Vec::new();
        for jobs in [1, 4] {
            let eval = format!("{EVAL} --engine-timeout 2 --no-engine-cache -j {jobs}");
            run(&sandbox, &eval).exits(0);
            let skipped = sandbox.rows("reports/skipped.csv");
            assert_eq!((skipped.len(), &skipped[0]["game"], &skipped[0]["reason"]), (1, "3.sgf#1", "engine_failed"));
            assert!(skipped[0]["detail"].contains(why), "{why}: {}", &skipped[0]["detail"]);
            all.push(sandbox.read("reports/games.csv"));
            run(&sandbox, &eval.replace("ownership --", "ownership,none --")).exits(0);
            let dead = column(&sandbox.rows("reports/games.csv"), "dead");
            assert_eq!((dead.len(), dead[3].as_str()), (10, "0"), "the next source is asked");
        }
        assert_eq!(all[0], all[1], "{trouble}");
    }
}

#[test]
fn abandoning_an_engine_does_not_depend_on_jobs() {
    let Some(sandbox) = sandbox() else { return };
    // the engine fails on games 3 to 5, and answers later ones faster
    let lines = ["if any(name in line for name in ['\"A2\"', '\"A1\"', '\"B5\"']): os._exit(1)", ANSWER];
    sandbox.write("engine.py", spoilt(&lines).as_bytes());
    for jobs in [1, 2, 8] {
        run(&sandbox, &format!("{EVAL} --no-engine-cache -j {jobs}")).exits(0);
        assert_eq!(column(&sandbox.rows("reports/games.csv"), "game"), ["0.sgf#1", "1.sgf#1", "2.sgf#1"]);
        let details = column(&sandbox.rows("reports/skipped.csv"), "detail");
        let given_up = details.iter().map(|detail| detail.contains("given up")).collect::<Vec<_>>();
        assert_eq!(given_up, [false, false, false, true, true, true, true], "{jobs} jobs: {details:?}");
    }
    sandbox.write("engine.py", spoilt(&["os._exit(1) if 'action' not in line else None", ANSWER]).as_bytes());
    let output = run(&sandbox, &format!("{EVAL} --no-engine-cache")).exits(3);
    assert!(output.err.contains("engine_failed 10"), "{}", output.err);
}

#[test]
fn unusable_engine_is_an_error() {
    let Some(sandbox) = sandbox() else { return };
    sandbox.write("mute.sh", b"echo no model >&2; exit 1");
    for (line, message) in [
        ("eval g --ownership-engine x", "--ownership-engine works only with --dead ownership"),
        ("eval g --dead ownership --ownership-engine no-such-engine", "--ownership-engine no-such-engine: can't start"),
        ("eval g --dead ownership --ownership-engine sh\tmute.sh", "it ended: exit status: 1\n    no model"),
        ("eval g --dead ownership --ownership-engine '", "a quote is not closed"),
        (&format!("{EVAL} --ownership-visits 0"), "0 is not in 1..=1000000"),
        (&format!("{EVAL} --engine-cache engine.py"), "--no-engine-cache"),
    ] {
        let output = run(&sandbox, line).exits(2);
        assert!(output.err.contains(message), "{line}: {}", output.err);
        assert!(!sandbox.path("reports").exists());
    }
}

#[test]
fn ownership_file_has_priority_over_the_engine() {
    let Some(sandbox) = sandbox() else { return };
    let rows = "[1, 1, 1, -1, -1]";
    // the file's only line says that the stone on A5 is alive
    let own = format!("[[-1, 1, 1, -1, -1], {rows}, {rows}, {rows}, {rows}]");
    sandbox.write("own.jsonl", format!("{{\"game\": \"g/0.sgf#1\", \"ownership\": {own}}}").as_bytes());
    let eval = format!("{EVAL} --ownership own.jsonl --ownership-visits 4 --engine-cache cache");
    let output = run(&sandbox, &eval).exits(0);
    assert!(output.out.contains("dead:ownership(own.jsonl; KataGo 0.1; 4 visits; 0.5)|"), "{}", output.out);
    let explain = &sandbox.rows("reports/mismatches.csv")[0]["explain"];
    let words = shlex::split(explain).expect("words");
    let expected = "--dead ownership --ownership own.jsonl --ownership-engine python3 engine.py --ownership-visits 4 \
                    --engine-cache cache";
    assert!(words.join(" ").contains(expected), "{words:?}");
    RunOutput::of(sandbox.program().args(&words[1..])).exits(0);
    let games = sandbox.rows("reports/games.csv");
    assert_eq!(column(&games, "dead")[..3], ["0", "1", "1"]);
}

#[test]
fn written_ownership_gives_the_same_dead_stones() {
    let Some(sandbox) = sandbox() else { return };
    sandbox.copy(&project("corpus/article"), "article");
    let cached = "--ownership-engine python3\tengine.py --engine-cache cache";
    let lines = run(&sandbox, &format!("score g article --format ownership --dead ownership {cached}")).exits(0).out;
    assert_eq!(lines.matches("\"black_to_move\":[[").count(), lines.lines().count());
    assert!(lines.contains("{\"game\":\"g/0.sgf#1\",\"black_to_move\":[[1.0,1.0,1.0,-1.0,-1.0],"));
    sandbox.write("own.jsonl", lines.as_bytes());
    let games = |line: &str| {
        run(&sandbox, line).exits(0);
        column(&sandbox.rows("reports/games.csv"), "dead")
    };
    let direct = games(&format!("eval g article -s flood --dead ownership {cached}"));
    let read = games("eval g article -s flood --dead ownership --ownership own.jsonl");
    assert_eq!(direct, read);

    // playouts, by default
    let lines = run(&sandbox, "score g article --format ownership").exits(0).out;
    assert_eq!(lines.matches(",\"ownership\":[[").count(), lines.lines().count());
    assert_eq!(run(&sandbox, "score g article --format ownership --dead auto,estimate -j 3").exits(0).out, lines);
    assert_ne!(run(&sandbox, "score g article --format ownership --seed 3").exits(0).out, lines);
    sandbox.write("own.jsonl", lines.as_bytes());
    let written = run(&sandbox, "score g article --format ownership --dead ownership --ownership own.jsonl").exits(0);
    assert_eq!(written.out, lines, "the ownership is unchanged");
    let read = games("eval g -s flood --dead ownership --ownership own.jsonl");
    assert_eq!(read, games("eval g -s flood --dead estimate"));
    let output = run(&sandbox, "score g --format ownership --dead marks").exits(2);
    assert!(output.err.contains("--format ownership needs --dead estimate or --dead ownership"), "{}", output.err);
}
