//! A local game, as a graph.
//!
//! The vertices are the points that can be played, the blocks adjacent to them, and the territories adjacent to those
//! blocks. A territory is one vertex, and so is a block that has more than [`MAX_STONES_APART`] stones or cannot be
//! captured. A smaller block has one vertex for each stone, because play on the points where its stones were captured
//! may matter.

use super::adjacency::Adjacency;
use super::state::State;
use super::vertex_set::{BitSet, VertexSet, first_vertices};
use crate::board::Color;

/// The largest number of stones of a block whose points can be played after it is captured.
pub(super) const MAX_STONES_APART: usize = 4;

/// The value of a point of territory.
pub(super) const POINT: i32 = 256;

/// The value of a prisoner: slightly more than a point, so that of equal results the one without sacrifices is chosen.
pub(super) const PRISONER: i32 = POINT + 1;

/// A local game: a part of the board that is searched alone, as a graph.
#[derive(Clone, Debug, Default)]
pub(super) struct LocalGame {
    /// All vertices.
    pub(super) all: VertexSet,
    /// For each vertex, the adjacent vertices.
    pub(super) adjacency: Adjacency,
    /// For each vertex, the number of stones of a block or of points of a territory that is one vertex; 0 for a point
    /// that can be played, 1 for a stone of a small block.
    pub(super) weight: Vec<u16>,
    /// For each vertex that is a territory, its number of eyes.
    pub(super) eyes: Vec<u8>,
    /// The stones of each colour at the start. A territory counts as a stone of its owner.
    pub(super) start: [VertexSet; 2],
    /// The stones of each colour that are dead by agreement. They are on the board until they are captured.
    pub(super) dead: [VertexSet; 2],
    /// Blocks of more than [`MAX_STONES_APART`] stones that can be captured, each one vertex.
    pub(super) large: VertexSet,
    /// Territories, in which nobody plays.
    pub(super) territories: VertexSet,
    /// The value of the territories of each colour.
    pub(super) territory_points: [i32; 2],
    /// Stones of each colour that are never captured, because they have liberties outside the local game.
    pub(super) uncapturable: [VertexSet; 2],
    /// Stones that are alive by agreement although play captures them whoever moves first. What is won by their capture
    /// makes no eye.
    pub(super) agreed: VertexSet,
    /// Safe blocks: see [`super::safety`].
    pub(super) safe: VertexSet,
    /// Points adjacent to dame outside the local game. A stone there always has a liberty.
    pub(super) outside_liberty: VertexSet,
    /// Points that were dame at the start. They are worth nothing, whoever surrounds them in the end.
    pub(super) dame: VertexSet,
    /// Dame on which one colour has stones from the start: see [`super::concession`].
    pub(super) conceded: VertexSet,
    /// For each vertex that is a point, the lower points on which a move is equivalent.
    pub(super) equivalent: Adjacency,
}

impl LocalGame {
    /// Returns the initial state if `first_player` moves first.
    pub(super) const fn initial(&self, first_player: Color) -> State {
        State::initial([self.start[0] | self.dead[0], self.start[1] | self.dead[1]], first_player)
    }

    /// Returns the empty points.
    pub(super) fn empty(&self, state: &State) -> VertexSet {
        self.all & !state.stones[0] & !state.stones[1]
    }

    /// Returns the large blocks that `color` has captured. Their vertices count as stones of `color` that cannot be
    /// captured.
    pub(super) fn captured_large(&self, state: &State, color: Color) -> VertexSet {
        self.large & self.start[color.opponent().index()] & state.stones[color.index()]
    }

    /// Returns the vertices that give a chain of `color` a permanent liberty if they belong to it.
    pub(super) fn permanent_liberty(&self, state: &State, color: Color) -> VertexSet {
        self.uncapturable[color.index()] | self.outside_liberty | self.captured_large(state, color)
    }

    /// Returns the stones of the start that are captured in both final states.
    pub(super) fn captured_in_both(&self, ends: [&State; 2]) -> VertexSet {
        let captured = |color: usize| ends.iter().fold(self.start[color], |left, end| left & !end.stones[color]);
        captured(0) | captured(1)
    }

    /// Returns what decides the effect of a move on `vertex`: the adjacent vertices that can be captured or are empty,
    /// and for each colour the adjacent blocks that can't be captured. Which of these blocks it is makes no difference
    /// if it is only one of a colour, because the move joins nothing.
    fn neighbours(&self, vertex: usize) -> (VertexSet, [VertexSet; 2]) {
        let adjacent = self.adjacency[vertex];
        let uncapturable = self.uncapturable.map(|blocks| {
            let blocks = adjacent & blocks;
            if blocks.is_single() { VertexSet::MAX } else { blocks }
        });
        (adjacent & !self.uncapturable[0] & !self.uncapturable[1], uncapturable)
    }

    /// Finds the points on which moves are equivalent: those with the same neighbours.
    pub(super) fn find_equivalent_moves(&mut self) {
        let points = self.all & !self.start[0] & !self.start[1];
        for vertex in points.vertices() {
            let is_equivalent = |other| {
                let is_alike = |set: VertexSet| set.has(vertex) == set.has(other);
                self.neighbours(other) == self.neighbours(vertex)
                    && is_alike(self.outside_liberty)
                    && is_alike(self.dame)
            };
            self.equivalent[vertex] = (points & first_vertices(vertex)).filter(is_equivalent);
        }
    }
}
