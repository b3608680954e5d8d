//! Bounds for the value of a state, without a search.

use super::graph::{BitSet, Component, VertexSet};
use super::local_game::{LocalGame, POINT, PRISONER};
use super::state::State;
use crate::board::Color;

/// The outcome for a colour that passes until the game ends.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct IfPassing {
    /// A lower bound for its gains minus the opponent's, including the final count.
    pub(super) least: i32,
    /// Its territory, with the opponent's dead stones there. A move there changes nothing, for
    /// either player.
    pub(super) regions: VertexSet,
}

/// The stones and points that a colour keeps if it passes until the game ends.
#[derive(Clone, Copy, Debug, Default)]
struct Settled {
    /// Stones that can't be captured.
    stones: VertexSet,
    /// The points of regions that become territory, and the opponent's stones in them, which are
    /// dead.
    regions: VertexSet,
    /// Territories that are sure to count.
    territories: VertexSet,
}

impl LocalGame {
    /// Returns a lower and an upper bound for Black's gains minus White's from this state on,
    /// including the final count. The bounds hold because either player can pass until the game
    /// ends.
    pub(super) fn static_bounds(&self, state: &State) -> [i32; 2] {
        let [black, white] = Color::BOTH.map(|color| self.if_passing(state, color).least);
        [black, -white]
    }

    /// Returns the outcome for `color` if it passes from this state on until the game ends.
    pub(super) fn if_passing(&self, state: &State, color: Color) -> IfPassing {
        let settled = self.settled(state, color);
        IfPassing {
            least: -self.most(state, color.opponent(), settled),
            regions: settled.regions,
        }
    }

    /// Returns an upper bound for the gains of `color` minus the opponent's if the opponent passes.
    /// At best `color` gains all of the opponent's stones that can be captured and the points under
    /// them, all other empty points, and its own territories. Points that were dame at the start
    /// are worth nothing, and a point next to a stone that can't be captured never becomes the
    /// other colour's territory. `settled` is everything that the opponent keeps.
    fn most(&self, state: &State, color: Color, settled: Settled) -> i32 {
        let loose = state.stones[color.opponent().index()] & !settled.stones;
        let worthless = self.dame | self.adjacency.boundary(settled.stones) | settled.regions;
        let points = (self.empty(state) | loose & !self.large) & !worthless;
        let large = 2 * self.weight_of(loose & self.large);
        let gains = POINT * (count(points) + large) + PRISONER * count(loose & !self.large);
        let territories = count(settled.regions & !self.dame) + self.weight_of(settled.territories);
        let losses =
            POINT * territories + PRISONER * count(state.stones[color.index()] & settled.regions);
        gains - losses + self.territory_points[color.index()]
    }

    /// Returns everything that `color` keeps. A stone is unconditionally alive if two regions are
    /// vital to it and all chains around these regions are alive, too. A region is vital to a stone
    /// if every empty point of it is a liberty of the stone (David B. Benson, "Life in the game of
    /// Go", Information Sciences 10, 1976). Unconditionally alive stones are not in seki: they can
    /// fill every dame next to them. The opponent's stones are dead in a region that is surrounded
    /// only by alive and safe stones.
    fn settled(&self, state: &State, color: Color) -> Settled {
        let stones = state.stones[color.index()];
        let permanent = self
            .adjacency
            .reachable(self.permanent_liberty(state, color) & stones, stones);
        let safe = self.adjacency.reachable(self.safe & stones, stones);
        // points with an initial stone of the opponent are not eyes, because a stone there is never
        // dead
        let opponent = color.opponent();
        let has_way_out = self.start[opponent.index()]
            | self.captured_large(state, opponent)
            | self.outside_liberty;
        let space = self.all & !stones;
        let closed = space & !self.adjacency.reachable(has_way_out & space, space);
        let mut regions = [Component::default(); MAX_REGIONS];
        let mut found = 0;
        for region in self.adjacency.components(closed) {
            let is_eye_space = region.boundary != 0
                && region.set & self.empty(state) != 0
                && region.boundary & self.territories == 0;
            if is_eye_space && found < MAX_REGIONS {
                regions[found] = region;
                found += 1;
            }
        }
        let regions = &regions[..found];
        let alive = if found < 2 {
            safe
        } else {
            // stones that were played where the opponent surrounds them count as dead, no matter
            // how many eyes they have
            let rooted = self
                .adjacency
                .reachable(permanent | self.start[color.index()] & stones, stones);
            self.unconditionally_alive(state, rooted, safe, regions)
        };
        let sure = regions
            .iter()
            .filter(|region| region.boundary & !alive == 0);
        Settled {
            stones: permanent | alive,
            regions: sure.fold(0, |sum, region| sum | region.set),
            territories: alive & self.territories,
        }
    }

    /// Returns whether a chain of `color` with any of the vertices `chain` is unconditionally
    /// alive, if every stone that can be captured counts as part of the region where it stands.
    pub(super) fn has_two_eyes(&self, state: &State, color: Color, chain: VertexSet) -> bool {
        let (stones, empty) = (state.stones[color.index()], self.empty(state));
        // saves most of the time: every vital region has such a liberty
        let liberties = self
            .adjacency
            .boundary(self.adjacency.reachable(chain & stones, stones))
            & empty;
        if liberties
            .filter(|point| self.adjacency[point] & empty & !liberties == 0)
            .has_at_most(1)
        {
            return false;
        }
        let space = self.all & !stones;
        let opponent = color.opponent();
        let has_way_out = self.permanent_liberty(state, opponent) & state.stones[opponent.index()];
        let closed = space & !self.adjacency.reachable(has_way_out & space, space);
        let mut regions = [Component::default(); MAX_REGIONS];
        let mut found = 0;
        for region in self
            .adjacency
            .components(closed)
            .filter(|region| region.boundary != 0)
            .take(MAX_REGIONS)
        {
            regions[found] = region;
            found += 1;
        }
        found >= 2 && self.unconditionally_alive(state, stones, 0, &regions[..found]) & chain != 0
    }

    /// Returns the chains of `stones` that are unconditionally alive, and the chains in `safe`.
    /// `regions` are their closed regions.
    fn unconditionally_alive(
        &self,
        state: &State,
        stones: VertexSet,
        safe: VertexSet,
        regions: &[Component],
    ) -> VertexSet {
        let empty = self.empty(state);
        let mut alive = stones;
        loop {
            let mut kept = safe;
            for chain in self.adjacency.components(alive & !safe) {
                let is_vital = |region: &&Component| {
                    region.boundary & !alive == 0 && region.set & empty & !chain.boundary == 0
                };
                if regions.iter().filter(is_vital).nth(1).is_some() {
                    kept |= chain.set;
                }
            }
            if kept == alive {
                return alive;
            }
            alive = kept;
        }
    }
}

/// The maximum number of closed regions of a colour that are examined.
const MAX_REGIONS: usize = 16;

/// Returns the number of vertices as a signed number.
fn count(set: VertexSet) -> i32 {
    set.count().cast_signed()
}
