//! The points and stones for which static strategies are certain, and those that search has to decide.

use super::board_map::BoardMap;
use crate::territory::analysis::Analysis;
use crate::territory::status::Status;
use crate::territory::verdict::Verdict;

/// The uncertain points of a position, and the stones whose regions are certain. Both are given for each cell.
#[derive(Clone, Debug, Default)]
pub(super) struct Certainty {
    /// Empty points whose status is uncertain.
    pub(super) uncertain_points: Vec<bool>,
    /// Stones whose regions are all territory, whoever fills the dame.
    pub(super) certain_stones: Vec<bool>,
}

impl Certainty {
    /// Returns the uncertain points and the certain stones. A point is uncertain if its
    /// owner depends on who fills the dame, if it may have to be filled, or if it is nobody's in the static answer
    /// `verdict`. The answers of all fills lie between `black` and `white`.
    pub(super) fn find(analysis: &Analysis, [black, white]: [&Verdict; 2], verdict: &Verdict) -> Self {
        let cells = analysis.cells().len();
        let mut owners = vec![None; cells];
        black.for_each_point(analysis, |index, status| owners[index] = status.owner());
        let mut points = vec![false; cells];
        white.for_each_point(analysis, |index, status| points[index] = status.owner() != owners[index]);
        verdict.for_each_point(analysis, |index, status| {
            let is_nobodys = matches!(status, Status::FalseEye | Status::Seki);
            points[index] |= is_nobodys || status.owner() != owners[index];
        });
        let certain_stones = certain_stones(analysis, &points);
        Self { uncertain_points: points, certain_stones }
    }

    /// Returns the points and stones on the canonical board.
    pub(super) fn on_canonical(&self, map: BoardMap) -> Self {
        Self {
            uncertain_points: map.on_canonical(&self.uncertain_points),
            certain_stones: map.on_canonical(&self.certain_stones),
        }
    }
}

/// Returns, for each cell, whether a stone stands there whose block borders controlled regions, all without uncertain
/// points.
fn certain_stones(analysis: &Analysis, uncertain: &[bool]) -> Vec<bool> {
    let mut has_regions = vec![false; analysis.blocks().len()];
    let mut has_uncertain = has_regions.clone();
    for (_, region, _) in analysis.controlled() {
        let is_uncertain = analysis.points(region).iter().any(|&point| uncertain[usize::from(point)]);
        for &block in analysis.blocks_around(region) {
            has_regions[usize::from(block)] = true;
            has_uncertain[usize::from(block)] |= is_uncertain;
        }
    }
    let mut certain = vec![false; analysis.cells().len()];
    for index in analysis.grid().points().filter(|&index| analysis.cells()[index].color().is_some()) {
        let block = analysis.block(index);
        certain[index] = has_regions[block] && !has_uncertain[block];
    }
    certain
}
