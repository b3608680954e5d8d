//! `flood`: what one colour surrounds is its territory.

use super::{Analysis, Fill, Status, Strategy, Verdict};

/// Every controlled region is territory: the control group, without seki.
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
