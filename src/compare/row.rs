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
    /// In `mismatches.csv` only.
    #[serde(default)]
    pub category: String,
    /// In `mismatches.csv` only: the command that shows the game.
    #[serde(default)]
    pub explain: String,
}

impl Row {
    /// Whether the game is in any figure: it has a label, which does not contradict itself.
    #[must_use]
    pub fn is_counted(&self) -> bool {
        !self.label.is_empty() && self.label_check != LabelCheck::Inconsistent.name()
    }

    /// How it differs from the label, no answer being a difference; `None` where it does not, or there is none.
    #[must_use]
    pub fn mismatch(&self) -> Option<Mismatch> {
        if self.label.is_empty() {
            return None;
        }
        let delta = self.delta.unwrap_or_default();
        let mismatch = Mismatch { outcome: self.outcome, delta, map_diff: self.map_diff };
        (!mismatch.is_none()).then_some(mismatch)
    }

    /// Whether another row of the same strategy is of the same game, with the same label and the same to count. The
    /// label's map is in no column.
    pub(super) fn same_question(&self, other: &Self) -> bool {
        let counts = |row: &Self| [row.handicap, row.black_prisoners, row.white_prisoners];
        (&self.game, &self.hash, &self.rules, &self.komi, &self.label, &self.label_check)
            == (&other.game, &other.hash, &other.rules, &other.komi, &other.label, &other.label_check)
            && counts(self) == counts(other)
    }

    /// Whether the answer is the same, as far as the columns tell.
    pub(super) fn same_answer(&self, other: &Self) -> bool {
        let counts = |row: &Self| {
            (row.black_territory, row.white_territory, row.dame, row.seki_points, row.false_eyes, row.map_diff)
        };
        self.margin == other.margin && counts(self) == counts(other)
    }
}
