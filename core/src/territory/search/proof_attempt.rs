//! The search for one proof.

use std::ops::ControlFlow;

use super::local_game::LocalGame;
use super::moves::Move;
use super::node_budget::Exhausted;
use super::proof::{Bounds, Proof, Replies};
use super::proof_tables::ProofTables;
use super::state::State;
use super::transposition_table::EntryKey;
use super::vertex_set::VertexSet;
use crate::board::Color;

/// The number of liberties up to which the liberties of a chain beside a threat count as near it.
const NEAR: u32 = 4;

/// A search for a proof, by fail-soft alpha-beta search of the game in which the refuter's captures are limited.
#[derive(Debug)]
pub(super) struct ProofAttempt<'a> {
    pub(super) tables: &'a mut ProofTables,
    pub(super) game: &'a LocalGame,
    pub(super) proof: Proof,
}

/// The window of a state that is searched, and the best of its moves so far.
#[derive(Debug)]
struct Node {
    alpha: i32,
    beta: i32,
    best: i32,
    best_move: Move,
}

/// The end of a search among moves: a cutoff, or an error.
type End = ControlFlow<Result<(), Exhausted>>;

impl Node {
    /// Adds a move and its value. Breaks off at a cutoff.
    fn add(&mut self, candidate: Move, value: i32) -> End {
        if value > self.best {
            (self.best, self.best_move) = (value, candidate);
            self.alpha = self.alpha.max(value);
        }
        if self.alpha >= self.beta { ControlFlow::Break(Ok(())) } else { ControlFlow::Continue(()) }
    }
}

impl ProofAttempt<'_> {
    /// Improves `bounds`, the value of `root` to Black, as far as the proof reaches. `guess` is a value to start from,
    /// and the last one that was found. This is MTD(f): a series of null-window searches closes in on the value (Aske
    /// Plaat and others, "Best-first fixed-depth minimax algorithms", Artificial Intelligence 87, 1996).
    pub(super) fn close_in(&mut self, root: &State, bounds: &mut Bounds, guess: &mut i32) -> Result<(), Exhausted> {
        let [mut low, mut high] = bounds.values;
        *guess = (*guess).clamp(low, high);
        while low < high {
            // the value is at least `beta`, or at most `beta - 1`
            let beta = if *guess == low { *guess + 1 } else { *guess };
            let value = match root.player() {
                Color::Black => self.value(root, beta - 1, beta)?,
                Color::White => -self.value(root, -beta, 1 - beta)?,
            };
            *guess = value.clamp(low, high);
            let bound = usize::from(value < beta);
            *(if bound == 0 { &mut low } else { &mut high }) = *guess;
            // Black proves lower bounds, White upper ones
            if bound == self.proof.prover.index() {
                (bounds.values[bound], bounds.proofs[bound]) = (*guess, self.proof);
            }
        }
        Ok(())
    }

    /// Returns the value of all gains from this state on, for the player to move.
    pub(super) fn value(&mut self, state: &State, mut alpha: i32, mut beta: i32) -> Result<i32, Exhausted> {
        let player = state.player();
        if state.is_over() {
            return Ok(self.tables.final_value(self.game, state));
        }
        let [least, most] = match self.static_cut(state, alpha, beta) {
            ControlFlow::Continue(bounds) => bounds,
            ControlFlow::Break(value) => return Ok(value),
        };
        self.tables.budget.visit()?;
        let key = self.tables.transpositions.key(state, self.proof, self.proof.captures_left(state).unwrap_or(0));
        let mut best_known = None;
        if let Some(([low, high], best)) = self.tables.transpositions.probe(&key) {
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
        let mut node = Node { alpha, beta, best: i32::MIN, best_move: None };
        let is_new_for_prover = best_known.is_none() && player == self.proof.prover;
        if !(is_new_for_prover && self.is_enough(state, &mut node)) {
            self.search(state, best_known, &mut node)?;
        }
        self.store(&key, node.best, [alpha, beta], [least, most], node.best_move);
        Ok(node.best)
    }

    /// Returns the static bounds of a state for the player to move. Breaks off with a value if they decide the window,
    /// or if the refuter has made a capture too many.
    fn static_cut(&mut self, state: &State, alpha: i32, beta: i32) -> ControlFlow<i32, [i32; 2]> {
        let Proof { prover, .. } = self.proof;
        let is_provers_turn = state.player() == prover;
        // the prover's bound alone decides most states
        let provers = self.tables.if_passing(self.game, state, prover).least;
        let (value, is_cut) = if is_provers_turn { (provers, provers >= beta) } else { (-provers, -provers <= alpha) };
        if is_cut || self.proof.captures_left(state).is_none() {
            return ControlFlow::Break(value);
        }
        let refuters = self.tables.if_passing(self.game, state, prover.opponent()).least;
        let [least, most] = if is_provers_turn { [provers, -refuters] } else { [refuters, -provers] };
        if least >= beta || least == most {
            ControlFlow::Break(least)
        } else if most <= alpha {
            ControlFlow::Break(most)
        } else {
            ControlFlow::Continue([least, most])
        }
    }

    /// Looks for a move after which the static bounds show a cutoff. It needs no search, and many proofs end with it.
    fn is_enough(&mut self, state: &State, node: &mut Node) -> bool {
        let player = state.player();
        let mut try_move = |candidate, next: State, gain: i32| {
            let value = gain + self.tables.if_passing(self.game, &next, player).least;
            if value >= node.beta { node.add(candidate, value) } else { ControlFlow::Continue(()) }
        };
        match self.game.visit_urgent_moves(state, None, &mut try_move) {
            ControlFlow::Continue(tried) => {
                self.game.visit_quiet_moves(state, self.game.all & !tried, |_| 0, try_move).is_break()
            }
            ControlFlow::Break(_) => true,
        }
    }

    /// Searches the moves in a state until one of them causes a cutoff.
    fn search(&mut self, state: &State, best_known: Option<Move>, node: &mut Node) -> Result<(), Exhausted> {
        let (game, player) = (self.game, state.player());
        let settled = self.tables.settled_points(game, state);
        let tried = match game.visit_urgent_moves(state, best_known, |candidate, next, gain| {
            self.search_move(node, candidate, &next, gain)
        }) {
            ControlFlow::Continue(tried) => tried,
            ControlFlow::Break(end) => return end,
        };
        let points = if player == self.proof.prover { self.replies(state) } else { game.all };
        let history = self.tables.history[player.index()];
        let end = game.visit_quiet_moves(
            state,
            points & !tried & !settled,
            |vertex| history[vertex],
            |candidate, next, gain| self.search_move(node, candidate, &next, gain),
        );
        let Some(end) = end.break_value() else { return Ok(()) };
        if let Some(vertex) = node.best_move {
            self.tables.history[player.index()][usize::from(vertex)] += 1;
        }
        end
    }

    /// Searches the state after a move.
    fn search_move(&mut self, node: &mut Node, candidate: Move, next: &State, gain: i32) -> End {
        match self.value(next, gain - node.beta, gain - node.alpha) {
            Ok(value) => node.add(candidate, gain - value),
            Err(exhausted) => ControlFlow::Break(Err(exhausted)),
        }
    }

    /// Returns the points on which the prover plays.
    fn replies(&self, state: &State) -> VertexSet {
        if self.proof.replies == Replies::All {
            return self.game.all;
        }
        let next = state.after_pass();
        let Some(captures_left) = self.proof.captures_left(&next) else { return 0 };
        let transpositions = &self.tables.transpositions;
        match transpositions.probe(&transpositions.key(&next, self.proof, captures_left)) {
            Some((_, Some(threat))) => self.game.points_near(state, threat.into(), NEAR),
            _ => 0,
        }
    }

    /// Stores the value that a search with the window `alpha` to `beta` has returned. It is a bound if it lies outside
    /// the window.
    fn store(&mut self, key: &EntryKey, value: i32, [alpha, beta]: [i32; 2], [least, most]: [i32; 2], best: Move) {
        // the entry may have been replaced by another state meanwhile
        let ([low, high], _) = self.tables.transpositions.probe(key).unwrap_or(([least, most], None));
        let low = if value > alpha { low.max(value) } else { low };
        let high = if value < beta { high.min(value) } else { high };
        self.tables.transpositions.store(key, [low, high], best);
    }

    /// Returns a move that leaves the opponent no more than `value` allows, with the state after it and its captures'
    /// value: a pass if possible. Returns `None` if the proof does not reach so far.
    pub(super) fn best_move(&mut self, state: &State, value: i32) -> Result<Option<(Move, State, i32)>, Exhausted> {
        let game = self.game;
        let mut is_best = |candidate, next: State, gain: i32| match self.value(&next, gain - value, gain - value + 1) {
            Ok(reply) if reply > gain - value => ControlFlow::Continue(()),
            Ok(_) => ControlFlow::Break(Ok((candidate, next, gain))),
            Err(exhausted) => ControlFlow::Break(Err(exhausted)),
        };
        let best = match game.visit_urgent_moves(state, Some(None), &mut is_best) {
            ControlFlow::Continue(tried) => {
                game.visit_quiet_moves(state, game.all & !tried, |_| 0, is_best).break_value()
            }
            ControlFlow::Break(best) => Some(best),
        };
        best.transpose()
    }
}
