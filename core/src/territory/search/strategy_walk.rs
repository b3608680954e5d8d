//! The strategy of a prover, found by a walk through everything that the refuter can do against it.

use std::collections::HashMap;

use super::local_game::LocalGame;
use super::moves::Move;
use super::node_budget::Exhausted;
use super::proof::{Proof, Replies};
use super::proof_attempt::ProofAttempt;
use super::proof_tables::ProofTables;
use super::state::State;

/// The number of states up to which a strategy is written down.
const MOST_STATES: usize = 20_000;

/// The moves of a prover by state, without the passes.
pub(super) type Strategy = HashMap<State, u8>;

/// The reason why a walk found no strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoStrategy {
    /// There are too many states, or the search took too long.
    TooLarge,
    /// The search has no answer to some line of the refuter.
    Refuted,
}

impl From<Exhausted> for NoStrategy {
    fn from(_: Exhausted) -> Self {
        Self::TooLarge
    }
}

/// A walk. In each state the prover has one move, and the refuter has all that are legal, also those that the search
/// does without.
#[derive(Debug)]
pub(super) struct StrategyWalk<'a> {
    tables: &'a mut ProofTables,
    game: &'a LocalGame,
    proof: Proof,
    /// The strategy to follow; `None` to search for the moves.
    known: Option<Strategy>,
    moves: Strategy,
    /// For each state that was walked, what the prover gains from there on at least.
    proved: HashMap<State, i32>,
}

impl<'a> StrategyWalk<'a> {
    /// Returns a strategy by which the prover gains at least `need` from `root` on.
    pub(super) fn find(
        tables: &'a mut ProofTables,
        game: &'a LocalGame,
        proof: Proof,
        root: &State,
        need: i32,
    ) -> Result<Strategy, NoStrategy> {
        let mut walk = Self { tables, game, proof, known: None, moves: HashMap::new(), proved: HashMap::new() };
        walk.prove(root, need)?;
        // a state may have got another move later, so that some moves are no longer reached
        let known = Some(std::mem::take(&mut walk.moves));
        let mut again = Self { known, proved: HashMap::new(), ..walk };
        again.prove(root, need)?;
        Ok(again.moves)
    }

    /// Proves that the prover gains at least `need` from a state on.
    fn prove(&mut self, state: &State, need: i32) -> Result<(), NoStrategy> {
        let is_provers_turn = state.player() == self.proof.prover;
        let sign = if is_provers_turn { 1 } else { -1 };
        if state.is_over() {
            let value = sign * self.tables.final_value(self.game, state);
            return if value >= need { Ok(()) } else { Err(NoStrategy::Refuted) };
        }
        let [least, most] = self.tables.static_bounds(self.game, state);
        if (if is_provers_turn { least } else { -most }) >= need {
            return Ok(());
        }
        if self.proof.captures_left(state).is_none() {
            return Err(NoStrategy::Refuted);
        }
        let key = state.without_captures(self.proof.prover);
        if self.proved.get(&key).is_some_and(|&known| known >= need) {
            return Ok(());
        }
        if is_provers_turn {
            let (reply, next, gain) = self.reply(state, &key, need)?;
            match reply {
                Some(vertex) => self.moves.insert(key, vertex),
                None => self.moves.remove(&key),
            };
            self.prove(&next, need - gain)?;
        } else {
            for (_, next, gain) in self.game.legal_moves(state) {
                self.prove(&next, need + gain)?;
            }
        }
        // no state comes back after itself: that takes captures by the refuter, and these are counted
        self.proved.insert(key, need);
        if self.proved.len() > MOST_STATES { Err(NoStrategy::TooLarge) } else { Ok(()) }
    }

    /// Returns the prover's move in a state: a pass if possible.
    fn reply(&mut self, state: &State, key: &State, need: i32) -> Result<(Move, State, i32), NoStrategy> {
        if let Some(known) = &self.known {
            let reply = known.get(key).copied();
            let mut moves = self.game.legal_moves(state);
            return moves.find(|&(candidate, ..)| candidate == reply).ok_or(NoStrategy::Refuted);
        }
        for replies in [self.proof.replies, Replies::All] {
            if let Some(best) = self.attempt(replies).best_move(state, need)? {
                return Ok(best);
            }
        }
        // a move that the search does without
        for (candidate, next, gain) in self.game.legal_moves(state) {
            if self.attempt(Replies::All).value(&next, gain - need, gain - need + 1)? <= gain - need {
                return Ok((candidate, next, gain));
            }
        }
        Err(NoStrategy::Refuted)
    }

    /// Returns the search for the prover's moves.
    const fn attempt(&mut self, replies: Replies) -> ProofAttempt<'_> {
        ProofAttempt { tables: self.tables, game: self.game, proof: Proof { replies, ..self.proof } }
    }
}
