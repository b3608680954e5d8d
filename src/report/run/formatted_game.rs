//! The formatted results of a game, from which the reports are written.

use serde::{Deserialize, Serialize};

use crate::external::process::NoAnswer;
use crate::pipeline::Sample;
use crate::report::games::GameRows;
use crate::skip::{Reason, Skip};

/// The formatted results of a game, made by the thread that evaluated it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FormattedGame {
    /// The game's name.
    pub name: String,
    /// The contribution of the game to the figures.
    pub sample: Sample,
    /// The rows of the game in `games.csv` and `mismatches.csv`.
    pub rows: GameRows,
    /// The line of the game in `boards.ndjson`; empty if it has none.
    #[serde(with = "crate::report::text::bytes")]
    pub board: Vec<u8>,
    /// The reason why the game was skipped, if it was.
    pub skip: Option<Skip>,
    /// The rows of the game in `readings.csv`.
    pub readings: Vec<[String; 9]>,
    /// For each external scorer, the reason why it has no answer, if so. A checkpoint does not keep these, since the
    /// user has already seen a warning.
    #[serde(skip)]
    pub no_answers: Vec<Option<NoAnswer>>,
}

impl FormattedGame {
    /// Returns about how many bytes the game takes in memory.
    pub(in crate::report) fn memory(&self) -> usize {
        let rows = self.rows.games.capacity() + self.rows.mismatches.capacity() + self.board.capacity();
        // the sample and its vectors
        rows + size_of::<Self>() + 1024
    }

    /// Returns whether another evaluation of the same file may have another result, because the failure lay outside the
    /// file.
    pub(in crate::report) fn may_change(&self) -> bool {
        let is_outside = |skip: &Skip| {
            matches!(skip.reason, Reason::Unreadable | Reason::EngineFailed | Reason::Archive | Reason::Internal)
        };
        self.skip.as_ref().is_some_and(is_outside) || self.no_answers.iter().any(Option::is_some)
    }
}
