//! The limits of the gate.

use std::fmt;

use serde::Serialize;

use crate::stats::ALPHA;

/// The limits beyond which a run fails the gate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Thresholds {
    /// The maximum number of a strategy's mismatches that are new, or worse than in the baseline.
    pub max_new_mismatches: u64,
    /// The maximum drop of a strategy's exact rate, as a share of its games; `None` allows any drop.
    pub max_drop: Option<f64>,
    /// The p-value below which a strategy counts as worse: McNemar's exact test on the games that are newly right or
    /// newly wrong, with Holm's correction over the strategies.
    pub alpha: f64,
    /// The maximum share of skipped games; `None` allows any.
    pub max_skip_rate: Option<f64>,
}

impl Default for Thresholds {
    /// Returns thresholds that allow no new mismatch.
    fn default() -> Self {
        Self { max_new_mismatches: 0, max_drop: None, alpha: ALPHA, max_skip_rate: None }
    }
}

impl fmt::Display for Thresholds {
    /// Writes the thresholds as the flags that set them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "--max-new-mismatches {} --alpha {}", self.max_new_mismatches, self.alpha)?;
        let shares = [("--max-drop", self.max_drop), ("--max-skip-rate", self.max_skip_rate)];
        shares
            .iter()
            .filter_map(|(flag, share)| Some((flag, (*share)?)))
            .try_for_each(|(flag, share)| write!(f, " {flag} {share}"))
    }
}
