//! `--scorer`: external programs as strategies.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::gnugo::gnugo;
use crate::sandbox::{Row, RunOutput, Sandbox, path_with, project, seichi};

/// Answers every position with no territory.
const NOTHING: &str = "while read -r line; do id=${line#*:}; id=${id%%,*}; \
                       echo \"{\\\"id\\\":$id,\\\"black\\\":[],\\\"white\\\":[]}\"; done";

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new(&[("nothing.sh", NOTHING)]);
    sandbox.copy(&project("corpus/article"), "article");
    sandbox
}

/// Returns the columns of a row that describe the answer.
fn answer(row: &Row) -> [String; 7] {
    [
        "game",
        "margin",
        "delta",
        "outcome",
        "map_diff",
        "black_territory",
        "white_territory",
    ]
    .map(|column| row[column].to_owned())
}

fn answers(sandbox: &Sandbox, strategy: &str) -> Vec<[String; 7]> {
    sandbox
        .rows("reports/games.csv")
        .iter()
        .filter(|row| &row["strategy"] == strategy)
        .map(answer)
        .collect()
}

/// Returns whether the interpreter of a language is installed.
fn has(language: &str) -> bool {
    let version = Command::new(language)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let there = version.is_ok_and(|status| status.success());
    if !there {
        eprintln!("SKIPPED: there is no {language} to run its example scorer");
    }
    there
}

#[test]
fn question_includes_an_unusual_tax() {
    let sandbox = sandbox();
    sandbox.write(
        "notes.sh",
        NOTHING
            .replacen("do ", "do echo \"$line\" >questions; ", 1)
            .as_bytes(),
    );
    for (rules, tax) in [
        ("japanese", ""),
        ("chinese", ""),
        ("koSIMPLEscoreAREAtaxSEKIsui0", ",\"tax\":\"seki\""),
        ("koSIMPLEscoreTERRITORYtaxNONEsui0", ",\"tax\":\"none\""),
        ("koSIMPLEscoreAREAtaxALLsui0", ",\"tax\":\"all\""),
    ] {
        let mut command = sandbox.program();
        command.args([
            "score",
            "article/corner-seki.sgf",
            "-s",
            "flood",
            "--rules",
            rules,
        ]);
        RunOutput::of(command.args(["--scorer", "mine=sh notes.sh"])).exits(0);
        let question = sandbox.read("questions");
        assert_eq!(
            question.contains("tax"),
            !tax.is_empty(),
            "{rules}: {question}"
        );
        assert!(question.contains(tax), "{rules}: {question}");
    }
}

#[test]
fn scorer_is_asked_once_about_each_game_of_a_mixed_folder() {
    let sandbox = sandbox();
    let log = NOTHING.replacen("do ", "do echo \"$line\" >>questions; ", 1);
    sandbox.write("log.sh", log.as_bytes());
    let game = "(;SZ[5]KM[0]RE[B+5]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de];B[];W[])";
    for number in 0..300 {
        sandbox.write(&format!("mixed/{number}.sgf"), game.as_bytes());
    }
    let area = game.replace("SZ", "RU[Chinese]SZ");
    sandbox.write("mixed/area.sgf", area.as_bytes());
    let mut command = sandbox.program();
    command.args(["eval", "mixed", "--dead", "none", "-j", "1"]);
    RunOutput::of(command.args(["--scorer", "mine=sh log.sh"])).exits(0);
    assert_eq!(sandbox.read("questions").lines().count(), 301);
}

/// Returns the command of an example scorer, which is built in the sandbox if necessary. Returns
/// `None` if its language is not installed.
fn example(sandbox: &Sandbox, language: &str, name: &str) -> Option<String> {
    if language != "sh" && !has(language) {
        return None;
    }
    let file = |name: &str| project("examples/scorers").join(name);
    let name = Path::new(name);
    let stem = name.file_stem()?.to_str()?;
    let mut build = Command::new(language);
    build.current_dir(sandbox.path("."));
    let command = match language {
        "c++" => {
            build
                .args(["-std=c++17", "-o", stem])
                .arg(file(name.to_str()?));
            format!("./{stem}")
        }
        "javac" => {
            build.args(["-d", "classes"]);
            build.args([file("Flood.java"), file("Whole.java")]);
            format!("java -cp classes {stem}")
        }
        _ => return Some(format!("{language} '{}'", file(name.to_str()?).display())),
    };
    RunOutput::of(&mut build).exits(0);
    Some(command)
}

#[test]
fn example_scorers_answer_like_flood() {
    for (language, file) in [
        ("python3", "flood.py"),
        ("node", "flood.mjs"),
        ("sh", "flood.sh"),
        ("c++", "flood.cpp"),
        ("javac", "Flood.java"),
    ] {
        let sandbox = sandbox();
        let Some(command) = example(&sandbox, language, file) else {
            continue;
        };
        // columns beyond the 26th have capital letters
        sandbox.write(
            "article/wide.sgf",
            b"(;SZ[30:2]RU[Japanese]KM[0]RE[B+58]AB[Ba][Bb]AW[Ca]TB[Ca][Da][Db])",
        );
        let output = RunOutput::of(
            sandbox
                .program()
                .args(["eval", "article", "-s", "flood", "--scorer"])
                .arg(format!("mine={command}")),
        );
        assert_eq!(
            output.err,
            "seichi: warning: 9 of 18 wrong answers from mine in territory games count every \
             surrounded point: under Japanese rules, false eyes and eyes in seki are not scored\n"
        );
        output.exits(0);
        let flood = answers(&sandbox, "flood");
        assert_eq!(flood.len(), 41);
        assert_eq!(answers(&sandbox, "mine"), flood, "{language}");
    }
}

/// Returns a finished game on a board of 27 columns. Black has captured a stone, has two dead stones
/// in his territory of seven points, and passed first; White has 64 points. Each has five living
/// stones.
fn halves(rules: &str, result: &str) -> String {
    format!(
        "(;SZ[27:3]RU[{rules}]KM[6.5]HA[2]RE[{result}]AB[da][db][dc][ba]AW[ea][eb][ec][aa][bb][cb]\
         PL[W];W[fb];B[ab];W[fc];B[];W[]TB[aa][ca][bb][cb][ac][bc][cc]TW[fa][ga:Ac])"
    )
}

/// The rules of the American Go Association with a button.
const BUTTON: &str = "koSITUATIONALscoreAREAtaxNONEsui0button1whbN-1";

#[test]
fn examples_of_the_whole_result_count_everything() {
    let games = [
        ("Japanese", "W+60.5"),
        ("Chinese", "W+65.5"),
        ("AGA", "W+64.5"),
        ("NZ", "W+63.5"),
        (BUTTON, "W+64"),
    ];
    let sandbox = Sandbox::new(&[]);
    for (number, (rules, result)) in games.iter().enumerate() {
        let game = halves(rules, result);
        sandbox.write(&format!("g/{number}.sgf"), game.as_bytes());
    }
    for (language, file) in [
        ("python3", "whole.py"),
        ("node", "whole.mjs"),
        ("c++", "whole.cpp"),
        ("javac", "Whole.java"),
    ] {
        let Some(command) = example(&sandbox, language, file) else {
            continue;
        };
        let output = RunOutput::of(
            sandbox
                .program()
                .args(["eval", "g", "-s", "flood", "--scorer"])
                .arg(format!("mine={command}")),
        )
        .exits(0);
        assert!(!output.out.contains("not measured"), "{}", output.out);
        let rows = sandbox.rows("reports/games.csv");
        let mut rows = rows.iter().filter(|row| &row["strategy"] == "mine");
        for (rules, _) in games {
            let row = rows.next().expect("an answer");
            let found = ["outcome", "map_diff", "whole"].map(|column| &row[column]);
            assert_eq!(
                found,
                ["exact", "0", "yes"],
                "{file}, {rules}: {}",
                &row["margin"]
            );
        }
    }
}

#[test]
fn unsupported_boards_are_neither_right_nor_wrong() {
    let sandbox = thrice(&[("t", UNEVEN)]);
    let script = "while read -r line; do id=${line#*:}; id=${id%%,*}; n=$((n + 1)); \
                  if [ $n = 2 ]; then a='\"margin\":-6,\"winner\":\"white\"'; \
                  else a='\"unsupported\":\"no komi\"'; fi; echo \"{\\\"id\\\":$id,$a}\"; done";
    sandbox.write("mine.sh", script.as_bytes());
    let output = RunOutput::of(
        sandbox
            .program()
            .args(["eval", "t", "-j", "1", "-s", "linked"])
            .args(["--scorer", "mine=sh mine.sh"]),
    )
    .exits(0);
    let line =
        "mine has no answer for 2 of 3 games: in 2 it does not support the board or its rules\n";
    let unfolded = output.out.replace("\n    ", " ");
    assert!(unfolded.contains(line), "{unfolded}");
    let rows = sandbox.rows("reports/mismatches.csv");
    assert!(rows.len() == 2 && rows.iter().all(|row| &row["category"] == "unsupported"));
    let all = &sandbox.rows("reports/summary.csv")[1];
    assert_eq!([&all["games"], &all["exact"]], ["1", "1"]);
}

#[test]
fn gate_says_what_maps_do_not_measure() {
    let sandbox = thrice(&[("t", UNEVEN)]);
    let not_measured = "Komi, handicap, prisoners and button were not measured in 3 answers from \
                        mine; answer with `margin` to measure them";
    for (answer, is_measured) in [
        (format!(r#""black":{EIGHT},"white":{FIFTEEN}"#), false),
        (r#""score":-7"#.to_owned(), false),
        (r#""margin":-6"#.to_owned(), true),
    ] {
        let output = eval_with_answer(&sandbox, "t", &answer);
        let unfolded = output.out.replace("\n    ", " ");
        let is_said = unfolded.contains(not_measured);
        assert_eq!(!is_said, is_measured, "{answer}: {unfolded}");
        sandbox.run("baseline accept --baseline b.txt").exits(0);
        let gate = sandbox.run("gate --run reports --baseline b.txt").exits(0);
        assert_eq!(
            !gate.out.contains(not_measured),
            is_measured,
            "{}",
            gate.out
        );
    }
}

#[test]
fn mistakes_in_the_whole_result_are_named() {
    let area = halves("Chinese", "W+65.5");
    let territory = halves("Japanese", "W+60.5");
    let button = halves(BUTTON, "W+64");
    let aga = halves("AGA", "W+64.5");
    let black_last = territory.replace("W[]TB", "W[];B[]TB");
    let close = halves("Japanese", "W+0.5").replace("KM[6.5]", "KM[-53.5]");
    let games = [
        ("a", area),
        ("t", territory),
        ("b", button),
        ("g", aga),
        ("l", black_last),
        ("c", close),
    ];
    let sandbox = thrice(&games.each_ref().map(|(name, game)| (*name, game.as_str())));
    for (game, margin, mistake) in [
        ("t", "-54", "leave out the komi"),
        ("t", "-63.5", "leave out all prisoners"),
        ("t", "-62.5", "forget that dead stones are prisoners"),
        ("t", "-61.5", "leave out the stones captured in play"),
        ("t", "-57.5", "count prisoners twice"),
        ("t", "-66.5", "swap the players' prisoners"),
        ("t", "-59.5", "count captured stones twice"),
        ("t", "-58.5", "count dead stones twice"),
        ("a", "-63.5", "count dead stones twice"),
        ("t", "-62.5", "swap the question's prisoners"),
        ("l", "-61.5", "leave out the last prisoner"),
        ("t", "-67", "subtract the komi twice"),
        ("b", "-64.5", "leave out the button"),
        ("g", "-61.5", "leave out the pass stones"),
        ("c", "0.5", "turn W+0.5 into B+0.5"),
        (
            "t",
            "-65.5",
            "count area instead of territory, or territory instead of area",
        ),
        ("a", "-62.5", "count prisoners despite area rules"),
        ("a", "-52.5", "give the komi to Black"),
        ("a", "-63.5", "leave out the points for the handicap"),
        ("a", "-64.5", "count N − 1 instead of N handicap stones"),
        ("b", "-65", "give the button to the wrong player"),
        ("g", "-65.5", "give a point for the first pass"),
        ("a", "-65", "leave out the half point of the komi"),
        ("a", "65.5", "swap the colours"),
        ("a", "48.5", "swap the colours on the board"),
        ("a", "-66.5", "take 7.5 as every komi"),
        (
            "a",
            "-62.5",
            "count territory instead of area, with the points for the handicap",
        ),
        ("c", "-107.5", "ignore the sign of the komi"),
    ] {
        let output = eval_with_answer(&sandbox, game, &format!(r#""margin":{margin}"#));
        let is_named = output.err.lines().any(|line| {
            line.contains("3 of 3 wrong answers from mine in ") && line.contains(mistake)
        });
        assert!(is_named, "{mistake}: {}", output.err);
    }
    // the result contradicts the map that accompanies it
    let map = r#""black":["aa","ca","bb","cb","ac","bc","cc"],"white":[]"#;
    let output = eval_with_answer(&sandbox, "t", &format!(r#"{map},"margin":10"#));
    let expected = "3 of 3 wrong answers from mine in territory games leave out the komi";
    assert!(output.err.contains(expected), "{}", output.err);
    // the map is wrong as well, so the right komi would not give the label's margin
    let row = &sandbox.rows("reports/mismatches.csv")[0];
    assert_eq!(row["strategy"], *"mine");
    assert!(!row["flags"].contains("fits_if"), "{}", &row["flags"]);
    for (game, right) in [
        ("t", "-60.5"),
        ("a", "-65.5"),
        ("b", "-64"),
        ("g", "-64.5"),
        ("l", "-60.5"),
        ("c", "-0.5"),
    ] {
        let output = eval_with_answer(&sandbox, game, &format!(r#""margin":{right}"#));
        assert!(output.err.is_empty(), "{}", output.err);
    }
}

#[test]
fn gate_gives_the_mistake_and_a_board_in_every_format() {
    let sandbox = thrice(&[("t", UNEVEN)]);
    let right = format!(r#""black":{EIGHT},"white":{FIFTEEN}"#);
    eval_with_answer(&sandbox, "t", &right);
    sandbox.run("baseline accept").exits(0);
    eval_with_answer(
        &sandbox,
        "t",
        &format!(r#""black":{FIFTEEN},"white":{EIGHT}"#),
    );
    for format in ["markdown", "github", "junit"] {
        let line = format!("gate --run reports --format {format}");
        let output = sandbox.run(&line).exits(1).out;
        let cause = "3 of 3 wrong answers from mine in territory games swap the colours";
        assert!(output.contains(cause), "{format}: {output}");
        let has_board = output.contains("label and mine:\n\n```text\n");
        assert_eq!(has_board, format == "markdown", "{output}");
    }
}

#[test]
fn margin_that_contradicts_its_map_is_shown_and_counts() {
    let sandbox = thrice(&[("t", UNEVEN)]);
    let run = |command: &str, margin: &str| {
        let answer = format!(r#""black":{EIGHT},"white":{FIFTEEN},"margin":$m"#);
        let answer = answer.replace('"', "\\\"");
        let script = format!(
            "while read -r line; do id=${{line#*:}}; n=$((n + 1)); m={margin}; \
             echo \"{{\\\"id\\\":${{id%%,*}},{answer}}}\"; done"
        );
        sandbox.write("mine.sh", script.as_bytes());
        let folder = sandbox.path("t");
        let arguments = ["-j", "1", "-s", "mine", "--scorer", "mine=sh mine.sh"];
        let mut program = sandbox.program();
        program.args(command.split(' ')).arg(folder).args(arguments);
        RunOutput::of(&mut program)
    };
    run("eval", "-6").exits(0);
    sandbox.run("baseline accept").exits(0);
    let shown = "mine: 2 of 3 territory answers have a margin that contradicts their map";
    // the margins are -6, -7 and -9
    let wrong = "-$((n * n / 2 + 5 + (n == 1)))";
    for format in ["text", "markdown", "github", "junit"] {
        let output = run(&format!("gate --format {format}"), wrong).exits(1).out;
        let place = |words: &str| {
            let place = output.find(words);
            place.unwrap_or_else(|| panic!("{format}, {words}: {output}"))
        };
        place(shown);
        let worst = place("margin -9, but its own map gives -6; label -6; before: right");
        if format == "junit" {
            continue;
        }
        assert!(
            worst < place("margin -7, but its own map gives -6; label -6"),
            "{output}"
        );
        place("To use the explain commands, first run: ");
        if format == "markdown" {
            place("label and mine:\n\n```text\n");
            place("X, O: stones; b, w: territory; s: eye in seki");
            place("first run: <code>cd ");
            assert_eq!(output.matches(shown).count(), 1, "{output}");
        }
    }
    let report = sandbox.run("report reports").exits(0).out;
    assert!(report.replace("\n    ", " ").contains(shown), "{report}");
    let figures = &sandbox.rows("reports/summary.csv")[0];
    assert_eq!([&figures["games"], &figures["exact"]], ["3", "1"]);
    // a margin that is worse than the accepted one fails the gate
    run("eval", wrong).exits(0);
    sandbox.run("baseline accept").exits(0);
    run("gate", wrong).exits(0);
    let output = run("gate", "-$((n * n + 5))").exits(1).out;
    assert!(output.contains("0 new, 2 worse"), "{output}");
}

#[test]
fn map_errors_that_cancel_out_are_shown_and_fail_the_gate() {
    let sandbox = thrice(&[("t", UNEVEN)]);
    let right = format!(r#""black":{EIGHT},"white":{FIFTEEN},"margin":-6"#);
    let right = eval_with_answer(&sandbox, "t", &right).out;
    assert!(!right.contains("maps differ"), "{right}");
    sandbox.run("baseline accept").exits(0);
    // a point fewer for each player
    let [fewer, rest] = [EIGHT, FIFTEEN].map(|points| format!("[{}", &points[6..]));
    let answer = format!(r#""black":{fewer},"white":{rest},"margin":-6"#);
    let output = eval_with_answer(&sandbox, "t", &answer).out;
    for words in [
        "    100.0 %    0.000\nmine: 3 of 3 territory maps differ from the label's\n",
        "\nseichi explain -s linked --scorer ",
    ] {
        assert!(output.contains(words), "{words}: {output}");
    }
    let output = sandbox.run("gate --run reports").exits(1).out;
    let words = "right margin, but 2 points of the map differ; before: the map was right";
    assert_eq!(output.matches(words).count(), 3, "{output}");
}

#[test]
fn more_specific_mistake_comes_first() {
    let sandbox = sandbox();
    let games = "eval article --include *seki* --include false-eye*";
    sandbox.run(&format!("{games} -s unfilled -q")).exits(0);
    let margins: Vec<String> = sandbox
        .rows("reports/games.csv")
        .iter()
        .map(|row| row["margin"].to_owned())
        .collect();
    sandbox.write("margins", (margins.join("\n") + "\n").as_bytes());
    let script = "while read -r line; do id=${line#*:}; read -r margin <&3; \
                  echo \"{\\\"id\\\":${id%%,*},\\\"margin\\\":$margin}\"; done 3<margins";
    sandbox.write("mine.sh", script.as_bytes());
    let output = run_with(&sandbox, &format!("{games} -s linked"), "mine.sh").exits(0);
    let all = output.err.find("count every surrounded point");
    let false_eyes = output.err.find("count false eyes");
    assert!(false_eyes.is_some() && false_eyes < all, "{}", output.err);
}

#[test]
fn large_boards_without_an_answer_are_pointed_out() {
    let wide = halves("Japanese", "W+60.5");
    let sandbox = thrice(&[("t", UNEVEN), ("w", &wide)]);
    let script = "while read -r line; do id=${line#*:}; case $line in *'[27,3]'*) a='\"error\":\"\"';; \
                  *) a='\"margin\":-6';; esac; echo \"{\\\"id\\\":${id%%,*},$a}\"; done";
    sandbox.write("mine.sh", script.as_bytes());
    let output = run_with(&sandbox, "eval t w -s linked", "mine.sh").exits(0);
    let expected = "all 3 boards without an answer from mine are larger than 19 × 19";
    assert!(output.err.contains(expected), "{}", output.err);
}

#[test]
fn gate_gives_only_the_mistake_that_the_baseline_lacks() {
    let area = halves("Chinese", "W+65.5");
    let aga = halves("AGA", "W+64.5");
    let territory = halves("Japanese", "W+60.5");
    let games = [("a", area), ("g", aga), ("t", territory)];
    let sandbox = thrice(&games.each_ref().map(|(name, game)| (*name, game.as_str())));
    let run = |command: &str, territory: &str| {
        let script = format!(
            "while read -r line; do id=${{line#*:}}; margin={territory}
             case $line in *chinese*|*aga*) margin=-64.5;; esac
             echo \"{{\\\"id\\\":${{id%%,*}},\\\"margin\\\":$margin}}\"; done"
        );
        sandbox.write("mine.sh", script.as_bytes());
        let arguments = [command, "a", "g", "t", "-s", "mine"];
        let scorer = ["--scorer", "mine=sh mine.sh"];
        RunOutput::of(sandbox.program().args(arguments).args(scorer)).err
    };
    let old = "area games (rules: chinese) count N − 1 instead of N handicap stones";
    let before = run("eval", "-60.5");
    assert!(
        before.contains(&format!("3 of 3 wrong answers from mine in {old}")),
        "{before}"
    );
    sandbox.run("baseline accept").exits(0);
    let new = run("gate", "-54");
    let expected = "3 of 3 new or worse answers from mine in territory games leave out the komi";
    assert!(new.contains(expected) && !new.contains(old), "{new}");
}

/// The shared part of the adapters answers a question, and distinguishes boards that a function
/// declines from boards on which it fails.
#[test]
fn shared_part_of_adapters_answers_declines_and_reports_errors() {
    for (language, file, program) in [
        (
            "python3",
            "mine.py",
            "from question import only, serve, stones\n\
             def score(question):\n    only('territory', question)\n    \
             return {'score': len(stones(question)) // (question['komi'] != 1)}\n\
             serve(score)\n",
        ),
        (
            "node",
            "mine.mjs",
            "import { only, serve, signs } from './question.mjs';\n\
             serve((question) => {\n  only('territory', question);\n  \
             if (question.komi === 1) throw new Error('one');\n  \
             return { score: signs(question).flat().filter((sign) => sign).length };\n});\n",
        ),
    ] {
        if !has(language) {
            continue;
        }
        let sandbox = Sandbox::new(&[("g/a.sgf", MARKED), ("g/b.sgf", MARKED)]);
        sandbox.copy(&project("examples/scorers/adapters"), "adapters");
        sandbox.write(&format!("adapters/{file}"), program.as_bytes());
        let scorer = format!("mine={language} adapters/{file}");
        let margin = |flag: &str, value: &str| {
            let line = ["eval", "g", "-s", "flood", flag, value, "--scorer", &scorer];
            RunOutput::of(sandbox.program().args(line));
            let rows = sandbox.rows("reports/games.csv");
            let row = rows
                .iter()
                .find(|row| &row["strategy"] == "mine")
                .expect("a row");
            (row["margin"].to_owned(), row["flags"].to_owned())
        };
        // ten living stones, and a prisoner of Black's
        assert_eq!(
            margin("--rules", "japanese"),
            ("11".to_owned(), String::new()),
            "{language}"
        );
        assert_eq!(
            margin("--rules", "chinese").1,
            "rules_overridden=japanese;no_answer=unsupported",
            "{language}"
        );
        sandbox.write("g/a.sgf", MARKED.replace("KM[0]", "KM[1]").as_bytes());
        sandbox.write("g/b.sgf", MARKED.replace("KM[0]", "KM[1]").as_bytes());
        assert_eq!(
            margin("--rules", "japanese").1,
            "no_answer=error",
            "{language}"
        );
    }
}

#[test]
fn every_command_accepts_a_scorer_as_a_strategy() {
    let sandbox = sandbox();
    let scorer = ["--scorer", "mine=sh nothing.sh"];
    let run = |words: &[&str]| RunOutput::of(sandbox.program().args(words).args(scorer));
    let output = run(&["eval", "article", "-s", "linked", "--scorer-timeout", "20"]).exits(0);
    assert!(
        output.out.contains("\n> mine                       40"),
        "{}",
        output.out
    );
    let all = sandbox.rows("reports/summary.csv");
    let signature = &all
        .iter()
        .find(|row| &row["strategy"] == "mine")
        .expect("a row")["signature"];
    assert!(
        signature.starts_with("strategy:mine(") && signature.contains(")|dead:labels|"),
        "{signature}"
    );
    let mismatch = sandbox.rows("reports/mismatches.csv");
    let explain = &mismatch
        .iter()
        .find(|row| &row["strategy"] == "mine")
        .expect("a mismatch")["explain"];
    let start =
        "seichi explain -s linked --scorer 'mine=sh nothing.sh' --scorer-timeout 20 --labels ";
    assert!(explain.starts_with(start), "{explain}");
    assert!(
        output
            .out
            .contains("\nMismatches: reports/mismatches.csv\n"),
        "{}",
        output.out
    );
    sandbox.run("baseline accept").exits(0);
    run(&["gate", "article", "-s", "linked"]).exits(0);
    let output = sandbox.run("gate article -s linked").exits(1);
    assert!(
        output
            .out
            .contains("mine is in the baseline but did not run"),
        "{}",
        output.out
    );
    let output = run(&[
        "score",
        "article/corner-seki.sgf",
        "-s",
        "linked",
        "--format",
        "ndjson",
    ])
    .exits(0);
    assert!(
        output
            .out
            .lines()
            .any(|line| line.contains("\"strategy\":\"mine\"") && line.contains("\"map\"")),
        "{}",
        output.out
    );
}

/// Without `-s`, `gate` runs and checks only the scorers, even if the baseline also has other
/// strategies.
#[test]
fn gate_without_strategies_checks_the_scorers_only() {
    let sandbox = sandbox();
    let run = |line: &str| {
        RunOutput::of(
            sandbox
                .program()
                .args(line.split(' '))
                .args(["--scorer", "mine=sh nothing.sh"]),
        )
    };
    let strategies = |output: &RunOutput| {
        let value: serde_json::Value = serde_json::from_str(&output.out).expect("JSON");
        let verdicts = value["strategies"].as_array().expect("strategies").clone();
        verdicts
            .iter()
            .map(|verdict| verdict["strategy"].as_str().expect("a name").to_owned())
            .collect::<Vec<_>>()
    };
    run("eval article -s linked,mine -q").exits(0);
    sandbox.run("baseline accept").exits(0);
    assert_eq!(
        strategies(&run("gate article --format json").exits(0)),
        ["mine"]
    );
    // a strategy that -s names is checked
    assert_eq!(
        strategies(&run("gate article -s grey,mine --format json").exits(1)),
        ["grey", "linked", "mine"]
    );
    run("gate article").exits(0);
    sandbox.run("baseline accept").exits(0);
    let names = sandbox.read("seichi-baseline.txt");
    assert_eq!(
        names
            .lines()
            .filter(|line| line.starts_with("strategy,"))
            .count(),
        1,
        "{names}"
    );
}

/// `-s` accepts the names of scorers and strategies, and limits the run to them.
#[test]
fn scorer_is_chosen_by_name() {
    let sandbox = sandbox();
    let scorers = [
        "--scorer",
        "mine=sh nothing.sh",
        "--scorer",
        "other=sh nothing.sh",
    ];
    let run = |line: &str| RunOutput::of(sandbox.program().args(line.split(' ')).args(scorers));
    let strategies = |line: &str| {
        run(line).exits(0);
        let rows = sandbox.rows("reports/summary.csv");
        let all = rows.iter().filter(|row| &row["stratum"] == "all");
        all.map(|row| row["strategy"].to_owned())
            .collect::<Vec<String>>()
    };
    assert_eq!(strategies("eval article -s mine"), ["mine"]);
    assert_eq!(
        strategies("eval article -s other,linked"),
        ["linked", "other"]
    );
    assert_eq!(
        strategies("eval article -s linked"),
        ["linked", "mine", "other"]
    );

    let seki = "score article/corner-seki.sgf --format sgf -s";
    assert!(run(&format!("{seki} mine")).exits(0).out.contains("RE["));
    let both = run(&format!("{seki} linked,mine")).exits(2).err;
    assert_eq!(
        both,
        "seichi: a record has one result, so choose one strategy for --format sgf, as in -s \
         mine\n"
    );

    let unknown = run("eval article -s mien").exits(2).err;
    assert!(
        unknown.contains("invalid value 'mien' for '--strategy <NAME>': unknown strategy"),
        "{unknown}"
    );
    assert!(
        unknown.contains(" mine,") && unknown.contains(" all\n"),
        "{unknown}"
    );
}

/// `explain` shows a scorer first, next to the label, and the strategies' reasons for its points.
#[test]
fn scorer_is_explained_like_a_strategy() {
    let sandbox = sandbox();
    let scorer = ["--scorer", "mine=sh nothing.sh"];
    let labels = ["--labels", "article/labels.jsonl"];
    let explain = |words: &[&str]| {
        let program = &mut sandbox.program();
        RunOutput::of(
            program
                .args(["explain", "article/bamboo-joint.sgf"])
                .args(words)
                .args(scorer)
                .args(labels),
        )
        .exits(0)
    };
    let shown = explain(&["-s", "linked"]).out;
    for words in [
        "\n   label             mine\n",
        "\n  4 O*w O . O*w O     O*. O . O*. O\n",
        "\nmine: 0, 4 points too many for White (wrong winner; ",
        "\nB+4, as recorded: linked\n",
        "\n\nA1 B1 C1: surrounded by Black's stones at A2 (8)\nE1 F1 G1: surrounded by Black's stones at E2 (8)\n  label: Black's\n  \
         mine: neutral\n  linked: Black's: the group has 4 eyes: 2 at A1 and 2 at E1\n",
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    assert!(!shown.contains("agree on every point"), "{shown}");
    let many = RunOutput::of(
        sandbox
            .program()
            .args(["explain", "article/bamboo-joints-around-a-seki.sgf"])
            .args(scorer)
            .args(labels),
    );
    let many = many.exits(0).out;
    assert!(many.lines().count() > 40, "every region is shown: {many}");
    // the order given by -s
    let second = explain(&["-s", "linked,mine"]).out;
    assert!(second.contains("\n   linked            mine\n"), "{second}");
    assert!(
        explain(&["-s", "mine"])
            .out
            .contains("\n   label             mine\n")
    );
}

/// A page shows the games that a scorer gets right with a wrong map, even if the label has no map.
#[test]
fn equal_margins_with_different_maps_are_on_a_board() {
    let sandbox = Sandbox::new(&[(
        "g/x.sgf",
        "(;SZ[5]RU[Japanese]KM[0]RE[B+5]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de];B[];W[])",
    )]);
    let board = |black: &str, white: &str, strategy: &str| {
        let script = format!(
            "while read -r line; do id=${{line#*:}}; id=${{id%%,*}}; \
             echo \"{{\\\"id\\\":$id,\\\"black\\\":[{black}],\\\"white\\\":[{white}]}}\"; done"
        );
        sandbox.write("mine.sh", script.as_bytes());
        let line = [
            "eval",
            "g",
            "-s",
            strategy,
            "--dead",
            "none",
            "--scorer",
            "mine=sh mine.sh",
            "-q",
        ];
        RunOutput::of(sandbox.program().args(line)).exits(0);
        assert_eq!(&sandbox.rows("reports/games.csv")[0]["outcome"], "exact");
        sandbox.read("reports/boards.ndjson")
    };
    let points = |columns: &str, left_out: &str| {
        let points = columns
            .chars()
            .flat_map(|x| "abcde".chars().map(move |y| format!("{x}{y}")));
        let quoted = points
            .filter(|point| point != left_out)
            .map(|point| format!("\\\"{point}\\\""));
        quoted.collect::<Vec<_>>().join(",")
    };
    assert_eq!(
        board(&points("ab", ""), &points("e", ""), "linked,mine"),
        "",
        "the same map"
    );
    let boards = board(&points("ab", "aa"), &points("e", "ea"), "linked,mine");
    assert_eq!(boards.matches("\"strategies\":").count(), 2, "{boards}");
    assert_eq!(
        board(&points("ab", "aa"), &points("e", "ea"), "mine"),
        "",
        "one map alone"
    );
}

/// Adds a scorer that exits on games with a point at (8, 5).
fn add_mortal(sandbox: &Sandbox) {
    let exits =
        "do n=$((n+1)); echo $n >&2; case $line in *'[8,5]'*) echo tired $$ >&2; exit 9;; esac; id";
    sandbox.write("dies.sh", NOTHING.replace("do id", exits).as_bytes());
}

/// Runs a command with a scorer, which is a script in a file.
fn run_with(sandbox: &Sandbox, command: &str, file: &str) -> RunOutput {
    let mut program = sandbox.program();
    program.args(command.split(' '));
    program.args(["--jobs", "1", "--scorer", &format!("mine=sh {file}")]);
    RunOutput::of(&mut program)
}

#[test]
fn missing_answers_are_counted_and_are_not_zero() {
    let sandbox = sandbox();
    add_mortal(&sandbox);
    let output = run_with(&sandbox, "eval article -s linked", "dies.sh").exits(0);
    assert!(
        output
            .out
            .contains("mine has no answer for 4 of 40 games: in 4 it exited\n"),
        "{}",
        output.out
    );
    assert!(
        output.err.contains("seichi: mine has no answer for ")
            && output.err.matches("tired").count() == 1,
        "{}",
        output.err
    );
    let rows = sandbox.rows("reports/games.csv");
    let without: Vec<&Row> = rows
        .iter()
        .filter(|row| row["flags"].contains("no_answer=died"))
        .collect();
    assert_eq!(without.len(), 4);
    for row in without {
        for column in [
            "margin",
            "margin_lo",
            "delta",
            "outcome",
            "map_diff",
            "black_territory",
            "dame",
            "false_eyes",
        ] {
            assert_eq!(&row[column], "", "{column}");
        }
    }
    let summary = sandbox.rows("reports/summary.csv");
    let games = |strategy: &str| {
        let row = summary
            .iter()
            .find(|row| &row["strategy"] == strategy && &row["stratum"] == "all")
            .expect("a row");
        row["games"].to_owned()
    };
    assert_eq!(
        (games("linked"), games("mine")),
        ("40".to_owned(), "36".to_owned())
    );
    let pair = &sandbox.rows("reports/pairwise.csv")[0];
    assert_eq!(&pair["games"], "36");
    let output = run_with(
        &sandbox,
        "score article -s linked --format ndjson",
        "dies.sh",
    )
    .exits(0);
    let errors = output
        .out
        .lines()
        .filter(|line| line.contains("\"error\":\"it ended: exit status: 9"))
        .count();
    assert!(errors >= 4, "{errors}");
}

#[test]
fn fewer_answers_than_in_the_baseline_fail_the_gate() {
    let sandbox = sandbox();
    add_mortal(&sandbox);
    run_with(&sandbox, "eval article -s linked -q", "nothing.sh").exits(0);
    sandbox.run("baseline accept").exits(0);
    let output = run_with(&sandbox, "gate article -s linked", "dies.sh").exits(1);
    assert!(
        output.out.contains(
            "mine has no answer for 4 of 40 games (in the baseline, for 0); the first is "
        ),
        "{}",
        output.out
    );
    assert!(
        output.out.contains("  mine\n        no answer; before: "),
        "{}",
        output.out
    );
    // the same number of games has no answer, but these are different games: none counts as fixed
    run_with(&sandbox, "eval article -s linked -q", "dies.sh").exits(0);
    sandbox.run("baseline accept").exits(0);
    run_with(&sandbox, "gate article -s linked", "dies.sh").exits(0);
    let output = run_with(
        &sandbox,
        "gate article -s linked --encoding UTF-8",
        "dies.sh",
    )
    .exits(0);
    assert!(output.out.contains(" 0 fixed"), "{}", output.out);
    let dies = sandbox.read("dies.sh");
    sandbox.write("dies.sh", dies.replace("[8,5]", "[9,4]").as_bytes());
    let output = run_with(&sandbox, "gate article -s linked", "dies.sh").exits(1);
    assert!(output.out.contains("no answer; before: "), "{}", output.out);
}

#[test]
fn abandoning_a_scorer_does_not_depend_on_jobs() {
    let sandbox = Sandbox::new(&[]);
    // the scorer exits on games with a stone in the left corner (games 70, 130, 140 and 150 to 152)
    // and writes nonsense on games with a stone in the right corner (33 and 90); it also counts its
    // questions on standard error
    for number in 0..400 {
        let stone = if matches!(number, 70 | 130 | 140 | 150..=152) {
            "[aa]"
        } else if matches!(number, 33 | 90) {
            "[ea]"
        } else {
            ""
        };
        let game =
            format!("(;SZ[5]RU[Japanese]KM[0]RE[B+1]AB[ca][cb][cc][cd][ce]{stone};B[];W[]TB[ab])");
        sandbox.write(&format!("g/{number:03}.sgf"), game.as_bytes());
    }
    let ends = NOTHING.replace(
        "do id",
        "do n=$((n+1)); echo $n >&2; case $line in *'[\"X.X'*) exit 9;; esac; id",
    );
    let ends = ends.replace(
        "; echo",
        "; case $line in *'[\"..X.X'*) echo \"{id: $id}\"; continue;; esac; echo",
    );
    sandbox.write("mortal.sh", ends.as_bytes());
    let mut all = Vec::new();
    for jobs in ["1", "3", "8"] {
        let scorer = ["-q", "--jobs", jobs, "--scorer", "mine=sh mortal.sh"];
        RunOutput::of(
            sandbox
                .program()
                .args(["eval", "g", "-s", "flood"])
                .args(scorer),
        )
        .exits(0);
        all.push(sandbox.read("reports/games.csv"));
    }
    let rows = sandbox.rows("reports/games.csv");
    let with = |flag: &str| {
        rows.iter()
            .filter(|row| row["flags"].contains(flag))
            .map(|row| row["game"].to_owned())
            .collect::<Vec<_>>()
    };
    let died = ["070", "130", "140", "150", "151", "152"].map(|number| format!("{number}.sgf#1"));
    assert_eq!(with("no_answer=died"), died);
    assert_eq!(with("no_answer=nonsense"), ["033.sgf#1", "090.sgf#1"]);
    let given_up = with("no_answer=given_up");
    assert_eq!((given_up.len(), given_up[0].as_str()), (247, "153.sgf#1"));
    assert!(
        all.iter().all(|games| *games == all[0]),
        "the number of jobs matters"
    );
}

/// Each process is given up on after three failed games in a row, even in the middle of a batch,
/// and gets no questions beyond the eight that are sent at once.
#[cfg(unix)]
#[test]
fn scorer_that_hangs_is_asked_about_few_games() {
    let sandbox = Sandbox::new(&[]);
    let game = "(;SZ[5]RU[Japanese]KM[0]RE[B+1];B[];W[]TB[ab])";
    sandbox.write("g/x.sgf", game.repeat(64).as_bytes());
    let script =
        b"echo >> started; while read -r line; do echo \"$line\" >> asked; done; sleep 1000";
    sandbox.write("hangs.sh", script);
    for (jobs, most) in [(1, 12), (4, 36)] {
        sandbox.write("started", b"");
        sandbox.write("asked", b"");
        let line = format!("eval g -q -s flood --scorer-timeout 0.1 -j {jobs} --scorer");
        let mut command = sandbox.program();
        command.args(line.split(' ')).arg("mine=sh hangs.sh");
        RunOutput::of(&mut command).exits(3);
        let started = sandbox.read("started").len();
        assert!((3..=most).contains(&started), "{jobs}: {started}");
        let asked = sandbox.read("asked");
        let questions: BTreeSet<&str> = asked.lines().collect();
        assert!((3..=8 * jobs).contains(&questions.len()), "{jobs}: {asked}");
    }
}

#[test]
fn invalid_scorer_arguments_are_reported() {
    let sandbox = sandbox();
    for (scorer, words) in [
        ("python3", "expected NAME=COMMAND"),
        ("mine=", "the command is missing"),
        ("linked=sh nothing.sh", "two strategies are called linked"),
        ("a b=sh", "is not a valid name"),
    ] {
        let output = RunOutput::of(
            sandbox
                .program()
                .args(["eval", "article", "--scorer", scorer]),
        )
        .exits(2);
        assert!(output.err.contains(words), "{scorer}: {}", output.err);
    }
    for command in ["eval", "gate", "score"] {
        let output = RunOutput::of(
            sandbox
                .program()
                .args([command, "article", "--scorer", "x=./none"]),
        )
        .exits(2);
        assert!(
            output.err.contains("--scorer x: can't start ./none: "),
            "{}",
            output.err
        );
        assert!(
            output.out.is_empty() && !sandbox.path("reports").exists(),
            "no game is read: {}",
            output.out
        );
    }
    assert!(
        sandbox
            .run("eval article --scorer-timeout 0")
            .exits(2)
            .err
            .contains("above 0")
    );
}

/// `tests/machines/windows` checks the same on Windows, without signals.
#[cfg(unix)]
#[test]
fn interrupt_leaves_no_process() {
    use std::time::{Duration, Instant};
    let sandbox = sandbox();
    let mark = format!("{}.25", 200_000 + std::process::id());
    sandbox.write(
        "sleeps.sh",
        format!("while read -r line; do sleep {mark}; done").as_bytes(),
    );
    sandbox.write(
        "engine.sh",
        engine(&format!("final_status_list*) sleep {mark} ;;")).as_bytes(),
    );
    let lines: [&[&str]; 3] = [
        &["--scorer-timeout", "1000", "--scorer", "mine=sh sleeps.sh"],
        &[
            "--scorer-timeout",
            "1000",
            "--scorer",
            "mine=gtp:sh engine.sh",
        ],
        &[
            "--scorer-timeout",
            "1000",
            "--dead",
            "engine",
            "--engine",
            "sh engine.sh",
        ],
    ];
    let running = || {
        let list = Command::new("ps").args(["-eo", "args"]).output().ok()?;
        let list = String::from_utf8_lossy(&list.stdout).into_owned();
        Some(
            list.lines()
                .any(|line| line.starts_with(&format!("sleep {mark}"))),
        )
    };
    if running().is_none() {
        return eprintln!("SKIPPED: looking for processes needs ps");
    }
    for (signals, line) in [1, 2]
        .into_iter()
        .flat_map(|signals| lines.map(|line| (signals, line)))
    {
        let mut command = crate::sandbox::program();
        command.args(["eval", "article", "-q"]).args(line);
        let mut child = command
            .current_dir(sandbox.path("."))
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let start = Instant::now();
        while running() != Some(true) {
            assert!(
                start.elapsed() < Duration::from_mins(1),
                "the scorer does not start"
            );
            std::thread::sleep(Duration::from_millis(20));
        }
        for _ in 0..signals {
            let kill = Command::new("kill")
                .args(["-INT", &child.id().to_string()])
                .status()
                .expect("kill");
            assert!(
                kill.success() || signals == 2,
                "it ended after the first signal"
            );
        }
        assert_eq!(child.wait().expect("the program ends").code(), Some(130));
        // a killed process may be listed for a moment on a busy machine
        let end = Instant::now();
        while running() != Some(false) {
            assert!(
                end.elapsed() < Duration::from_secs(10),
                "{signals} {line:?}"
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// A process that starts another process and exits, again and again, has always exited when it is
/// found.
#[cfg(target_os = "linux")]
#[test]
fn descendants_that_fork_all_the_time_end_with_the_program() {
    let sandbox = sandbox();
    let mark = format!("chain-{}", std::process::id());
    sandbox.write(&mark, b"sh \"$0\" & exit");
    let start = format!("sh {mark} & env -i PATH=\"$PATH\" setsid sh {mark} & ");
    sandbox.write("scorer.sh", format!("{start} {NOTHING}").as_bytes());
    let mut command = sandbox.program();
    command.args([
        "eval",
        "article",
        "-q",
        "-j",
        "2",
        "--scorer",
        "mine=sh scorer.sh",
    ]);
    RunOutput::of(&mut command);
    for _ in 0..20 {
        let list = Command::new("ps").args(["-eo", "args"]).output();
        let Ok(list) = list else {
            return eprintln!("SKIPPED: looking for processes needs ps");
        };
        let list = String::from_utf8_lossy(&list.stdout).into_owned();
        assert!(!list.contains(&mark), "{list}");
    }
}

#[test]
fn commands_of_the_scorer_examples_run() {
    let page = std::fs::read_to_string(project("examples/scorers/README.md")).expect("a page");
    let block = page
        .split("```sh\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .expect("commands");
    let sandbox = Sandbox::new(&[]);
    let path = path_with(seichi().parent().expect("a folder"));
    for command in block.lines().filter(|command| {
        has(if command.contains("node") {
            "node"
        } else {
            "python3"
        })
    }) {
        let mut sh = Command::new("sh");
        sh.args([
            "-c",
            &format!("{command} -o '{}'", sandbox.path("reports").display()),
        ])
        .env("PATH", &path);
        let output = RunOutput::of(sh.current_dir(project("examples/scorers"))).exits(0);
        assert!(
            output
                .err
                .lines()
                .all(|line| line.contains("count every surrounded point")),
            "{}",
            output.err
        );
        assert_eq!(answers(&sandbox, "mine"), answers(&sandbox, "flood"));
    }
}

/// A GTP engine that answers the commands about a finished game with the cases of `answers`.
fn engine(answers: &str) -> String {
    const ENGINE: &str = r#"
komi=
while read -r id word rest; do
  answer= sign==
  case "$word $rest" in
    'known_command final_status_list') answer=KNOWN ;;
    komi*) komi=$rest ;;
    quit*) exit ;;
ANSWERS
    final*) sign=? answer="I do not know that" ;;
  esac
  printf '%s%s %s\n\n' "$sign" "$id" "$answer"
done
"#;
    let known = answers.contains("final_status_list").to_string();
    ENGINE.replace("KNOWN", &known).replace("ANSWERS", answers)
}

/// Black has the left side, with a dead white stone in it; White has the right side.
const MARKED: &str = "(;SZ[5]RU[Japanese]KM[0]RE[B+6]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de][bb]\
                      ;TB[aa][ab][ac][ad][ae][ba][bb][bc][bd][be]TW[ea][eb][ec][ed][ee])";

/// Black has eight points with a dead stone on one of them, White has 15. Black has two more living
/// stones.
const UNEVEN: &str = "(;SZ[7:5]RU[Japanese]KM[0]RE[W+6]AB[aa][ab][ca][cb][cc][cd][ce]AW[da][db][dc][dd][de][bb]\
                      ;TB[ac][ad][ae][ba][bb][bc][bd][be]TW[ea][eb][ec][ed][ee][fa][fb][fc][fd][fe][ga][gb][gc][gd][ge])";

/// The points of [`UNEVEN`] in JSON.
const EIGHT: &str = r#"["ac","ad","ae","ba","bb","bc","bd","be"]"#;
const FIFTEEN: &str =
    r#"["ea","eb","ec","ed","ee","fa","fb","fc","fd","fe","ga","gb","gc","gd","ge"]"#;

/// Returns a sandbox with three copies of each game, in a folder per game.
fn thrice(games: &[(&str, &str)]) -> Sandbox {
    let mut files: Vec<(String, &str)> = Vec::new();
    for (folder, game) in games {
        files.extend([1, 2, 3].map(|number| (format!("{folder}/{number}.sgf"), *game)));
    }
    Sandbox::new(
        &files
            .iter()
            .map(|(name, game)| (name.as_str(), *game))
            .collect::<Vec<_>>(),
    )
}

/// White's stone in Black's corner is dead: ten points and a prisoner against five points.
const MORTAL: &str = "(;GM[1]SZ[5]KM[0]RU[Japanese]RE[B+6]AB[ca][cb][cc][cd][ce]\
    AW[da][db][dc][dd][de][aa];B[];W[])";

/// Runs a scorer that gives every game this answer.
fn eval_with_answer(sandbox: &Sandbox, path: &str, answer: &str) -> RunOutput {
    let quoted = answer.replace('"', "\\\"");
    let script = format!(
        "while read -r line; do id=${{line#*:}}; echo \"{{\\\"id\\\":${{id%%,*}},{quoted}}}\"; done"
    );
    sandbox.write("mine.sh", script.as_bytes());
    let output = RunOutput::of(sandbox.program().args([
        "eval",
        path,
        "-s",
        "linked",
        "--scorer",
        "mine=sh mine.sh",
    ]));
    // contradictory answers do not count as answers
    assert!([0, 3].contains(&output.code), "{}", output.err);
    output
}

#[test]
fn dead_stones_next_to_a_score_are_prisoners() {
    let sandbox = Sandbox::new(&[("g/x.sgf", MORTAL)]);
    let rows = |answer: &str| {
        let quoted = answer.replace('"', "\\\"");
        let script = format!(
            "while read -r line; do id=${{line#*:}}; \
             echo \"{{\\\"id\\\":${{id%%,*}},{quoted}}}\"; done"
        );
        sandbox.write("mine.sh", script.as_bytes());
        let command = "eval g/x.sgf -s mine --dead none -q --scorer";
        let mut program = sandbox.program();
        program.args(command.split(' ')).arg("mine=sh mine.sh");
        RunOutput::of(&mut program).exits(0);
        sandbox.rows("reports/games.csv")[0]["margin"].to_owned()
    };
    let map = "\"black\":[\"ab\",\"ac\",\"ad\",\"ae\",\"ba\",\"bb\",\"bc\",\"bd\",\"be\"],\
               \"white\":[\"ea\",\"eb\",\"ec\",\"ed\",\"ee\"],\"dead\":[\"aa\"]";
    assert_eq!(rows(map), "6");
    assert_eq!(rows(&format!("{map},\"score\":5")), "6");
    assert_eq!(rows("\"score\":5,\"dead\":[\"aa\"]"), "6");
}

#[test]
fn common_mistakes_of_scorers_are_named() {
    let area = UNEVEN.replace("Japanese", "Chinese").replace("W+6", "W+5");
    let with_komi = UNEVEN.replace("KM[0]", "KM[3]").replace("W+6", "W+9");
    let eye = std::fs::read_to_string(project("corpus/article/two-point-eye-is-one-eye.sgf"))
        .expect("a game of the corpus");
    let sandbox = thrice(&[("t", UNEVEN), ("a", &area), ("k", &with_komi), ("e", &eye)]);
    let label =
        |number| format!("{{\"game\": \"{number}.sgf#1\", \"result\": \"W+25\", \"dead\": []}}\n");
    sandbox.write("e/labels.jsonl", [1, 2, 3].map(label).concat().as_bytes());
    let map = |black: &str, white: &str| format!(r#""black":{black},"white":{white}"#);
    let score = |score: i32| format!(r#""score":{score}"#);
    let dead = "leave dead stones on the board";
    let colors = "swap the colours";
    let living = "leave out living stones";
    let not_living = "count living stones";
    let twice = "count a dead stone as two points";
    let komi = "include the komi";
    let every = "count every surrounded point";
    for (game, answer, mistake, category) in [
        ("t", score(-6), twice, "unknown"),
        ("t", score(-15), dead, "unknown"),
        ("a", score(-14), dead, "unknown"),
        ("t", map("[]", FIFTEEN), dead, "scorer_mistake"),
        ("a", map("[]", FIFTEEN), dead, "scorer_mistake"),
        ("t", score(7), colors, "unknown"),
        ("a", score(5), colors, "unknown"),
        ("t", map(FIFTEEN, EIGHT), colors, "scorer_mistake"),
        ("a", map(FIFTEEN, EIGHT), colors, "scorer_mistake"),
        ("t", score(-5), not_living, "unknown"),
        ("a", score(-7), living, "unknown"),
        ("k", score(-10), komi, "handicap_or_komi"),
        ("e", score(-23), every, "unknown"),
    ] {
        let output = eval_with_answer(&sandbox, game, &answer);
        let method = if game == "a" { "area" } else { "territory" };
        let warning =
            format!("warning: 3 of 3 wrong answers from mine in {method} games {mistake}: ");
        // on this board, the surrounded points are eyes in seki, and counting them is a different
        // mistake
        let lines = 1 + usize::from(game == "e");
        assert!(
            output.err.contains(&warning) && output.err.lines().count() == lines,
            "{answer}: {}",
            output.err
        );
        let row = &sandbox.rows("reports/mismatches.csv")[0];
        let made = if game == "e" {
            "make one of these mistakes: count every surrounded point, or count eyes in seki"
        } else {
            mistake
        };
        assert!(
            row["flags"].contains(&format!("fits_if=it did not {made}")),
            "{answer}: {}",
            &row["flags"]
        );
        assert_eq!(&row["category"], category, "{answer}");
    }
}

#[test]
fn rounded_results_and_a_missing_group_tax_are_named() {
    let half = UNEVEN.replace("KM[0]", "KM[3.5]").replace("W+6", "W+9.5");
    // White has five points and a tax of two
    let taxed = "(;SZ[7:5]RU[ancient-territory]KM[0]RE[W+3]AB[ca][cb][cc][cd][ce]\
                 AW[ba][bb][bc][bd][be][ga][gb][gc][gd][ge]TW[aa][ab][ac][ad][ae])";
    let sandbox = thrice(&[("h", &half), ("t", taxed)]);
    for (game, margin, mistake) in [
        ("h", -9, "drop the half point of the result"),
        ("h", -10, "round the result down"),
        ("t", -5, "leave out the tax on groups"),
    ] {
        let output = eval_with_answer(&sandbox, game, &format!("\"margin\":{margin}"));
        let warning = format!("3 of 3 wrong answers from mine in territory games {mistake}\n");
        assert!(output.err.contains(&warning), "{game}: {}", output.err);
    }
}

#[test]
fn several_mistakes_that_explain_an_answer_are_listed() {
    let sandbox = thrice(&[("t", UNEVEN)]);
    eval_with_answer(&sandbox, "t", r#""margin":-7"#);
    let row = &sandbox.rows("reports/mismatches.csv")[0];
    let listed = "fits_if=it did not make one of these mistakes: leave out all prisoners, or \
                  forget that dead stones are prisoners";
    assert!(row["flags"].ends_with(listed), "{}", &row["flags"]);
}

#[test]
fn right_answers_and_other_errors_show_no_common_mistake() {
    let area = UNEVEN.replace("Japanese", "Chinese").replace("W+6", "W+5");
    // here the score of -6 is right
    let right = UNEVEN
        .replace("AB[aa][ab]", "AB[aa]")
        .replace("TB[ac]", "TB[ab][ac]")
        .replace("W+6", "W+5");
    let sandbox = thrice(&[("t", UNEVEN), ("a", &area)]);
    for number in 0..3 {
        sandbox.write(&format!("r/t{number}.sgf"), UNEVEN.as_bytes());
        sandbox.write(&format!("r/r{number}.sgf"), right.as_bytes());
    }
    let map = |black: &str, white: &str| format!(r#""black":{black},"white":{white}"#);
    for (game, answer, mismatches) in [
        ("t", r#""score":-7"#.to_owned(), 0),
        ("a", r#""score":-5"#.to_owned(), 0),
        ("t", map(EIGHT, FIFTEEN), 0),
        ("a", map(EIGHT, FIFTEEN), 0),
        ("t", r#""score":-9"#.to_owned(), 1),
        ("t", map("[]", "[]"), 1),
        ("t", map(EIGHT, "[]"), 1),
        ("t", map(r#"["ac"]"#, r#"["ea"]"#), 1),
        // these answers have the margins of ignored dead stones and of swapped colours, but not the
        // maps
        ("t", map(r#"["bb"]"#, &FIFTEEN.replace(']', r#","ac"]"#)), 1),
        (
            "t",
            map(&FIFTEEN.replace("ea", "bb"), &EIGHT.replace("bb", "ea")),
            1,
        ),
        // the right answer to the other game disproves that dead stones are counted twice
        ("r", r#""score":-6"#.to_owned(), 1),
    ] {
        let output = eval_with_answer(&sandbox, game, &answer);
        assert!(output.err.is_empty(), "{game}, {answer}: {}", output.err);
        let rows = sandbox.rows("reports/mismatches.csv");
        assert_eq!(rows.len(), 3 * mismatches, "{game}, {answer}");
        let names_mistake = rows.iter().any(|row| row["flags"].contains("fits_if"));
        assert_eq!(names_mistake, game == "r", "{game}, {answer}");
    }
}

#[test]
fn engine_is_scored_with_each_kind_of_command() {
    let sandbox = Sandbox::new(&[("g/a.sgf", MARKED)]);
    let lists = "final_status_list\\ black*) answer='A1 A2 A3 A4 A5 B1 B2 B3 B4 B5' ;;\n\
                 final_status_list\\ white*) answer='E1 E2 E3 E4 E5' ;;\n\
                 final_status_list\\ dead) ;;";
    let any_status = "final_status_list\\ *) ;;";
    let statuses = "final_status_list\\ black*|final_status_list\\ white*) sign=? ;;\n\
                    final_status_list\\ *) ;;";
    // the dead stone is off the board, not a prisoner of the engine's game, so komi has to include
    // it
    let score = "final_score*) answer=W+99; [ \"$komi\" = -1 ] && answer=B+6 ;;";
    for (answers, territory) in [
        (lists, "10"),
        (statuses, "10"),
        (any_status, "10"),
        (score, ""),
    ] {
        sandbox.write("engine.sh", engine(answers).as_bytes());
        let output = RunOutput::of(sandbox.program().args([
            "eval",
            "g",
            "-s",
            "flood",
            "--scorer",
            "go=gtp:sh engine.sh",
        ]))
        .exits(0);
        assert!(output.err.is_empty(), "{answers}: {}", output.err);
        let rows = sandbox.rows("reports/games.csv");
        let row = rows
            .iter()
            .find(|row| &row["strategy"] == "go")
            .expect("a row");
        let map_diff = if territory.is_empty() { "" } else { "0" };
        let columns = ["margin", "outcome", "black_territory", "map_diff", "flags"];
        assert_eq!(
            columns.map(|column| &row[column]),
            ["6", "exact", territory, map_diff, ""],
            "{answers}"
        );
        let output = RunOutput::of(sandbox.program().args([
            "score",
            "g",
            "-s",
            "flood",
            "--scorer",
            "go=gtp:sh engine.sh",
        ]))
        .exits(0);
        assert_eq!(
            output.out.contains("B+6  go\nno map\n"),
            territory.is_empty(),
            "{}",
            output.out
        );
        let explain = [
            "explain",
            "g/a.sgf#1",
            "-s",
            "flood",
            "--scorer",
            "go=gtp:sh engine.sh",
        ];
        let output = RunOutput::of(sandbox.program().args(explain)).exits(0);
        let no_map = if territory.is_empty() {
            " (no map)"
        } else {
            ""
        };
        assert!(
            output
                .out
                .contains(&format!("\ngo: B+6, as recorded{no_map}\n")),
            "{}",
            output.out
        );
    }
}

#[test]
fn stones_that_only_the_engine_considers_dead_are_counted() {
    let sandbox = Sandbox::new(&[("g/a.sgf", MARKED)]);
    let answers = "final_status_list\\ dead*) answer='D1 D2 D3 D4 D5' ;;\n\
                   final_status_list\\ seki*) ;;";
    sandbox.write("engine.sh", engine(answers).as_bytes());
    let scorer = ["--scorer", "go=gtp:sh engine.sh"];
    RunOutput::of(
        sandbox
            .program()
            .args(["eval", "g", "-s", "flood"])
            .args(scorer),
    )
    .exits(0);
    let rows = sandbox.rows("reports/mismatches.csv");
    let columns = [
        "strategy",
        "margin",
        "outcome",
        "black_territory",
        "black_prisoners",
        "white_prisoners",
        "dead",
        "map_diff",
        "flags",
        "category",
    ];
    // Black then has fifteen more points and five more prisoners; one of the dead stones was
    // already dead in the game
    assert_eq!(
        columns.map(|column| &rows[0][column]),
        [
            "go",
            "26",
            "winner",
            "20",
            "6",
            "0",
            "1",
            "10",
            "also_dead=5",
            "dead_marks"
        ]
    );
    let printed = RunOutput::of(
        sandbox
            .program()
            .args(["explain", "g/a.sgf#1", "-s", "flood"])
            .args(scorer),
    )
    .exits(0);
    assert!(
        printed.out.contains(
            "D2 D1: stones that go considers dead\n  label, flood: alive\n  go: Black's\n"
        ),
        "{}",
        printed.out
    );
    assert!(
        printed.out.contains("\n  3 b b X*O*w     b b X*o*b\n"),
        "{}",
        printed.out
    );
}

#[test]
fn failing_engine_has_no_answer() {
    let sandbox = Sandbox::new(&[("g/a.sgf", MARKED)]);
    for (answers, why) in [
        ("final_status_list*) exit 9 ;;", "died"),
        ("final_status_list*) sleep 60 ;;", "timeout"),
        ("final_status_list*) answer=Z99 ;;", "nonsense"),
        (
            "final_status_list\\ dead*) answer=A1 ;;\nfinal_status_list*) ;;",
            "nonsense",
        ),
        ("final_score*) answer='who knows' ;;", "nonsense"),
        ("final_score*) sign=? answer=no ;;", "error"),
    ] {
        sandbox.write("engine.sh", engine(answers).as_bytes());
        let words = [
            "eval",
            "g",
            "-s",
            "flood",
            "--scorer-timeout",
            "0.5",
            "--scorer",
            "go=gtp:sh engine.sh",
        ];
        RunOutput::of(sandbox.program().args(words)).exits(3);
        let rows = sandbox.rows("reports/games.csv");
        let row = rows
            .iter()
            .find(|row| &row["strategy"] == "go")
            .expect("a row");
        assert_eq!(row["flags"], format!("no_answer={why}"), "{answers}");
    }
}

/// A program that finds dead stones itself gets none, and its dead stones count as prisoners.
#[test]
fn scorer_judges_dead_stones() {
    let sandbox = Sandbox::new(&[("g/a.sgf", MARKED)]);
    let script = "while read -r line; do id=${line#*:}; echo \"$line\" >question; \
                  echo \"{\\\"id\\\":${id%%,*},\\\"black\\\":[],\\\"white\\\":[],\\\"dead\\\":[\\\"bb\\\"]}\"; done";
    sandbox.write("judge.sh", script.as_bytes());
    let words = [
        "eval",
        "g",
        "-s",
        "flood",
        "--dead",
        "none",
        "--scorer",
        "mine=sh judge.sh",
    ];
    RunOutput::of(sandbox.program().args(words)).exits(0);
    assert!(sandbox.read("question").contains("\"dead\":[]"));
    let rows = sandbox.rows("reports/games.csv");
    let row = rows
        .iter()
        .find(|row| &row["strategy"] == "mine")
        .expect("a row");
    assert_eq!(
        (&row["black_territory"], &row["flags"]),
        ("1", "also_dead=1")
    );
}

/// Tests with GNU Go, if it is installed. On boards without seki or false eyes, all scorers agree.
#[test]
fn gnu_go_works_as_a_scorer() {
    let Some(gnugo) = gnugo() else { return };
    let sandbox = Sandbox::new(&[("g/a.sgf", MARKED)]);
    let scorer = format!("go=gtp:{} --mode gtp --seed 1", gnugo.display());
    let line = ["eval", "g", "-s", "flood", "--scorer", &scorer];
    RunOutput::of(sandbox.program().args(line)).exits(0);
    let rows = sandbox.rows("reports/games.csv");
    let row = rows
        .iter()
        .find(|row| &row["strategy"] == "go")
        .expect("a row");
    assert_eq!(
        (&row["outcome"], &row["map_diff"]),
        ("exact", "0"),
        "{}",
        &row["flags"]
    );
}

/// The exited program's child keeps the pipe open for longer than any test waits.
#[test]
fn exit_is_noticed_despite_a_running_child() {
    let sandbox = Sandbox::new(&[]);
    sandbox.copy(&project("corpus/article"), "g");
    sandbox.write("exits.sh", b"sleep 10000 & exit 3");
    for words in [
        "--scorer x=sh\u{a0}exits.sh --scorer-timeout 9000",
        "--scorer x=gtp:sh\u{a0}exits.sh --scorer-timeout 9000",
        "--dead engine --engine sh\u{a0}exits.sh --scorer-timeout 9000",
    ] {
        let words = words.split(' ').map(|word| word.replace('\u{a0}', " "));
        let output = RunOutput::of(
            sandbox
                .program()
                .args(["eval", "g", "-q", "-s", "flood", "--limit", "2"])
                .args(words),
        );
        assert!(output.code == 2 || output.code == 3, "{}", output.err);
        assert!(
            output.err.contains("it ended: exit status: 3"),
            "{}",
            output.err
        );
    }
}

/// An answer that a program wrote just before it exited counts, although the program's child keeps
/// the output open.
#[test]
fn last_answer_counts_despite_a_running_child() {
    let sandbox = Sandbox::new(&[]);
    sandbox.copy(&project("corpus/article"), "g");
    sandbox.write(
        "once.sh",
        b"sleep 10000 & read -r line; id=${line#*:}; echo \"{\\\"id\\\": ${id%%,*}, \\\"black\\\": [], \\\"white\\\": []}\"",
    );
    let args = [
        "eval",
        "g",
        "-q",
        "-s",
        "flood",
        "--limit",
        "1",
        "--scorer",
        "x=sh once.sh",
        "--scorer-timeout",
        "9000",
    ];
    RunOutput::of(sandbox.program().args(args)).exits(0);
    let rows = sandbox.rows("reports/games.csv");
    assert!(
        rows.iter()
            .any(|row| &row["strategy"] == "x" && !row["margin"].is_empty())
    );
}

#[test]
fn signature_changes_with_the_code_of_a_scorer() {
    let sandbox = sandbox();
    let signature = || {
        let mut command = sandbox.program();
        command.args([
            "eval",
            "article",
            "-s",
            "linked,mine",
            "--scorer",
            "mine=sh nothing.sh",
        ]);
        RunOutput::of(&mut command).exits(0);
        let rows = sandbox.rows("reports/summary.csv");
        let row = rows
            .iter()
            .find(|row| &row["strategy"] == "mine" && &row["stratum"] == "all")
            .expect("a row");
        (
            row["signature"].to_owned(),
            sandbox.rows("reports/pairwise.csv")[0]["signature"].to_owned(),
        )
    };
    let (before, pair) = signature();
    assert!(
        before.starts_with("strategy:mine(") && pair.starts_with("strategy:linked:mine("),
        "{before}, {pair}"
    );
    assert_eq!(signature(), (before.clone(), pair.clone()));
    sandbox.write("nothing.sh", format!("# changed\n{NOTHING}").as_bytes());
    let (after, pair_after) = signature();
    assert!(
        before != after && pair != pair_after,
        "{after}, {pair_after}"
    );
}

#[test]
fn scorer_that_may_have_written_the_labels_is_pointed_out() {
    let wrong = "(;SZ[5]KM[0]RU[Tromp-Taylor]RE[B+7]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de])";
    let sandbox = thrice(&[("g/a", wrong), ("g/b", wrong)]);
    let words = "mine: agrees with every label, unlike all strategies";
    for (path, is_pointed_out) in [("g", true), ("g/a", false)] {
        let text = eval_with_answer(&sandbox, path, r#""margin":7"#).out;
        assert_eq!(text.contains(words), is_pointed_out, "{text}");
    }
}
