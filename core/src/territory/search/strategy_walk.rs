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
    /// For each state that was walked in vain, what the prover does not gain from there on.
    refuted: HashMap<State, i32>,
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
        let mut first = Self::new(tables, game, proof, None);
        first.prove(root, need)?;
        // a state may have got another move later, so that some moves are no longer reached
        let known = Some(first.moves);
        let mut again = Self::new(first.tables, game, proof, known);
        again.prove(root, need)?;
        Ok(again.moves)
    }

    fn new(tables: &'a mut ProofTables, game: &'a LocalGame, proof: Proof, known: Option<Strategy>) -> Self {
        let (moves, proved, refuted) = (HashMap::new(), HashMap::new(), HashMap::new());
        Self { tables, game, proof, known, moves, proved, refuted }
    }

    /// Proves that the prover gains at least `need` from a state on.
    fn prove(&mut self, state: &State, need: i32) -> Result<(), NoStrategy> {
        let is_provers_turn = state.player() == self.proof.prover;
        let sign = if is_provers_turn { 1 } else { -1 };
        if state.is_over() {
            let value = sign * self.tables.final_value(self.game, state);
            return if value >= need { Ok(()) } else { Err(NoStrategy::Refuted) };
        }
        if self.tables.if_passing(self.game, state, self.proof.prover).least >= need {
            return Ok(());
        }
        if self.proof.captures_left(state).is_none() {
            return Err(NoStrategy::Refuted);
        }
        let key = state.without_captures(self.proof.prover);
        if self.proved.get(&key).is_some_and(|&known| known >= need) {
            return Ok(());
        }
        if self.refuted.get(&key).is_some_and(|&known| known <= need) {
            return Err(NoStrategy::Refuted);
        }
        if self.proved.len() + self.refuted.len() >= MOST_STATES {
            return Err(NoStrategy::TooLarge);
        }
        // no state comes back after itself: that takes captures by the refuter, and these are counted
        let end = if is_provers_turn { self.prove_by_reply(state, &key, need) } else { self.prove_all(state, need) };
        match end {
            Ok(()) => _ = self.proved.insert(key, need),
            Err(NoStrategy::Refuted) => _ = self.refuted.insert(key, need),
            Err(NoStrategy::TooLarge) => {}
        }
        end
    }

    /// Proves a state in which the refuter is to move.
    fn prove_all(&mut self, state: &State, need: i32) -> Result<(), NoStrategy> {
        let game = self.game;
        game.legal_moves(state).try_for_each(|(_, next, gain)| self.prove(&next, need + gain))
    }

    /// Proves a state in which the prover is to move: by the move that the search takes for the best, or by another one
    /// if that does not work against the moves that the search leaves out.
    fn prove_by_reply(&mut self, state: &State, key: &State, need: i32) -> Result<(), NoStrategy> {
        let game = self.game;
        if let Some(known) = &self.known {
            let reply = known.get(key).copied();
            let (_, next, gain) =
                game.legal_moves(state).find(|&(candidate, ..)| candidate == reply).expect("it is legal");
            return self.follow(key, reply, &next, need - gain);
        }
        let best = self.attempt(self.proof.replies).best_move(state, need)?;
        if let Some((reply, next, gain)) = best {
            match self.follow(key, reply, &next, need - gain) {
                Err(NoStrategy::Refuted) => {}
                end => return end,
            }
        }
        for (reply, next, gain) in game.legal_moves(state) {
            let is_new = best.is_none_or(|(best, ..)| best != reply);
            if is_new && self.attempt(Replies::All).value(&next, gain - need, gain - need + 1)? <= gain - need {
                match self.follow(key, reply, &next, need - gain) {
                    Err(NoStrategy::Refuted) => {}
                    end => return end,
                }
            }
        }
        Err(NoStrategy::Refuted)
    }

    /// Proves the state after a move of the prover, and records the move.
    fn follow(&mut self, key: &State, reply: Move, next: &State, need: i32) -> Result<(), NoStrategy> {
        self.prove(next, need)?;
        match reply {
            Some(vertex) => self.moves.insert(*key, vertex),
            None => self.moves.remove(key),
        };
        Ok(())
    }

    /// Returns the search for the prover's moves.
    const fn attempt(&mut self, replies: Replies) -> ProofAttempt<'_> {
        ProofAttempt { tables: self.tables, game: self.game, proof: Proof { replies, ..self.proof } }
    }
}
