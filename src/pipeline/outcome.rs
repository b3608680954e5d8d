//! The outcome of a game: its evaluation, or the reason why it was skipped.

use std::sync::Arc;

use super::{Category, GameFacts, LabelledGame, UnmarkedDead};
use crate::board::Point;
use crate::external::scorer::NoAnswer;
use crate::input::Entry;
use crate::rules::Points;
use crate::skip::Skip;
use crate::stats::Comparison;
use crate::territory::{Analysis, Completeness, Counts, LocalResult, TerritoryMap, Trace};

/// The outcome of a game.
#[derive(Clone, Debug)]
pub struct GameOutcome<G = Evaluated> {
    /// The name of the game, `PATH#N`; the name of the file alone if it has no game.
    pub name: String,
    /// The headers of the game.
    pub facts: GameFacts,
    /// The bytes of the file, without compression, if they are kept ([`super::Options::keep_bytes`]); `None` for a file
    /// without a game. The games of a file share them.
    pub bytes: Option<Arc<[u8]>>,
    /// The game, or the reason why it was skipped.
    pub result: Result<Box<G>, Skip>,
}

impl<G> GameOutcome<G> {
    /// Returns the outcome of a file without a game.
    #[must_use]
    pub fn without_game(entry: &Entry, skip: Skip) -> Self {
        Self { name: entry.name.clone(), facts: GameFacts::without_game(""), bytes: None, result: Err(skip) }
    }
}

/// A game that was evaluated.
#[derive(Clone, Debug)]
pub struct Evaluated {
    /// The game and its label.
    pub labelled: LabelledGame,
    /// Whether the label's map has neutral points inside the region of one colour, as in seki; `None` without a map.
    pub seki: Option<bool>,
    /// Whether the strategies that fill or join dame differ from each other.
    pub disputed: bool,
    /// How much was left to play on the board.
    pub completeness: Completeness,
    /// The flags of the game, as `name` or `name=value`, in the order of [`super::FLAGS`].
    pub flags: Vec<String>,
    /// The dead stones that the label leaves on the board, if the first strategy has another margin than the label.
    pub unmarked_dead: Option<UnmarkedDead>,
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
        self.completeness.is_closed() && !self.labelled.moves_missing
    }

    /// Returns the answers of the strategies and of the external scorers, in the order of [`super::Options::names`].
    pub fn all_answers(&self) -> impl Iterator<Item = Result<&Answer, &NoAnswer>> {
        self.answers.iter().map(Ok).chain(self.external.iter().map(Result::as_ref))
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
    /// The stones that only this external scorer considers dead. Its margin counts them as prisoners.
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
