//! The search of one local game, its result, and the effect of the results on the verdict.

use super::board::SearchBoard;
use super::bounds::ProofSearch;
use super::extent::Extent;
use super::graph::BitSet;
use super::local_game::{LocalGame, POINT};
use super::mapped_game::{MappedGame, Step};
use super::state::State;
use super::tables::SearchTables;
use crate::board::{Cell, Color};
use crate::territory::analysis::Analysis;
use crate::territory::status::Status;
use crate::territory::verdict::{Unsettled, Verdict};

/// The result of a local search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LocalResult {
    /// The indices of the points that could be played.
    pub points: Vec<u16>,
    /// The number of states searched.
    pub nodes: u32,
    /// Whether the search failed: it ran out of budget or of captures, or the local game was too
    /// large or had dead stones of unknown colour. Then the result has no variations, and the
    /// static answer stands.
    pub is_unread: bool,
    /// Whether the limit of captures prevented a proof: one player may keep capturing for ever, as
    /// in a double ko or with moonshine life. The rules of 1989 declare such a game without result
    /// (article 12).
    pub is_cyclic: bool,
    /// Whether the local game contains every connected block. If not, blocks farther away were
    /// assumed to be settled.
    pub is_whole: bool,
    /// Stones that are captured no matter who moves first: one stone of each large block, all
    /// stones of a small block. The players agreed that these stones are alive, so their eyes keep
    /// the static answer. Usually they are dead stones that were not marked.
    pub agreed: Vec<u16>,
    /// The principal variation, for each colour moving first.
    pub variations: [Vec<Step>; 2],
    /// A lower and an upper bound for the value to Black in points, for each colour moving first.
    /// They are equal if the search succeeded; `None` if the local game was not searched.
    pub bounds: [Option<[i32; 2]>; 2],
    /// The points of controlled regions whose owner depends on who moves first.
    pub unsettled: Vec<u16>,
}

impl LocalResult {
    /// Returns the value to Black in points if `first` moves first, if it was found.
    #[must_use]
    pub fn value(&self, first: Color) -> Option<i32> {
        self.bounds[first.index()]
            .filter(|[low, high]| low == high && !self.is_unread)
            .map(|[low, _]| low)
    }
}

/// A local game that was searched.
#[derive(Debug)]
pub(super) struct SearchedGame {
    pub(super) extent: Extent,
    pub(super) result: LocalResult,
    /// The statuses of the points that one colour controlled at the start.
    pub(super) points: Vec<PointResult>,
}

impl SearchedGame {
    /// Searches a local game for each colour as first player. The search may visit `budget` states.
    pub(super) fn search(
        board: &SearchBoard<'_>,
        extent: Extent,
        tables: &mut SearchTables,
        budget: u32,
    ) -> Self {
        let mapped = MappedGame::new(board, &extent);
        let solve = |mapped: &MappedGame| ProofSearch::new(tables, &mapped.game, budget).solve();
        let solution = mapped.as_ref().map(solve).unwrap_or_default();
        let is_swapped = board.order.color(Color::Black) == Color::White;
        let bounds = solution.bounds.map(|bounds| {
            let [low, high] = bounds?.values.map(points);
            Some(if is_swapped {
                [-high, -low]
            } else {
                [low, high]
            })
        });
        let mut result = LocalResult {
            points: extent.points.clone(),
            nodes: solution.nodes,
            is_unread: solution.variations.is_none(),
            is_cyclic: solution.is_cyclic,
            is_whole: extent.is_whole(),
            bounds: board.order.pair(bounds),
            ..LocalResult::default()
        };
        let mut points = Vec::new();
        if let (Some(mapped), Some(variations)) = (&mapped, solution.variations) {
            let ends = variations.each_ref().map(|variation| variation.end);
            let captured = mapped.game.captured_in_both(&ends);
            result.agreed = captured
                .vertices()
                .map(|vertex| mapped.cells[vertex])
                .collect();
            let game = LocalGame {
                agreed: captured,
                ..mapped.game.clone()
            };
            points = point_results(board, &extent, mapped, &game, &ends);
            result.unsettled = points
                .iter()
                .filter(|point| point.is_unsettled())
                .map(|point| point.cell)
                .collect();
            result.variations = mapped.steps(board, variations.map(|variation| variation.moves));
        }
        Self {
            extent,
            result,
            points,
        }
    }
}

/// Rounds a value to points. Prisoners add a little to it: see [`super::local_game::PRISONER`].
const fn points(value: i32) -> i32 {
    (value + POINT / 2).div_euclid(POINT)
}

/// Returns the statuses at the end of the two lines of play for the points that one colour
/// controlled at the start. The static answer remains for the eyes of stones that are alive by
/// agreement.
fn point_results(
    board: &SearchBoard<'_>,
    extent: &Extent,
    mapped: &MappedGame,
    game: &LocalGame,
    ends: &[State; 2],
) -> Vec<PointResult> {
    let analysis = board.order.analysis;
    let counts = ends.each_ref().map(|end| game.count(end));
    let agreed: Vec<u16> = game
        .agreed
        .vertices()
        .map(|vertex| board.block(mapped.cells[vertex]))
        .collect();
    let mut results = Vec::new();
    for (vertex, &cell) in mapped.cells.iter().enumerate() {
        if analysis.cells()[usize::from(cell)] != Cell::Empty {
            continue;
        }
        let number = analysis.region(cell.into());
        let region = &board.regions[number];
        let Some(owner) = region.owner else { continue };
        if !extent.decides(board, number)
            || region.blocks.iter().any(|block| agreed.contains(block))
        {
            continue;
        }
        let statuses = [0, 1].map(|first: usize| {
            if counts[first].territory[owner.index()].has(vertex) {
                Status::territory(board.order.color(owner))
            } else if ends[first].stones[owner.index()].has(vertex) && !game.territories.has(vertex)
            {
                Status::FalseEye
            } else {
                Status::Seki
            }
        });
        let statuses = board.order.pair(statuses);
        results.extend(
            mapped
                .empty_cells(board, vertex)
                .into_iter()
                .map(|cell| PointResult { cell, statuses }),
        );
    }
    results
}

/// The statuses of a point of a controlled region if Black moves first and if White moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PointResult {
    pub(super) cell: u16,
    pub(super) statuses: [Status; 2],
}

impl PointResult {
    /// Returns whether the owner depends on who moves first.
    pub(super) fn is_unsettled(self) -> bool {
        self.statuses[0].owner() != self.statuses[1].owner()
    }

    /// Returns the result after a symmetry that maps cells by `cell` and may swap the colours.
    pub(super) fn moved(self, cell: impl Fn(u16) -> u16, swap: bool) -> Self {
        let swapped = |status: Status| {
            status
                .owner()
                .map_or(status, |owner| Status::territory(owner.opponent()))
        };
        let [black, white] = self.statuses;
        Self {
            cell: cell(self.cell),
            statuses: if swap {
                [swapped(white), swapped(black)]
            } else {
                self.statuses
            },
        }
    }

    /// Compares the statuses with another result for the point, and replaces each status that
    /// differs by seki.
    fn agree_with(&mut self, other: Self) {
        for (status, other) in self.statuses.iter_mut().zip(other.statuses) {
            if *status != other {
                *status = Status::Seki;
            }
        }
    }
}

/// Merges results for the same points. A status that differs between them becomes seki.
pub(super) fn merge(results: impl Iterator<Item = PointResult>) -> Vec<PointResult> {
    let mut merged: Vec<PointResult> = Vec::new();
    for result in results {
        match merged.iter_mut().find(|other| other.cell == result.cell) {
            Some(other) => other.agree_with(result),
            None => merged.push(result),
        }
    }
    merged
}

/// Writes the results into `verdict`, which holds the static answer. If a point depends on who
/// moves first, the verdict keeps the owner of the static answer if he is one of the two possible
/// owners.
pub(super) fn apply(results: &[PointResult], analysis: &Analysis, verdict: &mut Verdict) {
    let mut statuses = vec![Status::Border; analysis.cells().len()];
    verdict.for_each_point(analysis, |index, status| statuses[index] = status);
    let mut unsettled = Unsettled::default();
    for result in results {
        let status = &mut statuses[usize::from(result.cell)];
        let [black, white] = result.statuses;
        let now = match (
            black.owner() == white.owner(),
            status.owner() == black.owner(),
        ) {
            // the point counts for neither side, for two different reasons
            (true, _) if black != white => Status::Seki,
            (true, _) | (_, true) => black,
            (false, false) => white,
        };
        // if the owner is the same, the static answer has the more precise status
        *status = if now.owner() == status.owner() {
            *status
        } else {
            now
        };
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
    fn point_in_two_local_games_is_merged() {
        let [black, white, none] = [Status::BlackTerritory, Status::WhiteTerritory, Status::Seki];
        let result = |cell, statuses| PointResult { cell, statuses };
        let merged = merge(
            [
                result(7, [black, none]),
                result(8, [white; 2]),
                result(7, [black; 2]),
            ]
            .into_iter(),
        );
        assert_eq!(merged, [result(7, [black, none]), result(8, [white; 2])]);
        let merged = merge([result(7, [black, white]), result(7, [white, white])].into_iter());
        assert_eq!(merged, [result(7, [none, white])]);
    }
}
