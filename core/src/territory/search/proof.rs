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
use super::state::State;
use super::stone_cache::StoneCache;
use super::transposition_table::{EntryKey, TranspositionTable};
use super::vertex_set::VertexSet;
use crate::board::Color;

/// The number of liberties up to which the liberties of a chain beside a threat count as near it.
const NEAR: u32 = 4;

/// The largest number of captures that a refuter is allowed.
const MOST_REFUTER_CAPTURES: u32 = 6;

/// The moves that a prover considers, besides captures, the last liberties of his chains, and the pass. Whoever does
/// without moves proves no more than he could with them; and with fewer moves most proofs are much shorter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Replies {
    /// Those near the best move of the refuter after a pass.
    Near,
    /// All moves.
    All,
}

/// A bound to be proved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proof {
    /// The player whose bound it is: Black proves a lower bound, White an upper one.
    pub(super) prover: Color,
    /// The number of captures that the opponent may make.
    captures: u32,
    pub(super) replies: Replies,
}

impl Proof {
    /// Returns the number of captures that the refuter has left; `None` if he has made one too many.
    const fn captures_left(self, state: &State) -> Option<u32> {
        self.captures.checked_sub(state.captures(self.prover.opponent()))
    }
}

/// The window of a state that is searched, and the best of its moves so far.
#[derive(Debug)]
struct Node {
    alpha: i32,
    beta: i32,
    best: i32,
    best_move: Move,
}

impl Node {
    /// Adds a move and its value. Breaks off at a cutoff.
    fn add(&mut self, candidate: Move, value: i32) -> ControlFlow<Result<(), Exhausted>> {
        if value > self.best {
            (self.best, self.best_move) = (value, candidate);
            self.alpha = self.alpha.max(value);
        }
        if self.alpha >= self.beta { ControlFlow::Break(Ok(())) } else { ControlFlow::Continue(()) }
    }
}

/// What is known about the value of a local game to Black.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// The lower and the upper bound.
    pub(super) values: [i32; 2],
    /// The proof of each bound.
    proofs: [Proof; 2],
}

impl Bounds {
    /// Returns whether the value is known.
    const fn is_exact(&self) -> bool {
        self.values[0] == self.values[1]
    }
}

/// The search, with its tables.
#[derive(Debug, Default)]
pub(super) struct ProofSearch {
    table: TranspositionTable,
    /// The scores of final positions, Black's minus White's.
    scores: StoneCache<i32>,
    /// Bounds of positions for Black.
    bounds: StoneCache<[i32; 2]>,
    budget: NodeBudget,
}

impl ProofSearch {
    /// Invalidates the tables, for another local game, and allows `budget` states.
    pub(super) fn begin(&mut self, budget: u32) {
        self.table.begin();
        self.scores.begin();
        self.bounds.begin();
        self.budget = NodeBudget::new(budget);
    }

    /// Returns the number of states visited since [`Self::begin`].
    pub(super) const fn nodes(&self) -> u32 {
        self.budget.nodes
    }

    /// Returns the bounds for the value of `root` to Black. They are equal, unless the budget is used up or the limit
    /// of captures is reached.
    pub(super) fn bounds(&mut self, game: &LocalGame, root: &State) -> Bounds {
        let mut bounds = Bounds {
            values: game.static_bounds(root),
            proofs: Color::BOTH.map(|prover| Proof { prover, captures: 0, replies: Replies::All }),
        };
        let mut guess = self.score(game, root);
        for captures in 0..=MOST_REFUTER_CAPTURES {
            for replies in [Replies::Near, Replies::All] {
                for prover in Color::BOTH {
                    let proof = Proof { prover, captures, replies };
                    let end = self.close_in(game, proof, root, &mut bounds, &mut guess);
                    if end.is_err() || bounds.is_exact() {
                        return bounds;
                    }
                }
            }
        }
        bounds
    }

    /// Improves `bounds` as far as `proof` reaches at `root`. This is MTD(f): a series of null-window searches closes in
    /// on the value (Aske Plaat and others, "Best-first fixed-depth minimax algorithms", Artificial Intelligence 87,
    /// 1996).
    fn close_in(&mut self, game: &LocalGame, proof: Proof, root: &State, bounds: &mut Bounds, guess: &mut i32) -> Result<(), Exhausted> {
        let is_black = root.player() == Color::Black;
        let [mut low, mut high] = bounds.values;
        *guess = (*guess).clamp(low, high);
        while low < high {
            // the value is at least `beta`, or at most `beta - 1`
            let beta = if *guess == low { *guess + 1 } else { *guess };
            let value = if is_black {
                self.value(game, proof, root, beta - 1, beta)?
            } else {
                -self.value(game, proof, root, -beta, 1 - beta)?
            };
            *guess = value.clamp(low, high);
            let at = usize::from(value < beta);
            if value < beta {
                high = *guess;
            } else {
                low = *guess;
            }
            if at == proof.prover.index() {
                (bounds.values[at], bounds.proofs[at]) = (*guess, proof);
            }
        }
        Ok(())
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
            let proof = bounds.proofs[prover.index()];
            let mut is_best = |candidate, next: State, gain| {
                match self.value(game, proof, &next, gain - left, gain - left + 1) {
                    Ok(value) if value > gain - left => ControlFlow::Continue(()),
                    // a best move leaves the opponent no more than the known value
                    Ok(_) => ControlFlow::Break(Ok((candidate, next, gain))),
                    Err(exhausted) => ControlFlow::Break(Err(exhausted)),
                }
            };
            let best = match game.visit_urgent_moves(&end, Some(None), &mut is_best) {
                ControlFlow::Continue(tried) => game.visit_quiet_moves(&end, !tried, is_best).break_value(),
                ControlFlow::Break(best) => Some(best),
            };
            let (candidate, next, gain) = best.expect("one of the moves is the best")?;
            moves.push(candidate);
            (end, left) = (next, gain - left);
        }
        Ok(PrincipalVariation { moves, end, value })
    }

    /// Returns the score if the game ends in this state, Black's minus White's.
    fn score(&mut self, game: &LocalGame, state: &State) -> i32 {
        self.scores.get(state, |state| game.count(state).score)
    }

    /// Returns the static bounds for the player to move.
    fn static_bounds(&mut self, game: &LocalGame, state: &State) -> [i32; 2] {
        let [low, high] = self.bounds.get(state, |state| game.static_bounds(state));
        if state.player() == Color::Black { [low, high] } else { [-high, -low] }
    }

    /// Returns the value for the player to move if the game ends in this state.
    fn final_value(&mut self, game: &LocalGame, state: &State) -> i32 {
        let score = self.score(game, state);
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
        let [least, most] = self.static_bounds(game, state);
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
        let key = self.table.key(state, proof, captures_left);
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
        let mut node = Node { alpha, beta, best: i32::MIN, best_move: None };
        self.visit_moves(game, proof, state, best_known, &mut node)?;
        self.store(&key, node.best, [alpha, beta], [least, most], node.best_move);
        Ok(node.best)
    }

    /// Tries the moves in a state until one of them causes a cutoff.
    fn visit_moves(
        &mut self,
        game: &LocalGame,
        proof: Proof,
        state: &State,
        best_known: Option<Move>,
        node: &mut Node,
    ) -> Result<(), Exhausted> {
        if state.player() == proof.prover && best_known.is_none() {
            let mut is_enough = |candidate, next: State, gain: i32| {
                let value = gain - self.static_bounds(game, &next)[1];
                if value >= node.beta { node.add(candidate, value) } else { ControlFlow::Continue(()) }
            };
            if let ControlFlow::Continue(tried) = game.visit_urgent_moves(state, None, &mut is_enough) {
                if game.visit_quiet_moves(state, !tried, is_enough).is_break() {
                    return Ok(());
                }
            } else {
                return Ok(());
            }
        }
        let urgent = game.visit_urgent_moves(state, best_known, |candidate, next, gain| {
            self.try_move(game, proof, node, candidate, &next, gain)
        });
        let tried = match urgent {
            ControlFlow::Continue(tried) => tried,
            ControlFlow::Break(end) => return end,
        };
        let points = if state.player() == proof.prover { self.replies(game, proof, state) } else { VertexSet::MAX };
        let quiet = game.visit_quiet_moves(state, points & !tried, |candidate, next, gain| {
            self.try_move(game, proof, node, candidate, &next, gain)
        });
        quiet.break_value().unwrap_or(Ok(()))
    }

    /// Returns the points on which the prover plays. Those near the refuter's best move after a pass are enough in most
    /// proofs, and whoever does without moves proves no more than he could with them.
    fn replies(&self, game: &LocalGame, proof: Proof, state: &State) -> VertexSet {
        if proof.replies == Replies::All {
            return VertexSet::MAX;
        }
        let next = state.after_pass();
        let Some(captures_left) = proof.captures_left(&next) else { return 0 };
        match self.table.probe(&self.table.key(&next, proof, captures_left)) {
            Some((_, Some(threat))) => game.points_near(state, threat.into(), NEAR),
            _ => 0,
        }
    }

    /// Searches the state after a move.
    fn try_move(
        &mut self,
        game: &LocalGame,
        proof: Proof,
        node: &mut Node,
        candidate: Move,
        next: &State,
        gain: i32,
    ) -> ControlFlow<Result<(), Exhausted>> {
        match self.value(game, proof, next, gain - node.beta, gain - node.alpha) {
            Ok(value) => node.add(candidate, gain - value),
            Err(exhausted) => ControlFlow::Break(Err(exhausted)),
        }
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
