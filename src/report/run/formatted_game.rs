//! The formatted results of a game, from which the reports are written.

use serde::{Deserialize, Serialize};

use crate::external::process::NoAnswer;
use crate::pipeline::{NamedRules, Sample};
use crate::report::games::GameRows;
use crate::skip::Skip;

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
    /// The rules that the record names.
    pub rules: NamedRules,
    /// The reason why the game was skipped, if it was.
    pub skip: Option<Skip>,
    /// The rows of the game in `readings.csv`.
    #[serde(with = "crate::report::text::bytes")]
    pub readings: Vec<u8>,
    /// For each external scorer, the reason why it has no answer, if so. The warnings of a run are made from these.
    #[serde(skip)]
    pub no_answers: Vec<Option<NoAnswer>>,
}

impl FormattedGame {
    /// Returns the game as one that was skipped.
    #[must_use]
    pub fn skipped(self, skip: Skip) -> Self {
        Self {
            name: self.name,
            sample: Sample::skipped(skip.reason),
            rows: GameRows::default(),
            board: Vec::new(),
            rules: self.rules,
            skip: Some(skip),
            readings: Vec::new(),
            no_answers: Vec::new(),
        }
    }
}
