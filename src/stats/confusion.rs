//! Counts of agreements and errors, and the rates computed from them.

use serde::{Deserialize, Serialize};

/// Counts of points that are positive in a claim, in a label, or in both.
///
/// For a strategy, a point is positive if one colour controls its region but neither side scores
/// it. It is then part of an eye in seki or of a false eye; a label does not distinguish the two.
/// For a source of dead stones, the points of dead stones are positive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Confusion {
    /// The number of points that are positive in both the claim and the label.
    pub(crate) both: u64,
    /// The number of points that are positive only in the claim.
    pub(crate) claimed_only: u64,
    /// The number of points that are positive only in the label.
    pub(crate) label_only: u64,
}

impl Confusion {
    /// Creates the counts from three numbers of points: positive in both, only in the claim, and
    /// only in the label. A missing number counts as 0.
    pub(crate) fn of(counts: [Option<u64>; 3]) -> Self {
        let [both, claimed_only, label_only] = counts.map(Option::unwrap_or_default);
        Self {
            both,
            claimed_only,
            label_only,
        }
    }

    /// Returns the share of the claimed positives that are positive in the label; `None` if nothing
    /// is claimed.
    pub(crate) fn precision(&self) -> Option<f64> {
        share(self.both, self.both + self.claimed_only)
    }

    /// Returns the share of the label's positives that are claimed; `None` if the label has no
    /// positives.
    pub(crate) fn recall(&self) -> Option<f64> {
        share(self.both, self.both + self.label_only)
    }

    /// Returns the harmonic mean of precision and recall; `None` if neither claim nor label has
    /// positives.
    pub(crate) fn f1(&self) -> Option<f64> {
        share(
            2 * self.both,
            2 * self.both + self.claimed_only + self.label_only,
        )
    }

    /// Adds the counts of another game.
    pub(crate) fn add(&mut self, other: Self) {
        self.both += other.both;
        self.claimed_only += other.claimed_only;
        self.label_only += other.label_only;
    }
}

/// Returns `part` as a share of `whole`; `None` if `whole` is 0.
pub(crate) fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}
