//! `seichi gate`: a strategy is broken on one kind of region, repaired, improved and renamed; the
//! baseline is lost; the games are lost.

use serde_json::Value;

use crate::sandbox::{Row, RunOutput, Sandbox, baseline_strategies, project};

/// A sandbox with the project's drawn positions, and the baseline of two strategies on them.
fn sandbox() -> Sandbox {
    let sandbox = bare_shop();
    sandbox.run("eval article -s linked -s grey -q").exits(0);
    sandbox.run("baseline accept").exits(0);
    sandbox
}

fn bare_shop() -> Sandbox {
    let sandbox = Sandbox::new(&[("empty/notes.txt", "")]);
    sandbox.copy(&project("corpus/article"), "article");
    sandbox
}

/// Loses a point of `linked` in every region of two points.
const BROKEN: &str = "linked:size=2:lose-point";

/// A sandbox like the first, with the run `broken` of a broken strategy.
fn broken_sandbox() -> Sandbox {
    let sandbox = sandbox();
    sandbox
        .eval_variants("article", "-s linked,grey", "broken", &[BROKEN])
        .expect("a run");
    sandbox
}

/// Returns the games on which the broken strategy gives a different answer: games with a region of
/// two points.
fn broken_games(sandbox: &Sandbox) -> Vec<String> {
    let answer =
        |row: &Row| ["game", "strategy", "delta", "map_diff"].map(|column| row[column].to_owned());
    let before: Vec<_> = sandbox
        .rows("reports/games.csv")
        .iter()
        .map(answer)
        .collect();
    let changed = sandbox.rows("broken/games.csv");
    changed
        .iter()
        .map(answer)
        .filter(|row| !before.contains(row))
        .map(|[game, ..]| game)
        .collect()
}

fn json(output: &RunOutput) -> Value {
    serde_json::from_str(&output.out).unwrap_or_else(|error| panic!("{error}: {}", output.out))
}

/// Runs the gate in three formats, each of which has to exit with `code`.
fn gate(sandbox: &Sandbox, arguments: &str, code: i32) -> (RunOutput, Value, RunOutput) {
    let run = |format: &str| {
        sandbox
            .run(&format!("gate {arguments} --format {format}"))
            .exits(code)
    };
    let (text, json_said, github) = (run("text"), run("json"), run("github"));
    let annotations = github.out.lines().filter(|line| line.starts_with("::"));
    for level in ["error", "warning", "notice"] {
        let number = annotations
            .clone()
            .filter(|line| line.starts_with(&format!("::{level} ")))
            .count();
        assert!(number <= 10, "{number} annotations: GitHub shows only ten");
    }
    let value = json(&json_said);
    assert_eq!(value["passed"], code == 0, "{value}");
    (text, value, github)
}

#[test]
fn help_lists_the_exit_codes() {
    let help = Sandbox::new(&[]).run("gate --help").exits(0).out;
    let codes = help.split("\nExit codes:\n").nth(1).expect("exit codes");
    let starts: Vec<&str> = codes
        .lines()
        .filter_map(|line| line.get(2..3))
        .filter(|start| *start != " ")
        .collect();
    assert_eq!(starts, ["0", "1", "2", "3", "4"], "{codes}");
    let help = Sandbox::new(&[]).run("help").exits(0).out;
    let codes = help.split("\nExit codes:\n").nth(1).expect("exit codes");
    let starts: Vec<&str> = codes
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(starts, ["0", "1", "2", "3", "4", "130"], "{codes}");
}

#[test]
fn run_equal_to_its_baseline_passes() {
    let sandbox = sandbox();
    let (text, json, github) = gate(&sandbox, "article -s linked -s grey", 0);
    assert!(
        text.out
            .contains("PASSED: 0 new, 0 worse, 0 changed, 0 fixed, 13 known mismatches"),
        "{}",
        text.out
    );
    assert!(!text.out.contains("accept"), "{}", text.out);
    assert_eq!(json["accept"], false);
    assert!(
        github
            .out
            .lines()
            .last()
            .is_some_and(|line| line.starts_with("::notice title=seichi gate::PASSED"))
    );
    assert!(text.err.is_empty() && github.err.is_empty());
}

#[test]
fn broken_strategy_fails_and_its_games_are_named() {
    let sandbox = broken_sandbox();
    let games = broken_games(&sandbox);
    assert!(games.len() > 5, "{games:?}");
    let (text, json, github) = gate(&sandbox, "--run broken", 1);
    let changes = json["changes"].as_array().expect("changes");
    for game in &games {
        assert!(text.out.contains(game.as_str()), "{game}: {}", text.out);
        assert!(
            changes.iter().any(|change| change["game"] == game.as_str()),
            "{game}"
        );
    }
    let bad = changes
        .iter()
        .filter(|change| change["kind"] == "new" || change["kind"] == "worse")
        .count();
    assert_eq!(json["objections"][0]["objection"], "new_mismatches");
    assert!(
        json["messages"][0]
            .as_str()
            .is_some_and(|message| message.starts_with("mismatches of linked: ")),
        "{json}"
    );
    let shown = github
        .out
        .lines()
        .filter(|line| line.starts_with("::error title=linked on "))
        .count();
    assert_eq!(shown, bad.min(9));
    let last = github.out.lines().last().unwrap_or_default();
    assert!(
        last.starts_with("::error title=seichi gate::FAILED"),
        "{last}"
    );
    assert!(
        last.contains(&format!("9 of {bad} new or worse mismatches are shown")),
        "{last}"
    );
    assert!(
        text.err.starts_with("seichi: FAILED, 2 violations: "),
        "{}",
        text.err
    );
    let advice = "(--alpha 0.05)\n\
                  To see the boards, run: seichi report broken --format html > report.html\n\
                  If the new and worse mismatches are intended, run: seichi baseline accept broken --baseline seichi-baseline.txt\n";
    assert!(
        text.out.ends_with(advice)
            && last.contains("If the new and worse mismatches are intended, run: "),
        "{}",
        text.out
    );
    let failed = sandbox.run("gate --run broken --color always").out;
    assert!(failed.contains("\u{1b}[1;31mFAILED"), "{failed}");
    // the strategy is repaired
    gate(&sandbox, "article -s linked -s grey", 0);
    let passed = sandbox
        .run("gate article -s linked -s grey --color always")
        .exits(0)
        .out;
    assert!(passed.contains("\u{1b}[1;32mPASSED"), "{passed}");
}

#[test]
fn improvement_passes_and_suggests_accept() {
    let sandbox = bare_shop();
    sandbox
        .eval_variants(
            "article",
            "-s linked,grey",
            "before",
            &["linked:size=4:lose-point"],
        )
        .expect("a run");
    sandbox.run("baseline accept before").exits(0);
    let (text, json, github) = gate(&sandbox, "article -s linked -s grey", 0);
    let accept = "seichi baseline accept reports --baseline seichi-baseline.txt";
    assert!(text.out.contains(accept), "{}", text.out);
    assert!(text.out.contains("\nfixed   "), "{}", text.out);
    assert_eq!(json["accept"], true);
    assert!(
        github
            .out
            .lines()
            .last()
            .unwrap_or_default()
            .contains(accept)
    );
    sandbox.run("baseline accept").exits(0);
    let (text, ..) = gate(&sandbox, "article -s linked -s grey", 0);
    assert!(!text.out.contains("accept"), "{}", text.out);
}

#[test]
fn gate_without_a_baseline_gives_no_verdict() {
    let sandbox = sandbox();
    std::fs::remove_file(sandbox.path("seichi-baseline.txt")).expect("the file exists");
    let (text, json, github) = gate(&sandbox, "article -s linked", 4);
    let advice = "seichi: missing baseline seichi-baseline.txt\n\
                  if there was a baseline: restore it from version control, or name it with --baseline FILE\n\
                  if this is the first run: look at reports/mismatches.csv, then \
                  seichi baseline accept reports --baseline seichi-baseline.txt\n";
    assert_eq!(text.err, advice);
    assert_eq!(json["exit_code"], 4);
    assert!(
        github
            .out
            .starts_with("::error title=seichi gate::missing baseline"),
        "{}",
        github.out
    );
}

#[test]
fn gate_without_games_fails() {
    let sandbox = sandbox();
    let (text, json, github) = gate(&sandbox, "empty", 3);
    assert_eq!(
        text.err,
        "seichi: no records (.sgf, or an archive of them) found in \"empty\"\n"
    );
    assert_eq!(json["exit_code"], 3);
    assert!(github.out.starts_with("::error "));
    sandbox
        .run("gate article -s linked -s grey --min-games 1000")
        .exits(3);
    sandbox.run("gate --run nowhere").exits(2);
    for flag in [
        "article",
        "-s linked",
        "--rules auto",
        "--unique",
        "--part 1/2",
        "--engine x",
        "--limit 3",
        "--owners x",
        "--safety",
        "--out x",
        "--jobs 2",
    ] {
        let error = sandbox.run(&format!("gate --run nowhere {flag}")).exits(2);
        assert!(error.err.contains("cannot be used with"), "{}", error.err);
    }
}

#[test]
fn renamed_strategy_fails() {
    let sandbox = sandbox();
    let (text, json, github) = gate(&sandbox, "article -s grey -s strict", 1);
    assert!(
        text.out
            .contains("linked is in the baseline but did not run"),
        "{}",
        text.out
    );
    assert_eq!(json["objections"][0]["objection"], "did_not_run");
    assert!(github.out.contains("did not run"));
    // a new strategy can't be compared, so the baseline has to be accepted
    assert_eq!(json["accept"], true);
    gate(&sandbox, "article -s linked", 1);
}

#[test]
fn run_on_other_games_is_not_comparable() {
    let sandbox = sandbox();
    let gone = sandbox.rows("reports/mismatches.csv")[0]["game"].to_owned();
    std::fs::remove_file(sandbox.path(&format!("article/{}", gone.trim_end_matches("#1"))))
        .expect("the file exists");
    let (text, ..) = gate(&sandbox, "article -s linked -s grey", 4);
    let why = "seichi: the run can't be compared with the baseline: the games have changed: 39 of 42 were evaluated; in the \
         baseline, 40 of 43\n\
         to see what accepting would change: seichi baseline diff reports --baseline seichi-baseline.txt\n";
    assert!(text.err.ends_with(why), "{}", text.err);
    let game = sandbox
        .read("article/labels.jsonl")
        .replace("\"B+9\"", "\"B+8\"");
    sandbox.copy(&project("corpus/article"), "article");
    sandbox.write("article/labels.jsonl", game.as_bytes());
    gate(&sandbox, "article -s linked -s grey", 4);
}

/// Each of these changes could hide a worse strategy, so the gate passes none of them.
#[test]
fn changed_games_flags_and_baselines_never_pass() {
    let sandbox = sandbox();
    let [game, other] = ["eye-table-6-two-points.sgf", "bamboo-joint.sgf"];
    let text = sandbox.read(&format!("article/{game}"));
    let labels = sandbox.read("article/labels.jsonl");
    for flags in [
        "--part 1/2",
        "--limit 10",
        "--size 9",
        "--dead none",
        "--dead estimate",
        "--unique",
    ] {
        sandbox
            .run(&format!("gate article -s linked -s grey {flags}"))
            .exits(4);
    }
    let line = labels
        .lines()
        .find(|line| line.contains(game))
        .expect("a label");
    let without = labels.replace(&format!("{line}\n"), "");
    let change = |what: &str, file: &str, text: &str| {
        let before = sandbox.read(file);
        sandbox.write(file, text.as_bytes());
        let output = sandbox.run("gate article -s linked -s grey");
        assert_eq!(output.code, 4, "{what}: {}{}", output.out, output.err);
        sandbox.write(file, before.as_bytes());
    };
    change("label removed", "article/labels.jsonl", &without);
    change(
        "record damaged",
        &format!("article/{game}"),
        &text.replace("SZ[7:6]", "SZ[99]"),
    );
    change(
        "stone added",
        &format!("article/{game}"),
        &text.replacen(')', ";B[aa])", 1),
    );
    change(
        "another board",
        &format!("article/{game}"),
        &sandbox.read(&format!("article/{other}")),
    );
    sandbox.run("gate article -s linked -s grey").exits(0);
}

#[test]
fn merged_or_edited_baseline_gives_no_verdict() {
    let sandbox = sandbox();
    let accepted = sandbox.read("seichi-baseline.txt");
    let judged = |what: &str, text: &str| {
        sandbox.write("seichi-baseline.txt", text.as_bytes());
        let output = sandbox.run("gate article -s linked -s grey");
        assert_eq!(output.code, 4, "{what}: {}{}", output.out, output.err);
    };
    let mismatches: Vec<&str> = accepted
        .lines()
        .filter(|line| line.starts_with("mismatch,"))
        .collect();
    let others: Vec<&str> = accepted
        .lines()
        .filter(|line| !line.starts_with("mismatch,"))
        .collect();
    judged(
        "lines of both sides",
        &[others.as_slice(), &mismatches, &mismatches[..1]]
            .concat()
            .join("\n"),
    );
    // both sides of a merge accepted a mismatch, so git takes both lines and the counts of either
    // side
    let added = mismatches[0].replace("#1,", "#2,");
    judged(
        "a mismatch more",
        &[others.as_slice(), &mismatches, &[&added]]
            .concat()
            .join("\n"),
    );
    judged(
        "a mismatch fewer",
        &[others.as_slice(), &mismatches[1..]].concat().join("\n"),
    );
    judged(
        "marks of a conflict",
        &format!("<<<<<<< HEAD\n{accepted}=======\n{accepted}>>>>>>> main\n"),
    );
    let known = mismatches
        .iter()
        .find(|line| line.contains(",winner,"))
        .expect("a right winner");
    judged(
        "another mismatch",
        &accepted.replace(known, &known.replace(",winner,", ",exact,")),
    );
    sandbox.write(
        "seichi-baseline.txt",
        accepted.replace('\n', "\r\n").as_bytes(),
    );
    sandbox.run("gate article -s linked -s grey").exits(0);
}

#[test]
fn thresholds_are_applied() {
    let sandbox = broken_sandbox();
    let run = |more: &str, code: i32| {
        json(
            &sandbox
                .run(&format!("gate --run broken --format json {more}"))
                .exits(code),
        )
    };
    let all = run("", 1);
    let linked = all["strategies"]
        .as_array()
        .and_then(|all| all.iter().find(|one| one["strategy"] == "linked"));
    let linked = linked.expect("linked was judged");
    let bad =
        linked["new"].as_u64().unwrap_or_default() + linked["worse"].as_u64().unwrap_or_default();
    let objections = |value: &Value| -> Vec<String> {
        let all = value["objections"].as_array().expect("objections");
        all.iter()
            .map(|one| one["objection"].as_str().unwrap_or_default().to_owned())
            .collect()
    };
    assert_eq!(objections(&all), ["new_mismatches", "significant"]);
    assert_eq!(
        objections(&run(&format!("--max-new-mismatches {bad}"), 1)),
        ["significant"]
    );
    assert!(objections(&run(&format!("--max-new-mismatches {bad} --alpha 0"), 0)).is_empty());
    let drop = "--max-new-mismatches 1000 --alpha 0 --max-drop";
    assert_eq!(objections(&run(&format!("{drop} 1%"), 1)), ["drop"]);
    assert!(objections(&run(&format!("{drop} 0.9"), 0)).is_empty());
    let skip = json(
        &sandbox
            .run("gate article -s linked -s grey --max-skip-rate 1% --format json")
            .exits(1),
    );
    assert_eq!(objections(&skip), ["skip_rate"]);
    sandbox
        .run("gate article -s linked -s grey --max-skip-rate 10%")
        .exits(0);
    let output = sandbox.run("gate article --max-drop 2").exits(2);
    assert!(
        output.err.contains("from 0 to 1, or from 0% to 100%"),
        "{}",
        output.err
    );
}

#[test]
fn saved_run_gets_the_same_verdict() {
    let sandbox = bare_shop();
    sandbox
        .eval_variants("article", "-s linked,grey", "better", &["linked::as-teire"])
        .expect("a run");
    sandbox.run("baseline accept better").exits(0);
    for format in ["text", "json", "github", "markdown", "junit"] {
        let first = sandbox
            .run(&format!("gate article -s linked -s grey --format {format}"))
            .exits(1);
        let again = sandbox
            .run(&format!("gate --run reports --format {format}"))
            .exits(1);
        assert_eq!(first.out, again.out, "{format}");
    }
}

/// The program in a pull request could write the file by which it is judged.
#[cfg(unix)]
#[test]
fn scorer_cannot_change_the_baseline_that_judges_it() {
    let sandbox = Sandbox::new(&[]);
    sandbox.copy(&project("corpus/article"), "article");
    let scorer = |answer: &str| {
        let script = format!(
            "cp changed.txt seichi-baseline.txt 2>/dev/null\nwhile read -r line; do \
             id=${{line#*:}}; echo \"{{\\\"id\\\":${{id%%,*}},{answer}}}\"; done"
        );
        sandbox.write("mine.sh", script.as_bytes());
    };
    let run = |words: &[&str]| {
        let mut command = sandbox.program();
        command
            .args(words)
            .args(["article", "-q", "--scorer", "mine=sh mine.sh", "-s", "mine"]);
        RunOutput::of(&mut command)
    };
    for (answer, baseline) in [
        ("\\\"score\\\":7", "changed.txt"),
        ("\\\"score\\\":1", "good.txt"),
    ] {
        scorer(answer);
        run(&["eval"]).exits(0);
        sandbox
            .run(&format!("baseline accept --baseline {baseline}"))
            .exits(0);
    }
    sandbox.write("seichi-baseline.txt", sandbox.read("good.txt").as_bytes());
    scorer("\\\"score\\\":7");
    let changed = run(&["gate"]);
    assert_ne!(changed.code, 0, "{}", changed.err);
    assert_eq!(
        sandbox.read("seichi-baseline.txt"),
        sandbox.read("changed.txt")
    );
}

/// A scorer whose answers are as right or wrong as before fails if it answers less.
#[cfg(unix)]
#[test]
fn scorer_that_loses_margins_or_declines_fails() {
    let sandbox = Sandbox::new(&[]);
    sandbox.copy(&project("corpus/article"), "article");
    // $w is the width of the board
    let run = |command: &str, answer: &str| {
        let script = format!(
            r#"while read -r line; do id=${{line#*:}}; w=${{line#*size\":[}}; w=${{w%%,*}}
            echo "{{\"id\":${{id%%,*}},{answer}}}"; done"#
        );
        sandbox.write("mine.sh", script.as_bytes());
        let mut program = sandbox.program();
        program
            .arg(command)
            .arg("article")
            .args(["--scorer", "mine=sh mine.sh", "-s", "mine"]);
        RunOutput::of(&mut program)
    };
    let whole = r#"\"margin\":0"#;
    run("eval", whole).exits(0);
    sandbox.run("baseline accept").exits(0);
    run("gate", whole).exits(0);
    for (answer, violation) in [
        (r#"\"black\":[],\"white\":[]"#, "mine gives no `margin` in "),
        (r#"\"margin\":null"#, "if it stands for NaN"),
        (
            r#"$([ $w = 7 ] && echo \"unsupported\":\"7\" || echo \"margin\":0)"#,
            "mine has no answer for ",
        ),
    ] {
        let output = run("gate", answer).exits(1);
        let text = output.out + &output.err;
        assert!(text.contains(violation), "{text}");
    }
}

/// A wrong winner is a mismatch, and a right winner is not.
#[cfg(unix)]
#[test]
#[expect(clippy::too_many_lines, reason = "one scorer in every report")]
fn answer_with_only_the_winner_counts_only_in_the_winner_rate() {
    let game = |result, black: &str, white: &str| {
        let stones = ["a", "b", "c", "d", "e"];
        let [black, white] = [black, white].map(|x| stones.map(|y| format!("[{x}{y}]")).concat());
        format!("(;SZ[5]RU[Japanese]KM[0]RE[{result}]AB{black}AW{white};B[];W[])")
    };
    let sandbox = Sandbox::new(&[
        ("g/black.sgf", &game("B+5", "c", "d")),
        ("g/draw.sgf", &game("0", "b", "d")),
        ("g/white.sgf", &game("W+5", "b", "c")),
    ]);
    let run = |words: &str, answer: &str| {
        let script = format!(
            r#"while read -r line; do id=${{line#*:}}; echo "{{\"id\":${{id%%,*}},{answer}}}"; done"#
        );
        sandbox.write("mine.sh", script.as_bytes());
        let mut program = sandbox.program();
        program.args(words.split(' ')).args([
            "--scorer",
            "mine=sh mine.sh",
            "-s",
            "mine",
            "--dead",
            "none",
        ]);
        RunOutput::of(&mut program)
    };
    let [black, white] = ["black", "white"].map(|name| format!(r#"\"winner\":\"{name}\""#));
    let output = run("eval g", &black).exits(0).out;
    for words in [
        "> mine                        3        –                  –     33.3 %        –\n",
        "mine: 3 of 3 territory answers name only the winner\n",
        "were not measured in 3 answers from mine;\n    answer with `margin`",
    ] {
        assert!(output.contains(words), "{words}: {output}");
    }
    let outcomes = ["winner", "wrong", "wrong"];
    for (row, outcome) in sandbox.rows("reports/games.csv").iter().zip(outcomes) {
        let values = [
            "margin",
            "margin_lo",
            "delta",
            "map_diff",
            "outcome",
            "whole",
        ]
        .map(|name| &row[name]);
        assert_eq!(values, ["", "", "", "", outcome, "no"]);
    }
    let summary = &sandbox.rows("reports/summary.csv")[0];
    let values = [
        "games",
        "exact",
        "exact_rate",
        "winner",
        "mae",
        "bias",
        "only_winner",
    ]
    .map(|name| &summary[name]);
    assert_eq!(values, ["3", "0", "", "1", "", "", "3"]);
    assert_eq!(sandbox.rows("reports/mismatches.csv").len(), 2);
    sandbox.run("baseline accept").exits(0);
    let baseline = sandbox.read("seichi-baseline.txt");
    for line in [
        "strategy,mine,3,0,1,0,0,1\n",
        "mismatch,draw.sgf#1,mine,wrong,,\n",
    ] {
        assert!(baseline.contains(line), "{baseline}");
    }
    run("gate g", &black).exits(0);
    let output = run("gate g --max-new-mismatches 1 -o b", &white)
        .exits(0)
        .out;
    assert!(
        output.contains("new     black.sgf#1  mine\n        wrong winner; before: right\n"),
        "{output}"
    );
    assert!(
        output.contains("1 new, 0 worse, 0 changed, 1 fixed, 1 known"),
        "{output}"
    );
    let output = sandbox.run("compare reports b").exits(0).out;
    assert!(
        output.contains("mine: error winner -> wrong, differing points – -> –\n"),
        "{output}"
    );
    run("gate g", &white).exits(1);
    // a margin that turns into a right winner
    run("eval g", r#"\"margin\":5"#).exits(0);
    sandbox.run("baseline accept").exits(0);
    let output = run("gate g", &black).exits(1).out;
    assert!(
        output.contains("mine gives no `margin` in 3 answers"),
        "{output}"
    );
    // the same without a label
    let output = run("explain g/draw.sgf", &black).exits(0).out;
    assert!(
        output.contains("mine: B+, only the winner (wrong winner; unknown) (no map)\n"),
        "{output}"
    );
    let output = run("score g/draw.sgf", &black).exits(0).out;
    assert!(output.contains("\nB+  mine\nno map\n"), "{output}");
    let output = run("score g/draw.sgf --format ndjson", &black).exits(0).out;
    assert!(
        output.contains(r#""winner":"black""#) && !output.contains("margin"),
        "{output}"
    );
}

/// The example for GitLab in docs/ci.md.
#[test]
fn report_in_the_folder_of_the_run_is_replaced_with_it() {
    let sandbox = sandbox();
    let line = "gate article -s linked -q --junit reports/junit.xml";
    for _ in 0..2 {
        assert_ne!(sandbox.run(line).code, 2);
        assert!(sandbox.read("reports/junit.xml").contains("<testsuites"));
    }
    sandbox.write("reports/junit.xml", b"mine");
    assert!(
        sandbox
            .run(line)
            .exits(2)
            .err
            .contains("seichi did not write")
    );
    assert_eq!(sandbox.read("reports/junit.xml"), "mine");
}

#[test]
fn files_and_the_step_summary_are_written() {
    let sandbox = broken_sandbox();
    let summary = sandbox.path("step.md");
    let mut command = sandbox.program();
    command.args([
        "gate",
        "--run",
        "broken",
        "--format",
        "github",
        "--junit",
        "new/junit.xml",
    ]);
    RunOutput::of(command.env("GITHUB_STEP_SUMMARY", &summary)).exits(1);
    let markdown = sandbox.read("step.md");
    let printed = sandbox.run("gate --run broken --format markdown").exits(1);
    assert_eq!(printed.out, markdown);
    assert!(markdown.starts_with("## seichi gate: failed"), "{markdown}");
    assert!(markdown.contains("| new | eye-table-"), "{markdown}");
    let xml = sandbox.read("new/junit.xml");
    let games = sandbox.rows("broken/games.csv").len() / 2;
    let skipped = sandbox.rows("broken/skipped.csv").len();
    assert_eq!(
        xml.matches("<testcase ").count(),
        games + skipped + 2,
        "each game, and two violations"
    );
    assert_eq!(xml.matches("<skipped ").count(), skipped);
    let verdict = json(&sandbox.run("gate --run broken --format json").exits(1));
    let changes = verdict["changes"].as_array().expect("changes");
    let bad: std::collections::BTreeSet<&str> = changes
        .iter()
        .filter(|change| change["kind"] == "new")
        .filter_map(|change| change["game"].as_str())
        .collect();
    assert!(bad.len() > 5);
    assert_eq!(xml.matches("<failure ").count(), bad.len() + 2);
}

#[cfg(unix)]
#[test]
fn step_summary_is_appended_completely_or_not_at_all() {
    let sandbox = broken_sandbox();
    sandbox.write("step.md", b"earlier\n");
    let line = "trap '' XFSZ; ulimit -f 1; export GITHUB_STEP_SUMMARY=step.md; \
                exec seichi gate --run broken --format github";
    let output = sandbox.shell(line).exits(2);
    let why = "failed to write the step summary step.md";
    assert!(output.err.contains(why), "{}", output.err);
    assert_eq!(sandbox.read("step.md"), "earlier\n");
}

#[test]
fn games_under_another_path_are_renamed() {
    let sandbox = Sandbox::new(&[]);
    sandbox.copy(&project("corpus/article"), "games/article");
    sandbox.run("eval games/article -s linked -q").exits(0);
    sandbox.run("baseline accept").exits(0);
    let output = sandbox.run("gate games -s linked -q").exits(4);
    let why = "games were renamed: dead-stone-on-the-vital-point.sgf#1 is now \
               article/dead-stone-on-the-vital-point.sgf#1; give the paths as you did for the baseline";
    assert!(output.err.contains(why), "{}", output.err);
}

#[test]
fn summary_fits_into_a_comment() {
    let game = "(;SZ[5]RU[Japanese]KM[0.5]RE[B+9.5]PC[The KGS Go Server at http://www.gokgs.com/]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de])";
    let sandbox = Sandbox::new(&[("labels.jsonl", "")]);
    let name = "a very long name of a game that says who played whom and where and when and why "
        .repeat(3);
    let games: String = (0..2500).map(|_| game).collect();
    sandbox.write(&format!("g/{name}.sgf"), games.as_bytes());
    sandbox.run("eval g --dead none -q").exits(0);
    sandbox.run("baseline accept").exits(0);
    // every game is newly wrong for every strategy
    let broken: Vec<String> = seichi::territory::STRATEGIES
        .iter()
        .map(|strategy| format!("{}:by=black,is=territory:lose-point", strategy.name))
        .collect();
    let broken: Vec<&str> = broken.iter().map(String::as_str).collect();
    sandbox
        .eval_variants("g", "--dead none", "broken", &broken)
        .expect("a run");
    let output = sandbox.run("gate --run broken --format markdown").exits(1);
    assert!(output.out.len() < 20_000, "{} bytes", output.out.len());
    assert!(output.out.contains("… and "), "it counts the rest");
    let board = "```text\nbbXOw   bbXOw\n";
    assert!(output.out.contains("```text\n..XO.   "), "{board}");
    assert!(
        output.out.trim_end().ends_with("|v:0.1.0`"),
        "it ends like any summary"
    );
}

#[test]
fn names_cannot_pose_as_commands() {
    let sandbox = Sandbox::new(&[]);
    let game = "(;SZ[5]RU[Japanese]KM[0.5]RE[B+9.5]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de])";
    sandbox.write("g/x\n::error::boo, <b>|`.sgf", game.as_bytes());
    sandbox.run("eval g --dead none -q -s linked").exits(0);
    sandbox.run("baseline accept").exits(0);
    sandbox
        .eval_variants(
            "g",
            "--dead none -s linked",
            "broken",
            &["linked:by=black,is=territory:lose-point"],
        )
        .expect("a run");
    let line = "gate --run broken --format";
    let output = sandbox.run(&format!("{line} github")).exits(1);
    assert!(
        output
            .out
            .lines()
            .all(|line| !line.trim_start().starts_with("::error::boo")),
        "{}",
        output.out
    );
    let output = sandbox.run(&format!("{line} markdown")).exits(1);
    assert!(
        !output.out.contains("<b>") && output.out.contains("&#60;b&#62;&#124;"),
        "{}",
        output.out
    );
    assert!(
        sandbox
            .read("seichi-baseline.txt")
            .contains("\"x\n::error::boo, <b>|`.sgf#1\"")
    );
    sandbox.run("gate g --dead none -s linked").exits(0);
}

#[test]
fn project_passes_its_own_gate() {
    let sandbox = Sandbox::new(&[]);
    let mut command = sandbox.program();
    command
        .arg("gate")
        .arg(project("corpus"))
        .arg("--baseline")
        .arg(project("corpus/baseline.txt"));
    command.args(baseline_strategies());
    let output = RunOutput::of(&mut command).exits(0);
    let accept = "what is better is not in corpus/baseline.txt: seichi eval corpus -s all, then \
                  seichi baseline accept --baseline corpus/baseline.txt";
    assert!(
        !output.out.contains("seichi baseline accept"),
        "{accept}\n{}",
        output.out
    );
}

/// `gate … | grep -q x` closes the pipe early; a failure is still a failure.
#[test]
fn closed_pipe_does_not_hide_a_failed_gate() {
    let sandbox = broken_sandbox();
    let code = |line: &str| sandbox.closed_pipe(line).code;
    assert_eq!(code("gate --run broken"), 1);
    assert_eq!(code("gate article -s linked -s grey"), 0);
    assert_eq!(
        code("gate article -s linked --baseline none.txt --format json"),
        4
    );
}

#[test]
fn run_that_contradicts_itself_gets_no_verdict() {
    let sandbox = broken_sandbox();
    let broken = sandbox.read("broken/mismatches.csv");
    let header = broken.lines().next().expect("a header").to_owned() + "\n";
    sandbox.write("broken/mismatches.csv", header.as_bytes());
    let output = sandbox.run("gate --run broken").exits(2);
    assert_eq!(
        output.err,
        "seichi: \"broken/mismatches.csv\" has changed since the run wrote it; restore it, or \
         run seichi eval again\n"
    );
    sandbox.run("baseline accept broken").exits(2);
    sandbox.seal("broken");
    let output = sandbox.run("gate --run broken").exits(2);
    assert_eq!(
        output.err,
        "seichi: the run in broken is inconsistent: grey is exact in 34 of 40 games, but the \
         number of mismatches listed is 0\n"
    );
    sandbox.run("baseline accept broken").exits(2);
}

/// The number of exact games does not reveal the missing row of a game with only a wrong map.
#[test]
fn deleted_rows_of_mismatches_are_noticed() {
    let map = "(;SZ[5]RU[Japanese]KM[0.5]RE[B+4.5]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de]\
               TB[aa][ab][ac][ad][ba][bb][bc][bd][be]TW[ea][eb][ec][ed])";
    let sandbox = Sandbox::new(&[("a.sgf", map)]);
    sandbox.run("eval a.sgf -s linked -s grey -q").exits(0);
    let rows = sandbox.read("reports/mismatches.csv");
    let listed = sandbox.rows("reports/mismatches.csv");
    assert_eq!(listed.len(), 2);
    sandbox.run("baseline accept").exits(0);
    sandbox.run("gate --run reports").exits(0);
    let shorter: String = rows.split_inclusive('\n').take(2).collect();
    sandbox.write("reports/mismatches.csv", shorter.as_bytes());
    for seal in [false, true] {
        if seal {
            sandbox.seal("reports");
        }
        let refused = [
            sandbox.run("gate --run reports").exits(2),
            sandbox.run("baseline accept").exits(2),
        ];
        for output in refused {
            let why = if seal {
                "has the label's map in 0 of 1 games, but the number of mismatches listed is 0"
            } else {
                "has changed"
            };
            assert!(output.err.contains(why), "{}", output.err);
        }
    }
}

#[test]
fn gate_with_only_contradictory_labels_exits_with_3() {
    let game = "(;SZ[5]RU[Japanese]KM[0.5]RE[B+90]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de]\
                TB[aa][ab][ac][ad][ae][ba][bb][bc][bd][be]TW[ea][eb][ec][ed][ee])";
    let sandbox = Sandbox::new(&[("a.sgf", game)]);
    sandbox.run("eval a.sgf").exits(0);
    sandbox.run("baseline accept").exits(3);
    assert!(
        sandbox
            .run("gate a.sgf")
            .exits(3)
            .err
            .contains("all labels contradict themselves")
    );
}

#[test]
fn missing_baseline_is_reported_as_no_verdict() {
    let sandbox = bare_shop();
    sandbox.run("gate article -s linked --junit j.xml").exits(4);
    assert!(
        sandbox.read("j.xml").contains("<error ")
            && sandbox.read("j.xml").contains("missing baseline")
    );
    assert!(
        sandbox
            .run("gate article -s linked --format markdown")
            .exits(4)
            .out
            .starts_with("## seichi gate: no verdict")
    );
    assert!(
        sandbox
            .run("gate article -s linked --format junit")
            .exits(4)
            .out
            .contains("errors=\"1\"")
    );
}
