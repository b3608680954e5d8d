//! A local game, as a graph.
//!
//! The vertices are the points that can be played, the blocks adjacent to them, and the territories adjacent to those
//! blocks. A territory is one vertex, and so is a block that has more than [`MAX_STONES_APART`] stones or cannot be
//! captured. A smaller block has one vertex for each stone, because play on the points where its stones were captured
//! may matter.
//!
//! # Concessions
//! A refuter can fill dame in any order, and mostly none of it matters; but a search would have to look at every
//! subset of them. So a prover first *concedes* dame: the refuter has stones there from the start, and these cannot be
//! captured. A value proved despite the concession also holds without it, if the prover leaves these points alone: his
//! own stones have more liberties there, and the refuter's have fewer and are joined less. Where a bound is not reached
//! so, the line that refutes it shows which concessions were too much (this is counterexample-guided refinement: Edmund
//! Clarke and others, "Counterexample-guided abstraction refinement", CAV 2000).
//!
//! Three things need care:
//! - The refuter may want dame to stay empty, because they become eyes of his. So only dame next to the prover's stones
//!   are conceded.
//! - Stones that the refuter captures next to a conceded point have more liberties in the local game. So this capture
//!   counts as one too many: the prover gets what is left to him if he passes for ever.
//! - A conceded point that neither player would fill in the end may leave the prover's stones next to it in seki: see
//!   [`LocalGame::count`].

use super::graph::{Adjacency, BitSet, VertexSet, first_vertices};
use super::state::State;
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
    /// The number of the game in the tables of the search.
    pub(super) id: u32,
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
    /// Dame that one player concedes: see [`Self::conceding`].
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

    /// Returns the stones and points of blocks and territories that are one vertex each.
    pub(super) fn weight_of(&self, set: VertexSet) -> i32 {
        set.vertices().map(|vertex| i32::from(self.weight[vertex])).sum()
    }

    /// Returns the stones of the start that are captured in both final states.
    pub(super) fn captured_in_both(&self, ends: &[State; 2]) -> VertexSet {
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

    /// Returns the game in which `prover` concedes the dame `points`.
    pub(super) fn conceding(&self, prover: Color, points: VertexSet) -> Self {
        let mut game = Self { conceded: points, ..self.clone() };
        let refuter = prover.opponent().index();
        game.start[refuter] |= points;
        game.uncapturable[refuter] |= points;
        game.find_equivalent_moves();
        game
    }

    /// Returns the dame that a prover concedes at first: all beside his stones but those without which a chain of his
    /// would have no liberty. Of the liberties of such a chain he keeps the ones that join it to others, or all if there
    /// are none.
    pub(super) fn first_concession(&self, root: &State, prover: Color) -> VertexSet {
        let empty = self.empty(root);
        let own = root.stones[prover.index()];
        let dame = self.dame & empty & self.adjacency.boundary(own);
        let captured = self.adjacency.short_chains(own, own, self.permanent_liberty(root, prover), empty & !dame, 0);
        captured.fold(dame, |conceded, chain| {
            let liberties = chain.boundary & dame;
            let joining = liberties.filter(|point| self.adjacency[point] & own & !chain.set != 0);
            conceded & !(if joining == 0 { liberties } else { joining })
        })
    }

    /// Returns the concessions that are left after a line of play from `root` in which a prover did not get enough.
    /// `played` are the vertices of the moves, and `lost` the prover's stones that were captured. The liberties of the
    /// chains that were captured are taken back; if none of these was conceded, those near the moves and of the
    /// prover's chains there, and finally those of the refuter's chains.
    pub(super) fn refined_concession(
        &self,
        root: &State,
        prover: Color,
        played: VertexSet,
        lost: VertexSet,
    ) -> VertexSet {
        let chains = |near: VertexSet, color: Color| {
            let stones = root.stones[color.index()] & !self.conceded;
            let lasting = self.adjacency.reachable(self.permanent_liberty(root, color) & stones, stones);
            self.adjacency.reachable(near & stones & !lasting, stones & !lasting)
        };
        let near = played | lost | self.adjacency.boundary(played | lost);
        let own = near | self.adjacency.boundary(chains(near, prover));
        let all = own | self.adjacency.boundary(chains(near, prover.opponent()));
        let captured = self.adjacency.boundary(chains(lost, prover));
        let refined = [captured, own, all].into_iter().map(|points| self.conceded & !points);
        refined.into_iter().find(|&left| left != self.conceded).unwrap_or(self.conceded)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::territory::search::graph::single;
    use crate::territory::search::proof_search::MOST_REFUTER_CAPTURES;

    /// Returns a row of points (`.`), dame (`:`) and stones, each a block of its own.
    fn row(cells: &str) -> LocalGame {
        let set = |letter| {
            cells.bytes().zip(0..).filter(|&(cell, _)| cell == letter).fold(0, |set, (_, at)| set | single(at))
        };
        let mut game = LocalGame {
            all: first_vertices(cells.len()),
            start: [set(b'x'), set(b'o')],
            dame: set(b':'),
            weight: cells.bytes().map(|cell| u16::from(cell == b'x' || cell == b'o')).collect(),
            eyes: vec![0; cells.len()],
            ..LocalGame::default()
        };
        for vertex in 0..cells.len() {
            game.adjacency[vertex] = game.all & (single(vertex + 1) | single(vertex) >> 1);
        }
        game
    }

    #[test]
    fn a_chain_keeps_its_last_liberties() {
        let game = row(".x:o:x:o");
        let root = game.initial(Color::White);
        assert_eq!(game.first_concession(&root, Color::Black), single(2), "the other two are all that a stone has");
        assert_eq!(game.first_concession(&root, Color::White), 0);
    }

    #[test]
    fn a_capture_beside_a_concession_is_one_too_many() {
        let game = row(".x:o");
        let conceding = game.conceding(Color::Black, single(2));
        let captures = |game: &LocalGame, vertex: u8| {
            let mut moves = game.legal_moves(&game.initial(Color::White));
            moves.find(|successor| successor.played == Some(vertex)).map(|found| found.state.captures(Color::White))
        };
        assert_eq!(captures(&game, 0), None, "suicide: the Black stone has another liberty");
        assert!(captures(&conceding, 0).is_some_and(|captures| captures > MOST_REFUTER_CAPTURES));
    }

    #[test]
    fn stones_beside_a_concession_that_nobody_fills_are_in_seki() {
        // the second Black stone has an eye, and a dame that neither player can fill without being in atari
        let game = row(".x.x:o.");
        let territory = |game: &LocalGame| game.count(&game.initial(Color::Black)).territory[0];
        let is_filled = LocalGame { uncapturable: [0, single(5)], ..game.clone() };
        for (game, expected) in [(game, 0), (is_filled, single(0) | single(2))] {
            assert_eq!(territory(&game), expected);
            assert_eq!(territory(&game.conceding(Color::Black, single(4))), expected, "the same with the concession");
        }
    }
}
