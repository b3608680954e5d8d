//! A row of `games.csv` or `mismatches.csv`.

use serde::Deserialize;

use super::Mismatch;
use crate::labels::LabelCheck;
use crate::outcome::Outcome;
use crate::rules::Points;

/// The columns of a row of `games.csv` or `mismatches.csv` that a comparison needs: a game, and a strategy's answer.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[allow(missing_docs)] // the columns, as they are documented there
pub struct SavedRow {
    pub game: String,
    pub hash: String,
    pub rules: String,
    pub komi: String,
    pub handicap: u32,
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
    /// The category of the mismatch; only in `mismatches.csv`.
    #[serde(default)]
    pub category: String,
    /// The command that shows the game; only in `mismatches.csv`.
    #[serde(default)]
    pub explain: String,
}

impl SavedRow {
    /// Returns whether the game counts in the figures: it has a label, which does not contradict itself.
    #[must_use]
    pub fn is_counted(&self) -> bool {
        !self.label.is_empty() && self.label_check != LabelCheck::Inconsistent.name()
    }

    /// Returns how the answer differs from the label, where a missing answer is a mismatch too; `None` if the answer
    /// agrees or there is no label.
    #[must_use]
    pub fn mismatch(&self) -> Option<Mismatch> {
        if self.label.is_empty() {
            return None;
        }
        let delta = self.delta.unwrap_or_default();
        let mismatch = Mismatch { outcome: self.outcome, delta, map_diff: self.map_diff };
        (!mismatch.is_none()).then_some(mismatch)
    }

    /// Returns whether two rows are about the same game, with equal labels, rules, komi, handicap and prisoners. The
    /// label's map is not compared, because it is in no column.
    pub(super) fn same_question(&self, other: &Self) -> bool {
        let counts = |row: &Self| [row.handicap, row.black_prisoners, row.white_prisoners];
        (&self.game, &self.hash, &self.rules, &self.komi, &self.label, &self.label_check)
            == (&other.game, &other.hash, &other.rules, &other.komi, &other.label, &other.label_check)
            && counts(self) == counts(other)
    }

    /// Returns whether the answers of two rows are equal, as far as the columns show.
    pub(super) fn same_answer(&self, other: &Self) -> bool {
        let counts = |row: &Self| {
            (row.black_territory, row.white_territory, row.dame, row.seki_points, row.false_eyes, row.map_diff)
        };
        self.margin == other.margin && counts(self) == counts(other)
    }
}
