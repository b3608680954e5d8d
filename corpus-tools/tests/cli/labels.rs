//! `seichi-corpus labels`, as a user sees it.

use std::io::Write;

use crate::sandbox::{Sandbox, project};

/// A corner that counts twice.
const CORNER: &str =
    "(;SZ[7]RU[Japanese]KM[0]AB[ca][bb][cb][ac][bc]AW[da][db][cc][dc][ad][bd][cd][dd])";

/// The lines of a labels file.
fn lines(text: &str) -> Vec<serde_json::Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a JSON line"))
        .collect()
}

/// Returns the rows of `games.csv` for the games of a labels file, up to the sources of labels.
fn rows_of(sandbox: &Sandbox, csv: &str, labels: &str) -> Vec<String> {
    let games: Vec<String> = lines(&sandbox.read(labels))
        .iter()
        .map(|line| line["game"].to_string().replace('"', ""))
        .collect();
    let is_one = |row: &&str| {
        games
            .iter()
            .any(|game| row.starts_with(&format!("{game},")))
    };
    let csv = sandbox.read(csv);
    // the later columns name the sources of dead stones and of labels, which are different
    let columns = csv.lines().next().unwrap_or_default().split(',');
    let kept = columns.take_while(|name| *name != "dead_from").count();
    let figures = |row: &str| row.split(',').take(kept).collect::<Vec<_>>().join(",");
    csv.lines().filter(is_one).map(figures).collect()
}

#[test]
fn drafted_labels_give_the_figures_of_the_run() {
    let sandbox = Sandbox::new(&[]);
    for folder in ["article", "gnugo"] {
        sandbox.copy(
            &project(&format!("corpus/{folder}")),
            &format!("games/{folder}"),
        );
    }
    sandbox.seichi("eval games -s all -q -o before").exits(0);
    sandbox
        .run("labels make before --all -q -o made.jsonl")
        .exits(0);
    let before = rows_of(&sandbox, "before/games.csv", "made.jsonl");
    assert!(
        before.len() > 40 * seichi::territory::STRATEGIES.len()
            && before.iter().any(|row| row.starts_with("gnugo/")),
        "{}",
        before.len()
    );
    let dead: usize = lines(&sandbox.read("made.jsonl"))
        .iter()
        .map(|line| line["dead"].as_array().map_or(0, Vec::len))
        .sum();
    assert!(dead > 20, "the labels list dead stones");
    // the draft gives the figures of the run, named with --labels or found in the folder
    std::fs::remove_file(sandbox.path("games/article/labels.jsonl"))
        .expect("the labels of the corpus");
    sandbox
        .seichi("eval games -s all -q -o named --labels made.jsonl --dead labels")
        .exits(0);
    assert_eq!(rows_of(&sandbox, "named/games.csv", "made.jsonl"), before);
    sandbox.write("games/labels.jsonl", sandbox.read("made.jsonl").as_bytes());
    sandbox
        .seichi("eval games -s all -q -o found --dead labels")
        .exits(0);
    assert_eq!(rows_of(&sandbox, "found/games.csv", "made.jsonl"), before);
    assert_eq!(
        sandbox
            .read("found/boards.ndjson")
            .matches("label_dead")
            .count(),
        0
    );
}

#[test]
fn draft_has_dead_stones_of_label_or_strategy() {
    let game =
        "(;SZ[3]RU[Japanese]KM[0]RE[B+9]AB[ba]AW[bb];B[];W[]TB[aa][ca][ab][bb][cb][ac][bc][cc])";
    let sandbox = Sandbox::new(&[("g/a.sgf", game)]);
    sandbox.seichi("eval g -s flood -q --dead none").exits(0);
    let output = sandbox.run("labels make reports -s flood").exits(0);
    let line = &lines(&output.out)[0];
    assert_eq!(
        (line["dead"].to_string(), line["result"].as_str()),
        ("[\"bb\"]".to_owned(), Some("B+9"))
    );
    let output = sandbox
        .run("labels make reports --all --from flood")
        .exits(0);
    let line = &lines(&output.out)[0];
    assert_eq!(
        (
            line["dead"].to_string(),
            line["result"].as_str(),
            line["origin"].as_str()
        ),
        ("[]".to_owned(), Some("0"), Some("flood"))
    );
    assert!(
        line["note"]
            .as_str()
            .is_some_and(|note| note.starts_with("map and result by flood; flood: dame; "))
    );
}

/// A run in which `linked` and `grey` differ from the label on some games and from each other on
/// other games.
fn run() -> Sandbox {
    let sandbox = Sandbox::new(&[]);
    sandbox.copy(&project("corpus/article"), "article");
    sandbox
        .seichi("eval article -q -s linked -s grey -s flood -s strict")
        .exits(0);
    sandbox
}

#[test]
fn flags_choose_games() {
    let sandbox = run();
    let games = |line: &str| -> Vec<String> {
        let output = sandbox.run(&format!("labels make reports {line}")).exits(0);
        lines(&output.out)
            .iter()
            .map(|line| line["game"].to_string())
            .collect()
    };
    let mismatches = sandbox.rows("reports/mismatches.csv");
    let differ = |wanted: &dyn Fn(&str, &str) -> bool| {
        let rows = mismatches
            .iter()
            .filter(|row| wanted(&row["strategy"], &row["category"]));
        let mut games: Vec<String> = rows.map(|row| format!("{:?}", &row["game"])).collect();
        games.dedup();
        games
    };
    assert_eq!(
        games("-s linked"),
        differ(&|strategy, _| strategy == "linked")
    );
    assert_eq!(
        games("-s linked --category seki"),
        differ(&|strategy, category| strategy == "linked" && category == "seki")
    );
    assert_eq!(
        games("--differs strict -s flood"),
        differ(&|strategy, _| strategy == "strict" || strategy == "flood")
    );
    let boards = lines(&sandbox.read("reports/boards.ndjson"));
    let disputed = boards
        .iter()
        .filter(|board| board["disputed"] == true)
        .count();
    assert_eq!(games("--disputed").len(), disputed);
    assert_eq!(games("--all").len(), boards.len());
    // boards on which only control strategies differ are left out
    let default = games("");
    assert!(
        default.len() < boards.len()
            && differ(&|strategy, _| strategy == "linked" || strategy == "grey")
                .iter()
                .all(|game| default.contains(game))
    );
    let note = &lines(&sandbox.run("labels make reports -s strict").exits(0).out)[0]["note"];
    assert!(
        note.as_str()
            .is_some_and(|note| note.contains("strict: seki; ")
                && note.contains("; seichi explain -s linked,grey,flood,strict --labels article")),
        "{note}"
    );
    let output = sandbox.run("labels make reports").exits(0);
    assert!(
        output.err.contains(&format!(
            "{} of 40 evaluated games; the run contains the boards of {} (--all)",
            default.len(),
            boards.len()
        )),
        "{}",
        output.err
    );
    sandbox.copy(&sandbox.path("reports"), "changed");
    sandbox.write("changed/boards.ndjson", b"");
    for (line, code, words) in [
        (
            "labels make reports -s checkered",
            2,
            "the run has no strategy checkered, only linked, grey, flood, strict",
        ),
        (
            "labels make reports --from nonsense",
            2,
            "the run has no strategy nonsense",
        ),
        (
            "labels make reports --category nonsense",
            2,
            "[possible values: label, rules, dead_marks",
        ),
        (
            "labels make reports --category handicap_or_komi",
            3,
            "no game was chosen, so nothing was written",
        ),
        (
            "labels make reports --all --disputed",
            2,
            "cannot be used with",
        ),
        ("labels make nowhere", 2, "there is no run in \"nowhere\""),
        (
            "labels make changed",
            2,
            "boards.ndjson\" has changed since the run wrote it",
        ),
    ] {
        let output = sandbox.run(line).exits(code);
        assert!(output.err.contains(words), "{line}: {}", output.err);
    }
}

#[test]
fn existing_file_is_not_overwritten_without_force() {
    let sandbox = run();
    sandbox
        .run("labels make reports -q -o mine/labels.jsonl --boards boards.txt")
        .exits(0);
    let made = sandbox.read("mine/labels.jsonl");
    sandbox.write("mine/labels.jsonl", b"corrected");
    let output = sandbox
        .run("labels make reports -o mine/labels.jsonl")
        .exits(2);
    assert!(
        output.err.contains("mine/labels.jsonl already exists"),
        "{}",
        output.err
    );
    sandbox
        .run("labels make reports --boards boards.txt")
        .exits(2);
    assert_eq!(sandbox.read("mine/labels.jsonl"), "corrected");
    sandbox
        .run("labels make reports -q -o mine/labels.jsonl --force")
        .exits(0);
    assert_eq!(sandbox.read("mine/labels.jsonl"), made);
}

#[test]
fn boards_file_shows_sgf_coordinates_and_differences() {
    let label = r#"{"game": "a.sgf#1", "result": "B+2", "dead": [], "black_territory": ["aa", "ba"], "origin": "hand"}"#;
    let sandbox = Sandbox::new(&[("g/a.sgf", CORNER), ("g/labels.jsonl", label)]);
    sandbox.seichi("eval g -q -s linked").exits(0);
    sandbox
        .run("labels make reports -q -o l.jsonl --boards b.txt")
        .exits(0);
    let text = sandbox.read("b.txt");
    assert!(
        text.contains("line 1: a.sgf#1\nB+2; hand; linked: claimed_dame; "),
        "{text}"
    );
    assert!(
        text.contains("   a b c d e f g\na  b b X O*.*.*.\nb *. X X O*.*.*.\n"),
        "{text}"
    );
}

#[test]
fn names_are_relative_to_the_labels_file() {
    let line = r#"{"game": "a.sgf#1", "result": "B+9", "dead": [], "black_territory": ["aa"]}"#;
    let sandbox = Sandbox::new(&[
        ("g/sub/a.sgf", CORNER),
        ("g/sub/labels.jsonl", line),
        ("h/a.sgf", CORNER),
        ("h/labels.jsonl", line),
        ("list", "g/sub/a.sgf\n"),
    ]);
    for (run, file, games) in [
        ("eval g", "made.jsonl", "g"),
        ("eval g", "g/labels.jsonl", "g"),
        ("eval g", "g/sub/made.jsonl", "g"),
        ("eval g h", "made.jsonl", "g h"),
        ("eval g h", "h/made.jsonl", "g h"),
        (
            "eval g/sub/a.sgf --labels g/sub/labels.jsonl",
            "made.jsonl",
            "g/sub/a.sgf",
        ),
        (
            "eval --files-from list --labels g/sub/labels.jsonl",
            "h/made.jsonl",
            "--files-from list",
        ),
        ("eval . ", "out/made.jsonl", "."),
    ] {
        sandbox
            .seichi(&format!("{run} -q -s linked -o reports"))
            .exits(0);
        sandbox
            .run(&format!("labels make reports -q -o {file} --origin gold"))
            .exits(0);
        let output = sandbox
            .seichi(&format!("eval {games} -s linked -o again --labels {file}"))
            .exits(0);
        assert!(
            !output.err.contains("matches no game"),
            "{run} {file}: {}",
            output.err
        );
        let rows = sandbox.rows("again/games.csv");
        assert!(
            !rows.is_empty() && rows.iter().all(|row| row["origin"] == "gold"),
            "{run} {file}"
        );
        sandbox
            .run(&format!("labels check {file} {games}"))
            .exits(1); // these labels contradict themselves
        std::fs::remove_file(sandbox.path(file)).expect("the file");
    }
}

#[test]
fn archive_members_have_labels() {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let game = CORNER
        .replace("RU[", "RE[B+3]RU[")
        .replace("dd])", "dd];TB[aa][ba][ab])");
    for name in ["in/x.sgf", "./y.sgf"] {
        zip.start_file(name, zip::write::SimpleFileOptions::default())
            .expect("a member");
        zip.write_all(game.as_bytes()).expect("a member");
    }
    let sandbox = Sandbox::new(&[]);
    sandbox.write("g/a.zip", &zip.finish().expect("a zip").into_inner());
    for (games, file) in [
        ("g", "made.jsonl"),
        ("g", "g/labels.jsonl"),
        ("g/a.zip", "made.jsonl"),
        ("g/a.zip", "g/here.jsonl"),
    ] {
        sandbox.seichi(&format!("eval {games} -q")).exits(0);
        sandbox
            .run(&format!(
                "labels make reports -q -o {file} --all --origin gold --force"
            ))
            .exits(0);
        assert!(
            sandbox.read(file).contains("\"a.zip!/in/x.sgf#1\""),
            "{}",
            sandbox.read(file)
        );
        sandbox
            .seichi(&format!("eval {games} -s all -q -o again --labels {file}"))
            .exits(0);
        let rows = sandbox.rows("again/games.csv");
        assert!(
            rows.len() == 2 * seichi::territory::STRATEGIES.len()
                && rows.iter().all(|row| row["origin"] == "gold"),
            "{games} {file}"
        );
        sandbox
            .run(&format!("labels check {file} {games}"))
            .exits(0);
        std::fs::remove_file(sandbox.path(file)).expect("the file");
    }
}

/// Black has ten points and a prisoner, White five points and half a point of komi.
const GAME: &str = "(;SZ[5]RU[Japanese]KM[0.5]RE[B+5.5]PC[KGS]
AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de][aa];B[];W[]TB[aa][ab][ac][ad][ae][ba][bb][bc][bd][be]
TW[ea][eb][ec][ed][ee])";

const BLACK: &str = r#""black_territory": ["aa","ab","ac","ad","ae","ba","bb","bc","bd","be"]"#;
const WHITE: &str = r#""white_territory": ["ea","eb","ec","ed","ee"]"#;

/// A corpus of nine games in three files, and one file without any.
fn corpus() -> Sandbox {
    let names: Vec<String> = (0..9).map(|number| format!("g/{number}.sgf")).collect();
    let mut files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), GAME)).collect();
    files.extend([
        ("g/sub/deep-game.sgf", GAME),
        ("g/none.sgf", "nothing"),
        ("g/open.sgf", "(;SZ[3]KM[x];B[aa])"),
    ]);
    files.push(("g/bare.sgf", "(;SZ[3]KM[0]RE[B+R];B[aa])"));
    Sandbox::new(&files)
}

#[test]
fn correct_file_passes() {
    let sandbox = corpus();
    let good = format!(
        "{{\"game\": \"0.sgf#1\", \"dead\": [\"aa\"], {BLACK}, {WHITE}, \"result\": \"B+5.5\", \"origin\": \"hand\"}}\n"
    );
    sandbox.write("l.jsonl", good.as_bytes());
    let output = sandbox.run("labels check l.jsonl g").exits(0);
    assert_eq!(
        (output.out.as_str(), output.err.as_str()),
        ("lines: 1, errors: 0, notices: 0\n", "")
    );
    assert_eq!(sandbox.run("labels check l.jsonl g -q").exits(0).out, "");
    let article = project("corpus/article").display().to_string();
    let output = sandbox.run(&format!("labels check {article}/labels.jsonl {article}"));
    assert_eq!(
        output
            .out
            .lines()
            .filter(|line| line.contains(": error: "))
            .collect::<Vec<_>>(),
        Vec::<&str>::new()
    );
}

/// Lines, each with the expected diagnostics. `BLACK` and `WHITE` are the right territories.
const FAULTS: &[(&str, &[&str])] = &[
    (
        r#"{"game": "0.sgf#1", "dedd": [], "origin": "x"}"#,
        &["error: 0.sgf#1: unknown key \"dedd\": did you mean \"dead\"?"],
    ),
    (
        r#"{"game": "0.sgf#1", "dead": ["aa"], "origin": "x"}"#,
        &["error: 0.sgf#1: line 1 labels the same game, but this one replaces it"],
    ),
    (
        r#"{"game": "1.sg#1"}"#,
        &["error: 1.sg#1: matches no game here: did you mean 1.sgf#1?"],
    ),
    (
        r#"{"game": "deep_game.sgf#1"}"#,
        &["error: deep_game.sgf#1: matches no game here: did you mean sub/deep-game.sgf#1?"],
    ),
    (
        r#"{"game": "deep-game.sgf#1"}"#,
        &["error: deep-game.sgf#1: matches no game here: did you mean sub/deep-game.sgf#1?"],
    ),
    (
        r#"{"game": "none.sgf#1"}"#,
        &["error: none.sgf#1: matches no game here"],
    ),
    (
        r#"{"game": "1.sgf#1", "result": "B plus 3"}"#,
        &["error: 1.sgf#1: the game is skipped: unreadable_result: RE[B plus 3]"],
    ),
    (
        r#"{"game": "2.sgf#1", "dead": ["aa", "ff", "bb"]}"#,
        &[
            "error: 2.sgf#1: outside the board of size 5: ff",
            "error: 2.sgf#1: listed as dead, but without a stone: bb",
        ],
    ),
    (
        r#"{"game": "3.sgf#1", "dead": ["aa", "ca"]}"#,
        &["error: 3.sgf#1: territory, prisoners and komi give B+0.5, but the result is B+5.5"],
    ),
    (
        r#"{"game": "4.sgf#1", "dead": [], BLACK, WHITE, "result": "B+3.5"}"#,
        &["error: 4.sgf#1: a stone in the opponent's territory is not listed as dead: aa"],
    ),
    (
        r#"{"game": "5.sgf#1", BLACK, "white_territory": ["bb"]}"#,
        &[
            "error: 5.sgf#1: listed as territory of both sides, which makes it neutral: bb",
            "error: 5.sgf#1: Black surrounds a region but claims only aa ba ab ac bc ad bd ae be, not bb",
        ],
    ),
    (
        r#"{"game": "6.sgf#1", "black_territory": ["aa", "ab"], WHITE, "result": "W+2.5"}"#,
        &[],
    ),
    (
        r#"{"game": "7.sgf#1", WHITE, "Black_territory": []}"#,
        &["error: 7.sgf#1: unknown key \"Black_territory\": did you mean \"black_territory\"?"],
    ),
    (
        r#"{"game": "8.sgf#1", "dead": ["aa"], BLACK, "black_territory_": 0, "white_territory": ["ab"]}"#,
        &["error: 8.sgf#1: listed as territory of both sides, which makes it neutral: ab"],
    ),
    (
        r#"{"game": "9.sgf#1", "dead": ["aa"], BLACK, "white_territory": [], "result": "B+10.5"}"#,
        &[],
    ),
    (
        r#"{"game": "turned.sgf#1", "dead": ["aa"], "black_territory": ["ea"], "white_territory": ["be"]}"#,
        &["error: turned.sgf#1: claimed by one side, but surrounded by the other: ea be"],
    ),
    (
        r#"{"game": "bare.sgf#1", "reviewer": "me"}"#,
        &["notice: bare.sgf#1: the game is skipped: resign: "],
    ),
    (
        r#"{"game": "open.sgf#1", "dead": []}"#,
        &[
            "notice: open.sgf#1: the game is skipped: unreadable_komi: cannot read the komi KM[x] as a number of points",
        ],
    ),
    (
        r#"{"game": "sub/deep-game.sgf#1", "dead": ["aa"], BLACK, WHITE, "result": "B+5"}"#,
        &[
            "error: sub/deep-game.sgf#1: territory, prisoners and komi give B+5.5, but the result is B+5",
        ],
    ),
];

#[test]
fn faults_are_reported_with_their_lines() {
    let sandbox = corpus();
    sandbox.write("g/9.sgf", GAME.as_bytes());
    sandbox.write("g/turned.sgf", GAME.as_bytes());
    let lines: String = FAULTS.iter().flat_map(|&(line, _)| [line, "\n"]).collect();
    sandbox.write(
        "g/labels.jsonl",
        lines
            .replace("BLACK", BLACK)
            .replace("WHITE", WHITE)
            .as_bytes(),
    );
    let output = sandbox.run("labels check g/labels.jsonl g").exits(1);
    for (index, (_, words)) in FAULTS.iter().enumerate() {
        let place = format!("g/labels.jsonl:{}: ", index + 1);
        let answers = || {
            output
                .out
                .lines()
                .filter_map(|line| line.strip_prefix(&place))
        };
        assert!(
            words
                .iter()
                .all(|words| answers().any(|line| line.starts_with(words))),
            "{words:?}\n{}",
            output.out
        );
        assert!(
            !words.is_empty() || answers().next().is_none(),
            "{}",
            output.out
        );
    }
    let wrong = FAULTS
        .iter()
        .filter(|(_, words)| words.iter().any(|words| words.starts_with("error")))
        .count();
    assert!(
        output.err.contains(&format!(
            "g/labels.jsonl: {} of {} lines have errors",
            wrong,
            FAULTS.len()
        )),
        "{}",
        output.err
    );
}

#[test]
fn lines_that_do_not_parse_are_reported_first() {
    let sandbox = corpus();
    let lines =
        "{\"game\": \"0.sgf#1\", \"dead\": [\"d0\"]}\n{nonsense\n{\"game\": \"no.sgf#1\"}\n";
    sandbox.write("l.jsonl", lines.as_bytes());
    let output = sandbox.run("labels check l.jsonl g").exits(1);
    let expected = "l.jsonl:1: error: it does not parse: \"d0\" is not a point such as \
                    \"jo\" (SGF) or \"K5\" at column 34\n\
                    l.jsonl:2: error: it does not parse: key must be a string at column 2\n\
                    lines: 3, errors: 2, notices: 0\n";
    assert_eq!(output.out, expected);
}

#[test]
fn claimed_point_bordered_by_both_sides_is_an_error() {
    let line = r#"{"game": "a.sgf#1", "dead": [], "black_territory": ["aa"], "white_territory": ["ca"], "result": "0"}"#;
    let sandbox = Sandbox::new(&[
        ("a.sgf", "(;SZ[3]KM[0]RE[0]AB[ba][bb]AW[cb][cc])"),
        ("l", line),
    ]);
    let output = sandbox.run("labels check l a.sgf").exits(1);
    assert!(
        output
            .out
            .contains("bordered by both: a dead stone may be missing: aa ca"),
        "{}",
        output.out
    );
}

#[test]
fn check_without_games_or_lines_fails() {
    let sandbox = corpus();
    sandbox.write("empty.jsonl", b"\n\n");
    sandbox.write("one.jsonl", b"{\"game\": \"0.sgf#1\", \"origin\": \"x\"}\n");
    sandbox.write("h/x.txt", b"");
    for (line, code, words) in [
        ("labels check empty.jsonl g", 3, "empty.jsonl has no lines"),
        (
            "labels check one.jsonl h",
            3,
            "no records (.sgf, or an archive of them) found in \"h\"",
        ),
        (
            "labels check nowhere.jsonl g",
            2,
            "failed to read the labels file \"nowhere.jsonl\"",
        ),
        ("labels check one.jsonl", 2, "required"),
        (
            "labels check one.jsonl g --limit 1",
            2,
            "omit --labels and --limit",
        ),
        ("labels check one.jsonl nowhere", 2, "failed to open"),
    ] {
        let output = sandbox.run(line).exits(code);
        assert!(output.err.contains(words), "{line}: {}", output.err);
    }
}

#[test]
fn check_uses_the_given_komi() {
    let line = r#"{"game":"a.sgf#1","result":"B+2.5","dead":[],
        "black_territory":["aa","ab","ac","ad","ae","ba","bb","bc","bd","be"],"white_territory":["ea","eb","ec","ed","ee"]}"#;
    let sandbox = Sandbox::new(&[
        (
            "g/a.sgf",
            "(;SZ[5]AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de];B[];W[])",
        ),
        ("l.jsonl", &line.replace('\n', "")),
    ]);
    let output = sandbox.run("labels check l.jsonl g").exits(1);
    assert!(
        output
            .out
            .contains("the result B+2.5 has a half point, but the record has no KM"),
        "{}",
        output.out
    );
    assert!(
        sandbox
            .run("labels check l.jsonl g --komi 2.5")
            .exits(0)
            .out
            .contains("errors: 0")
    );
}

#[cfg(unix)]
#[test]
fn hostile_names_are_escaped() {
    let name = "a\x1b[31m\u{202e}##[error]";
    let game = GAME.replace("RE[B+5.5]", "RE[B+9.5]");
    let sandbox = Sandbox::new(&[(&format!("g/{name}.sgf"), &game)]);
    sandbox.seichi("eval g -q -s linked").exits(0);
    sandbox
        .run("labels make reports -q -o l.jsonl --boards b.txt")
        .exits(0);
    assert_eq!(
        lines(&sandbox.read("l.jsonl"))[0]["game"],
        format!("{name}.sgf#1")
    );
    let shown = sandbox.read("b.txt") + &sandbox.run("labels check l.jsonl g").exits(1).out;
    assert_eq!(
        shown.matches("a\\u{1b}[31m\\u{202e}##\\[error]").count(),
        2,
        "{shown}"
    );
    assert!(
        !shown.contains(['\x1b', '\u{202e}']) && !shown.contains("##[error]"),
        "{shown}"
    );
}
