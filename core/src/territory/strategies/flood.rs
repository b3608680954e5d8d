//! `flood`: every region surrounded by one colour is territory.
//!
//! A region is a maximal set of connected empty points, and dead stones are off the board. If all
//! stones adjacent to a region have one colour, the whole region is territory of that colour. Any
//! other region is dame. False eyes and seki are ignored. This is the control strategy for
//! comparison with the others, and it gives the count of area scoring.

use crate::territory::{Approach, Decide, Status, Strategy, Tools, Verdict};

/// Gives every controlled region to the colour that surrounds it.
pub(super) struct Flood;

impl Strategy for Flood {
    fn name(&self) -> &'static str {
        "flood"
    }

    fn summary(&self) -> &'static str {
        "every region that one colour surrounds is territory, even in seki (control)"
    }

    fn approach(&self) -> Approach<'_> {
        Approach::Own(self)
    }

    fn is_control(&self) -> bool {
        true
    }
}

impl Decide for Flood {
    fn decide(&self, tools: &mut Tools<'_>, verdict: &mut Verdict) {
        for (number, _, owner) in tools.analysis().controlled() {
            verdict.set(number, Status::territory(owner));
        }
    }
}
