//! The outcome of a game: its evaluation, or the reason why it was skipped.

use std::sync::Arc;

use super::{Category, Opening};
use crate::board::{Color, Point, Position, Size};
use crate::dead::DeadFrom;
use crate::external::scorer::NoAnswer;
use crate::input::Entry;
use crate::labels::{LabelCheck, LabelMap};
use crate::rules::{Count, Points, Rules};
use crate::sgf::Recorded;
use crate::skip::Skip;
use crate::stats::{Comparison, DeadComparison};
use crate::territory::{Completeness, Counts, LocalResult, TerritoryMap};

/// The headers of a game, evaluated or not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameFacts {
    /// The encoding of its file.
    pub encoding: &'static str,
    /// The board.
    pub size: Option<Size>,
    /// The rules.
    pub rules: Option<Rules>,
    /// How the rules were guessed.
    pub rules_guessed: Option<&'static str>,
    /// Where its label comes from.
    pub origin: String,
    /// The result of its record.
    pub result: Option<Recorded>,
    /// The komi; `None` where nothing says it.
    pub komi: Option<Points>,
    /// The key by which other records of the same game are recognised, if [`super::Options::notes_openings`] asks for it.
    pub opening: Option<Opening>,
    /// Black's name and White's; empty where the record has none.
    pub players: [String; 2],
    /// When it was played, as the record has it; empty where it does not say.
    pub date: String,
}

/// The outcome of a game.
#[derive(Clone, Debug)]
pub struct GameOutcome {
    /// Its name, `PATH#N`; the file's name alone where there is no game in it.
    pub name: String,
    /// Its headers.
    pub facts: GameFacts,
    /// The evaluation, or why there is none.
    pub result: Result<Box<Evaluated>, Skip>,
}

impl GameOutcome {
    /// Why there is no game in a file.
    #[must_use]
    pub fn without_game(entry: &Entry, skip: Skip) -> Self {
        Self { name: entry.name.clone(), facts: GameFacts::default(), result: Err(skip) }
    }

    /// Makes an evaluated game one on which the program failed.
    pub(super) fn fail(&mut self, skip: &Skip) {
        if self.result.is_ok() {
            self.result = Err(skip.clone());
        }
    }
}

/// A game that was evaluated.
#[derive(Clone, Debug)]
pub struct Evaluated {
    /// A name of the game's content, whatever its file: of the size, the set-up and the moves.
    pub hash: u64,
    /// The board's size.
    pub size: Size,
    /// Stones, prisoners, komi and rules, from which margins are counted.
    pub count: Count,
    /// Moves, passes among them.
    pub moves: u32,
    /// Dead stones.
    pub dead: Vec<Point>,
    /// Beside `dead`: whose stones they were.
    pub dead_colors: Vec<Option<Color>>,
    /// Where the dead stones were taken from.
    pub dead_from: DeadFrom,
    /// How the dead stones compare with those of the label, and where it has them from: `None` where it does not say, or
    /// where they are the same because they come from there.
    pub dead_comparison: Option<(DeadFrom, DeadComparison)>,
    /// The stones that the label holds for dead, where they are others than `dead`; sorted.
    pub label_dead: Option<Vec<Point>>,
    /// The recorded margin; `None` only where no label is needed.
    pub label: Option<Points>,
    /// Where the label was taken from: `RE`, `RE+TBTW`, `file`, `RE+file`.
    pub label_from: &'static str,
    /// Whether the label agrees with itself.
    pub check: LabelCheck,
    /// Whether the label's map has points of one colour's region that are nobody's; `None` without a map.
    pub seki: Option<bool>,
    /// Whether the strategies that are no controls differ.
    pub disputed: bool,
    /// How much was left to play on the board.
    pub completeness: Completeness,
    /// Whether the record says that moves which were played are missing.
    pub moves_missing: bool,
    /// Its flags, as `name` or `name=value`, in the order of [`super::FLAGS`].
    pub flags: Vec<String>,
    /// A digest of all that the figures depend on.
    pub fingerprint: [u8; 32],
    /// The position without dead stones.
    pub position: Position,
    /// The label's map.
    pub label_map: Option<LabelMap>,
    /// The results of local searches, where a strategy reads, or where reading gives the label.
    pub readouts: Vec<LocalResult>,
    /// The strategies' answers, in the order of [`super::Options::strategies`].
    pub answers: Vec<Answer>,
    /// The answers of scorers from outside, in the order of [`super::Options::scorers`].
    pub outside: Vec<Result<Answer, NoAnswer>>,
}

impl Evaluated {
    /// Whether the record is that of a finished game: every border is closed, and no comment says that moves are missing.
    #[must_use]
    pub const fn is_finished(&self) -> bool {
        self.completeness.is_closed() && !self.moves_missing
    }

    /// The answers of the strategies and of the scorers from outside, in the order of [`super::Options::names`].
    pub fn all_answers(&self) -> impl Iterator<Item = Result<&Answer, &NoAnswer>> {
        self.answers.iter().map(Ok).chain(self.outside.iter().map(Result::as_ref))
    }

    /// The colour of the dead stone that was on a point.
    #[must_use]
    pub fn dead_color(&self, point: Point) -> Option<Color> {
        self.dead.binary_search(&point).ok().and_then(|at| self.dead_colors[at])
    }

    /// The position with its dead stones.
    #[must_use]
    pub fn whole_position(&self) -> Position {
        let mut whole = self.position.clone();
        for (&point, &color) in self.dead.iter().zip(&self.dead_colors) {
            whole.set(point, color);
        }
        whole
    }

    /// For each scorer from outside, why it has no answer.
    #[must_use]
    pub fn no_answers(&self) -> Vec<Option<NoAnswer>> {
        self.outside.iter().map(|answer| answer.as_ref().err().cloned()).collect()
    }
}

/// A strategy's answer for a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// How many points have each status; `None` where only the margin is known.
    pub counts: Option<Counts>,
    /// Stones that a scorer from outside holds for dead, beside those that are: its margin has them for prisoners.
    pub also_dead: Vec<Point>,
    /// The map, where [`super::Options::maps`] asks for it. Strategies with the same verdict share it.
    pub map: Option<Arc<TerritoryMap>>,
    /// Black's score minus White's.
    pub margin: Points,
    /// The least and the most that the margin can be, where who moves first decides; both the margin where nothing is
    /// open.
    pub interval: [Points; 2],
    /// The number of points whose owner depends on who moves first.
    pub unsettled: u32,
    /// Whether there was no end of reading some part within the budget: the static answer stands there.
    pub is_unread: bool,
    /// How it compares with the label; `None` without one.
    pub comparison: Option<Comparison>,
    /// The category of the difference from the label; `None` where there is none.
    pub category: Option<Category>,
}
