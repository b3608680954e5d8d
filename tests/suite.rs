//! The cases of `suite/`: they are well-formed, each answer follows from its owners, and every
//! recorded check holds.
#![expect(clippy::float_cmp, reason = "halves of points are exact")]

#[path = "suite/count.rs"]
mod count;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use count::{Board, Rules, mistakes};
use rayon::prelude::*;
use seichi::Stop;
use seichi::board::{Cell, Color, Position};
use seichi::dead::DeadFrom;
use seichi::game::{Context, GameEvaluator, GameOutcome, Options};
use seichi::input::{Entry, Labels};
use seichi::rules::Points;
use seichi::sgf::result_text;
use seichi::territory::{strategy, territory_map};
use seichi_oracle::endgame::{Counted, score};
use seichi_oracle::playout;
use seichi_oracle::slow::{first, score as slow_score, score_with_dead};
use serde::Deserialize;

/// The cases that the strategies miss.
const MISSES: [(&str, &[&str]); 2] = [
    ("teire", &["seki/region-joined-through-a-cut-off-block"]),
    (
        "linked",
        &[
            "owed-moves/false-eye-of-two-points",
            "owed-moves/snapback",
            "owed-moves/searched-1197",
            "owed-moves/false-eye-of-two-points-on-13x13",
            "owed-moves/searched-1197-on-19x19-exchanged",
            "public/missed-teire",
            "public/missed-teire-on-19x19",
            "seki/region-joined-through-a-cut-off-block",
        ],
    ),
];

#[derive(Deserialize)]
struct Level {
    version: String,
    license: String,
    #[serde(rename = "level")]
    name: String,
    cases: Vec<Case>,
}

/// A case, as `suite/README.md` describes it.
#[derive(Deserialize)]
struct Case {
    id: String,
    rows: Vec<String>,
    dead: Vec<String>,
    to_play: Option<String>,
    rules: String,
    komi: f64,
    handicap: u32,
    prisoners: ByColor<u32>,
    first_pass: Option<String>,
    method: String,
    tax: String,
    sgf: Option<String>,
    stated: Option<String>,
    owners: Option<Vec<String>>,
    points: Option<ByColor<f64>>,
    margin: f64,
    winner: String,
    features: Vec<String>,
    added: f64,
    result: String,
    #[serde(default)]
    group_tax: ByColor<u32>,
    /// The width and height of the board in the upper left corner that this board extends.
    inside: Option<(usize, usize)>,
    ruling: String,
    source: String,
    checked: Vec<String>,
    traps: Vec<Trap>,
}

#[derive(Clone, Copy, Default, Deserialize)]
struct ByColor<T> {
    black: T,
    white: T,
}

/// A mistake with the margin that results from it, or only with the winner if only the winner is
/// wrong.
#[derive(Deserialize)]
struct Trap {
    mistake: String,
    margin: Option<f64>,
    winner: Option<String>,
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("suite")
}

fn levels() -> Vec<Level> {
    let files = fs::read_dir(folder())
        .expect("the suite")
        .map(|file| file.expect("a file").path());
    let mut files: Vec<PathBuf> = files
        .filter(|path| path.extension().is_some_and(|end| end == "json"))
        .collect();
    files.sort();
    let read = |path: &PathBuf| {
        serde_json::from_str(&fs::read_to_string(path).expect("a level")).expect("a level")
    };
    files.iter().map(read).collect()
}

fn cases() -> Vec<Case> {
    levels().into_iter().flat_map(|level| level.cases).collect()
}

impl Case {
    fn board(&self) -> Board {
        Board::new(&self.rows, &self.dead)
    }

    /// The board that the case extends, if there is one, or else its own board, with the owners.
    fn published(&self) -> (Board, Vec<String>) {
        let (width, height) = self.inside.unwrap_or((self.rows[0].len(), self.rows.len()));
        let cut = |rows: &[String]| -> Vec<String> {
            let rows = rows.iter().take(height);
            rows.map(|row| row[..width].to_owned()).collect()
        };
        let board = self.board();
        let is_inside = |point: &&String| {
            let (x, y) = board.place(point);
            x < width && y < height
        };
        let dead: Vec<String> = self.dead.iter().filter(is_inside).cloned().collect();
        let owners = self.owners.as_ref().expect("owners");
        (Board::new(&cut(&self.rows), &dead), cut(owners))
    }

    /// Returns whether a record can contain the case: it names no player to move, and its marks
    /// show every dead stone.
    fn is_in_records(&self) -> bool {
        let board = self.board();
        let is_marked = |owners: &Vec<String>| {
            self.dead
                .iter()
                .map(|point| board.place(point))
                .all(|(x, y)| !owners[y][x..].starts_with('.'))
        };
        self.to_play.is_none() && self.owners.as_ref().is_some_and(is_marked)
    }

    fn counting(&self) -> Rules {
        Rules {
            area: self.method == "area",
            name: self.rules.clone(),
            komi: self.komi,
            handicap: self.handicap,
            prisoners: [self.prisoners.black, self.prisoners.white],
            first_pass: self.first_pass.clone(),
            group_tax: [self.group_tax.black, self.group_tax.white],
        }
    }
}

#[test]
fn cases_are_well_formed() {
    let mut ids = BTreeSet::new();
    for level in levels() {
        assert_eq!(
            (&*level.version, &*level.license),
            ("2.1.0", "CC0-1.0"),
            "{}",
            level.name
        );
        for case in level.cases {
            let id = &case.id;
            assert!(
                ids.insert(id.clone()) && id.starts_with(&format!("{}/", level.name)),
                "{id}"
            );
            assert!(
                case.rows.iter().all(|row| row.len() == case.rows[0].len()),
                "{id}"
            );
            assert!(
                case.rows
                    .concat()
                    .chars()
                    .all(|point| "XO.".contains(point)),
                "{id}"
            );
            let stones = case.board().stones();
            assert!(
                case.dead.iter().all(|point| stones.contains_key(point)),
                "{id}: a dead stone is no stone"
            );
            assert!(
                !case.ruling.is_empty() && !case.source.is_empty() && !case.checked.is_empty(),
                "{id}"
            );
            assert!(!case.traps.is_empty(), "{id} has no trap");
            assert!(
                case.owners.is_some() || case.to_play.is_some(),
                "{id} has no owners"
            );
            if let Some(owners) = &case.owners {
                let lengths = |rows: &[String]| rows.iter().map(String::len).collect::<Vec<_>>();
                assert_eq!(lengths(owners), lengths(&case.rows), "{id}");
            }
        }
    }
    assert!(ids.len() >= 590, "{} cases", ids.len());
}

/// A margin as SGF's `RE`.
fn result(margin: f64) -> String {
    let winner = if margin > 0.0 { 'B' } else { 'W' };
    if margin == 0.0 {
        "0".to_owned()
    } else {
        format!("{winner}+{}", margin.abs())
    }
}

#[test]
fn answers_follow_from_owners_and_rules() {
    for case in cases() {
        assert_eq!(case.result, result(case.margin), "{}", case.id);
        let winner = match case.result.as_bytes()[0] {
            b'B' => "black",
            b'W' => "white",
            _ => "draw",
        };
        assert_eq!(case.winner, winner, "{}", case.id);
        let Some(owners) = &case.owners else { continue };
        let [black, white] = case.board().points(owners, &case.counting());
        let points = case.points.expect("points");
        assert_eq!([points.black, points.white], [black, white], "{}", case.id);
        assert_eq!(case.margin, black - white, "{}", case.id);
        assert_eq!(
            case.margin - case.added,
            case.board().on_the_board(owners, case.method == "area"),
            "{}",
            case.id
        );
    }
}

#[test]
fn traps_are_the_margins_of_mistakes() {
    for case in cases() {
        let Some(owners) = &case.owners else { continue };
        let made = mistakes(&case.board(), owners, &case.counting());
        let stated: BTreeMap<&str, f64> = case
            .traps
            .iter()
            .filter_map(|trap| Some((trap.mistake.as_str(), trap.margin?)))
            .collect();
        assert_eq!(stated, made, "{}", case.id);
    }
}

/// The cases in which two mistakes give the same margin, mostly regardless of prisoners and komi.
const ONE_MARGIN: [&str; 18] = [
    "dead-stones/searched-106",
    "dead-stones/searched-119",
    "dead-stones/searched-217",
    "dead-stones/searched-258",
    "dead-stones/searched-106-on-19x19",
    "false-eyes/searched-872",
    "false-eyes/searched-57",
    "false-eyes/searched-1488",
    "false-eyes/searched-872-on-25x25-exchanged",
    "owed-moves/searched-1197",
    "owed-moves/searched-1197-on-19x19-exchanged",
    "public/group-tax",
    "records/capture-by-a-move",
    "seki/dead-stones-inside-a-seki",
    "winners/territory-13x13-prisoner-decides",
    "winners/territory-19x19-prisoner-decides",
    "winners/dead-stones-draw",
    "winners/dead-stones-black-by-one",
];

#[test]
fn every_mistake_gives_another_margin_or_winner() {
    let mut shared = Vec::new();
    for case in cases() {
        for trap in &case.traps {
            let (id, mistake) = (&case.id, &trap.mistake);
            assert_ne!(trap.margin, Some(case.margin), "{id}: {mistake}");
            assert_ne!(trap.winner.as_ref(), Some(&case.winner), "{id}: {mistake}");
            assert!(trap.margin.is_some() != trap.winner.is_some(), "{id}");
        }
        let mut margins: Vec<f64> = case.traps.iter().filter_map(|trap| trap.margin).collect();
        let all = margins.len();
        margins.sort_by(f64::total_cmp);
        margins.dedup();
        if margins.len() < all {
            shared.push(case.id);
        }
    }
    assert_eq!(shared, ONE_MARGIN);
}

#[test]
fn enlarged_boards_keep_the_score_of_the_small_one() {
    let mut count = 0;
    let cases = cases();
    for case in cases.iter().filter(|case| case.inside.is_some()) {
        let Some((name, size)) = case.id.split_once("-on-") else {
            continue;
        };
        // this level has boards of other levels
        let is_small = |case: &&Case| {
            let copied = format!("nine-by-nine/{}", case.id.replace('/', "-"));
            case.id == name || copied == name
        };
        let small = cases.iter().find(is_small).expect("a case");
        let score = |case: &Case| {
            let (board, owners) = case.published();
            board.on_the_board(&owners, case.method == "area")
        };
        let sign = if size.ends_with("-exchanged") {
            -1.0
        } else {
            1.0
        };
        assert_eq!(score(case), sign * score(small), "{}", case.id);
        count += 1;
    }
    assert!(count >= 140, "{count} boards");
}

#[test]
fn levels_have_boards_of_common_sizes() {
    for level in levels() {
        let sizes = match level.name.as_str() {
            "nine-by-nine" => vec!["9x9"],
            "prisoners" | "handicap" | "button" => vec!["9x9", "13x13", "19x19", "oblong"],
            _ => vec!["13x13", "19x19", "oblong"],
        };
        for size in sizes {
            let has_size = |case: &Case| case.features.iter().any(|feature| feature == size);
            assert!(level.cases.iter().any(has_size), "{}: {size}", level.name);
        }
    }
}

/// The territory of the slow implementation of `independent`.
fn independent(case: &Case) -> Vec<String> {
    let board = case.board();
    let rows: Vec<String> = board
        .living_rows()
        .iter()
        .map(|row| row.to_lowercase())
        .collect();
    let dead = case.dead.iter().map(|point| board.place(point)).collect();
    let answer = score_with_dead("independent", &rows, &dead, &mut first);
    answer
        .rows
        .iter()
        .map(|row| row.to_uppercase().replace('X', "B").replace('O', "W"))
        .collect()
}

#[test]
fn recorded_checks_hold() {
    let labels = ["rulings", "article"].map(|name| {
        let file = folder().join(format!("../corpus/{name}/labels.jsonl"));
        fs::read_to_string(file).expect("labels")
    });
    cases().par_iter().for_each(|case| {
        let (id, board) = (&case.id, case.board());
        for check in &case.checked {
            match check.as_str() {
                "count" => assert_eq!(case.owners, Some(board.reached_by_one_color()), "{id}"),
                "independent" => assert_eq!(case.owners, Some(independent(case)), "{id}"),
                "search" => {
                    let cells = case
                        .rows
                        .iter()
                        .map(|row| row.to_lowercase().chars().collect())
                        .collect();
                    let whole = playout::Board { cells };
                    let scores = [0, 1].map(|first| {
                        f64::from(score(&whole, Counted::Prisoners, first).expect("a small board"))
                    });
                    let expected = case.margin - case.added;
                    // the search counts eyes in seki
                    let with_eyes = board.on_the_board(&board.reached_by_one_color(), false);
                    let is_right = match case.to_play.as_deref() {
                        Some("black") => scores[0] == expected,
                        Some(_) => scores[1] == expected,
                        None => {
                            scores[0] == scores[1] && [expected, with_eyes].contains(&scores[0])
                        }
                    };
                    assert!(is_right, "{id}: {scores:?}");
                }
                "ruling" | "label" => {
                    let name = id.split('/').next_back().expect("a name");
                    let [rulings, article] = &labels;
                    let label = if check == "ruling" { rulings } else { article }
                        .lines()
                        .find(|line| line.contains(&format!("\"{name}.sgf#1\"")));
                    let (board, owners) = case.published();
                    let margin = board.on_the_board(&owners, case.method == "area");
                    let result = format!("\"result\": \"{}\"", result(margin));
                    assert!(label.is_some_and(|line| line.contains(&result)), "{id}");
                }
                // `strategies_miss_only_listed_cases` compares every answer of `teire`, and
                // `suite/confirm.py` asks KataGo, which is not available here
                "teire" | "katago" => {}
                _ => panic!("{id}: unknown check {check}"),
            }
        }
    });
}

/// The games of `suite/*.sgf`, each with its case.
fn games(strategies: &[&str]) -> Vec<(Case, GameOutcome)> {
    let strategies = strategies
        .iter()
        .map(|name| strategy(name).expect("it is listed"))
        .collect();
    let dead = vec![DeadFrom::Marks, DeadFrom::None];
    let options = Options {
        strategies,
        dead,
        needs_label: false,
        ..Options::default()
    };
    let (labels, stop) = (Labels::default(), Stop::default());
    let mut evaluator = GameEvaluator::new(Context::new(options, labels, &stop));
    let mut games = Vec::new();
    for level in levels() {
        let file = folder().join(format!("{}.sgf", level.name));
        let bytes = fs::read(&file).expect("the records of a level");
        let outcomes = evaluator.evaluate_bytes(&Entry::new(String::new(), file), Ok(&bytes));
        let cases: Vec<Case> = level
            .cases
            .into_iter()
            .filter(Case::is_in_records)
            .collect();
        assert_eq!(cases.len(), outcomes.len(), "{}", level.name);
        games.extend(cases.into_iter().zip(outcomes));
    }
    games
}

#[test]
fn records_contain_the_cases() {
    for (case, outcome) in games(&["linked"]) {
        let game = outcome
            .result
            .as_ref()
            .unwrap_or_else(|skip| panic!("{}: {skip}", case.id));
        let position =
            Position::from_diagram(&case.board().living_rows().join("\n")).expect("a board");
        assert_eq!(game.labelled.position, position, "{}", case.id);
        let dead: BTreeSet<String> = game.labelled.dead.iter().map(ToString::to_string).collect();
        assert_eq!(dead, case.dead.iter().cloned().collect(), "{}", case.id);
        let count = &game.labelled.count;
        assert_eq!(
            (count.komi.to_f64(), count.handicap),
            (case.komi, case.handicap),
            "{}",
            case.id
        );
        assert_eq!(count.rules.method().name(), case.method, "{}", case.id);
        assert_eq!(count.rules.tax().name(), case.tax, "{}", case.id);
        if case.sgf.is_none() {
            assert_eq!(
                game.labelled.label.margin.map(Points::to_f64),
                Some(case.margin),
                "{}",
                case.id
            );
        }
    }
}

/// The records whose result seichi does not read.
const UNREAD: [&str; 2] = [
    "records/result-without-plus",
    "records/result-without-plus-on-19x19",
];

#[test]
fn stated_results_are_read_except_in_listed_records() {
    let mut unread = Vec::new();
    for (case, outcome) in games(&["linked"]) {
        if case.sgf.is_some() {
            assert!(
                case.stated
                    .as_ref()
                    .is_none_or(|stated| *stated == case.result),
                "{}",
                case.id
            );
            let label = &outcome
                .result
                .as_ref()
                .expect("it was scored")
                .labelled
                .label;
            if label.margin.map(result_text) != case.stated {
                unread.push(case.id);
            }
        }
    }
    assert_eq!(unread, UNREAD);
}

#[test]
fn strategies_miss_only_listed_cases() {
    let games = games(&MISSES.map(|(name, _)| name));
    for (number, (name, known)) in MISSES.into_iter().enumerate() {
        let mut missed = Vec::new();
        for (case, outcome) in &games {
            let answer = &outcome.result.as_ref().expect("it was scored").answers[number];
            let map = answer.map.as_ref().expect("every map is kept");
            let owner = |index: usize, cell: Cell| {
                cell.color()
                    .or_else(|| map.statuses()[index].owner())
                    .map_or('.', Color::letter)
            };
            let position = &outcome
                .result
                .as_ref()
                .expect("it was scored")
                .labelled
                .position;
            let owners = position.rows(owner);
            let margin = answer.margin.expect("a margin");
            if margin.to_f64() != case.margin || case.owners.as_ref() != Some(&owners) {
                missed.push(case.id.as_str());
                assert!(
                    name != "teire" || !case.checked.iter().any(|check| check == "teire"),
                    "{}",
                    case.id
                );
            }
        }
        assert_eq!(missed, known, "{name}");
    }
}

/// Returns the output of a runner about a scorer, followed by the runner's error message, and its
/// exit code. Returns `None` if the runner is missing.
fn output_of(runner: &[&str], arguments: &[&str]) -> Option<(String, i32)> {
    let mut command = Command::new(runner[0]);
    command.args(&runner[1..]).args(arguments);
    let Ok(output) = command.current_dir(folder().join("..")).output() else {
        eprintln!("SKIPPED: {} is missing", runner[0]);
        return None;
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    let code = output.status.code().expect("an exit code");
    assert_eq!(code == 2, !errors.is_empty(), "{runner:?}: {errors}");
    let text = String::from_utf8(output.stdout).expect("text");
    Some((text + &errors, code))
}

/// Returns the output of the runners, which must be the same, and their exit code.
fn run_all(arguments: &[&str]) -> Option<(String, i32)> {
    let example = Path::new(env!("CARGO_BIN_EXE_seichi")).with_file_name("examples/suite");
    let python = output_of(&["python3", "suite/run.py"], arguments)?;
    let example = output_of(&[example.to_str().expect("text")], arguments);
    let script = output_of(&["node", "suite/run.mjs"], arguments);
    for other in [script, example].into_iter().flatten() {
        assert_eq!(python, other, "{arguments:?}");
    }
    Some(python)
}

const FLOOD: &str = "python3 examples/scorers/flood.py";

#[test]
fn runners_print_the_same() {
    let Some((text, code)) = run_all(&[FLOOD]) else {
        return;
    };
    assert_eq!(code, 1);
    assert!(
        text.contains("area: 53 right, 0 wrong, 0 declined, 0 invalid\n"),
        "{text}"
    );
    let gap = "seki/gap-of-two: wrong: +19, not +18: ";
    assert!(text.contains(gap), "{text}");
    assert!(!text.contains("owed-moves"), "{text}");
    let last = text.lines().last().expect("a line");
    assert!(last.starts_with("suite:2.1.0|data:"), "{last}");
    assert!(
        last.ends_with(&format!("|levels:default|scorer:{FLOOD}")),
        "{last}"
    );
    let (area, code) = run_all(&[FLOOD, "area", "area"]).expect("a runner");
    assert_eq!((area.lines().count(), code), (2, 0), "{area}");
    assert!(area.contains("|levels:area|"), "{area}");
}

/// A scorer that works with the suite also has to understand the questions of `seichi eval`.
#[test]
fn questions_of_the_suite_and_of_eval_have_the_same_keys() {
    let keys = "dead first_pass handicap id komi method prisoners rows rules size tax to_play";
    let command = "python3 tests/suite/keys.py";
    let Some((text, _)) = run_all(&[command, "area", "territory"]) else {
        return;
    };
    let asked = text.matches(&format!("invalid: \"{keys}\"")).count();
    assert_eq!(asked, 53 + 65, "{text}");
    let output = Command::new(env!("CARGO_BIN_EXE_seichi"))
        .args(["score", "corpus/article", "-s", "keys"])
        .args(["--scorer", &format!("keys={command}"), "--limit", "1"])
        .current_dir(folder().join(".."))
        .output()
        .expect("seichi");
    // the usual tax is left out
    let own = keys.replace("tax ", "");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains(&own), "{errors}");
}

/// A stray line costs one answer. A map counts as a margin if the player to move decides.
#[test]
fn runners_start_a_scorer_again_after_another_id() {
    let stray = "python3 tests/suite/stray.py";
    let Some((text, _)) = run_all(&[stray, "owed-moves"]) else {
        return;
    };
    let level = "owed-moves: 20 right, 4 wrong, 0 declined, 1 invalid, 20 by margin only\n";
    assert!(text.contains(level), "{text}");
}

/// Builds an example scorer if its language requires this. Returns its command, or `None` if the
/// compiler or the interpreter is missing.
fn example_scorer(target: &Path, interpreter: &str, name: &str) -> Option<String> {
    let file = |name: &str| folder().join("../examples/scorers").join(name);
    let (target, stem) = (target.display(), name.split('.').next()?);
    let mut build = Command::new(interpreter);
    let command = match interpreter {
        "c++" => {
            build.args(["-std=c++17", "-o", &format!("{target}/{stem}")]);
            build.arg(file(name));
            format!("'{target}/{stem}'")
        }
        "javac" => {
            build.args(["-d", &format!("{target}/classes")]);
            build.args(["Flood.java", "Whole.java"].map(file));
            format!("java -cp '{target}/classes' {stem}")
        }
        _ => {
            build.arg("--version");
            format!("{interpreter} '{}'", file(name).display())
        }
    };
    let Ok(output) = build.output() else {
        eprintln!("SKIPPED: {name}, because {interpreter} is missing");
        return None;
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    // some shells have no --version
    assert!(output.status.success() || interpreter == "sh", "{errors}");
    Some(command)
}

#[test]
fn example_scorers_of_all_languages_get_the_same_figures() {
    let target = tempfile::tempdir().expect("a folder");
    for (python, others) in [
        (
            "flood.py",
            vec![
                ("node", "flood.mjs"),
                ("sh", "flood.sh"),
                ("c++", "flood.cpp"),
                ("javac", "Flood.java"),
            ],
        ),
        (
            "whole.py",
            vec![
                ("node", "whole.mjs"),
                ("c++", "whole.cpp"),
                ("javac", "Whole.java"),
            ],
        ),
    ] {
        // all lines except the last, which has the command
        let figures = |interpreter: &str, name: &str| -> Option<Vec<String>> {
            let command = example_scorer(target.path(), interpreter, name)?;
            let (text, _) = output_of(&["python3", "suite/run.py"], &[&command])?;
            let lines = text.lines().filter(|line| !line.starts_with("suite:"));
            Some(lines.map(str::to_owned).collect())
        };
        let Some(expected) = figures("python3", python) else {
            return;
        };
        for (interpreter, name) in others {
            let found = figures(interpreter, name);
            assert!(found.is_none_or(|found| found == expected), "{name}");
        }
    }
}

#[test]
fn runners_count_nonsense_as_invalid() {
    let levels = ["owed-moves", "area", "seki", "rules"];
    let command = "python3 tests/suite/odd.py";
    let Some((text, code)) = run_all(&[&[command], &levels[..]].concat()) else {
        return;
    };
    assert_eq!(code, 1);
    for reason in [
        "the answer has another id, or none",
        "\"margin\" is not a number of points",
        "\"black\" is not a list of points of the board",
        "\"black\" names a point twice",
        "it ended, or wrote no JSON",
        "parts of the answer contradict each other: +3 and -40.5: .",
        "parts of the answer contradict each other: +3 and winner white: ",
        "no map, score, margin or winner",
        "\"unsupported\" with another part of an answer",
        r#""two\nseki: 23 right""#,
        r#"unknown key "k\n""#,
        r#""\\ud800""#,
        "\"\u{2028}\"",
        "\"caf\u{fffd}\"",
    ] {
        assert!(
            text.contains(&format!(": invalid: {reason}")),
            "{reason}: {text}"
        );
    }
    assert!(text.contains("1 declined"), "{text}");
    assert_eq!(run_all(&["no-such-command"]).expect("a runner").1, 2);
}

#[test]
fn runners_end_with_0_if_only_expected_cases_fail() {
    let Some((text, _)) = run_all(&[FLOOD, "seki"]) else {
        return;
    };
    let mut failed = String::new();
    for (id, _) in text.lines().filter_map(|line| line.split_once(": wrong")) {
        failed += id;
        failed += "  # knows no seki\n \t# or two\n";
    }
    let file = tempfile::NamedTempFile::new().expect("a file");
    let name = file.path().to_str().expect("text");
    for (lines, expected) in [
        (failed.clone(), 0),
        (failed.clone() + "seki/seki-without-eyes\n", 1),
        (failed.lines().skip(1).collect::<Vec<_>>().join("\n"), 1),
    ] {
        fs::write(file.path(), lines).expect("a file");
        let (text, code) = run_all(&[FLOOD, "--expect", name, "seki"]).expect("a runner");
        assert_eq!(code, expected, "{text}");
    }
}

#[test]
fn runners_refuse_unknown_levels_and_unknown_expected_cases() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    let lines = "seki/renamed\n# a comment\nseki/gap-of-two\narea/no-such-case  # renamed\n";
    fs::write(file.path(), lines).expect("a file");
    let name = file.path().to_str().expect("text");
    for (arguments, message) in [
        (
            vec![FLOOD, "sekki", "area", "are"],
            "unknown level: are, sekki (the levels are area, button, ",
        ),
        (
            vec![FLOOD, "seki", "--expect", name],
            "unknown case in the file of expected failures: area/no-such-case, seki/renamed\n",
        ),
    ] {
        let Some((text, code)) = run_all(&arguments) else {
            return;
        };
        assert!(text.starts_with(message), "{text}");
        assert_eq!(code, 2, "{text}");
    }
}

#[test]
fn runners_name_the_mistake_of_a_scorer_that_ignores_dead_stones() {
    let flood = fs::read_to_string(folder().join("../examples/scorers/flood.py")).expect("text");
    let file = tempfile::NamedTempFile::new().expect("a file");
    let changed = flood.replace("position[\"dead\"]", "[]");
    assert_ne!(changed, flood);
    fs::write(file.path(), changed).expect("a scorer");
    let command = format!("python3 '{}'", file.path().display());
    let Some((text, _)) = run_all(&[&command, "dead-stones"]) else {
        return;
    };
    assert!(
        text.contains("dead-stones: 0 right, 51 wrong, 0 declined, 0 invalid\n"),
        "{text}"
    );
    let named = "likely mistake: leaves dead stones on the board (explains 51 of 51 wrong answers)";
    assert!(text.contains(named), "{text}");
}

#[test]
fn runners_name_the_planted_mistake_and_no_other() {
    for (planted, named) in [
        ("flood", "counts every surrounded point"),
        ("area-for-territory", "counts area"),
        ("dead-stay", "leaves dead stones on the board"),
        ("dead-once", "counts dead stones once"),
        ("no-komi", "forgets komi"),
        ("no-prisoners", "forgets the prisoners"),
        ("no-handicap", "forgets the handicap"),
        ("no-button", "forgets the button"),
        ("whole-points", "drops half points"),
        ("whole-komi", "drops half points"),
        ("komi-to-black", "gives komi to Black"),
    ] {
        let command = format!("python3 tests/suite/planted.py {planted}");
        let Some((text, _)) = run_all(&[&command]) else {
            return;
        };
        let lines: Vec<&str> = text
            .lines()
            .filter(|line| line.contains("likely"))
            .collect();
        let start = format!("likely mistake: {named} (explains ");
        assert!(
            lines.len() == 1 && lines[0].starts_with(&start),
            "{planted}: {lines:?}"
        );
    }
}

/// Mistakes planted in a scorer that is otherwise right, and the level about each.
const PLANTED: [(&str, &str); 11] = [
    ("flood", "seki"),
    ("area-for-territory", "territory"),
    ("flood", "false-eyes"),
    ("dead-stay", "dead-stones"),
    ("dead-once", "dead-stones"),
    ("dame-is-seki", "false-eyes"),
    ("no-komi", "winners"),
    ("draws-to-white", "winners"),
    ("no-prisoners", "prisoners"),
    ("no-handicap", "handicap"),
    ("no-button", "button"),
];

#[test]
fn planted_mistakes_lose_half_of_their_level_with_bare_scores() {
    for (mistake, level) in PLANTED {
        let command = format!("python3 tests/suite/planted.py {mistake}");
        let Some((text, _)) = output_of(&["python3", "suite/run.py"], &[&command, level]) else {
            return;
        };
        let line = last_figures(&text);
        let numbers: Vec<u32> = line
            .split(|letter: char| !letter.is_ascii_digit())
            .filter_map(|number| number.parse().ok())
            .collect();
        assert!(
            numbers[1] >= numbers[0] && numbers[3] == 0,
            "{mistake}: {line}"
        );
    }
}

/// An engine that exceeds the time limit would otherwise go on thinking.
#[test]
#[cfg(unix)]
fn runners_end_the_programs_that_a_scorer_started() {
    for runner in [["python3", "suite/run.py"], ["node", "suite/run.mjs"]] {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let name = file.path().to_str().expect("text");
        let command = format!("python3 tests/suite/child.py '{name}'");
        if output_of(&runner, &[&command, "seki"]).is_none() {
            continue;
        }
        let child = fs::read_to_string(file.path()).expect("a number");
        let is_running = || {
            let mut ps = Command::new("ps");
            let state = ps.args(["-o", "stat=", "-p", &child]).output().expect("ps");
            !state.stdout.is_empty() && !state.stdout.starts_with(b"Z")
        };
        let ends = (0..100).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(50));
            !is_running()
        });
        assert!(ends, "{runner:?}");
    }
}

/// `seichi gtp` is an engine that lists territory; behind `score_only.py`, it only counts area.
#[test]
fn adapter_of_gtp_engines_answers_with_a_map_or_else_with_a_score() {
    let engine = format!("{} gtp -s teire --dead none", env!("CARGO_BIN_EXE_seichi"));
    for (engine, expected) in [
        (
            engine.clone(),
            [
                "area: 40 right, 0 wrong, 13 declined, 0 invalid",
                "rules: 40 right, 0 wrong, 19 declined, 0 invalid",
                "winners: 49 right, 0 wrong, 2 declined, 0 invalid",
            ],
        ),
        (
            format!("python3 tests/suite/score_only.py {engine}"),
            [
                "area: 40 right, 0 wrong, 13 declined, 0 invalid, 40 by margin only",
                "rules: 33 right, 0 wrong, 26 declined, 0 invalid, 33 by margin only",
                "winners: 30 right, 0 wrong, 21 declined, 0 invalid, 30 by margin only",
            ],
        ),
    ] {
        let command = format!("python3 examples/scorers/adapters/gtp.py {engine}");
        let arguments = [command.as_str(), "area", "rules", "winners"];
        let Some((text, _)) = output_of(&["python3", "suite/run.py"], &arguments) else {
            return;
        };
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..lines.len() - 1], expected);
    }
}

const FLOOD_SEKI: &str = "seki: 4 right, 19 wrong, 0 declined, 0 invalid";

/// Returns the line of the last level.
fn last_figures(text: &str) -> &str {
    let mut lines = text.lines().filter(|line| line.contains(" right, "));
    lines.next_back().expect("a level")
}

/// Packs and installs an npm package, and returns its command, or `None` if npm is missing.
fn npm_command(package: &Path) -> Option<String> {
    let version = &levels()[0].version;
    let archive = package.join(format!("go-scoring-suite-{version}.tgz"));
    let installed = package.with_file_name("installed");
    let (archive, target) = (archive.to_str()?, installed.to_str()?);
    for arguments in [
        vec!["pack", "--silent"],
        vec![
            "install",
            "--silent",
            "--offline",
            "--no-audit",
            "--prefix",
            target,
            archive,
        ],
    ] {
        let mut npm = Command::new("npm");
        let Ok(output) = npm.args(arguments).current_dir(package).output() else {
            eprintln!("SKIPPED: the command of the npm package, because npm is missing");
            return None;
        };
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
    }
    let command = installed.join("node_modules/.bin/go-scoring-suite");
    Some(command.to_str()?.to_owned())
}

#[test]
fn packages_contain_the_suite_its_version_and_its_licence() {
    let folder = tempfile::tempdir().expect("a folder");
    let top = folder.path().join("packages");
    let name = top.to_str().expect("text");
    if output_of(&["python3", "suite/pack.py"], &[name]).is_none() {
        return;
    }
    let version = &levels()[0].version;
    for file in [
        "npm/package.json",
        "python/pyproject.toml",
        "rust/Cargo.toml",
        "npm/CITATION.cff",
    ] {
        let text = fs::read_to_string(top.join(file)).expect("a manifest");
        assert!(text.contains(version), "{file}");
        assert!(text.contains("CC0-1.0"), "{file}");
    }
    // this is what the command that pip installs does; the crate has no command
    let module = top.join("python");
    let start = format!(
        "import sys; sys.path.insert(0, {:?}); from go_scoring_suite.run import main; main()",
        module.to_str().expect("text")
    );
    let (text, _) = output_of(&["python3", "-c", &start], &[FLOOD, "seki"]).expect("a runner");
    assert_eq!(last_figures(&text), FLOOD_SEKI);
    if let Some(command) = npm_command(&top.join("npm")) {
        let (text, _) = output_of(&[&command], &[FLOOD, "seki"]).expect("a runner");
        assert_eq!(last_figures(&text), FLOOD_SEKI);
    }
    for schema in ["npm/suite", "python/go_scoring_suite", "rust/suite"] {
        assert!(top.join(schema).join("schema/level.json").exists());
    }
    let library = fs::read_to_string(top.join("rust/src/lib.rs")).expect("a library");
    assert_eq!(library.matches("include_str!").count(), levels().len());
}

#[test]
fn make_changes_no_file() {
    if let Some((text, code)) = output_of(&["python3", "suite/make.py"], &["--check"]) {
        assert_eq!(code, 0, "{text}");
    }
}

/// Boards from a generator that is simple in any language: three times in four, a point is a copy
/// of the point on its left, and otherwise a random choice of black, white and empty.
struct Boards {
    state: u32,
    size: usize,
}

impl Iterator for Boards {
    type Item = Vec<String>;

    fn next(&mut self) -> Option<Vec<String>> {
        let mut rows = vec![String::new(); self.size];
        for row in &mut rows {
            for _ in 0..self.size {
                self.state ^= self.state << 13;
                self.state ^= self.state >> 17;
                self.state ^= self.state << 5;
                let new = ['.', 'X', 'O'][((self.state >> 20) % 3) as usize];
                let left = row.chars().next_back();
                row.push(left.filter(|_| (self.state >> 16) & 3 != 0).unwrap_or(new));
            }
        }
        Some(rows)
    }
}

/// Adds the owners of all points (`.`, `X` or `O`) to an FNV-1a checksum.
fn add(sum: &mut u32, owners: impl Iterator<Item = char>) {
    for owner in owners {
        *sum = (*sum ^ u32::from(owner)).wrapping_mul(0x0100_0193);
    }
}

/// Returns a checksum of the boards as seichi scores them or, with `is_slow`, as the slow
/// implementation does.
fn checksum(name: &str, size: usize, count: usize, is_slow: bool) -> String {
    let mut sum = 0x811C_9DC5;
    for rows in (Boards { state: 1, size }).take(count) {
        if is_slow {
            let rows: Vec<String> = rows.iter().map(|row| row.to_lowercase()).collect();
            let owners = slow_score(name, &rows, &mut first).rows.concat();
            let letters = owners.chars().map(|letter| match letter {
                'x' | 'b' => 'X',
                'o' | 'w' => 'O',
                _ => '.',
            });
            add(&mut sum, letters);
        } else {
            let position = Position::from_diagram(&rows.join("\n")).expect("a board");
            let map = territory_map(&position, strategy(name).expect("a strategy"));
            let letters = position.size().iter().map(|point| {
                let color = position.get(point).color();
                match color.or_else(|| map.get(point).owner()) {
                    Some(Color::Black) => 'X',
                    Some(Color::White) => 'O',
                    None => '.',
                }
            });
            add(&mut sum, letters);
        }
    }
    format!("{sum:08x}")
}

/// Compares the lines of `checksums.txt` with at most `limit` boards.
fn compare_checksums(limit: usize, is_slow: bool) {
    let text = fs::read_to_string(folder().join("checksums.txt")).expect("checksums");
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [size, count]: [usize; 2] = [0, 1].map(|at| words[at].parse().expect("a number"));
        if count <= limit {
            let sums = ["flood", "strict"].map(|name| checksum(name, size, count, is_slow));
            assert_eq!(format!("{size} {count} {} {}", sums[0], sums[1]), line);
        }
    }
}

#[test]
fn checksums_are_those_of_the_reference_program() {
    compare_checksums(1000, false);
    compare_checksums(1000, true);
    for runner in [
        ["python3", "suite/checksum.py"],
        ["node", "suite/checksum.mjs"],
    ] {
        let printed = output_of(&runner, &["9", "1000"]);
        let is_same = |(text, _): (String, i32)| {
            let file = fs::read_to_string(folder().join("checksums.txt")).expect("checksums");
            file.contains(&text)
        };
        assert!(printed.is_none_or(is_same), "{runner:?}");
    }
}

#[test]
#[ignore = "half a million boards take half a minute"]
fn checksums_of_many_boards() {
    compare_checksums(usize::MAX, false);
}
