//! Names of files and players, and texts of labels files, that are special to a shell, a
//! spreadsheet, a browser, a terminal or a CI runner. In every format they arrive as plain text.

#![cfg(unix)] // other systems do not allow such file names

use std::fmt::Write as _;

use crate::sandbox::{RunOutput, Sandbox};

/// Every strategy gives Black a point that the label does not give.
const GAME: &str = "(;SZ[3]RU[Japanese]KM[0]RE[B+8]PB[BLACK]PW[WHITE]AB[ba]AW[bb];B[];W[]TB[ca][ab][bb][cb][ac][bc][cc])";

const NAMES: [&str; 17] = [
    "=cmd|' -C calc'!A0",
    "+1+1",
    "-2",
    "@SUM(A1)",
    "\"quoted\", and; more",
    "x\n::error::boo",
    "::error::boo",
    "##[error]boo",
    " ::stop-commands::boo",
    "\u{3000}::error title=forged::boo",
    "boo ::error::boo",
    "##vso[task.complete]boo ##teamcity[boo]",
    "www.evil.example me@evil.example $x^2$ :tada: #1",
    "a</script><script>alert(1)<!--",
    "<img src=x onerror=alert(1)> | [link](http:x) `code` @me *b*",
    "\u{1b}[31mred\u{1b}]0;title\u{7}\r\u{9b}31m",
    "\u{202e}fgs.a\u{2028}\u{2066}",
];

/// Returns a sandbox with a game, players and an origin for each name.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new(&[]);
    let mut labels = String::new();
    for name in NAMES {
        // in an SGF value, `\` and `]` are escaped
        let player = name.replace('\\', "\\\\").replace(']', "\\]");
        let game = GAME.replace("BLACK", &player).replace("WHITE", &player);
        sandbox.write(&format!("g/{name}.sgf"), game.as_bytes());
        let line =
            serde_json::json!({"game": format!("{name}.sgf#1"), "origin": name, "note": name});
        writeln!(labels, "{line}").expect("text");
    }
    sandbox.write("g/labels.jsonl", labels.as_bytes());
    sandbox
}

/// Asserts that the output has no escape sequence and no workflow command.
#[track_caller]
fn is_tame(output: &RunOutput, line: &str) {
    for text in [&output.out, &output.err] {
        let wild = |letter: &char| {
            letter.is_control() && *letter != '\n'
                || matches!(letter, '\u{202e}' | '\u{2028}' | '\u{2066}')
        };
        let found: String = text.chars().filter(wild).collect();
        assert!(found.is_empty(), "{line}: {found:?} in\n{text:?}");
        // annotations of `--format github`
        let own = |shown: &str| {
            ["error", "warning", "notice"]
                .iter()
                .any(|level| shown.starts_with(&format!("::{level} title=")))
        };
        let obeyed = |shown: &&str| shown.trim_start().starts_with("::") && !own(shown);
        assert_eq!(text.lines().find(obeyed), None, "{line}");
        for anywhere in ["##[", "##vso[", "##teamcity["] {
            assert!(
                !text.contains(anywhere),
                "{line}: a runner finds {anywhere} anywhere in a line"
            );
        }
    }
}

#[test]
fn output_has_no_escape_sequences_or_workflow_commands() {
    let sandbox = sandbox();
    sandbox.run("eval g -o other -s flood -q").exits(0);
    sandbox.run("eval g -s all -q").exits(0);
    sandbox.run("baseline accept other").exits(0);
    // a run whose mismatches differ from those of the baseline
    sandbox
        .eval_variants("g", "-s flood", "broken", &["flood:is=territory:seki"])
        .expect("a run");
    let baseline = sandbox.read("seichi-baseline.txt");
    assert!(baseline.contains("error"), "{baseline}");
    for (line, code) in [
        ("eval g -s all -v", 0),
        ("eval g -s all -v --format github", 0),
        ("eval g --size 5 -v", 3),
        ("inspect g", 0),
        ("audit g", 0),
        ("score g -s flood", 0),
        ("score g -s flood --size 5", 3),
        ("report reports", 0),
        ("report reports --format github", 0),
        ("report reports --format markdown", 0),
        ("report reports --format junit", 0),
        ("compare reports other", 0),
        ("gate g -s flood", 0),
        ("gate --run broken", 1),
        ("gate --run broken --format github", 1),
        ("gate --run broken --format markdown", 1),
    ] {
        let output = sandbox.run(line);
        is_tame(&output, line);
        output.exits(code);
    }
    for name in NAMES {
        let game = format!("g/{name}.sgf#1");
        for words in [
            &["explain", "--", &game][..],
            &["explain", "--dead", "none", "--all", "--", &game],
        ] {
            let output = RunOutput::of(sandbox.program().args(words));
            is_tame(&output, &game);
            output.exits(0);
        }
        let output =
            RunOutput::of(
                sandbox
                    .program()
                    .args(["explain", "--", &format!("g/{name}.sg")]),
            );
        is_tame(&output, &game);
        output.exits(2);
        let output = RunOutput::of(sandbox.program().args(["eval", "-s", name, "--", "g"]));
        assert!(
            output.code == 2 || name.starts_with('-'),
            "{name}: {}",
            output.err
        );
    }
}

/// A folder among the games has files about games in other folders. The files do not affect these
/// games, and a label for one of them is a warning.
#[test]
fn files_about_games_stay_in_their_folder() {
    let sandbox = Sandbox::new(&[("g/good/x.sgf", GAME), ("g/evil/x.sgf", GAME)]);
    let results = || {
        let output = sandbox.run("eval g -s flood").exits(0);
        let rows = sandbox.rows("reports/games.csv");
        let row = |row: &crate::sandbox::Row| {
            ["game", "rules", "komi", "origin", "label"].map(|key| row[key].to_owned())
        };
        (
            rows.iter()
                .map(row)
                .find(|row| row[0].starts_with("good"))
                .expect("a row"),
            output.err,
        )
    };
    let before = results();
    assert_eq!(before.1, "");
    let line = "{\"game\": \"../good/x.sgf#1\", \"result\": \"W+5\", \"origin\": \"forged\"}\n";
    sandbox.write("g/evil/labels.jsonl", line.as_bytes());
    let (row, warnings) = results();
    assert_eq!(row, before.0);
    assert_eq!(
        warnings,
        "seichi: warning: a label matches no game here: g/evil/labels.jsonl:1: ../good/x.sgf#1\n"
    );
    // the user may name the file
    sandbox
        .run("eval g -s flood -q --labels g/evil/labels.jsonl")
        .exits(0);
    assert_eq!(&sandbox.rows("reports/games.csv")[1]["origin"], "forged");
}

/// Without the file, the labels would come from the records, and the figures would be wrong.
#[test]
fn damaged_file_about_games_ends_the_run() {
    let sandbox = Sandbox::new(&[("g/x.sgf", GAME), ("g/sub/x.sgf", GAME)]);
    sandbox.run("eval g -s flood -q").exits(0);
    let before = sandbox.read("reports/run.json");
    for text in ["{", "\u{0}"] {
        let path = "g/sub/labels.jsonl";
        sandbox.write(path, text.as_bytes());
        let output = sandbox.run("eval g -s flood").exits(2);
        assert!(
            output.err.contains(&format!("{path:?}")) && output.err.contains("line 1"),
            "{text:?}: {}",
            output.err
        );
        assert_eq!(sandbox.read("reports/run.json"), before);
        std::fs::remove_file(sandbox.path(path)).expect("a file");
    }
}

/// A program may write anything to standard error, and its lines are quoted with an indent.
#[test]
fn standard_error_of_a_scorer_has_no_workflow_commands() {
    let sandbox = Sandbox::new(&[("g/x.sgf", GAME)]);
    let lines = "::error title=forged::x\n \u{3000}::stop-commands::x\n##[error]x\n##vso[x]\n##teamcity[x]\n\u{1b}[31mred";
    sandbox.write("lines", lines.as_bytes());
    sandbox.run("eval g -s flood -q").exits(0);
    sandbox.run("baseline accept").exits(0);
    for command in [
        "eval g",
        "score g",
        "explain g/x.sgf",
        "gate g",
        "gate g --format github",
        "gate g --format markdown",
    ] {
        let mut program = sandbox.program();
        program.args(command.split(' ')).args([
            "-s",
            "flood",
            "--scorer",
            "mine=sh -c 'cat lines >&2; exit 1'",
        ]);
        let output = RunOutput::of(&mut program);
        is_tame(&output, command);
        let shown = [output.out, output.err].concat();
        assert!(
            shown.contains("stop-commands") && shown.contains("teamcity"),
            "{command}: {shown}"
        );
    }
}

#[test]
fn tables_and_documents_keep_names_unchanged() {
    let sandbox = sandbox();
    let output = sandbox.run("eval g --format json").exits(0);
    let figures: serde_json::Value = serde_json::from_str(&output.out).expect("JSON");
    let mut expected: Vec<String> = NAMES.iter().map(|name| format!("{name}.sgf#1")).collect();
    expected.sort();
    for table in ["games.csv", "mismatches.csv"] {
        let mut games: Vec<String> = sandbox
            .rows(&format!("reports/{table}"))
            .iter()
            .map(|row| row["game"].to_owned())
            .collect();
        games.dedup();
        assert_eq!(games, expected, "{table}");
    }
    let boards: Vec<serde_json::Value> = sandbox
        .read("reports/boards.ndjson")
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let games: Vec<&str> = boards
        .iter()
        .filter_map(|board| board["game"].as_str())
        .collect();
    assert_eq!(games, expected);
    for name in NAMES {
        assert!(
            figures["strata"].get(format!("origin={name}")).is_some(),
            "no stratum has the origin {name:?}"
        );
        // a player's name is on one line, as SGF reads it; white space around it may be lost
        let on_line: String = name
            .chars()
            .map(|letter| {
                if letter.is_control() || letter == '\u{2028}' {
                    ' '
                } else {
                    letter
                }
            })
            .collect();
        assert!(
            boards
                .iter()
                .any(|board| board["players"][0].as_str().map(str::trim) == Some(on_line.trim())),
            "no board has the player {on_line:?}"
        );
    }
    let lines = sandbox.run("score g -s flood --format ndjson").exits(0).out;
    let games = lines
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
    assert_eq!(
        games
            .map(|line| line["game"].as_str().unwrap_or_default().to_owned())
            .collect::<Vec<_>>(),
        expected
    );
    // a shell can run the command in each row
    for row in sandbox
        .rows("reports/mismatches.csv")
        .iter()
        .filter(|row| row["strategy"] == *"flood")
    {
        let seichi = crate::sandbox::seichi().display().to_string();
        let line = row["explain"].replacen("seichi", &seichi, 1);
        let output = RunOutput::of(
            std::process::Command::new("sh")
                .current_dir(sandbox.path("."))
                .args(["-c", &line]),
        );
        assert!(output.exits(0).out.contains("label: B+8"), "{line}");
    }
}

/// Every text in a run or a baseline may come from someone else.
#[test]
fn texts_of_a_resealed_run_and_a_baseline_are_cleaned() {
    const EVIL: &str = "x\n::stop-commands::z\n##vso[task.x]\u{1b}[1m\u{202e}`</code><h1>@me";
    let sandbox = Sandbox::new(&[("g/a.sgf", GAME), ("g/b.sgf", "(;SZ[5]RE[B+R])")]);
    sandbox.run("eval g -s flood,linked -q").exits(0);
    sandbox.run("baseline accept").exits(0);
    let json: serde_json::Value =
        serde_json::from_str(&sandbox.read("reports/run.json")).expect("JSON");
    let signature = json["signature"].as_str().expect("a text");
    let quoted = |text: &str| serde_json::to_string(text).expect("JSON");
    let changes = [
        (quoted(signature), quoted(EVIL)),
        (quoted("resign"), quoted(EVIL)),
        (quoted("origin=unknown"), quoted(&format!("origin={EVIL}"))),
    ];
    let original = sandbox.read("reports/run.json");
    for (text, evil) in changes {
        assert!(original.contains(&text), "{text}");
        sandbox.write(
            "reports/run.json",
            original.replace(&text, &evil).as_bytes(),
        );
        sandbox.seal("reports");
        for line in [
            "report reports",
            "report reports --format markdown",
            "report reports --format github",
            "compare reports reports",
            "gate --run reports",
            "gate --run reports --format markdown",
            "baseline diff reports",
        ] {
            let output = sandbox.run(line);
            is_tame(&output, line);
            let is_plain = !line.contains("markdown") || !output.out.contains("<h1>");
            assert!(is_plain, "{line}: {}", output.out);
        }
    }
    let baseline = sandbox.read("seichi-baseline.txt");
    for name in ["signature", "corpus", "version"] {
        let mut lines: Vec<String> = baseline.lines().map(str::to_owned).collect();
        let own = format!("{name},");
        let line = lines.iter_mut().find(|line| line.starts_with(&own));
        *line.expect("a line") = format!("{own}\"{EVIL}\"");
        sandbox.write("seichi-baseline.txt", (lines.join("\n") + "\n").as_bytes());
        for line in ["baseline show", "baseline diff", "gate --run reports"] {
            is_tame(&sandbox.run(line), line);
        }
    }
    // a shell may expand a pattern to such a name
    for name in ["--x\n::error::y", "\u{1b}[31m", "##[error]z"] {
        let output = RunOutput::of(sandbox.program().args(["eval", "g", "-s", name])).exits(2);
        is_tame(&output, name);
    }
}

#[test]
fn name_that_an_engine_gives_itself_is_cleaned() {
    let sandbox = Sandbox::new(&[("g/a.sgf", GAME)]);
    sandbox.write(
        "engine.sh",
        b"while read id cmd arg; do case \"$cmd\" in name) printf '=%s E ##vso[task.x] \
          ::error::y </code><h1>`@me\\n' \"$id\" ;; known_command) echo \"=$id true\" ;; \
          *) echo \"=$id\" ;; esac; echo; done",
    );
    let mut command = sandbox.program();
    command.args([
        "eval",
        "g",
        "-s",
        "flood",
        "--dead",
        "engine",
        "--engine",
        "sh engine.sh",
    ]);
    let output = RunOutput::of(&mut command).exits(0);
    assert!(output.out.contains("dead:engine(E "), "{}", output.out);
    is_tame(&output, "eval");
    let markdown = sandbox.run("report reports --format markdown").exits(0);
    is_tame(&markdown, "markdown");
    assert!(!markdown.out.contains("<h1>"), "{}", markdown.out);
}

/// The command that is printed, not only the one in `mismatches.csv`.
#[test]
fn printed_command_shows_the_game_of_any_name() {
    let sandbox = Sandbox::new(&[]);
    let wrong = GAME.replace("B+8", "W+8");
    for name in NAMES {
        let path = format!("g/{name}.sgf");
        sandbox.write(&path, wrong.replace("BLACK", "right").as_bytes());
        // the file with the cleaned name
        let cleaned = format!("g/{}.sgf", seichi::render::clean(name));
        if cleaned != path {
            sandbox.write(&cleaned, GAME.replace("BLACK", "other").as_bytes());
        }
        let output = sandbox
            .run("audit g --only contradicts-itself -q")
            .exits(0)
            .out;
        let line = output.lines().find(|line| line.contains("seichi explain"));
        let command = line.expect("a command").trim();
        let shown = sandbox
            .shell(&format!("{command} --format json"))
            .exits(0)
            .out;
        assert!(shown.contains("\"right\""), "{command}: {shown}");
        std::fs::remove_dir_all(sandbox.path("g")).expect("the games");
    }
}

#[test]
fn command_for_a_name_that_is_not_utf8_shows_the_game() {
    use std::os::unix::ffi::OsStrExt as _;
    let sandbox = Sandbox::new(&[("g/x.sgf", GAME)]);
    for name in [&b"a\xff%s'\\n\"$x`y.sgf"[..], b"a\xfe\n.sgf"] {
        let path = sandbox.path("g").join(std::ffi::OsStr::from_bytes(name));
        if std::fs::write(path, GAME).is_err() {
            return eprintln!("SKIPPED: the file system has no such name: {name:?}");
        }
    }
    sandbox.run("eval g -s flood -q").exits(0);
    let rows = sandbox.rows("reports/mismatches.csv");
    assert_eq!(rows.len(), 3);
    for row in rows {
        assert!(
            sandbox
                .shell(&row["explain"])
                .exits(0)
                .out
                .contains("label: B+8"),
            "{}",
            &row["explain"]
        );
    }
}

#[test]
fn markup_in_names_is_escaped_in_documents() {
    let sandbox = sandbox();
    sandbox.run("eval g -s all -q").exits(0);
    sandbox.run("baseline accept").exits(0);
    sandbox
        .eval_variants("g", "-s flood", "other", &["flood:is=territory:seki"])
        .expect("a run");
    let page = sandbox.run("report reports --format html").exits(0).out;
    assert_eq!(
        (
            page.matches("</script>").count(),
            page.matches("<!--").count()
        ),
        (2, 0)
    );
    assert!(
        !page.contains("<script>alert") && !page.contains("<img src=x"),
        "markup"
    );
    let markdown = sandbox.run("report reports --format markdown").exits(0).out;
    let junit = sandbox.run("report reports --format junit").exits(0).out;
    for (text, format) in [(&markdown, "Markdown"), (&junit, "JUnit")] {
        assert!(
            !text.contains("<script>alert") && !text.contains("<img"),
            "{format}: {text}"
        );
    }
    assert!(
        !markdown.contains("](http:x)") || markdown.contains("\\[link"),
        "{markdown}"
    );
    let gate = sandbox
        .run("gate --run other --format markdown")
        .exits(1)
        .out;
    assert!(gate.contains("boo"), "names are shown: {gate}");
    for text in [&markdown, &gate] {
        for link in ["www.", "@evil", "@me", "$x", ":tada", "&#35;1", "://"] {
            assert!(!text.contains(link), "{link}: {text}");
        }
    }
    assert!(
        junit.contains("&lt;img src=x onerror=alert(1)&gt;"),
        "it is there as text: {junit}"
    );
}
