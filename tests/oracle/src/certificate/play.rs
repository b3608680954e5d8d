//! The rules of play in a local game.
//!
//! Stones are captured as usual, and suicide is illegal. A player who has lost a stone in a ko may not retake until he
//! has passed; a pass that lifts such a ban does not count toward the two passes that end the game. Players never fill
//! their own eyes: points that only one block touches.

use super::field::Field;
use super::sets::{Set, has, one, places, size};
use super::{POINT, PRISONER};

/// A position, with the facts about earlier moves that affect play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct State {
    pub(super) stones: [Set; 2],
    /// The points where each colour may not retake a ko.
    bans: [Set; 2],
    /// The colour to move: 0 for Black, 1 for White.
    pub(super) player: usize,
    /// The number of passes in succession.
    pub(super) passes: u32,
    /// The number of moves of each colour that captured something.
    pub(super) captures: [u32; 2],
}

impl Field {
    /// Returns the position at the start.
    pub(super) fn initial(&self, first: usize) -> State {
        let stones = [0, 1].map(|color: usize| self.alive[color] | self.dead[color]);
        State { stones, bans: [0; 2], player: first, passes: 0, captures: [0; 2] }
    }

    /// Returns the places without a stone.
    pub(super) fn empty(&self, state: &State) -> Set {
        self.all() & !state.stones[0] & !state.stones[1]
    }

    /// Returns the places adjacent to a set, without the set itself.
    pub(super) fn boundary(&self, set: Set) -> Set {
        places(set).fold(0, |sum, place| sum | self.adjacent[place]) & !set
    }

    /// Returns the places that are connected to `start` through `within`, including `start`.
    pub(super) fn reach(&self, start: Set, within: Set) -> Set {
        let mut all = start;
        loop {
            let more = all | self.boundary(all) & within;
            if more == all {
                return all;
            }
            all = more;
        }
    }

    /// Returns the connected parts of a set.
    pub(super) fn parts(&self, set: Set) -> Vec<Set> {
        let mut parts: Vec<Set> = Vec::new();
        for place in places(set) {
            if parts.iter().all(|part| !has(*part, place)) {
                parts.push(self.reach(one(place), set));
            }
        }
        parts
    }

    /// Returns the large blocks that a colour has captured. Their places count as permanent stones of this colour.
    pub(super) fn won(&self, state: &State, color: usize) -> Set {
        self.large & self.alive[1 - color] & state.stones[color]
    }

    /// Returns the stones of a colour that can never be captured, and that protect the stones connected to them.
    pub(super) fn lasting_roots(&self, state: &State, color: usize) -> Set {
        (self.fixed | self.conceded | self.outside) & state.stones[color] | self.won(state, color)
    }

    /// Returns the stones of a colour that can never be captured.
    pub(super) fn lasting(&self, state: &State, color: usize) -> Set {
        self.reach(self.lasting_roots(state, color), state.stones[color])
    }

    /// Returns the points that a player may consider, and the pass.
    pub(super) fn moves(&self, state: &State) -> Vec<Option<usize>> {
        let points = places(self.empty(state)).filter(|&point| !self.is_eye(state, point));
        [None].into_iter().chain(points.map(Some)).collect()
    }

    /// Returns whether a point is an eye of the player to move.
    fn is_eye(&self, state: &State, point: usize) -> bool {
        let (around, stones) = (self.adjacent[point], state.stones[state.player]);
        let is_one_block = || around & !self.reach(one(around.trailing_zeros() as usize), stones) == 0;
        !has(self.outside, point) && around != 0 && around & !stones == 0 && is_one_block()
    }

    /// Returns the position after a move and the value of the captured stones, or `None` if the move is illegal.
    pub(super) fn play(&self, state: &State, point: Option<usize>) -> Option<(State, i32)> {
        let (own, other) = (state.player, 1 - state.player);
        let mut next = State { player: other, passes: 0, ..*state };
        let Some(point) = point else {
            next.passes = if state.bans[own] == 0 { state.passes + 1 } else { 0 };
            next.bans[own] = 0;
            return Some((next, 0));
        };
        let stone = one(point);
        if self.empty(state) & stone == 0 {
            return None;
        }
        next.stones[own] |= stone;
        next.bans = next.bans.map(|bans| bans & !stone);
        let empty = self.empty(&next);
        let is_captured =
            |block: &Set, color: usize| block & self.lasting(&next, color) == 0 && self.boundary(*block) & empty == 0;
        let blocks = self.parts(next.stones[other]).into_iter().filter(|block| self.boundary(*block) & stone != 0);
        let captured = blocks.filter(|block| is_captured(block, other)).fold(0, |sum, block| sum | block);
        if captured == 0 && is_captured(&self.reach(stone, next.stones[own]), own) {
            return None;
        }
        let is_one = size(captured) == 1 && captured & self.large == 0;
        if is_one && state.bans[own] & stone != 0 {
            return None;
        }
        next.stones[other] &= !captured;
        next.stones[own] |= captured & self.large;
        next.captures[own] += u32::from(captured != 0);
        if self.boundary(captured) & self.conceded != 0 {
            next.captures[own] = u32::MAX;
        }
        let is_alone =
            self.boundary(stone) & (next.stones[own] | self.empty(&next)) == captured && !has(self.outside, point);
        if is_one && is_alone {
            next.bans[other] |= captured;
        }
        let large: i32 = places(captured & self.large).map(|block| 2 * POINT * self.weight[block]).sum();
        Some((next, large + PRISONER * size(captured & !self.large)))
    }

    /// Returns a position in the form of a certificate's strategy.
    pub(super) fn name(&self, state: &State, prover: usize) -> String {
        let letter = |place: usize| {
            let sets = [state.stones[0], state.stones[1], state.bans[0], state.bans[1]];
            sets.iter().position(|set| has(*set, place)).map_or('.', |found| ['x', 'o', 'b', 'w'][found])
        };
        let letters: String = places(self.all() & !self.fixed).map(letter).collect();
        format!("{letters}{}{}", state.passes, state.captures[1 - prover])
    }
}
