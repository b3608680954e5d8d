//! `games.csv`, a row for each game and strategy, and `mismatches.csv`, those rows that differ from the label.

use serde::{Deserialize, Serialize};
use std::ops::Range;

use super::csv_row::CsvRow;
use crate::external::scorer::NoAnswer;
use crate::pipeline::{Answer, Category, Evaluated, GameOutcome, GameSafety, NO_ANSWER};
use crate::sgf::result_text;
use crate::territory::Completeness;

/// The columns of `games.csv`.
pub const GAMES_HEADER: [&str; 37] = [
    "game",
    "hash",
    "size",
    "rules",
    "method",
    "komi",
    "handicap",
    "moves",
    "encoding",
    "origin",
    "label",
    "label_margin",
    "label_check",
    "strategy",
    "margin",
    "margin_lo",
    "margin_hi",
    "delta",
    "outcome",
    "map_diff",
    "black_territory",
    "white_territory",
    "black_prisoners",
    "white_prisoners",
    "dead",
    "dame",
    "seki_points",
    "false_eyes",
    "flags",
    "neutral",
    "largest_neutral",
    "ko_shapes",
    "open_borders",
    "finished",
    "safety",
    "doubts",
    "certainty",
];

/// The number of columns on how finished a game is and how safe it is to score: the last of [`GAMES_HEADER`].
const CONDITION: usize = 8;

/// Returns the columns of `mismatches.csv`: those of `games.csv`, with the category of the difference and the command
/// that shows the game. Columns are never moved, so the latest additions to `games.csv` are last in both files.
#[must_use]
pub fn mismatches_header() -> Vec<&'static str> {
    let (first, last) = GAMES_HEADER.split_at(GAMES_HEADER.len() - CONDITION);
    [first, &["category", "explain"], last].concat()
}

/// The rows of a game in `games.csv` and in `mismatches.csv`, as bytes.
///
/// With a row for each strategy these are by far the largest files of a run. So rows are written field by field, and
/// the fields that the rows of a game share are formatted once.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct GameRows {
    /// Whether to write only the rows of `mismatches.csv`.
    #[serde(skip)]
    pub mismatches_only: bool,
    /// The rows of `games.csv`.
    #[serde(with = "super::text::bytes")]
    pub games: Vec<u8>,
    /// The rows of `mismatches.csv`.
    #[serde(with = "super::text::bytes")]
    pub mismatches: Vec<u8>,
}

impl GameRows {
    /// Adds the rows of `game`, the result in `outcome`. `names` are those of the strategies and then of the external
    /// scorers; `explain` returns the command that shows the game.
    pub fn add(&mut self, outcome: &GameOutcome, game: &Evaluated, names: &[String], explain: impl FnOnce() -> String) {
        let start = shared_start(outcome, game);
        let mut flags = CsvRow(Vec::new());
        flags.text(&game.flags.join(";"));
        let condition = condition(game).end();
        let mut command = CsvRow(Vec::new());
        let answers: Vec<Result<&Answer, &NoAnswer>> = game.all_answers().collect();
        let differs = |answer: &Result<&Answer, _>| answer.is_ok_and(|answer| answer.category.is_some());
        let mismatches = answers.iter().filter(|answer| answer.is_err() || differs(answer)).count();
        if self.mismatches_only && mismatches == 0 {
            return;
        }
        if mismatches > 0 {
            command.text(&explain());
        }
        // reserved at once, since growing row by row would copy the buffer again and again
        let row_room = start.0.len() + flags.0.len() + condition.len() + 100;
        self.games.reserve(answers.len() * row_room);
        self.mismatches.reserve(mismatches * (row_room + command.0.len()));
        // the range of each answer's fields in `games`, to copy them for an equal answer
        let mut fields: Vec<Range<usize>> = Vec::with_capacity(answers.len());
        for (name, &answer) in names.iter().zip(&answers) {
            if self.mismatches_only && answer.is_ok_and(|answer| answer.category.is_none()) {
                fields.push(0..0);
                continue;
            }
            let row_start = self.games.len();
            let mut row = CsvRow(std::mem::take(&mut self.games));
            row.0.extend_from_slice(&start.0);
            row.name(name);
            let fields_start = row.0.len();
            match answers[..fields.len()].iter().position(|earlier| *earlier == answer) {
                Some(same) => row.0.extend_from_within(fields[same].clone()),
                None => answer_fields(&mut row, game, answer.ok()),
            }
            fields.push(fields_start..row.0.len());
            match answer {
                Ok(answer) => match answer.flags() {
                    own if own.is_empty() => row.0.extend_from_slice(&flags.0),
                    own => row.text(&with_flags(game, &own)),
                },
                Err(why) => row.text(&with_flags(game, &[format!("no_answer={}", why.name())])),
            }
            let category = match answer {
                Ok(answer) => answer.category.map(Category::name),
                // if the game has a label, a missing answer counts as a mismatch
                Err(_) => game.label_margin.map(|_| NO_ANSWER.0),
            };
            if let Some(category) = category {
                self.mismatches.extend_from_slice(&row.0[row_start..]);
                let mut mismatch = CsvRow(std::mem::take(&mut self.mismatches));
                mismatch.name(category);
                mismatch.0.extend_from_slice(&command.0);
                mismatch.0.extend_from_slice(&condition);
                self.mismatches = mismatch.0;
            }
            row.0.extend_from_slice(&condition);
            self.games = row.0;
        }
        if self.mismatches_only {
            self.games.clear();
        }
    }
}

/// Returns the columns after `flags`.
fn condition(game: &Evaluated) -> CsvRow {
    let Completeness { neutral, largest_neutral, ko_shapes, open_borders } = game.completeness;
    let mut row = CsvRow(Vec::with_capacity(20));
    for number in [neutral, largest_neutral, ko_shapes, open_borders] {
        row.number(number);
    }
    row.name(if game.is_finished() { "yes" } else { "no" });
    match &game.safety {
        Some(GameSafety { safety, .. }) => {
            let mut kinds: Vec<&str> = safety.doubts.iter().map(|doubt| doubt.kind.name()).collect();
            kinds.dedup();
            row.name(safety.verdict());
            row.name(&kinds.join(";"));
            row.name(&format!("{:.3}", safety.certainty));
        }
        None => (0..3).for_each(|_| row.name("")),
    }
    row
}

/// Returns the flags of the game, followed by those of an answer.
fn with_flags(game: &Evaluated, own: &[String]) -> String {
    game.flags.iter().chain(own).map(String::as_str).collect::<Vec<_>>().join(";")
}

/// Returns the columns before `strategy`.
fn shared_start(outcome: &GameOutcome, game: &Evaluated) -> CsvRow {
    let count = &game.count;
    let mut row = CsvRow(Vec::with_capacity(160));
    row.text(&outcome.name);
    row.text(&format!("{:016x}", game.hash));
    row.text(&game.size.to_string());
    row.text(&count.rules.name());
    row.text(count.rules.method().name());
    row.points(count.komi);
    row.number(count.handicap);
    row.number(game.moves);
    row.text(outcome.facts.encoding);
    row.text(&outcome.facts.origin);
    row.text(&game.label_margin.map(result_text).unwrap_or_default());
    match game.label_margin {
        Some(label) => row.points(label),
        None => row.text(""),
    }
    row.text(game.check.name());
    row
}

/// Writes the columns between `strategy` and `flags`. Without an answer the strategy's own columns are empty, never
/// zero.
fn answer_fields(row: &mut CsvRow, game: &Evaluated, answer: Option<&Answer>) {
    let comparison = answer.and_then(|answer| answer.comparison);
    match answer {
        Some(answer) => [answer.margin, answer.interval[0], answer.interval[1]].map(|points| row.points(points)),
        None => [(); 3].map(|()| row.name("")),
    };
    match &comparison {
        Some(comparison) => {
            row.points(comparison.delta);
            row.name(comparison.outcome.name());
        }
        None => (0..2).for_each(|_| row.name("")),
    }
    row.optional(comparison.and_then(|comparison| comparison.map).map(|(differences, _)| differences));
    let counts = answer.and_then(|answer| answer.counts);
    let prisoners = game.count.prisoners;
    let dead = u32::try_from(game.dead.len()).expect("at most 52 · 52 stones");
    row.optional(counts.map(|counts| counts.territory[0]));
    row.optional(counts.map(|counts| counts.territory[1]));
    row.number(prisoners[0]);
    row.number(prisoners[1]);
    row.number(dead);
    row.optional(counts.map(|counts| counts.dame));
    row.optional(counts.map(|counts| counts.seki));
    row.optional(counts.map(|counts| counts.false_eyes));
}
