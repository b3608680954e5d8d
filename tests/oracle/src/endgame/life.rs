//! Finds out whether a chain is dead once both players have stopped.

use std::collections::HashMap;

use super::field::{Field, Set, Stones, count};
use super::hash::Fast;

/// The maximum number of moves of a proof.
const MOST_MOVES: u32 = 24;

/// A state of the game for a chain. A player may not retake a ko until he has passed, and the game
/// ends with two passes if neither lifts a ban.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct State {
    stones: Stones,
    /// The points where each player may not retake a ko.
    bans: [Set; 2],
    player: usize,
    has_passed: bool,
    /// The points of the chain.
    chain: Set,
    owner: usize,
}

/// What is known about a state.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    winner: Option<usize>,
    /// For each player, the number of moves in which he failed to win.
    failed: [u32; 2],
    /// The last move that decided.
    best: Set,
}

/// The searches for the chains of one board.
#[derive(Debug)]
pub(super) struct Life {
    field: Field,
    table: HashMap<State, Known, Fast>,
    /// Whether a chain is dead, by the stones on the board, the chain and the player who moves
    /// first.
    fates: HashMap<(Stones, Set, usize), bool, Fast>,
    left: u32,
}

impl Life {
    /// Searches at most `most` states for the chains of one board.
    pub(super) fn new(field: Field, most: u32) -> Self {
        Self {
            field,
            table: HashMap::default(),
            fates: HashMap::default(),
            left: most,
        }
    }

    /// Returns whether the opponent of `owner` can capture a chain if `first` moves first, or
    /// `None` if the search gives up. The chain is captured if no stone of its owner is on its
    /// points at the end.
    pub(super) fn is_dead(
        &mut self,
        stones: Stones,
        chain: Set,
        owner: usize,
        first: usize,
    ) -> Option<bool> {
        if let Some(&known) = self.fates.get(&(stones, chain, first)) {
            return Some(known);
        }
        let state = State {
            stones,
            bans: [0; 2],
            player: first,
            has_passed: false,
            chain,
            owner,
        };
        let players = [1 - owner, owner];
        let mut lengths = (2..=MOST_MOVES).step_by(2);
        let winner = lengths.find_map(|most| {
            players
                .into_iter()
                .find(|&player| self.wins(state, player, most))
        })?;
        self.fates.insert((stones, chain, first), winner != owner);
        Some(winner != owner)
    }

    /// Returns whether a proof of at most `most` moves shows that `winner` wins.
    fn wins(&mut self, state: State, winner: usize, most: u32) -> bool {
        let known = self.table.get(&state).copied().unwrap_or_default();
        if known.winner.is_some() || most > 0 && known.failed[winner] >= most {
            return known.winner == Some(winner);
        }
        let safe = [0, 1].map(|color| self.field.safe(state.stones, color));
        if safe[state.owner] & state.stones[state.owner] & state.chain != 0 {
            return winner == state.owner;
        }
        if state.chain & !safe[1 - state.owner] == 0 {
            return winner != state.owner;
        }
        if most == 0 || self.left == 0 {
            return false;
        }
        self.left -= 1;
        let is_own_move = state.player == winner;
        let mut moves = self.field.moves(state.stones, safe, known.best);
        let decides = |&at: &Set| self.wins_after(state, at, winner, most) == Some(is_own_move);
        let best = moves.find(decides);
        let is_won = best.is_some() == is_own_move;
        if is_won || self.left > 0 {
            let known = self.table.entry(state).or_default();
            known.best = best.unwrap_or(known.best);
            if is_won {
                known.winner = Some(winner);
            } else {
                known.failed[winner] = most;
            }
        }
        is_won
    }

    /// Returns whether `winner` wins after a move, or a pass if `at` is 0; `None` if the move is
    /// illegal.
    fn wins_after(&mut self, state: State, at: Set, winner: usize, most: u32) -> Option<bool> {
        let (own, other) = (state.player, 1 - state.player);
        let mut next = State {
            player: other,
            has_passed: false,
            ..state
        };
        if at == 0 {
            let lifts = state.bans[own] != 0;
            next.bans[own] = 0;
            next.has_passed = !lifts;
            if state.has_passed && !lifts {
                let is_kept = state.stones[state.owner] & state.chain != 0;
                return Some(is_kept == (winner == state.owner));
            }
        } else {
            let (stones, captured, is_ko) = self.field.play(state.stones, own, at)?;
            if count(captured) == 1 && state.bans[own] & at != 0 {
                return None;
            }
            next.stones = stones;
            next.bans = state.bans.map(|bans| bans & !at);
            next.bans[other] |= if is_ko { captured } else { 0 };
        }
        Some(self.wins(next, winner, most - 1))
    }
}
