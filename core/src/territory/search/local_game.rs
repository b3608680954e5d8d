//! A local game as a graph.
//!
//! The vertices are the points that can be played, the blocks adjacent to them, and the territories
//! adjacent to those blocks. A territory is one vertex, and so is a block that has more than
//! [`MAX_STONES_APART`] stones or cannot be captured. (The games of [`capture`](super::capture)
//! have no territories, and larger limits.) A smaller block has one vertex for each stone, because
//! play on the points of captured stones may matter.
//!
//! # Concessions
//! A refuter can fill dame in any order, and the order rarely matters, but a search would have to
//! look at every subset of the dame. So a prover first *concedes* dame: the refuter has stones
//! there from the start, and these cannot be captured. A value proved despite the concession also
//! holds without it, if the prover never plays on these points: his own stones have more liberties
//! there, and the refuter's have fewer and are less connected. If a bound is not reached with the
//! concessions, the line that refutes it shows which of them to take back (this is
//! counterexample-guided refinement: Edmund Clarke and others, "Counterexample-guided abstraction
//! refinement", CAV 2000).
//!
//! Three things need care:
//! - The refuter may want dame to stay empty, because they become his eyes. So only dame next to
//!   the prover's stones are conceded.
//! - Stones that the refuter captures next to a conceded point have more liberties in the local
//!   game. So this capture counts as one too many: the prover gets the value that he keeps if he
//!   passes for ever.
//! - A conceded point that neither player would fill may leave the prover's stones next to it in
//!   seki: see [`LocalGame::count`].

use super::graph::{Adjacency, BitSet, VertexSet, first_vertices};
use super::state::State;
use crate::board::Color;

/// The maximum number of stones in a block whose points can be played after its capture.
pub(super) const MAX_STONES_APART: usize = 4;

/// The value of a point of territory.
pub(super) const POINT: i32 = 256;

/// The value of a prisoner: slightly more than a point, to prefer lines without sacrifices among
/// equal results.
pub(super) const PRISONER: i32 = POINT + 1;

/// A part of the board that is searched separately, as a graph.
#[derive(Clone, Debug, Default)]
pub(super) struct LocalGame {
    /// The number of the game in the tables of the search.
    pub(super) id: u32,
    /// All vertices.
    pub(super) all: VertexSet,
    /// For each vertex, the adjacent vertices.
    pub(super) adjacency: Adjacency,
    /// For each vertex, its number of stones or points: the size of a block or territory that is
    /// one vertex, 1 for a stone of a small block, 0 for a point that can be played.
    pub(super) weight: Vec<u16>,
    /// For each vertex that is a territory, its number of eyes.
    pub(super) eyes: Vec<u8>,
    /// The stones of each colour at the start. A territory counts as a stone of its owner.
    pub(super) start: [VertexSet; 2],
    /// The stones of each colour that are dead by agreement. They are on the board until they are
    /// captured.
    pub(super) dead: [VertexSet; 2],
    /// Blocks of more than [`MAX_STONES_APART`] stones that can be captured, each one vertex.
    pub(super) large: VertexSet,
    /// Territories, where neither player plays.
    pub(super) territories: VertexSet,
    /// The value of the territories of each colour.
    pub(super) territory_points: [i32; 2],
    /// Stones of each colour that are never captured, because they have liberties outside the local
    /// game.
    pub(super) uncapturable: [VertexSet; 2],
    /// Stones that are alive by agreement, although they are captured no matter who moves first.
    /// Points won by this capture are not eyes.
    pub(super) agreed: VertexSet,
    /// Safe blocks: see [`super::safe_blocks`].
    pub(super) safe: VertexSet,
    /// Points adjacent to dame outside the local game. A stone there always has a liberty.
    pub(super) outside_liberty: VertexSet,
    /// Points that were dame at the start. They are worth nothing, no matter who surrounds them in
    /// the end.
    pub(super) dame: VertexSet,
    /// Dame that one player concedes: see [`Self::conceding`].
    pub(super) conceded: VertexSet,
    /// For each vertex that is a point, the lower vertices where a move is equivalent.
    pub(super) equivalent: Adjacency,
}

impl LocalGame {
    /// Returns the initial state with `first_player` to move.
    pub(super) const fn initial(&self, first_player: Color) -> State {
        State::initial(
            [self.start[0] | self.dead[0], self.start[1] | self.dead[1]],
            first_player,
        )
    }

    /// Returns the empty points.
    pub(super) fn empty(&self, state: &State) -> VertexSet {
        self.all & !state.stones[0] & !state.stones[1]
    }

    /// Returns the large blocks that `color` has captured. Their vertices count as uncapturable
    /// stones of `color`.
    pub(super) fn captured_large(&self, state: &State, color: Color) -> VertexSet {
        self.large & self.start[color.opponent().index()] & state.stones[color.index()]
    }

    /// Returns the vertices that give a permanent liberty to every chain of `color` that contains
    /// one of them.
    pub(super) fn permanent_liberty(&self, state: &State, color: Color) -> VertexSet {
        self.uncapturable[color.index()] | self.outside_liberty | self.captured_large(state, color)
    }

    /// Returns the total weight of a set: see [`Self::weight`].
    pub(super) fn weight_of(&self, set: VertexSet) -> i32 {
        set.vertices()
            .map(|vertex| i32::from(self.weight[vertex]))
            .sum()
    }

    /// Returns the initial stones that are captured in both final states.
    pub(super) fn captured_in_both(&self, ends: &[State; 2]) -> VertexSet {
        let captured = |color: usize| {
            ends.iter()
                .fold(self.start[color], |left, end| left & !end.stones[color])
        };
        captured(0) | captured(1)
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
            let is_equivalent = |other| {
                let is_alike = |set: VertexSet| set.has(vertex) == set.has(other);
                self.neighbours(other) == self.neighbours(vertex)
                    && is_alike(self.outside_liberty)
                    && is_alike(self.dame)
            };
            self.equivalent[vertex] = (points & first_vertices(vertex)).filter(is_equivalent);
        }
    }

    /// Returns the game with the dame `points` conceded by `prover`.
    pub(super) fn conceding(&self, prover: Color, points: VertexSet) -> Self {
        let mut game = Self {
            conceded: points,
            ..self.clone()
        };
        let refuter = prover.opponent().index();
        game.start[refuter] |= points;
        game.uncapturable[refuter] |= points;
        game.find_equivalent_moves();
        game
    }

    /// Returns the dame that a prover concedes at first: all dame next to his stones, except where
    /// one of his chains would then have no liberty. Such a chain keeps the liberties that join it
    /// to other chains, or all its liberties if none joins it to another chain.
    pub(super) fn first_concession(&self, root: &State, prover: Color) -> VertexSet {
        let empty = self.empty(root);
        let own = root.stones[prover.index()];
        let dame = self.dame & empty & self.adjacency.boundary(own);
        let captured = self.adjacency.short_chains(
            own,
            own,
            self.permanent_liberty(root, prover),
            empty & !dame,
            0,
        );
        captured.fold(dame, |conceded, chain| {
            let liberties = chain.boundary & dame;
            let joining = liberties.filter(|point| self.adjacency[point] & own & !chain.set != 0);
            conceded & !(if joining == 0 { liberties } else { joining })
        })
    }

    /// Returns the concessions that remain after a line of play from `root` that did not give the
    /// prover enough. `played` are the vertices of the moves, and `lost` the captured stones of the
    /// prover. The prover takes back the liberties of the captured chains. If he had conceded none
    /// of these, he takes back the conceded dame near the moves and next to his own chains there,
    /// and finally the dame next to the refuter's chains there.
    pub(super) fn refined_concession(
        &self,
        root: &State,
        prover: Color,
        played: VertexSet,
        lost: VertexSet,
    ) -> VertexSet {
        let chains = |near: VertexSet, color: Color| {
            let stones = root.stones[color.index()] & !self.conceded;
            let lasting = self
                .adjacency
                .reachable(self.permanent_liberty(root, color) & stones, stones);
            self.adjacency
                .reachable(near & stones & !lasting, stones & !lasting)
        };
        let near = played | lost | self.adjacency.boundary(played | lost);
        let own = near | self.adjacency.boundary(chains(near, prover));
        let all = own | self.adjacency.boundary(chains(near, prover.opponent()));
        let captured = self.adjacency.boundary(chains(lost, prover));
        let refined = [captured, own, all]
            .into_iter()
            .map(|points| self.conceded & !points);
        refined
            .into_iter()
            .find(|&left| left != self.conceded)
            .unwrap_or(self.conceded)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::territory::search::bounds::MOST_REFUTER_CAPTURES;
    use crate::territory::search::graph::single;

    /// Returns a row of points (`.`), dame (`:`) and stones. Each stone is a block.
    fn row(cells: &str) -> LocalGame {
        let set = |letter| {
            cells
                .bytes()
                .zip(0..)
                .filter(|&(cell, _)| cell == letter)
                .fold(0, |set, (_, at)| set | single(at))
        };
        let mut game = LocalGame {
            all: first_vertices(cells.len()),
            start: [set(b'x'), set(b'o')],
            dame: set(b':'),
            weight: cells
                .bytes()
                .map(|cell| u16::from(cell == b'x' || cell == b'o'))
                .collect(),
            eyes: vec![0; cells.len()],
            ..LocalGame::default()
        };
        for vertex in 0..cells.len() {
            game.adjacency[vertex] = game.all & (single(vertex + 1) | single(vertex) >> 1);
        }
        game
    }

    #[test]
    fn first_concession_leaves_chains_their_last_liberties() {
        let game = row(".x:o:x:o");
        let root = game.initial(Color::White);
        assert_eq!(
            game.first_concession(&root, Color::Black),
            single(2),
            "the stones between need the other two"
        );
        assert_eq!(game.first_concession(&root, Color::White), 0);
    }

    #[test]
    fn capture_next_to_concession_exceeds_the_limit() {
        let game = row(".x:o");
        let conceding = game.conceding(Color::Black, single(2));
        let captures = |game: &LocalGame, vertex: u8| {
            let mut moves = game.legal_moves(&game.initial(Color::White));
            moves
                .find(|successor| successor.played == Some(vertex))
                .map(|found| found.state.captures[1])
        };
        assert_eq!(
            captures(&game, 0),
            None,
            "suicide: the Black stone has another liberty"
        );
        assert!(
            captures(&conceding, 0)
                .is_some_and(|captures| u32::from(captures) > MOST_REFUTER_CAPTURES)
        );
    }

    #[test]
    fn stones_next_to_unfillable_concession_are_in_seki() {
        // the second Black stone has an eye, and a dame that puts either player in atari if he
        // fills it
        let game = row(".x.x:o.");
        let territory = |game: &LocalGame| game.count(&game.initial(Color::Black)).territory[0];
        let is_filled = LocalGame {
            uncapturable: [0, single(5)],
            ..game.clone()
        };
        for (game, expected) in [(game, 0), (is_filled, single(0) | single(2))] {
            assert_eq!(territory(&game), expected);
            assert_eq!(
                territory(&game.conceding(Color::Black, single(4))),
                expected,
                "the same with the concession"
            );
        }
    }

    #[test]
    fn stones_that_need_eyes_shared_with_seki_are_in_seki() {
        // the last Black stone is in seki, and the chains before it share eyes with each other
        let territory = |game: &LocalGame| game.count(&game.initial(Color::Black)).territory[0];
        assert_eq!(
            territory(&row(".x.x.x:o.")),
            0,
            "without the last stone, each chain depends on the next"
        );
        assert_eq!(
            territory(&row("...x.x.x:o.")),
            0b1_0111,
            "the first chain has two eyes of its own"
        );
    }
}
