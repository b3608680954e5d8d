//! Compares the answer of a strategy with a label: an [`Outcome`] from two margins, a [`Crosstab`] from two maps.

mod crosstab;

pub use crosstab::{Crosstab, LabelCounts};

use serde::{Deserialize, Serialize};

use crate::rules::Points;

/// A strategy's margin compared with the label's. A smaller value is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Equal margins.
    Exact,
    /// Different margins with the same winner.
    Winner,
    /// Another winner, or a draw in one of the two.
    Wrong,
}

impl Outcome {
    /// Every outcome.
    pub const ALL: [Self; 3] = [Self::Exact, Self::Winner, Self::Wrong];

    /// Compares `margin` with the margin `label`.
    #[must_use]
    pub fn of(margin: Points, label: Points) -> Self {
        if margin == label {
            Self::Exact
        } else if margin.sign() == label.sign() {
            Self::Winner
        } else {
            Self::Wrong
        }
    }

    /// Returns the name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Winner => "winner",
            Self::Wrong => "wrong",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_reports() {
        assert_eq!(Outcome::ALL.map(Outcome::name), ["exact", "winner", "wrong"]);
    }

    #[test]
    fn a_draw_has_no_winner() {
        let outcome = |margin, label| Outcome::of(Points::whole(margin), Points::whole(label));
        assert_eq!(outcome(0, 0), Outcome::Exact);
        assert_eq!(outcome(3, 1), Outcome::Winner);
        assert_eq!(outcome(0, 1), Outcome::Wrong);
        assert_eq!(outcome(-1, 0), Outcome::Wrong);
    }
}
