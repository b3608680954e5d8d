//! Search of a local game by two proofs: of a lower and of an upper bound for its value.
//!
//! A local game may go round in circles, because captured stones can be played again. So a bound is proved in a game
//! that ends. The refuter may make a limited number of captures; after one more the game stops, and the prover gets no
//! more than the static bound ([`LocalGame::static_bounds`]) leaves him. A position can only be repeated if both players
//! capture, so that every line of this game ends. It is never better for the prover than the local game itself, so that
//! the value that he proves is a bound there, too. Black proves a lower bound and White an upper bound. Where the two
//! are equal, they are the value, and the limit did not matter. A prover first concedes dame: see
//! [`concession`](super::concession).
//!
//! A refuter may go round in a circle in which he loses more stones than he captures. Each capture that he is allowed
//! then improves the bound by what a round costs him, until it is better for him to stop. So the limit rises as long as
//! this helps.

use std::cmp::Reverse;

use super::local_game::{LocalGame, POINT};
use super::moves::Move;
use super::node_budget::Exhausted;
use super::principal_variation::PrincipalVariation;
use super::proof::{Bounds, Proof, Replies};
use super::proof_attempt::ProofAttempt;
use super::proof_tables::ProofTables;
use super::state::State;
use super::strategy_walk::{NoStrategy, Strategy, StrategyWalk};
use super::vertex_set::VertexSet;
use crate::board::Color;

/// The largest number of captures that a refuter is allowed.
pub(super) const MOST_REFUTER_CAPTURES: u32 = 6;

/// The largest number of captures that a refuter is allowed while each of them improves the bound.
pub(super) const MOST_COSTLY_CAPTURES: u32 = 60;

/// The numbers of states that the attempt at one proof may visit, one after another. An attempt that visits more waits
/// until all others have visited as many: a proof that is easy is found before one that is hard has used up the budget.
const EFFORTS: [u32; 6] = [300, 1_000, 3_000, 10_000, 30_000, u32::MAX];

/// The number of states that may be visited to find the strategies of a local game.
const STRATEGY_BUDGET: u32 = 2_000_000;

/// The largest number of moves of a line that shows a refutation.
const LONGEST_LINE: usize = 12;

/// A strategy that proves a value.
#[derive(Debug)]
pub(super) struct Proved {
    /// The player who moves first.
    pub(super) first: Color,
    pub(super) proof: Proof,
    /// The least that the prover gains, minus the gains of the refuter.
    pub(super) value: i32,
    pub(super) strategy: Strategy,
}

/// The search, with its tables.
#[derive(Debug, Default)]
pub(super) struct ProofSearch {
    tables: ProofTables,
    /// The games in which dame are conceded.
    conceding: Vec<ConcedingGame>,
    /// The number of the game without concessions.
    whole: u32,
}

/// A local game in which a prover concedes dame.
#[derive(Debug)]
struct ConcedingGame {
    prover: Color,
    conceded: VertexSet,
    /// Its number in the tables.
    number: u32,
    game: LocalGame,
}

impl ProofSearch {
    /// Starts with another local game, and allows `budget` states.
    pub(super) fn begin(&mut self, budget: u32) {
        self.tables.begin(budget);
        self.conceding.clear();
        self.whole = self.tables.new_game();
    }

    /// Returns the number of states visited since [`Self::begin`].
    pub(super) const fn nodes(&self) -> u32 {
        self.tables.budget.nodes
    }

    /// Returns whether more states may be visited.
    pub(super) const fn has_budget(&self) -> bool {
        self.tables.budget.is_left()
    }

    /// Returns the bounds for the value of `root` to Black. They are equal, unless the budget is used up or the limit
    /// of captures is reached.
    pub(super) fn bounds(&mut self, game: &LocalGame, root: &State) -> Bounds {
        let passing = |prover| Proof { prover, captures: 0, replies: Replies::All, conceded: 0 };
        let mut bounds = Bounds { values: game.static_bounds(root), proofs: Color::BOTH.map(passing) };
        if bounds.is_exact() {
            return bounds;
        }
        let mut next = Color::BOTH.map(|prover| {
            let conceded = game.first_concession(root, prover);
            Some(Proof { replies: Replies::Near, conceded, ..passing(prover) })
        });
        self.tables.enter(self.whole);
        let mut guess = self.tables.score(game, root);
        for effort in EFFORTS {
            let mut is_open = next.map(|proof| proof.is_some());
            while is_open != [false; 2] {
                for at in 0..2 {
                    let (Some(proof), true) = (next[at], is_open[at]) else { continue };
                    self.tables.budget.allow(effort);
                    let state = proof.state(root);
                    let before = bounds.values;
                    let mut attempt = self.attempt(game, proof);
                    let end = attempt.close_in(&state, &mut bounds, &mut guess).and_then(|()| {
                        if bounds.is_exact() {
                            return Ok(None);
                        }
                        attempt.next_proof(&state, guess, bounds.values[at] != before[at])
                    });
                    self.tables.budget.allow(u32::MAX);
                    if bounds.is_exact() || !self.has_budget() {
                        return bounds;
                    }
                    (next[at], is_open[at]) = match end {
                        // the whole game comes last if nothing has shown that too much was conceded
                        Ok(Some(another)) => (Some(another), another.conceded != 0 || proof.conceded == 0),
                        Ok(None) => (None, false),
                        Err(Exhausted) => (Some(proof), false),
                    };
                }
            }
        }
        bounds
    }

    /// Returns the principal variation from `root` to the end of the game, whose `bounds` are equal. Each player
    /// follows his own proof, and passes wherever a pass is among its best moves.
    pub(super) fn principal_variation(
        &mut self,
        game: &LocalGame,
        root: State,
        bounds: Bounds,
    ) -> Result<PrincipalVariation, Exhausted> {
        let (mut moves, mut end) = (Vec::new(), root);
        let [value, _] = bounds.values;
        let mut left = if root.player() == Color::Black { value } else { -value };
        while !end.is_over() {
            let proof = bounds.proofs[end.player().index()];
            let (candidate, next, gain) = self.reply(game, proof, &end, left)?;
            moves.push(candidate);
            (end, left) = (next, gain - left);
        }
        self.tables.enter(self.whole);
        // stones without a liberty make a board illegal, and may give a value that no line of play has
        if self.tables.final_value(game, &end) == left { Ok(PrincipalVariation { moves, end }) } else { Err(Exhausted) }
    }

    /// Returns the move of a proof in a state of the local game, with the state after it and its captures' value: one
    /// that leaves the opponent no more than `value` allows.
    fn reply(
        &mut self,
        game: &LocalGame,
        proof: Proof,
        state: &State,
        value: i32,
    ) -> Result<(Move, State, i32), Exhausted> {
        let known = proof.state(state);
        let mut best = self.attempt(game, proof).best_move(&known, value)?;
        if best.is_none() {
            // a proof with few replies may have lost entries that it depends on
            best = self.attempt(game, Proof { replies: Replies::All, ..proof }).best_move(&known, value)?;
        }
        // one of the moves is the best, unless stones without a liberty make the board illegal
        let (reply, ..) = best.ok_or(Exhausted)?;
        game.legal_moves(state).find(|&(candidate, ..)| candidate == reply).ok_or(Exhausted)
    }

    /// Returns for each first player a line in which he tries to get more than the value of a settled local game.
    pub(super) fn refuted_lines(&mut self, game: &LocalGame) -> [Vec<Move>; 2] {
        self.begin(STRATEGY_BUDGET);
        Color::BOTH.map(|first| {
            let root = game.initial(first);
            let bounds = self.bounds(game, &root);
            let line = bounds.is_exact().then(|| self.refuted_line(game, root, bounds));
            line.and_then(Result::ok).unwrap_or_default()
        })
    }

    /// Returns a line from `root` in which the first player tries to get more than the value, and the opponent answers.
    /// Each of the first player's moves would gain a point if the opponent passed; the line ends when there is no such
    /// move. It is empty if there was none at first.
    fn refuted_line(&mut self, game: &LocalGame, root: State, bounds: Bounds) -> Result<Vec<Move>, Exhausted> {
        let (refuter, prover) = (root.player(), root.player().opponent());
        let proof = Proof { replies: Replies::All, ..bounds.proofs[prover.index()] };
        let [value, _] = bounds.values;
        let (mut state, mut moves) = (root, Vec::new());
        let mut need = if prover == Color::Black { value } else { -value };
        // moves that only change the number of prisoners are left out
        need -= POINT / 2;
        while moves.len() < LONGEST_LINE {
            let history = self.tables.history[refuter.index()];
            let mut threats: Vec<(Move, State, i32)> = game.legal_moves(&state).skip(1).collect();
            threats.sort_by_key(|&(vertex, ..)| Reverse(vertex.map(|vertex| history[usize::from(vertex)])));
            let mut found = None;
            for (threat, next, gain) in threats {
                let after_pass = proof.state(&next.after_pass());
                let is_answered =
                    self.attempt(game, proof).value(&after_pass, -need - gain, 1 - need - gain)? <= -need - gain;
                if !is_answered {
                    found = Some((threat, gain, self.reply(game, proof, &next, need + gain)?));
                    break;
                }
            }
            let Some((threat, loss, (answer, next, gain))) = found else { break };
            moves.extend([threat, answer]);
            (state, need) = (next, need + loss - gain);
        }
        Ok(moves)
    }

    /// Returns strategies that prove both bounds of a local game, for each colour that moves first.
    pub(super) fn strategies(&mut self, game: &LocalGame) -> Result<Vec<Proved>, NoStrategy> {
        self.begin(STRATEGY_BUDGET);
        let mut strategies = Vec::new();
        for first in Color::BOTH {
            let root = game.initial(first);
            let bounds = self.bounds(game, &root);
            if !bounds.is_exact() {
                return Err(NoStrategy::TooLarge);
            }
            for prover in Color::BOTH {
                let value = if prover == Color::Black { bounds.values[0] } else { -bounds.values[1] };
                strategies.push(self.strategy(game, &root, bounds.proofs[prover.index()], value)?);
            }
        }
        Ok(strategies)
    }

    /// Returns a strategy that proves a value. Against moves that the search left out, the refuter may need more
    /// captures.
    fn strategy(&mut self, game: &LocalGame, root: &State, proof: Proof, value: i32) -> Result<Proved, NoStrategy> {
        for captures in proof.captures..=MOST_REFUTER_CAPTURES.max(proof.captures) {
            let proof = Proof { captures, ..proof };
            let ProofAttempt { tables, game, .. } = self.attempt(game, proof);
            match StrategyWalk::find(tables, game, proof, &proof.state(root), value) {
                Err(NoStrategy::Refuted) => {}
                end => return end.map(|strategy| Proved { first: root.player(), proof, value, strategy }),
            }
        }
        Err(NoStrategy::Refuted)
    }

    /// Returns the search for a proof, in the game in which its concessions are made.
    fn attempt<'a>(&'a mut self, game: &'a LocalGame, proof: Proof) -> ProofAttempt<'a> {
        let Self { tables, conceding, whole } = self;
        if proof.conceded == 0 {
            tables.enter(*whole);
            return ProofAttempt { tables, game, proof };
        }
        let Proof { prover, conceded, .. } = proof;
        let is_same = |other: &ConcedingGame| (other.prover, other.conceded) == (prover, conceded);
        let at = conceding.iter().position(is_same).unwrap_or_else(|| {
            let (number, game) = (tables.new_game(), game.conceding(prover, conceded));
            conceding.push(ConcedingGame { prover, conceded, number, game });
            conceding.len() - 1
        });
        let ConcedingGame { number, game, .. } = &conceding[at];
        tables.enter(*number);
        ProofAttempt { tables, game, proof }
    }
}
