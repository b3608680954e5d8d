//! Finds the strategies that prove the value of a local game, against every possible play of the refuter.

use std::collections::HashMap;

use super::budget::Exhausted;
use super::local_game::LocalGame;
use super::moves::Successor;
use super::proof::{Proof, ProofAttempt, Replies};
use super::proof_search::{MOST_REFUTER_CAPTURES, ProofSearch};
use super::state::State;
use super::tables::SearchTables;
use crate::board::Color;

/// The maximum number of states in a strategy that is written down.
const MOST_STATES: usize = 20_000;

/// The moves of a prover by state, without the passes.
pub(super) type Policy = HashMap<State, u8>;

/// A strategy that proves a value.
#[derive(Debug)]
pub(super) struct Proved {
    /// The player who moves first.
    pub(super) first: Color,
    pub(super) proof: Proof,
    /// A lower bound for the prover's gains minus the refuter's.
    pub(super) value: i32,
    pub(super) policy: Policy,
}

/// The reason why a settled local game has no certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoCertificate {
    /// The strategies have too many states, or the search took too long.
    TooLarge,
    /// The search has no answer to some line of play that it left out.
    Refuted,
}

impl From<Exhausted> for NoCertificate {
    fn from(_: Exhausted) -> Self {
        Self::TooLarge
    }
}

impl ProofSearch<'_> {
    /// Returns strategies that prove both bounds of a local game, for each colour that moves first.
    pub(super) fn strategies(&mut self) -> Result<Vec<Proved>, NoCertificate> {
        let mut strategies = Vec::new();
        for first in Color::BOTH {
            let bounds = self.bounds(first);
            if !bounds.is_exact() {
                return Err(NoCertificate::TooLarge);
            }
            for prover in Color::BOTH {
                let value = if prover == Color::Black { bounds.values[0] } else { -bounds.values[1] };
                strategies.push(self.strategy(first, bounds.proofs[prover.index()], value)?);
            }
        }
        Ok(strategies)
    }

    /// Returns a strategy that proves a value. The refuter may need more captures here than in the search, because he
    /// also has the moves that the search left out.
    fn strategy(&mut self, first: Color, proof: Proof, value: i32) -> Result<Proved, NoCertificate> {
        let root = proof.state(&self.game().initial(first));
        for captures in proof.captures..=MOST_REFUTER_CAPTURES.max(proof.captures) {
            let proof = Proof { captures, ..proof };
            match StrategySearch::find(self.attempt(proof), &root, value) {
                Err(NoCertificate::Refuted) => {}
                end => return end.map(|policy| Proved { first, proof, value, policy }),
            }
        }
        Err(NoCertificate::Refuted)
    }
}

/// The search for a strategy. In each state the prover has one move, and the refuter has all legal moves, including
/// moves that the search for the value leaves out.
#[derive(Debug)]
struct StrategySearch<'a> {
    tables: &'a mut SearchTables,
    game: &'a LocalGame,
    proof: Proof,
    /// The moves of the states that were proved.
    moves: Policy,
    /// For each state that was proved, a lower bound for the prover's gains from there on.
    proved: HashMap<State, i32>,
    /// For each state that was refuted, gains that the prover does not reach from there on.
    refuted: HashMap<State, i32>,
}

impl<'a> StrategySearch<'a> {
    /// Returns a strategy for the prover of `attempt` to gain at least `need` from `root` on.
    fn find(attempt: ProofAttempt<'a>, root: &State, need: i32) -> Result<Policy, NoCertificate> {
        let ProofAttempt { tables, game, proof } = attempt;
        let (moves, proved, refuted) = (HashMap::new(), HashMap::new(), HashMap::new());
        let mut search = Self { tables, game, proof, moves, proved, refuted };
        search.prove(root, need)?;
        Ok(search.moves)
    }

    /// Proves that the prover gains at least `need` from a state on.
    fn prove(&mut self, state: &State, need: i32) -> Result<(), NoCertificate> {
        let is_provers_turn = state.player == self.proof.prover;
        let sign = if is_provers_turn { 1 } else { -1 };
        if state.is_over() {
            let value = sign * self.tables.final_value(self.game, state);
            return if value >= need { Ok(()) } else { Err(NoCertificate::Refuted) };
        }
        if self.tables.if_passing(self.game, state, self.proof.prover).least >= need {
            return Ok(());
        }
        if self.proof.captures_left(state).is_none() {
            return Err(NoCertificate::Refuted);
        }
        let mut key = *state;
        key.captures[self.proof.prover.index()] = 0;
        if self.proved.get(&key).is_some_and(|&known| known >= need) {
            return Ok(());
        }
        if self.refuted.get(&key).is_some_and(|&known| known <= need) {
            return Err(NoCertificate::Refuted);
        }
        if self.proved.len() + self.refuted.len() >= MOST_STATES {
            return Err(NoCertificate::TooLarge);
        }
        // a line never returns to a state: that takes captures by the refuter, and these are counted
        let end = if is_provers_turn { self.prove_by_reply(state, &key, need) } else { self.prove_all(state, need) };
        match end {
            Ok(()) => _ = self.proved.insert(key, need),
            Err(NoCertificate::Refuted) => _ = self.refuted.insert(key, need),
            Err(NoCertificate::TooLarge) => {}
        }
        end
    }

    /// Proves a state with the refuter to move.
    fn prove_all(&mut self, state: &State, need: i32) -> Result<(), NoCertificate> {
        self.game.legal_moves(state).try_for_each(|next| self.prove(&next.state, need + next.gain))
    }

    /// Proves a state with the prover to move: by the best move of the search, or by another move if that fails against
    /// moves that the search leaves out.
    fn prove_by_reply(&mut self, state: &State, key: &State, need: i32) -> Result<(), NoCertificate> {
        let game = self.game;
        let best = self.attempt(self.proof.replies).best_move(state, need)?;
        if let Some(best) = &best {
            match self.follow(key, best, need) {
                Err(NoCertificate::Refuted) => {}
                end => return end,
            }
        }
        for next in game.legal_moves(state).filter(|next| best.is_none_or(|best| best.played != next.played)) {
            let most = next.gain - need;
            if self.attempt(Replies::All).value(&next.state, most, most + 1)? <= most {
                match self.follow(key, &next, need) {
                    Err(NoCertificate::Refuted) => {}
                    end => return end,
                }
            }
        }
        Err(NoCertificate::Refuted)
    }

    /// Proves the state after a move of the prover, and records the move.
    fn follow(&mut self, key: &State, next: &Successor, need: i32) -> Result<(), NoCertificate> {
        self.prove(&next.state, need - next.gain)?;
        match next.played {
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
