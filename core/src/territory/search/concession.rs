//! Concessions: dame that a prover gives away before he proves a bound.
//!
//! A refuter can fill dame in any order, and mostly none of it matters; but a search would have to look at every
//! subset of them. So the prover first concedes dame: the refuter has stones there from the start, and these cannot be
//! captured. What the prover gets all the same, he gets in the local game itself, too, where he leaves these points
//! alone: his own stones have more liberties there, and the refuter's have fewer and are joined less. Where a bound is
//! not reached so, the line that refutes it shows which concessions were too much (this is counterexample-guided
//! refinement: Edmund Clarke and others, "Counterexample-guided abstraction refinement", CAV 2000).
//!
//! Three things need care:
//! - The refuter may want dame to stay empty, because they become eyes of his. So only dame beside the prover's stones
//!   are conceded.
//! - Stones that the refuter captures beside a conceded point have more liberties in the local game. So this capture
//!   counts as one too many: the prover gets what is left to him if he passes for ever.
//! - A conceded point that neither player would fill in the end may leave the prover's stones beside it in seki: see
//!   [`LocalGame::count`].

use super::local_game::LocalGame;
use super::node_budget::Exhausted;
use super::proof::{Proof, Replies};
use super::proof_attempt::ProofAttempt;
use super::proof_search::{MOST_COSTLY_CAPTURES, MOST_REFUTER_CAPTURES};
use super::state::State;
use super::vertex_set::{BitSet, VertexSet, single};
use crate::board::Color;

impl LocalGame {
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
    fn refined_concession(&self, root: &State, prover: Color, played: VertexSet, lost: VertexSet) -> VertexSet {
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

impl ProofAttempt<'_> {
    /// Returns the proof to try after this one, which has got Black no other bound than `value`: with all replies, with
    /// fewer concessions, with more captures, and at last without concessions. Returns `None` after the last one.
    /// `has_improved` says whether the bound is better than before this proof: then the refuter's captures cost him
    /// something, and more of them come first.
    pub(super) fn next_proof(
        &mut self,
        root: &State,
        value: i32,
        has_improved: bool,
    ) -> Result<Option<Proof>, Exhausted> {
        let Proof { captures, replies, conceded, .. } = self.proof;
        let is_costly = has_improved && conceded == 0 && (1..MOST_COSTLY_CAPTURES).contains(&captures);
        if replies == Replies::Near && is_costly {
            return Ok(Some(Proof { captures: captures + 1, ..self.proof }));
        }
        if replies == Replies::Near {
            return Ok(Some(Proof { replies: Replies::All, ..self.proof }));
        }
        let next = Proof { replies: Replies::Near, ..self.proof };
        let refined = if conceded == 0 { None } else { self.refine(root, value)? };
        Ok(match refined {
            Some(refined) if refined != conceded => Some(Proof { conceded: refined, ..next }),
            None if captures < MOST_REFUTER_CAPTURES => Some(Proof { captures: captures + 1, ..next }),
            _ => (conceded != 0).then_some(Proof { captures: 0, conceded: 0, ..next }),
        })
    }

    /// Returns the concessions that are left after the best line of play, which gives Black `value`. Returns
    /// `None` if it ends with a capture too many, because then the limit is to blame for it and not the concessions.
    fn refine(&mut self, root: &State, value: i32) -> Result<Option<VertexSet>, Exhausted> {
        let prover = self.proof.prover;
        let mut left = if root.player() == Color::Black { value } else { -value };
        let (mut state, mut played) = (*root, 0);
        while !state.is_over() && self.proof.captures_left(&state).is_some() {
            let Some((candidate, next, gain)) = self.best_move(&state, left)? else { break };
            played |= candidate.map_or(0, |vertex| single(vertex.into()));
            (state, left) = (next, gain - left);
        }
        if state.captures(prover.opponent()) == self.proof.captures + 1 {
            return Ok(None);
        }
        let own = prover.index();
        Ok(Some(self.game.refined_concession(root, prover, played, root.stones[own] & !state.stones[own])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::territory::search::vertex_set::first_vertices;

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
            let moves =
                game.legal_moves(&game.initial(Color::White)).find(|(candidate, ..)| *candidate == Some(vertex));
            moves.map(|(_, next, _)| next.captures(Color::White))
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
