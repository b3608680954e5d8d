//! `flood`: what one colour surrounds is its territory.

use super::{Analysis, Fill, Status, Strategy, TerritoryMap};

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

    fn score(&self, analysis: &Analysis, _: &mut Fill, map: &mut TerritoryMap) {
        for (region, owner) in analysis.controlled() {
            for &point in analysis.points(region) {
                map.set(usize::from(point), Status::Territory(owner));
            }
        }
    }
}
