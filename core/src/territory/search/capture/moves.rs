//! The moves on a field, and their effects.

use super::field_graph::FieldGraph;
use super::graph::{BitSet, VertexSet, single};
use super::state::State;
use crate::board::Color;

/// The expected maximum number of states that directly follow a state.
const MAX_SUCCESSORS: usize = 16;

impl FieldGraph {
    /// Returns the states after a pass and after every legal move, except moves that fill the
    /// player's own eye. Of equivalent points, only the first is played.
    pub(super) fn successors(&self, state: &State) -> Vec<State> {
        let empty = self.empty(state);
        // growing the vector would take a large part of a search's time
        let mut successors = Vec::with_capacity(MAX_SUCCESSORS);
        successors.push(state.after_pass());
        for vertex in empty.vertices() {
            let has_equivalent = self.equivalent[vertex] & empty != 0;
            if !has_equivalent && !self.is_eye(state, vertex) {
                successors.extend(self.play(state, vertex));
            }
        }
        successors
    }

    /// Returns the state after a move on the empty point `vertex`, or `None` if the move is suicide
    /// or retakes a banned ko.
    fn play(&self, state: &State, vertex: usize) -> Option<State> {
        let color = state.player;
        let (own, other) = (color.index(), color.opponent().index());
        let (stone, adjacent) = (single(vertex), self.adjacency[vertex]);
        let mut next = state.after_stone(stone);
        let empty = self.empty(&next);
        let captured = self.without_liberty(
            state,
            color.opponent(),
            adjacent & next.stones[other],
            empty,
        );
        if captured == 0 {
            let is_suicide = self.without_liberty(&next, color, stone, empty) != 0;
            return (!is_suicide).then_some(next);
        }
        let is_one_stone = captured.is_power_of_two() && captured & self.large == 0;
        if is_one_stone && state.bans[own].has(vertex) {
            return None;
        }
        next.stones[other] &= !captured;
        next.stones[own] |= captured & self.large;
        next.captures[own] = next.captures[own].saturating_add(1);
        let is_alone = adjacent & next.stones[own] == 0;
        if is_one_stone && is_alone && adjacent & self.empty(&next) == captured {
            next.bans[other] |= captured;
        }
        Some(next)
    }

    /// Returns the chains of `color` that contain any of `stones` and have no liberty.
    fn without_liberty(
        &self,
        state: &State,
        color: Color,
        stones: VertexSet,
        empty: VertexSet,
    ) -> VertexSet {
        // a stone with a liberty cannot be captured, so its chain need not be searched
        let in_danger = stones.filter(|vertex| self.adjacency[vertex] & empty == 0);
        let permanent = self.permanent_liberty(state, color);
        let mut without = 0;
        for chain in self
            .adjacency
            .components_with(in_danger, state.stones[color.index()])
        {
            if chain.set & permanent == 0 && chain.boundary & empty == 0 {
                without |= chain.set;
            }
        }
        without
    }

    /// Returns whether the empty point `vertex` is an eye of a single chain of the player. Such an
    /// eye is never worth filling.
    fn is_eye(&self, state: &State, vertex: usize) -> bool {
        let adjacent = self.adjacency[vertex];
        let stones = state.stones[state.player.index()];
        adjacent != 0
            && adjacent & !stones == 0
            && adjacent & !self.adjacency.reachable(adjacent.only_lowest(), stones) == 0
    }
}
