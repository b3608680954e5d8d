//! What the reports need of a game.

use serde::{Deserialize, Serialize};

use super::GameRows;
use crate::process::NoAnswer;
use crate::run::Sample;
use crate::skip::{Reason, Skip};

/// What the reports need of a game, made by the thread that evaluated it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Prepared {
    /// The game's name.
    pub name: String,
    /// What it adds to the figures.
    pub sample: Sample,
    /// Its rows in `games.csv` and `mismatches.csv`.
    pub rows: GameRows,
    /// The line of `boards.ndjson`, where the game has one.
    #[serde(with = "super::text::bytes")]
    pub board: Vec<u8>,
    /// Why it was left out, if it was.
    pub skip: Option<Skip>,
    /// Its rows in `readings.csv`.
    pub readings: Vec<[String; 9]>,
    /// Why scorers from outside have no answer, in their order. It is for the user, who was told once.
    #[serde(skip)]
    pub no_answers: Vec<Option<NoAnswer>>,
}

impl Prepared {
    /// Whether it may come out otherwise the next time although the file is the same: something else failed.
    pub(super) fn may_change(&self) -> bool {
        let is_outside = |skip: &Skip| {
            matches!(skip.reason, Reason::Unreadable | Reason::EngineFailed | Reason::Archive | Reason::Internal)
        };
        self.skip.as_ref().is_some_and(is_outside) || self.no_answers.iter().any(Option::is_some)
    }
}
