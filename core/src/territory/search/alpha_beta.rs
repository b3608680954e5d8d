//! Alpha-beta search of a local game, with MTD(f) and a transposition table.

use std::ops::ControlFlow;

use super::local_game::LocalGame;
use super::moves::Move;
use super::node_budget::{Exhausted, NodeBudget};
use super::principal_variation::PrincipalVariation;
use super::score_cache::ScoreCache;
use super::state::State;
use super::transposition_table::{EntryKey, TranspositionTable};
use crate::board::Color;

/// An upper bound for the value of any local game.
const INFINITY: i32 = 1_000_000;

/// The search, with its tables.
#[derive(Debug, Default)]
pub(super) struct AlphaBeta {
    table: TranspositionTable,
    scores: ScoreCache,
    budget: NodeBudget,
}

impl AlphaBeta {
    /// Invalidates the tables, and allows the next search to visit `budget` states.
    pub(super) fn begin(&mut self, budget: u32) {
        self.table.begin();
        self.scores.begin();
        self.budget = NodeBudget::new(budget);
    }

    /// Returns the number of states visited since [`Self::begin`].
    pub(super) const fn nodes(&self) -> u32 {
        self.budget.nodes
    }

    /// Returns the principal variation from `root` to the end of the game. It passes wherever a pass is among the best
    /// moves.
    pub(super) fn principal_variation(
        &mut self,
        game: &LocalGame,
        root: State,
    ) -> Result<PrincipalVariation, Exhausted> {
        let (mut moves, mut end) = (Vec::new(), root);
        let value = self.solve(game, &end)?;
        let mut left = value;
        while !end.is_over() {
            let best = game.visit_moves(&end, Some(None), |candidate, next, gain| {
                match self.value(game, &next, gain - left, gain - left + 1) {
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

    /// Returns the value of the rest of the game for the player to move. This is MTD(f): a series of null-window
    /// searches closes in on the value (Aske Plaat and others, "Best-first fixed-depth minimax algorithms", Artificial
    /// Intelligence 87, 1996). The first guess is the value of the position as it stands, which is mostly right.
    fn solve(&mut self, game: &LocalGame, state: &State) -> Result<i32, Exhausted> {
        let (mut low, mut high) = (-INFINITY, INFINITY);
        let mut guess = self.final_value(game, state);
        while low < high {
            let beta = if guess == low { guess + 1 } else { guess };
            guess = self.value(game, state, beta - 1, beta)?;
            if guess < beta {
                high = guess;
            } else {
                low = guess;
            }
        }
        Ok(guess)
    }

    /// Returns the value for the player to move if the game ends in this state.
    fn final_value(&mut self, game: &LocalGame, state: &State) -> i32 {
        let score = self.scores.score(game, state);
        if state.player() == Color::White { -score } else { score }
    }

    /// Returns the value of all gains from this state on, for the player to move, by fail-soft alpha-beta search.
    fn value(&mut self, game: &LocalGame, state: &State, mut alpha: i32, mut beta: i32) -> Result<i32, Exhausted> {
        if state.is_over() {
            return Ok(self.final_value(game, state));
        }
        self.budget.visit()?;
        let key = self.table.key(state);
        let mut best_known = None;
        if let Some(([low, high], best)) = self.table.probe(key, state) {
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
        let (start, mut best, mut best_move) = (alpha, -INFINITY, None);
        let end = game.visit_moves(state, best_known, |candidate, next, gain| {
            let value = match self.value(game, &next, gain - beta, gain - alpha) {
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
        self.store(key, state, best, [start, beta], best_move);
        Ok(best)
    }

    /// Stores the value that a search with the window `alpha` to `beta` has returned. It is a bound if it lies outside
    /// the window.
    fn store(&mut self, key: EntryKey, state: &State, value: i32, [alpha, beta]: [i32; 2], best: Move) {
        // the entry may have been replaced by another state meanwhile
        let ([low, high], _) = self.table.probe(key, state).unwrap_or(([-INFINITY, INFINITY], None));
        let low = if value > alpha { low.max(value) } else { low };
        let high = if value < beta { high.min(value) } else { high };
        self.table.store(key, state, [low, high], best);
    }
}
