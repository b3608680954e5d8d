//! Drafts a labels file from a run, for a person to correct.

use crate::board::Point;
use crate::labels::{LabelLine, LabelPoint};
use crate::report::{BoardAnswer, SavedBoard};
use crate::rules::Points;
use crate::sgf::result_text;
use crate::territory::{Strategy, strategy};

/// The choice of games to draft labels for, and of the map to write.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// Only games on which the label and one of these strategies differ. If empty, all strategies count but the control
    /// strategies.
    pub strategies: Vec<String>,
    /// Only games with a difference of one of these categories; if empty, of any.
    pub categories: Vec<String>,
    /// Only games on which strategies differ from each other.
    pub disputed: bool,
    /// Every game whose board the run has.
    pub all: bool,
    /// The strategy whose map is written; the label's map if `None`.
    pub from: Option<String>,
    /// The origin of every line; that of the label or strategy if `None`.
    pub origin: Option<String>,
}

/// A line of the labels file, and the board of its game.
#[derive(Debug)]
pub struct Draft<'a> {
    /// The line.
    pub line: LabelLine,
    /// The board.
    pub board: &'a SavedBoard,
    /// The answers of strategies that count.
    pub(super) counted: Vec<&'a BoardAnswer>,
}

impl Choice {
    /// Returns whether a strategy counts in a run with the strategies `names`.
    fn counts(&self, name: &str, names: &[String]) -> bool {
        let is_control = |name: &str| strategy(name).is_some_and(Strategy::is_control);
        if self.strategies.is_empty() {
            !is_control(name) || names.iter().all(|name| is_control(name))
        } else {
            self.strategies.iter().any(|wanted| wanted == name)
        }
    }

    /// Returns the strategies of an answer that count.
    fn counted<'b>(&self, answer: &'b BoardAnswer, names: &[String]) -> Vec<&'b str> {
        let counted = answer.strategies.iter().filter(|name| self.all || self.counts(name, names));
        counted.map(String::as_str).collect()
    }

    /// Returns the draft of a game in a run with the strategies `names`, or `None` if the game is not chosen, or the
    /// strategy whose map is wanted has no answer.
    #[must_use]
    pub fn draft<'a>(&self, board: &'a SavedBoard, names: &[String]) -> Option<Draft<'a>> {
        let differs = |answer: &&BoardAnswer| {
            let wanted = |category: &String| self.categories.is_empty() || self.categories.contains(category);
            answer.category.as_ref().is_some_and(wanted)
                && answer.strategies.iter().any(|name| self.all || self.counts(name, names))
        };
        let differing: Vec<&BoardAnswer> = board.answers.iter().filter(differs).collect();
        let narrowed = !self.strategies.is_empty() || !self.categories.is_empty();
        let wanted = match (self.all, self.disputed) {
            (true, _) => true,
            (_, true) => board.disputed && (!narrowed || !differing.is_empty()),
            (_, false) => !differing.is_empty() || (board.disputed && !narrowed),
        };
        let draft = || {
            let line = self.line(board, &differing, names)?;
            let counted = |answer: &&BoardAnswer| answer.strategies.iter().any(|name| self.counts(name, names));
            Some(Draft { line, board, counted: board.answers.iter().filter(counted).collect() })
        };
        wanted.then(draft)?
    }

    fn line(&self, board: &SavedBoard, differing: &[&BoardAnswer], names: &[String]) -> Option<LabelLine> {
        let by = |name: &str| board.answers.iter().find(|answer| answer.strategies.iter().any(|own| own == name));
        let first = || {
            let counted = |answer: &&BoardAnswer| answer.strategies.iter().any(|name| self.counts(name, names));
            board.answers.iter().find(counted).or(board.answers.first())
        };
        let (map, dead, result, origin, whose) = match (&self.from, &board.label_map) {
            (Some(name), _) => {
                let answer = by(name)?;
                let result = Points::parse(&answer.margin.to_string()).map(result_text);
                (&answer.map, dead_stones(board), result, name, Some(format!("map and result by {name}")))
            }
            (None, Some(map)) => {
                let dead = board.label_dead.clone().unwrap_or_else(|| dead_stones(board));
                (map, dead, board.label.clone(), &board.origin, None)
            }
            (None, None) => {
                let answer = first()?;
                let name =
                    answer.strategies.iter().find(|name| self.counts(name, names)).or(answer.strategies.first())?;
                let whose = format!("the label has no map, this is {name}'s");
                (&answer.map, dead_stones(board), board.label.clone(), &board.origin, Some(whose))
            }
        };
        let territory = |letter: u8| Some(points(map, |found| found == letter));
        Some(LabelLine {
            game: board.game.clone(),
            result,
            dead: Some(dead),
            black_territory: territory(b'b'),
            white_territory: territory(b'w'),
            origin: Some(self.origin.as_ref().unwrap_or(origin).clone()),
            note: Some(self.note(board, differing, names, whose)),
        })
    }

    /// Returns the note of a line: the source of its map, and why the game is worth a look.
    fn note(&self, board: &SavedBoard, differing: &[&BoardAnswer], names: &[String], whose: Option<String>) -> String {
        let mut parts: Vec<String> = whose.into_iter().collect();
        if board.label_check == "inconsistent" {
            parts.push("the label contradicts itself".to_owned());
        }
        parts.extend(
            differing
                .iter()
                .map(|answer| format!("{}: {}", self.counted(answer, names).join(", "), difference(answer))),
        );
        if board.disputed && differing.is_empty() {
            let groups = board.answers.iter().map(|answer| self.counted(answer, names));
            let groups: Vec<String> = groups.filter(|names| !names.is_empty()).map(|names| names.join(", ")).collect();
            parts.push(format!("disputed: {}", groups.join(" against ")));
        }
        if parts.is_empty() {
            parts.push("nothing that counts differs from the label".to_owned());
        }
        parts.push(board.explain.clone());
        parts.join("; ")
    }
}

/// Returns a description of a difference, such as `seki, 3 points differ from the label, the margin by +2`.
fn difference(answer: &BoardAnswer) -> String {
    let points = match answer.map_diff {
        None | Some(0) => String::new(),
        Some(1) => ", 1 point differs from the label".to_owned(),
        Some(points) => format!(", {points} points differ from the label"),
    };
    let delta = answer.delta.and_then(|delta| Points::parse(&delta.to_string())).filter(|delta| delta.sign() != 0);
    let margin = delta.map_or_else(String::new, |delta| format!(", the margin by {}", delta.signed()));
    format!("{}{points}{margin}", answer.category.as_deref().unwrap_or_default())
}

/// Returns the dead stones of the position.
fn dead_stones(board: &SavedBoard) -> Vec<LabelPoint> {
    points(&board.position, |letter| matches!(letter, b'x' | b'o'))
}

/// Returns the points whose letters satisfy `is`, row-major.
fn points(rows: &[String], is: impl Fn(u8) -> bool) -> Vec<LabelPoint> {
    let byte = |place: usize| u8::try_from(place).expect("at most 52 rows and columns");
    let row = |(y, row): (usize, &String)| {
        let found = row.bytes().enumerate().filter(|&(_, letter)| is(letter));
        found.map(|(x, _)| LabelPoint(Point::new(byte(x), byte(y)))).collect::<Vec<_>>()
    };
    rows.iter().enumerate().flat_map(row).collect()
}
