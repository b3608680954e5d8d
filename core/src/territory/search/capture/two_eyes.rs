//! Benson's condition: chains that live even if their owner always passes.

use super::field_graph::FieldGraph;
use super::graph::{BitSet, Component, VertexSet};
use super::state::State;
use crate::board::Color;

/// The maximum number of closed regions of a colour that are examined.
const MAX_REGIONS: usize = 16;

impl FieldGraph {
    /// Returns whether a chain of `color` with any of the vertices `chain` is unconditionally
    /// alive, if every stone that can be captured counts as part of the region where it stands. A
    /// chain is unconditionally alive if two regions are vital to it and all chains around these
    /// regions are also alive. A region is vital to a chain if every empty point of it is a liberty
    /// of the chain (David B. Benson, "Life in the game of Go", Information Sciences 10, 1976).
    pub(super) fn has_two_eyes(&self, state: &State, color: Color, chain: VertexSet) -> bool {
        let (stones, empty) = (state.stones[color.index()], self.empty(state));
        // this early return saves most of the time: every vital region has a liberty whose empty
        // neighbours are all liberties
        let liberties = self
            .adjacency
            .boundary(self.adjacency.reachable(chain & stones, stones))
            & empty;
        let inner = liberties.filter(|point| self.adjacency[point] & empty & !liberties == 0);
        if inner.count_ones() < 2 {
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
        found >= 2 && self.unconditionally_alive(state, stones, &regions[..found]) & chain != 0
    }

    /// Returns the chains of `stones` that are unconditionally alive. `regions` are their closed
    /// regions.
    fn unconditionally_alive(
        &self,
        state: &State,
        stones: VertexSet,
        regions: &[Component],
    ) -> VertexSet {
        let empty = self.empty(state);
        let mut alive = stones;
        loop {
            let mut kept = 0;
            for chain in self.adjacency.components(alive) {
                let vital = regions.iter().filter(|region| {
                    region.boundary & !alive == 0 && region.set & empty & !chain.boundary == 0
                });
                if vital.take(2).count() == 2 {
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
