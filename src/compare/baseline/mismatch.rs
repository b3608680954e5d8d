//! A mismatch: how an answer differs from the label.

use serde::Serialize;

use crate::outcome::Outcome;
use crate::rules::Points;

/// The difference between an answer and the label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Mismatch {
    /// The comparison of the margins; `None` if there is no answer.
    pub outcome: Option<Outcome>,
    /// The margin minus the label's; 0 if there is no answer.
    pub delta: Points,
    /// The number of points whose owner differs from the label's map; `None` without a map.
    pub map_diff: Option<u32>,
}

impl Mismatch {
    /// Returns whether the answer agrees with the label, so that there is no mismatch.
    pub(in crate::compare) fn is_none(&self) -> bool {
        self.is_exact() && self.map_diff.unwrap_or_default() == 0
    }

    /// Returns whether the margin equals the label's.
    pub(in crate::compare) fn is_exact(&self) -> bool {
        self.outcome == Some(Outcome::Exact)
    }

    /// Returns whether the mismatch is worse than `known` in any respect: the winner, the size of the error, or the
    /// map.
    #[must_use]
    pub fn is_worse_than(&self, known: &Self) -> bool {
        // a missing answer is worse than any answer
        (self.outcome.is_none(), self.outcome) > (known.outcome.is_none(), known.outcome)
            || self.delta.abs() > known.delta.abs()
            || self.map_diff.unwrap_or_default() > known.map_diff.unwrap_or_default()
    }

    /// Describes the mismatch for the user, such as `off by +2, 4 points of the map`.
    #[must_use]
    pub fn words(&self) -> String {
        let margin = match self.outcome {
            None => return "no answer".to_owned(),
            Some(Outcome::Exact) => "right margin".to_owned(),
            Some(Outcome::Winner) => format!("off by {}", self.delta.signed()),
            Some(Outcome::Wrong) => format!("off by {}, wrong winner", self.delta.signed()),
        };
        match self.map_diff {
            None => margin,
            Some(points) => format!("{margin}, {points} points of the map"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn off(outcome: Outcome, delta: &str, map_diff: Option<u32>) -> Mismatch {
        Mismatch { outcome: Some(outcome), delta: Points::parse(delta).unwrap(), map_diff }
    }

    #[test]
    fn worse_is_worse_in_any_respect() {
        let known = off(Outcome::Winner, "-2", Some(2));
        for (mismatch, worse) in [
            (off(Outcome::Winner, "2", Some(2)), false),
            (off(Outcome::Winner, "1", Some(1)), false),
            (off(Outcome::Winner, "-3", Some(1)), true),
            (off(Outcome::Wrong, "-1", Some(1)), true),
            (off(Outcome::Exact, "0", Some(4)), true),
            (Mismatch { outcome: None, ..off(Outcome::Exact, "0", None) }, true),
        ] {
            assert_eq!(mismatch.is_worse_than(&known), worse, "{mismatch:?}");
        }
    }
}
