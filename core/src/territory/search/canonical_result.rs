//! The result of a local search on the canonical board.

use super::board_map::BoardMap;
use super::extent::Extent;
use super::final_count::FinalCount;
use super::local_game::{LocalGame, POINT};
use super::local_result::{LocalResult, Step};
use super::mapped_game::MappedGame;
use super::moves::Move;
use super::node_budget::Exhausted;
use super::point_result::PointResult;
use super::principal_variation::PrincipalVariation;
use super::proof_search::ProofSearch;
use super::vertex_set::{BitSet, VertexSet};
use crate::board::{Cell, Color, idx16};
use crate::territory::analysis::Analysis;
use crate::territory::status::Status;

/// The result of a local search, in coordinates and colours of the canonical board.
#[derive(Debug, Default)]
pub(super) struct CanonicalResult {
    /// The result, but for its unsettled points.
    pub(super) local: LocalResult,
    /// Whether the block that the search started from is uncertain. If it is not and the search fails, the static
    /// answer is as good as any.
    pub(super) is_seed_uncertain: bool,
    /// The statuses of the points that one colour controlled at the start.
    pub(super) points: Vec<PointResult>,
}

impl CanonicalResult {
    /// Searches a local game for both colours to move first.
    pub(super) fn search(
        search: &mut ProofSearch,
        analysis: &Analysis,
        extent: &Extent,
        mapped: &MappedGame,
        budget: u32,
    ) -> Self {
        let mut result = Self::default();
        result.local.points = mapped.points().collect();
        result.local.is_whole = extent.is_whole();
        result.local.is_unread = true;
        if mapped.is_in_reach
            && let Ok(variations) = result.solve(search, &mapped.game, budget)
        {
            result.record(analysis, extent, mapped, variations);
        }
        result
    }

    /// Returns the principal variations for both colours to move first.
    fn solve(
        &mut self,
        search: &mut ProofSearch,
        game: &LocalGame,
        budget: u32,
    ) -> Result<[PrincipalVariation; 2], Exhausted> {
        search.begin(budget);
        let mut solve = |first: Color| {
            let root = game.initial(first);
            let bounds = search.bounds(game, &root);
            self.local.bounds[first.index()] = Some(bounds.values.map(points));
            if bounds.is_exact() {
                return search.principal_variation(game, root, bounds);
            }
            self.local.is_cyclic = search.has_budget();
            Err(Exhausted)
        };
        let variations = solve(Color::Black).and_then(|black| Ok([black, solve(Color::White)?]));
        self.local.nodes = search.nodes();
        variations
    }

    /// Records the variations and the statuses of the points.
    fn record(
        &mut self,
        analysis: &Analysis,
        extent: &Extent,
        mapped: &MappedGame,
        variations: [PrincipalVariation; 2],
    ) {
        self.local.is_unread = false;
        let captured = mapped.game.captured_in_both([&variations[0].end, &variations[1].end]);
        let agreed: Vec<u16> = captured.vertices().map(|vertex| mapped.cells[vertex]).collect();
        let game = LocalGame { agreed: captured, ..mapped.game.clone() };
        let counts = [0, 1].map(|at: usize| game.count(&variations[at].end));
        let stones = [0, 1].map(|at: usize| variations[at].end.stones);
        self.points = point_results(analysis, extent, mapped, &counts, &stones);
        // the players hold these stones for alive, so that the static answer stands for their eyes
        let is_agreed = |block: &u16| agreed.iter().any(|&cell| analysis.block(cell.into()) == usize::from(*block));
        self.points.retain(|point| {
            let region = &analysis.regions()[analysis.region(point.cell.into())];
            !analysis.blocks_around(region).iter().any(is_agreed)
        });
        self.local.agreed = agreed;
        for (first, variation) in Color::BOTH.into_iter().zip(variations) {
            let at = first.index();
            self.local.variations[at] = steps(mapped, first, variation.moves);
        }
    }

    /// Records for each first player the line in which he tries to get more.
    pub(super) fn add_attempts(&mut self, search: &mut ProofSearch, mapped: &MappedGame) {
        let [black, white] = search.refuted_lines(&mapped.game);
        self.local.attempts = [steps(mapped, Color::Black, black), steps(mapped, Color::White, white)];
    }

    /// Returns the result in coordinates and colours of the original board.
    pub(super) fn on_original(self, map: BoardMap) -> LocalResult {
        let LocalResult { points, agreed, variations, attempts, bounds, .. } = self.local;
        let is_swapped = map.color(Color::Black) == Color::White;
        let bounds = map
            .pair(bounds)
            .map(|bounds| bounds.map(|[low, high]| if is_swapped { [-high, -low] } else { [low, high] }));
        let unsettled = self.points.iter().filter(|point| point.is_unsettled());
        LocalResult {
            points: map.cells(points),
            agreed: map.cells(agreed),
            variations: map.pair(variations.map(|variation| map.variation(variation))),
            bounds,
            attempts: map.pair(attempts.map(|attempt| map.variation(attempt))),
            unsettled: unsettled.map(|point| map.cell(point.cell)).collect(),
            nodes: self.local.nodes,
            is_unread: self.local.is_unread,
            is_cyclic: self.local.is_cyclic,
            is_whole: self.local.is_whole,
        }
    }
}

/// Returns a value in points. Prisoners add a little to it: see [`super::local_game::PRISONER`].
const fn points(value: i32) -> i32 {
    (value + POINT / 2).div_euclid(POINT)
}

/// Returns the moves of a line that `first` begins, on the canonical board.
fn steps(mapped: &MappedGame, first: Color, moves: Vec<Move>) -> Vec<Step> {
    let cell = |candidate: Move| candidate.map(|vertex| mapped.cells[usize::from(vertex)]);
    [first, first.opponent()].into_iter().cycle().zip(moves.into_iter().map(cell)).collect()
}

/// Returns the statuses that the two final states give to the points that one colour controlled at the start.
fn point_results(
    analysis: &Analysis,
    extent: &Extent,
    mapped: &MappedGame,
    counts: &[FinalCount; 2],
    stones: &[[VertexSet; 2]; 2],
) -> Vec<PointResult> {
    let mut results = Vec::new();
    for (vertex, &cell) in mapped.cells.iter().enumerate() {
        if analysis.cells()[usize::from(cell)] != Cell::Empty {
            continue;
        }
        let region = analysis.region(usize::from(cell));
        let Some(owner) = analysis.regions()[region].owner else { continue };
        if !extent.regions.contains(&idx16(region)) {
            continue;
        }
        let status = |first: usize| {
            if counts[first].territory[owner.index()].has(vertex) {
                Status::territory(owner)
            } else if stones[first][owner.index()].has(vertex) && !mapped.game.territories.has(vertex) {
                Status::FalseEye
            } else {
                Status::Seki
            }
        };
        let statuses = [status(0), status(1)];
        results.extend(mapped.cells_of(analysis, vertex).map(|cell| PointResult { cell, statuses }));
    }
    results
}
