//! Alpha-beta search of a local game, with MTD(f) and a transposition table.

use std::ops::ControlFlow;

use super::answer::Line;
use super::play::LocalGame;
use super::set::{Nodes, one};
use super::state::State;
use super::transposition_table::{Entry, TranspositionTable};
use crate::board::Color;

/// A move: a stone on a vertex, or `None` for a pass.
pub(super) type Move = Option<u8>;

/// An upper bound for the value of any local game.
const MOST: i32 = 1_000_000;

/// The search, with its transposition table.
#[derive(Debug, Default)]
pub(super) struct Search {
    table: TranspositionTable,
    /// The number of states visited since [`Search::begin`].
    pub(super) nodes: u32,
    budget: u32,
}

/// The error of a search that has used up its budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exhausted;

impl Search {
    /// Clears the table, and allows the next search to visit `budget` states.
    pub(super) fn begin(&mut self, budget: u32) {
        self.table.begin();
        self.nodes = 0;
        self.budget = budget;
    }

    /// Returns the value of the rest of the game for the player to move. This is MTD(f): a series of null-window
    /// searches closes in on the value (Aske Plaat and others, "Best-first fixed-depth minimax algorithms", Artificial
    /// Intelligence 87, 1996). The first guess is the value of the position as it stands, which is mostly right.
    pub(super) fn solve(&mut self, field: &LocalGame, state: &State) -> Result<i32, Exhausted> {
        let (mut low, mut high) = (-MOST, MOST);
        let mut guess = self.score(field, state);
        while low < high {
            let ask = if guess == low { guess + 1 } else { guess };
            guess = self.value(field, state, ask - 1, ask)?;
            if guess < ask {
                high = guess;
            } else {
                low = guess;
            }
        }
        Ok(guess)
    }

    /// Returns the principal variation from `first` to the end of the game. It passes wherever a pass is among the best
    /// moves.
    pub(super) fn line(&mut self, field: &LocalGame, first: State) -> Result<Line, Exhausted> {
        let (mut moves, mut end) = (Vec::new(), first);
        let value = self.solve(field, &end)?;
        let mut left = value;
        while !end.is_over() {
            let best = field.visit_moves(&end, Some(None), |candidate, next, won| {
                match self.value(field, &next, won - left, won - left + 1) {
                    Ok(value) if value > won - left => ControlFlow::Continue(()),
                    // a best move leaves the opponent no more than the known value
                    Ok(_) => ControlFlow::Break(Ok((candidate, next, won))),
                    Err(exhausted) => ControlFlow::Break(Err(exhausted)),
                }
            });
            let best = best.break_value();
            let (candidate, next, won) = best.expect("one of the moves is the best")?;
            moves.push(candidate);
            (end, left) = (next, won - left);
        }
        Ok(Line { moves, end, value })
    }

    /// Returns the value for the player to move if the game ends in this state.
    fn score(&mut self, field: &LocalGame, state: &State) -> i32 {
        let score = self.table.score(field, state);
        if state.turn() == Color::White { -score } else { score }
    }

    /// Returns the value of all gains from this state on, for the player to move, by fail-soft alpha-beta search.
    fn value(&mut self, field: &LocalGame, state: &State, mut low: i32, mut high: i32) -> Result<i32, Exhausted> {
        if state.is_over() {
            return Ok(self.score(field, state));
        }
        self.nodes += 1;
        if self.nodes > self.budget {
            return Err(Exhausted);
        }
        let slot = self.table.slot(state);
        let mut first = None;
        if let Some(([known_low, known_high], best)) = self.table.known(slot, state) {
            if known_low >= high || known_low == known_high {
                return Ok(known_low);
            }
            if known_high <= low {
                return Ok(known_high);
            }
            low = low.max(known_low);
            high = high.min(known_high);
            first = Some(best);
        }
        let (bottom, mut best, mut best_move) = (low, -MOST, None);
        let end = field.visit_moves(state, first, |candidate, next, won| {
            let value = match self.value(field, &next, won - high, won - low) {
                Ok(value) => won - value,
                Err(exhausted) => return ControlFlow::Break(Err(exhausted)),
            };
            if value > best {
                best = value;
                best_move = candidate;
            }
            low = low.max(best);
            if low >= high { ControlFlow::Break(Ok(())) } else { ControlFlow::Continue(()) }
        });
        if let ControlFlow::Break(Err(exhausted)) = end {
            return Err(exhausted);
        }
        self.note(slot, state, best, [bottom, high], best_move);
        Ok(best)
    }

    fn note(&mut self, slot: Entry, state: &State, value: i32, [low, high]: [i32; 2], best: Move) {
        // the entry may have been replaced by another state meanwhile
        let ([known_low, known_high], _) = self.table.known(slot, state).unwrap_or(([-MOST, MOST], None));
        let known_low = if value > low { known_low.max(value) } else { known_low };
        let known_high = if value < high { known_high.min(value) } else { known_high };
        self.table.note(slot, state, [known_low, known_high], best);
    }
}

impl LocalGame {
    /// Calls `visit` for each legal move worth trying, with the state after it and the value of its captures, until a
    /// call breaks off. Moves that mostly cause a cutoff come first: the best known move, then the pass and the last
    /// liberties of chains (these before the pass if the player is in atari), then the rest. Each kind is generated
    /// only when it is needed.
    fn visit_moves<B>(
        &self,
        state: &State,
        first: Option<Move>,
        mut visit: impl FnMut(Move, State, i32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut try_move = |candidate: Move| match candidate {
            None => visit(candidate, state.after_pass(), 0),
            Some(node) => match self.play(state, node.into()) {
                Some((next, won)) => visit(candidate, next, won),
                None => ControlFlow::Continue(()),
            },
        };
        if let Some(first) = first {
            try_move(first)?;
        }
        let first_node = first.flatten().map_or(0, |node| one(node.into()));
        let (color, empty) = (state.turn(), self.empty(state));
        let with_liberties = self.with_liberties(empty);
        let last_liberties = |color| self.last_liberties(state, color, empty, with_liberties);
        let own_last = last_liberties(color);
        let mut last = own_last;
        // a player in atari has to answer or to capture
        if own_last != 0 {
            last |= last_liberties(color.opponent());
            (last & !first_node).nodes().try_for_each(|node| try_move(Some(byte(node))))?;
        }
        if first != Some(None) {
            try_move(None)?;
        }
        if own_last == 0 {
            last = last_liberties(color.opponent());
            (last & !first_node).nodes().try_for_each(|node| try_move(Some(byte(node))))?;
        }
        let is_of_use = |&node: &usize| {
            let is_equivalent = self.equivalent[node] & empty != 0;
            !is_equivalent && self.matters(state, node, empty) && !self.is_eye(state, color, node)
        };
        let mut others = (empty & !last & !first_node).nodes().filter(is_of_use);
        others.try_for_each(|node| match self.play_quietly(state, node, empty) {
            Some(next) => visit(Some(byte(node)), next, 0),
            None => ControlFlow::Continue(()),
        })
    }
}

fn byte(node: usize) -> u8 {
    u8::try_from(node).expect("fewer than 64 nodes")
}
