//! Search of a local game by two proofs: of a lower and of an upper bound for its value.
//!
//! A local game may go round in circles, because captured stones can be played again. So a bound is proved in a game
//! that ends. One player, the *prover*, proves that he gets at least some value. His opponent, the *refuter*, may make
//! a limited number of captures; after one more the game stops, and the prover gets no more than the static bound
//! ([`LocalGame::most`]) leaves him. A position can only be repeated if both players capture, so that every line of
//! this game ends. It is never better for the prover than the local game itself, so that the value that he proves is a
//! bound there, too. Black proves a lower bound and White an upper bound. Where the two are equal, they are the value,
//! and the limit did not matter.

use std::ops::ControlFlow;

use super::local_game::LocalGame;
use super::moves::Move;
use super::node_budget::{Exhausted, NodeBudget};
use super::principal_variation::PrincipalVariation;
use super::score_cache::ScoreCache;
use super::state::State;
use super::transposition_table::{EntryKey, TranspositionTable};
use crate::board::Color;

/// The largest number of captures that a refuter is allowed.
const MOST_REFUTER_CAPTURES: u32 = 6;

/// A bound to be proved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proof {
    /// The player whose bound it is: Black proves a lower bound, White an upper one.
    pub(super) prover: Color,
    /// The number of captures that the opponent may make.
    pub(super) captures: u32,
}

impl Proof {
    /// Returns the number of captures that the refuter has left; `None` if he has made one too many.
    const fn captures_left(self, state: &State) -> Option<u32> {
        self.captures.checked_sub(state.captures(self.prover.opponent()))
    }
}

/// What is known about the value of a local game to Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    /// The lower and the upper bound.
    pub(super) values: [i32; 2],
    /// The number of captures of the refuter with which each bound was proved.
    captures: [u32; 2],
}

/// The search, with its tables.
#[derive(Debug, Default)]
pub(super) struct ProofSearch {
    table: TranspositionTable,
    scores: ScoreCache,
    budget: NodeBudget,
}

impl ProofSearch {
    /// Invalidates the tables, for another local game, and allows `budget` states.
    pub(super) fn begin(&mut self, budget: u32) {
        self.table.begin();
        self.scores.begin();
        self.budget = NodeBudget::new(budget);
    }

    /// Returns the number of states visited since [`Self::begin`].
    pub(super) const fn nodes(&self) -> u32 {
        self.budget.nodes
    }

    /// Returns the bounds for the value of `root` to Black. They are equal, unless the budget is used up or the limit
    /// of captures is reached.
    pub(super) fn bounds(&mut self, game: &LocalGame, root: &State) -> Bounds {
        let mut bounds =
            Bounds { values: [-game.most(root, Color::White), game.most(root, Color::Black)], captures: [0; 2] };
        let mut guess = self.scores.score(game, root);
        for captures in 0..=MOST_REFUTER_CAPTURES {
            for prover in Color::BOTH {
                let [low, high] = bounds.values;
                if low == high {
                    return bounds;
                }
                let Ok(value) = self.close_in(game, Proof { prover, captures }, root, bounds.values, guess) else {
                    return bounds;
                };
                guess = value;
                let bound = &mut bounds.values[prover.index()];
                if *bound != value {
                    (*bound, bounds.captures[prover.index()]) = (value, captures);
                }
            }
        }
        bounds
    }

    /// Returns the value that `proof` reaches at `root`, from Black's point of view and within `low` to `high`. This is
    /// MTD(f): a series of null-window searches closes in on the value (Aske Plaat and others, "Best-first fixed-depth
    /// minimax algorithms", Artificial Intelligence 87, 1996).
    fn close_in(
        &mut self,
        game: &LocalGame,
        proof: Proof,
        root: &State,
        [mut low, mut high]: [i32; 2],
        guess: i32,
    ) -> Result<i32, Exhausted> {
        let is_black = root.player() == Color::Black;
        let mut guess = guess.clamp(low, high);
        while low < high {
            // the value is at least `beta`, or at most `beta - 1`
            let beta = if guess == low { guess + 1 } else { guess };
            let value = if is_black {
                self.value(game, proof, root, beta - 1, beta)?
            } else {
                -self.value(game, proof, root, -beta, 1 - beta)?
            };
            guess = value.clamp(low, high);
            if value < beta {
                high = guess;
            } else {
                low = guess;
            }
        }
        Ok(low)
    }

    /// Returns the principal variation from `root` to the end of the game, whose `bounds` are equal. Each player follows
    /// his own proof, and passes wherever a pass is among its best moves.
    pub(super) fn principal_variation(
        &mut self,
        game: &LocalGame,
        root: State,
        bounds: Bounds,
    ) -> Result<PrincipalVariation, Exhausted> {
        let [value, other] = bounds.values;
        if value != other {
            return Err(Exhausted);
        }
        let (mut moves, mut end) = (Vec::new(), root);
        let mut left = if root.player() == Color::Black { value } else { -value };
        while !end.is_over() {
            let prover = end.player();
            let proof = Proof { prover, captures: bounds.captures[prover.index()] };
            let best = game.visit_moves(&end, Some(None), |candidate, next, gain| {
                match self.value(game, proof, &next, gain - left, gain - left + 1) {
                    Ok(value) if value > gain - left => ControlFlow::Continue(()),
                    // a best move leaves the opponent no more than the known value
                    Ok(_) => ControlFlow::Break(Ok((candidate, next, gain))),
                    Err(exhausted) => ControlFlow::Break(Err(exhausted)),
                }
            });
            let best = best.break_value();
            let (candidate, next, gain) = best.expect("one of the moves is the best")?;
            moves.push(candidate);
            (end, left) = (next, gain - left);
        }
        Ok(PrincipalVariation { moves, end, value })
    }

    /// Returns the value for the player to move if the game ends in this state.
    fn final_value(&mut self, game: &LocalGame, state: &State) -> i32 {
        let score = self.scores.score(game, state);
        if state.player() == Color::White { -score } else { score }
    }

    /// Returns the value of all gains from this state on, for the player to move, by fail-soft alpha-beta search of the
    /// game of `proof`.
    fn value(
        &mut self,
        game: &LocalGame,
        proof: Proof,
        state: &State,
        mut alpha: i32,
        mut beta: i32,
    ) -> Result<i32, Exhausted> {
        if state.is_over() {
            return Ok(self.final_value(game, state));
        }
        let player = state.player();
        let (least, most) = (-game.most(state, player.opponent()), game.most(state, player));
        let Some(captures_left) = proof.captures_left(state) else {
            return Ok(if player == proof.prover { least } else { most });
        };
        if least >= beta || least == most {
            return Ok(least);
        }
        if most <= alpha {
            return Ok(most);
        }
        self.budget.visit()?;
        let key = self.table.key(state, proof.prover, captures_left);
        let mut best_known = None;
        if let Some(([low, high], best)) = self.table.probe(&key) {
            if low >= beta || low == high {
                return Ok(low);
            }
            if high <= alpha {
                return Ok(high);
            }
            alpha = alpha.max(low);
            beta = beta.min(high);
            best_known = Some(best);
        }
        let (start, mut best, mut best_move) = (alpha, i32::MIN, None);
        let end = game.visit_moves(state, best_known, |candidate, next, gain| {
            let value = match self.value(game, proof, &next, gain - beta, gain - alpha) {
                Ok(value) => gain - value,
                Err(exhausted) => return ControlFlow::Break(Err(exhausted)),
            };
            if value > best {
                best = value;
                best_move = candidate;
            }
            alpha = alpha.max(best);
            if alpha >= beta { ControlFlow::Break(Ok(())) } else { ControlFlow::Continue(()) }
        });
        if let ControlFlow::Break(Err(exhausted)) = end {
            return Err(exhausted);
        }
        self.store(&key, best, [start, beta], [least, most], best_move);
        Ok(best)
    }

    /// Stores the value that a search with the window `alpha` to `beta` has returned. It is a bound if it lies outside
    /// the window.
    fn store(&mut self, key: &EntryKey, value: i32, [alpha, beta]: [i32; 2], [least, most]: [i32; 2], best: Move) {
        // the entry may have been replaced by another state meanwhile
        let ([low, high], _) = self.table.probe(key).unwrap_or(([least, most], None));
        let low = if value > alpha { low.max(value) } else { low };
        let high = if value < beta { high.min(value) } else { high };
        self.table.store(key, [low, high], best);
    }
}
