//! Bounds for the value of a state that need no search.

use super::local_game::{LocalGame, POINT, PRISONER};
use super::state::State;
use super::vertex_set::{BitSet, VertexSet};
use crate::board::Color;

impl LocalGame {
    /// Returns an upper bound for what `color` gains from this state on, its final count included, minus what the
    /// opponent does. The opponent can pass until the game ends. Then `color` gets no more than the opponent's stones
    /// that can be captured, with their points, the other empty points, and its own territories. Dame of the start are
    /// worth nothing, and no point beside an opponent's stone that can't be captured becomes territory.
    pub(super) fn most(&self, state: &State, color: Color) -> i32 {
        let other = color.opponent();
        let stones = state.stones[other.index()];
        let permanent = self.permanent_liberty(state, other) & stones;
        let solid = self.adjacency.reachable(permanent, stones);
        let loose = stones & !solid;
        let worthless = self.dame | self.adjacency.boundary(solid);
        let points = (self.empty(state) | loose & !self.large) & !worthless;
        let large = (loose & self.large).vertices().map(|block| 2 * POINT * i32::from(self.weight[block])).sum::<i32>();
        POINT * count(points) + PRISONER * count(loose & !self.large) + large + self.territory_points[color.index()]
    }
}

/// Returns the number of vertices as a signed number.
fn count(set: VertexSet) -> i32 {
    set.count().cast_signed()
}
