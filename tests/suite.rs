//! The cases of `suite/`: they are well-formed, each answer follows from its owners, and every
//! recorded check holds.
#![expect(clippy::float_cmp, reason = "halves of points are exact")]

#[path = "suite/count.rs"]
mod count;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use count::{Board, Rules, mistakes};
use rayon::prelude::*;
use seichi::Stop;
use seichi::board::{Cell, Color, Position};
use seichi::dead::DeadFrom;
use seichi::game::{Context, GameEvaluator, GameOutcome, Maps, Options};
use seichi::input::{Entry, Labels};
use seichi::rules::Points;
use seichi::sgf::result_text;
use seichi::territory::strategy;
use seichi_oracle::endgame::{Counted, score};
use seichi_oracle::playout;
use seichi_oracle::slow::{first, score_with_dead};
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
            "public/missed-teire",
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
    prisoners: [u32; 2],
    first_pass: Option<String>,
    method: String,
    tax: String,
    sgf: Option<String>,
    stated: Option<String>,
    owners: Option<Vec<String>>,
    points: Option<[f64; 2]>,
    margin: f64,
    added: f64,
    result: String,
    #[serde(default)]
    group_tax: [u32; 2],
    ruling: String,
    source: String,
    checked: Vec<String>,
    traps: Vec<Trap>,
}

#[derive(Deserialize)]
struct Trap {
    mistake: String,
    margin: f64,
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
            prisoners: self.prisoners,
            first_pass: self.first_pass.clone(),
            group_tax: self.group_tax,
        }
    }
}

#[test]
fn cases_are_well_formed() {
    let mut ids = BTreeSet::new();
    for level in levels() {
        assert_eq!(
            (&*level.version, &*level.license),
            ("1.0.0", "CC0-1.0"),
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
    assert!(ids.len() >= 250, "{} cases", ids.len());
}

#[test]
fn answers_follow_from_owners_and_rules() {
    for case in cases() {
        let winner = if case.margin > 0.0 { 'B' } else { 'W' };
        let result = if case.margin == 0.0 {
            "0".to_owned()
        } else {
            format!("{winner}+{}", case.margin.abs())
        };
        assert_eq!(case.result, result, "{}", case.id);
        let Some(owners) = &case.owners else { continue };
        let [black, white] = case.board().points(owners, &case.counting());
        assert_eq!(case.points, Some([black, white]), "{}", case.id);
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
            .map(|trap| (trap.mistake.as_str(), trap.margin))
            .collect();
        assert_eq!(stated, made, "{}", case.id);
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
                    assert!(
                        label.is_some_and(
                            |line| line.contains(&format!("\"result\": \"{}\"", case.result))
                        ),
                        "{id}"
                    );
                }
                "teire" => {} // `strategies_miss_only_listed_cases` compares every answer
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
        maps: Maps::All,
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

/// The record whose result seichi does not read.
const UNREAD: [&str; 1] = ["records/result-without-plus"];

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
            if answer.margin.to_f64() != case.margin || case.owners.as_ref() != Some(&owners) {
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

/// Returns what a runner prints about the scorer `flood` in the runner's language, or `None`
/// without its interpreter. With `change`, the code of the scorer is changed before.
fn run(
    interpreter: &str,
    ending: &str,
    levels: &[&str],
    change: [&str; 2],
    code: i32,
) -> Option<String> {
    let flood = fs::read_to_string(folder().join(format!("../examples/scorers/flood.{ending}")))
        .expect("a scorer");
    assert!(flood.contains(change[0]), "{ending}");
    let scorer = tempfile::Builder::new()
        .suffix(&format!(".{ending}"))
        .tempfile()
        .expect("a file");
    fs::write(scorer.path(), flood.replace(change[0], change[1])).expect("a scorer");
    let runner = folder().join(format!("run.{ending}"));
    let command = format!("{interpreter} '{}'", scorer.path().display());
    let output = Command::new(interpreter)
        .arg(runner)
        .args([&command, "60"])
        .args(levels)
        .output();
    let Ok(output) = output else {
        eprintln!("SKIPPED: {interpreter} is not installed");
        return None;
    };
    assert_eq!(
        output.status.code(),
        Some(code),
        "{interpreter}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(
        output.stderr.is_empty(),
        "{interpreter}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    Some(String::from_utf8(output.stdout).expect("text"))
}

/// Returns what both runners print, which is the same.
fn run_both(levels: &[&str], changes: [[&str; 2]; 2], code: i32) -> Option<String> {
    let python = run("python3", "py", levels, changes[0], code)?;
    assert_eq!(python, run("node", "mjs", levels, changes[1], code)?);
    Some(python)
}

#[test]
fn runners_print_the_same() {
    let Some(text) = run_both(&[], [["", ""]; 2], 1) else {
        return;
    };
    assert!(
        text.contains("area: 39 right, 0 wrong, 0 without an answer\n"),
        "{text}"
    );
    assert!(
        text.contains("seki/gap-of-two: +19 (it counts every surrounded point?), not +18: "),
        "{text}"
    );
    let right = "seki/corner-seki: the margin +23 is right, but the owners of some points are not (it counts ";
    assert!(text.contains(right), "{text}");
    run_both(&["area"], [["", ""]; 2], 0);
}

#[test]
fn runners_name_the_mistake_of_a_scorer_that_ignores_dead_stones() {
    let changes = [["position[\"dead\"]", "[]"], ["of dead)", "of [])"]];
    let Some(text) = run_both(&["dead-stones"], changes, 1) else {
        return;
    };
    assert!(
        text.contains("dead-stones: 0 right, 37 wrong, 0 without an answer\n"),
        "{text}"
    );
    assert_eq!(
        text.matches("(it leaves dead stones on the board?)")
            .count(),
        37,
        "{text}"
    );
}
