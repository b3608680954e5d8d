//! A row of `games.csv` or `mismatches.csv`.

use serde::Deserialize;

use super::Mismatch;
use crate::score::{LabelCheck, Outcome, Points};

/// What a comparison needs of a row of `games.csv` or `mismatches.csv`: a game, and a strategy's answer.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[allow(missing_docs)] // the columns, as they are documented there
pub struct Row {
    pub game: String,
    pub hash: String,
    pub method: String,
    pub label: String,
    pub label_check: String,
    pub strategy: String,
    pub margin: Option<Points>,
    pub delta: Option<Points>,
    pub outcome: Option<Outcome>,
    pub map_diff: Option<u32>,
    pub black_territory: Option<u32>,
    pub white_territory: Option<u32>,
    pub black_prisoners: u32,
    pub white_prisoners: u32,
    pub dame: Option<u32>,
    pub seki_points: Option<u32>,
    pub false_eyes: Option<u32>,
    /// In `mismatches.csv` only.
    #[serde(default)]
    pub category: String,
    /// In `mismatches.csv` only: the command that shows the game.
    #[serde(default)]
    pub explain: String,
}

impl Row {
    /// Whether it is in any figure: there is an answer, and a label, which does not contradict itself.
    #[must_use]
    pub fn is_counted(&self) -> bool {
        self.delta.is_some() && self.label_check != LabelCheck::Inconsistent.name()
    }

    /// How it differs from the label; `None` where it does not, or there is none.
    #[must_use]
    pub fn mismatch(&self) -> Option<Mismatch> {
        let mismatch = Mismatch { outcome: self.outcome?, delta: self.delta?, map_diff: self.map_diff };
        (!mismatch.is_none()).then_some(mismatch)
    }

    /// Whether another row of the same strategy is of the same game, with the same label and prisoners.
    pub(super) fn same_question(&self, other: &Self) -> bool {
        let question = |row: &Self| (row.black_prisoners, row.white_prisoners);
        (&self.game, &self.hash, &self.label, &self.label_check, &self.method)
            == (&other.game, &other.hash, &other.label, &other.label_check, &other.method)
            && question(self) == question(other)
    }

    /// Whether the answer is the same, as far as the columns tell.
    pub(super) fn same_answer(&self, other: &Self) -> bool {
        let counts = |row: &Self| {
            (row.black_territory, row.white_territory, row.dame, row.seki_points, row.false_eyes, row.map_diff)
        };
        self.margin == other.margin && counts(self) == counts(other)
    }
}
