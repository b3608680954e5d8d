//! `boards.ndjson`: a line for each game where a strategy differs from the label, and for each
//! disputed game. A page can be made from the run alone, because a line contains everything that a
//! page shows about its game.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::board::{Cell, Color, Point, Position};
use crate::game::{Category, Evaluated, GameOutcome, Remark};
use crate::labels::LabelCheck;
use crate::outcome::Outcome;
use crate::rules::{Points, Rules};
use crate::safety::SafetyLevel;
use crate::sgf::result_text;
use crate::territory::{Status, TerritoryMap};

/// A line of `boards.ndjson`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SavedBoard {
    /// The game's name.
    pub game: String,
    /// The names of Black and White. A name is empty if the record does not give it. Names contain
    /// no line breaks.
    pub(crate) players: [String; 2],
    /// The date of the game, as in the record; empty if the record has no date.
    pub(crate) date: String,
    /// The weaker player's rank range, as named in the strata; may be empty.
    pub(crate) rank: String,
    /// The rules of the game.
    pub rules: Rules,
    /// The komi, in points.
    pub(crate) komi: f64,
    /// The number of handicap stones.
    pub(crate) handicap: u32,
    /// The number of moves, including passes.
    pub(crate) moves: u32,
    /// The origin of the label.
    pub origin: String,
    /// The label's result, in the syntax of `RE`.
    pub label: Option<String>,
    /// The result of the label check: whether marks, prisoners and komi give the recorded result.
    pub label_check: LabelCheck,
    /// The prisoners of Black and of White, including dead stones.
    pub(crate) prisoners: [u32; 2],
    /// Whether two fills give different territory.
    pub disputed: bool,
    /// Whether a player still owes a protective move; `None` under area rules, or if no strategy in
    /// the run looks for such moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) owed: Option<bool>,
    /// Whether the game is safe to score: `safe` or `unsure`; `None` without `--safety`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) safety: Option<SafetyLevel>,
    /// The remarks on the game.
    pub(crate) flags: Vec<String>,
    /// The command that shows the game.
    pub explain: String,
    /// The rows of the board: `X` and `O` are living stones, `x` and `o` are dead stones, and `.`
    /// is an empty point.
    pub position: Vec<String>,
    /// The dead stones according to the label, as SGF coordinates; `None` if `position` has the
    /// same dead stones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label_dead: Option<Vec<Point>>,
    /// Stones of the chains that live in seki according to the labels file, as SGF coordinates;
    /// empty if eyes in seki count under the rules of the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) seki: Vec<Point>,
    /// The rows of the label's map: `b` and `w` are territory, `X` and `O` are stones, and `.` is
    /// any other point.
    pub label_map: Option<Vec<String>>,
    /// The distinct answers.
    pub answers: Vec<BoardAnswer>,
}

/// An answer, with the strategies that gave it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BoardAnswer {
    /// The names of the strategies.
    pub strategies: Vec<String>,
    /// Black's score minus White's.
    pub margin: f64,
    /// The margin minus the label's.
    pub(crate) delta: Option<f64>,
    /// The result of comparing the margin with the label's.
    pub(crate) outcome: Option<Outcome>,
    /// The number of points where the map differs from the label's.
    pub(crate) map_diff: Option<u32>,
    /// The category of a difference from the label.
    pub category: Option<Category>,
    /// The rows of the map, with the letters of `label_map`, `s` for an eye in seki, and `f` for a
    /// false eye or the point of a protective move.
    pub map: Vec<String>,
}

impl SavedBoard {
    /// Returns the board of a game, or `None` if none of its maps were kept. `names` are the names
    /// of the strategies, then of the external scorers; `command` is the command that shows the
    /// game.
    pub fn of(
        outcome: &GameOutcome,
        game: &Evaluated,
        names: &[String],
        command: &str,
    ) -> Option<Self> {
        let answers = answers(game, names);
        if answers.is_empty() {
            return None;
        }
        let (facts, labelled) = (&outcome.facts, &game.labelled);
        let (count, position) = (&labelled.count, &labelled.position);
        Some(Self {
            game: outcome.name.clone(),
            players: facts.players().map(str::to_owned),
            date: facts.date().to_owned(),
            rank: facts.rank.to_owned(),
            rules: count.rules,
            komi: count.komi.to_f64(),
            handicap: count.handicap,
            moves: game.labelled.end.moves,
            origin: facts.origin.clone(),
            label: game.labelled.label.margin.map(result_text),
            label_check: game.labelled.label.check,
            prisoners: count.prisoners,
            disputed: game.disputed,
            owed: game.owes_moves,
            safety: game
                .labelled
                .safety
                .as_ref()
                .map(|judged| judged.safety.level()),
            flags: game.remarks.iter().map(Remark::to_string).collect(),
            explain: command.to_owned(),
            position: position.rows(|index, cell| match cell {
                Cell::Empty => labelled.end.position.cells()[index]
                    .letter()
                    .to_ascii_lowercase(),
                living => living.letter(),
            }),
            label_dead: game.labelled.label.dead.clone(),
            seki: labelled.seki_under(count.rules).to_vec(),
            label_map: labelled.label.map.as_ref().map(|map| {
                position.rows(|index, cell| {
                    map.owner(index)
                        .map_or_else(|| cell.letter(), territory_letter)
                })
            }),
            answers,
        })
    }

    /// Returns the line of the board in `boards.ndjson`.
    ///
    /// # Panics
    /// Never, because every key is a string.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("keys are strings") + "\n"
    }

    /// Returns the position without its dead stones, or `None` if the rows do not form a board.
    pub fn living(&self) -> Option<Position> {
        Position::from_diagram(&self.position.join("\n").replace(['x', 'o'], "."))
    }

    /// Returns the dead stones.
    pub fn dead(&self) -> Vec<Point> {
        let at = |number: usize| u8::try_from(number).ok();
        let in_row = |(y, row): (usize, &String)| {
            let dead = row
                .bytes()
                .enumerate()
                .filter(|(_, letter)| matches!(letter, b'x' | b'o'));
            dead.filter_map(|(x, _)| Some(Point::new(at(x)?, at(y)?)))
                .collect::<Vec<_>>()
        };
        self.position.iter().enumerate().flat_map(in_row).collect()
    }

    /// Returns whether the rows of the position form a board and all maps have its size. A damaged
    /// or edited file may fail this check.
    pub(crate) fn is_whole(&self) -> bool {
        let same = |rows: &[String]| {
            rows.iter().all(|row| row.is_ascii())
                && rows
                    .iter()
                    .map(String::len)
                    .eq(self.position.iter().map(String::len))
        };
        let maps = self
            .label_map
            .iter()
            .chain(self.answers.iter().map(|answer| &answer.map));
        self.living().is_some() && !self.answers.is_empty() && maps.map(Vec::as_slice).all(same)
    }
}

/// Returns the letter of a player's territory.
const fn territory_letter(color: Color) -> char {
    color.letter().to_ascii_lowercase()
}

/// Returns the distinct answers that have a map.
fn answers(game: &Evaluated, names: &[String]) -> Vec<BoardAnswer> {
    let mut answers: Vec<((&Arc<TerritoryMap>, Points), BoardAnswer)> =
        Vec::with_capacity(names.len());
    for (name, answer) in names.iter().zip(game.all_answers()) {
        let Ok(answer) = answer else { continue };
        let (Some(map), Some(margin)) = (&answer.map, answer.margin) else {
            continue;
        };
        let key = (map, margin);
        if let Some((_, same)) = answers.iter_mut().find(|(other, _)| *other == key) {
            same.strategies.push(name.clone());
            continue;
        }
        let letter = |index: usize, cell: Cell| match map.statuses()[index] {
            Status::Seki => 's',
            Status::FalseEye => 'f',
            Status::Stone => cell.letter(),
            status => status.owner().map_or('.', territory_letter),
        };
        let comparison = answer.comparison;
        let new = BoardAnswer {
            strategies: vec![name.clone()],
            margin: margin.to_f64(),
            delta: comparison.and_then(|comparison| Some(comparison.delta?.to_f64())),
            outcome: comparison.map(|comparison| comparison.outcome),
            map_diff: comparison
                .and_then(|comparison| comparison.map)
                .map(|(differences, _)| differences),
            category: answer.category,
            map: game.labelled.position.rows(letter),
        };
        answers.push((key, new));
    }
    answers.into_iter().map(|(_, answer)| answer).collect()
}
