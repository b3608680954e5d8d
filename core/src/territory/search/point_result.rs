//! The statuses that local search gives to points, and their effect on the verdict.

use crate::board::Color;
use crate::territory::analysis::Analysis;
use crate::territory::status::Status;
use crate::territory::verdict::{Unsettled, Verdict};

/// The statuses of a point of a controlled region if Black moves first and if White moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PointResult {
    pub(super) cell: u16,
    pub(super) statuses: [Status; 2],
}

impl PointResult {
    /// Returns whether the owner depends on who moves first.
    pub(super) fn is_unsettled(&self) -> bool {
        self.statuses[0].owner() != self.statuses[1].owner()
    }

    /// Returns the result after a symmetry, which maps cells by `cell` and may swap the colours.
    pub(super) fn moved(&self, cell: impl Fn(u16) -> u16, swap: bool) -> Self {
        let swapped = |status: Status| status.owner().map_or(status, |owner| Status::territory(owner.opponent()));
        let [black, white] = self.statuses;
        Self { cell: cell(self.cell), statuses: if swap { [swapped(white), swapped(black)] } else { self.statuses } }
    }

    /// Replaces the statuses on which another result for the point differs by seki.
    fn agree_with(&mut self, other: &Self) {
        for (status, other) in self.statuses.iter_mut().zip(other.statuses) {
            if *status != other {
                *status = Status::Seki;
            }
        }
    }
}

/// Merges results for the same points. Where they differ in a status it becomes seki.
pub(super) fn merge(results: impl Iterator<Item = PointResult>) -> Vec<PointResult> {
    let mut merged: Vec<PointResult> = Vec::new();
    for result in results {
        match merged.iter_mut().find(|other| other.cell == result.cell) {
            Some(other) => other.agree_with(&result),
            None => merged.push(result),
        }
    }
    merged
}

/// Writes the results into `verdict`, which holds the static answer. If a point depends on who moves first, the verdict
/// keeps the owner of the static answer if that is one of the two possible owners.
pub(super) fn apply(results: &[PointResult], analysis: &Analysis, verdict: &mut Verdict) {
    let mut statuses = vec![Status::Border; analysis.cells().len()];
    verdict.for_each_point(analysis, |index, status| statuses[index] = status);
    let mut unsettled = Unsettled::default();
    for result in results {
        let status = &mut statuses[usize::from(result.cell)];
        let [black, white] = result.statuses;
        let now = match (black.owner() == white.owner(), status.owner() == black.owner()) {
            // two reasons why the point is nobody's
            (true, _) if black != white => Status::Seki,
            (true, _) | (_, true) => black,
            (false, false) => white,
        };
        // the static answer gives the better reason why a point is nobody's
        *status = if now.owner() == status.owner() { *status } else { now };
        if result.is_unsettled() {
            let owners = [black.owner(), white.owner()];
            for (swing, owner) in unsettled.swings.iter_mut().zip(owners) {
                *swing += worth(owner) - worth(status.owner());
            }
            unsettled.points.push((result.cell, owners));
        }
    }
    verdict.set_statuses(analysis, |index| statuses[index]);
    *verdict.unsettled_mut() = unsettled;
}

/// Returns Black's territory minus White's at a point.
const fn worth(owner: Option<Color>) -> i32 {
    match owner {
        Some(Color::Black) => 1,
        Some(Color::White) => -1,
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_of_two_local_games_is_listed_once() {
        let [black, white, none] = [Status::BlackTerritory, Status::WhiteTerritory, Status::Seki];
        let result = |cell, statuses| PointResult { cell, statuses };
        let merged = merge([result(7, [black, none]), result(8, [white; 2]), result(7, [black; 2])].into_iter());
        assert_eq!(merged, [result(7, [black, none]), result(8, [white; 2])]);
        let merged = merge([result(7, [black, white]), result(7, [white, white])].into_iter());
        assert_eq!(merged, [result(7, [none, white])]);
    }
}
