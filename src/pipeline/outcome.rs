//! The outcome of a game: its evaluation, or the reason why it was skipped.

use std::sync::Arc;

use super::{Category, GameSafety, Opening, UnmarkedDead};
use crate::board::{Color, Point, Position, Size};
use crate::dead::{DeadFrom, Ownership};
use crate::external::scorer::NoAnswer;
use crate::input::Entry;
use crate::labels::{LabelCheck, LabelMap};
use crate::rules::{Count, Method, Points, Rules};
use crate::sgf::Recorded;
use crate::skip::Skip;
use crate::stats::{Comparison, DeadComparison};
use crate::territory::{Analysis, Completeness, Counts, LocalResult, TerritoryMap, Trace};

/// The facts about a game that its file, its headers and its labels give, whether it was evaluated or skipped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameFacts {
    /// The encoding of the file; empty if the file could not be read.
    pub encoding: &'static str,
    /// The size of the board.
    pub size: Option<Size>,
    /// The rules.
    pub rules: Option<Rules>,
    /// How the rules were guessed.
    pub rules_guessed: Option<&'static str>,
    /// The origin of the label.
    pub origin: String,
    /// The result of its record.
    pub result: Option<Recorded>,
    /// The komi; `None` if neither the record nor a setting gives it.
    pub komi: Option<Points>,
    /// The key by which other records of the same game are recognised, if [`super::Options::notes_openings`] asks for
    /// it.
    pub opening: Option<Opening>,
    /// Black's name and White's; empty where the record has none.
    pub players: [String; 2],
    /// The range of the rank of the weaker player; `unknown` if the record does not give both ranks.
    pub rank: &'static str,
    /// The date of the game, as the record has it; empty if it has none.
    pub date: String,
}

impl GameFacts {
    /// Returns whether the rules are known and count area.
    #[must_use]
    pub fn counts_area(&self) -> bool {
        self.rules.map(Rules::method) == Some(Method::Area)
    }
}

/// The outcome of a game.
#[derive(Clone, Debug)]
pub struct GameOutcome {
    /// The name of the game, `PATH#N`; the name of the file alone if it has no game.
    pub name: String,
    /// The headers of the game.
    pub facts: GameFacts,
    /// The bytes of the file, without compression, if they are kept ([`super::FileBytes`]); `None` for a file
    /// without a game. The games of a file share them.
    pub bytes: Option<Arc<[u8]>>,
    /// The evaluation, or the reason why the game was skipped.
    pub result: Result<Box<Evaluated>, Skip>,
}

impl GameOutcome {
    /// Returns the outcome of a file without a game.
    #[must_use]
    pub fn without_game(entry: &Entry, skip: Skip) -> Self {
        Self { name: entry.name.clone(), facts: GameFacts::default(), bytes: None, result: Err(skip) }
    }

    /// Turns an evaluated game into a skipped one, because the program failed on it.
    pub(super) fn fail(&mut self, skip: &Skip) {
        if self.result.is_ok() {
            self.result = Err(skip.clone());
        }
    }
}

/// A game that was evaluated.
#[derive(Clone, Debug)]
pub struct Evaluated {
    /// A hash of the size, the set-up and the moves, which does not depend on the file.
    pub hash: u64,
    /// The size of the board.
    pub size: Size,
    /// Stones, prisoners, komi and rules, from which margins are counted.
    pub count: Count,
    /// The number of moves, including passes.
    pub moves: u32,
    /// The dead stones, sorted.
    pub dead: Vec<Point>,
    /// The colour of each stone of `dead`.
    pub dead_colors: Vec<Option<Color>>,
    /// The source of the dead stones.
    pub dead_from: DeadFrom,
    /// The source of the label's dead stones, and how those of the game compare with them; `None` if the label has
    /// none, or both have the same source.
    pub dead_comparison: Option<(DeadFrom, DeadComparison)>,
    /// The dead stones of the label, sorted, if they differ from `dead`.
    pub label_dead: Option<Vec<Point>>,
    /// The dead stones that the label leaves on the board, if the first strategy has another margin than the label.
    pub unmarked_dead: Option<UnmarkedDead>,
    /// The margin of the label; `None` only if no label is needed.
    pub label_margin: Option<Points>,
    /// The source of the label: `RE`, `RE+TBTW`, `file`, `RE+file`, `board`.
    pub label_from: &'static str,
    /// Whether the label agrees with itself.
    pub check: LabelCheck,
    /// Whether the label's map has neutral points inside the region of one colour, as in seki; `None` without a map.
    pub seki: Option<bool>,
    /// Whether the strategies that fill or join dame differ from each other.
    pub disputed: bool,
    /// How much was left to play on the board.
    pub completeness: Completeness,
    /// The ownership by which the dead stones were judged, if their source has one.
    pub ownership: Option<Ownership>,
    /// Whether the board can be counted without asking the players; `None` unless [`super::Options::safety`] is set.
    pub safety: Option<GameSafety>,
    /// Whether the record says that moves which were played are missing.
    pub moves_missing: bool,
    /// The flags of the game, as `name` or `name=value`, in the order of [`super::FLAGS`].
    pub flags: Vec<String>,
    /// A digest of all that the figures depend on.
    pub fingerprint: [u8; 32],
    /// The position without dead stones.
    pub position: Position,
    /// The map of the label.
    pub label_map: Option<LabelMap>,
    /// The results of local searches, where a strategy reads, or where reading gives the label.
    pub local_results: Vec<LocalResult>,
    /// The strategies' answers, in the order of [`super::Options::strategies`].
    pub answers: Vec<Answer>,
    /// The traces of the strategies, if their maps are kept; `None` under area rules, where no strategy is asked.
    pub traces: Option<Box<Traces>>,
    /// The answers of the external scorers, in the order of [`super::Options::scorers`].
    pub external: Vec<Result<Answer, NoAnswer>>,
}

/// How the strategies reached their answers on a position.
#[derive(Clone, Debug)]
pub struct Traces {
    /// The blocks and regions by whose numbers the traces go.
    pub analysis: Analysis,
    /// The traces of [`crate::territory::Evaluator::trace`], in the order of [`super::Options::strategies`].
    pub traces: Vec<Trace>,
}

impl Evaluated {
    /// Returns whether the record is that of a finished game: every border is closed, and no comment says that moves
    /// are missing.
    #[must_use]
    pub const fn is_finished(&self) -> bool {
        self.completeness.is_closed() && !self.moves_missing
    }

    /// Returns whether the game has a label and known dead stones, without which it is left out of the figures.
    #[must_use]
    pub fn is_labelled(&self) -> bool {
        self.label_margin.is_some() && self.dead_from != DeadFrom::None
    }

    /// Returns the answers of the strategies and of the external scorers, in the order of [`super::Options::names`].
    pub fn all_answers(&self) -> impl Iterator<Item = Result<&Answer, &NoAnswer>> {
        self.answers.iter().map(Ok).chain(self.external.iter().map(Result::as_ref))
    }

    /// Returns the colour of the dead stone on a point.
    #[must_use]
    pub fn dead_color(&self, point: Point) -> Option<Color> {
        self.dead.binary_search(&point).ok().and_then(|at| self.dead_colors[at])
    }

    /// Returns the position with its dead stones.
    #[must_use]
    pub fn whole_position(&self) -> Position {
        let mut whole = self.position.clone();
        for (&point, &color) in self.dead.iter().zip(&self.dead_colors) {
            whole.set(point, color);
        }
        whole
    }

    /// Returns, for each external scorer, the reason why it has no answer, if so.
    #[must_use]
    pub fn no_answers(&self) -> Vec<Option<NoAnswer>> {
        self.external.iter().map(|answer| answer.as_ref().err().cloned()).collect()
    }
}

/// A strategy's answer for a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The number of points of each status; `None` if only the margin is known.
    pub counts: Option<Counts>,
    /// The stones that only this external scorer holds for dead. Its margin counts them as prisoners.
    pub also_dead: Vec<Point>,
    /// The map, if [`super::Options::maps`] asks for it. Strategies with the same verdict share it.
    pub map: Option<Arc<TerritoryMap>>,
    /// Black's score minus White's.
    pub margin: Points,
    /// The least and the greatest margin, depending on who moves first; both are the margin if nothing is unsettled.
    pub interval: [Points; 2],
    /// The number of points whose owner depends on who moves first.
    pub unsettled: u32,
    /// Whether the search of some local game did not finish within its budget, so that the static answer stands there.
    pub is_unread: bool,
    /// The comparison with the label; `None` without a label.
    pub comparison: Option<Comparison>,
    /// The category of the difference from the label; `None` if the answer agrees with it.
    pub category: Option<Category>,
}

impl Answer {
    /// Returns the flags of the answer, which its row has after those of the game: see [`super::FLAGS`].
    #[must_use]
    pub fn flags(&self) -> Vec<String> {
        let mut flags = Vec::new();
        if !self.also_dead.is_empty() {
            flags.push(format!("also_dead={}", self.also_dead.len()));
        }
        if self.unsettled > 0 {
            flags.push(format!("unsettled={}", self.unsettled));
        }
        if self.is_unread {
            flags.push("unread".to_owned());
        }
        flags
    }
}
