//! `flood`: every region that one colour surrounds is territory.
//!
//! A region is a maximal set of connected empty points, and dead stones are off the board. If all stones adjacent to a
//! region have one colour, the whole region is territory of that colour. Any other region is dame. There are no false
//! eyes and no seki: this is the control with which the other strategies are compared, and the count of area scoring.

use super::{Analysis, Fill, Status, Strategy, Verdict};

/// Gives every controlled region to the colour that surrounds it.
pub(super) struct Flood;

impl Strategy for Flood {
    fn name(&self) -> &'static str {
        "flood"
    }

    fn summary(&self) -> &'static str {
        "every region that one colour surrounds is territory; no seki (the control group)"
    }

    fn is_control(&self) -> bool {
        true
    }

    fn score(&self, analysis: &Analysis, _: &mut Fill, verdict: &mut Verdict) {
        for (number, _, owner) in analysis.controlled() {
            verdict.set(number, Status::territory(owner));
        }
    }
}
