//! A field as a graph: the board that the search plays on.
//!
//! The vertices are the empty points of the field and the blocks next to them. A block is one
//! vertex if it has more than [`MAX_STONES_APART`](super::field::MAX_STONES_APART) stones or cannot
//! be captured. A smaller block has one vertex for each stone, because play on the points of
//! captured stones may matter.

use super::graph::{Adjacency, BitSet, VertexSet, first_vertices};
use super::state::State;
use crate::board::Color;

/// The vertices of a field.
#[derive(Clone, Debug, Default)]
pub(super) struct FieldGraph {
    /// All vertices.
    pub(super) all: VertexSet,
    /// For each vertex, the adjacent vertices.
    pub(super) adjacency: Adjacency,
    /// For each vertex, its number of stones: 0 for an empty point.
    pub(super) weight: Vec<u16>,
    /// The stones of each colour at the start.
    pub(super) start: [VertexSet; 2],
    /// Large blocks that can be captured, each one vertex.
    pub(super) large: VertexSet,
    /// Stones of each colour that are never captured.
    pub(super) uncapturable: [VertexSet; 2],
    /// For each vertex that is a point, the lower vertices where a move is equivalent.
    pub(super) equivalent: Adjacency,
}

impl FieldGraph {
    /// Returns the empty points.
    pub(super) fn empty(&self, state: &State) -> VertexSet {
        self.all & !state.stones[0] & !state.stones[1]
    }

    /// Returns the vertices that give a permanent liberty to every chain of `color` that contains
    /// one of them: its uncapturable stones, and the large blocks that it has captured, whose
    /// vertices count as such stones.
    pub(super) fn permanent_liberty(&self, state: &State, color: Color) -> VertexSet {
        let captured = self.large & self.start[color.opponent().index()];
        self.uncapturable[color.index()] | captured & state.stones[color.index()]
    }

    /// Returns everything that decides the effect of a move on `vertex`: the adjacent vertices that
    /// can be captured or are empty, and for each colour the adjacent blocks that can't be
    /// captured. A single uncapturable block of a colour is interchangeable with any other, because
    /// the move joins nothing.
    fn neighbours(&self, vertex: usize) -> (VertexSet, [VertexSet; 2]) {
        let adjacent = self.adjacency[vertex];
        let uncapturable = self.uncapturable.map(|blocks| {
            let blocks = adjacent & blocks;
            if blocks.is_single() {
                VertexSet::MAX
            } else {
                blocks
            }
        });
        (
            adjacent & !self.uncapturable[0] & !self.uncapturable[1],
            uncapturable,
        )
    }

    /// Finds the points where moves are equivalent because they have the same neighbours.
    pub(super) fn find_equivalent_moves(&mut self) {
        let points = self.all & !self.start[0] & !self.start[1];
        for vertex in points.vertices() {
            let lower = points & first_vertices(vertex);
            self.equivalent[vertex] =
                lower.filter(|other| self.neighbours(other) == self.neighbours(vertex));
        }
    }
}
