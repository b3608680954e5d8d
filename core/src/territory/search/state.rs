//! A state of the search.

use super::vertex_set::VertexSet;
use crate::board::Color;

/// The number of capturing moves after which a local game is over. Without this limit a cycle would never end.
pub(super) const MAX_CAPTURES: u64 = 6;

/// A state of the search: the stones, the player to move, the passes and captures so far, and the point of a ko.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    /// The stones of each colour.
    pub(super) stones: [VertexSet; 2],
    /// Four packed bytes: the vertex where a ko cannot be retaken now, whether White is to move, the number of passes
    /// in succession, and the number of capturing moves. They are one number because states are copied often: reading
    /// bytes together that were just written one by one would stall store forwarding.
    rest: u64,
}

/// The ko byte if there is no ko.
const NO_KO: u64 = 0xff;
const WHITE: u64 = 1 << 8;
const PASS: u64 = 1 << 16;
const PASSES: u64 = 0xff * PASS;
const CAPTURE: u64 = 1 << 24;

impl State {
    /// Returns the initial state with these stones.
    pub(super) const fn initial(stones: [VertexSet; 2], player: Color) -> Self {
        Self { stones, rest: NO_KO + if matches!(player, Color::White) { WHITE } else { 0 } }
    }

    /// Returns everything but the stones, as part of a hash key.
    #[expect(clippy::cast_possible_truncation, reason = "it has 32 bits")]
    pub(super) const fn rest(&self) -> u32 {
        self.rest as u32
    }

    /// Returns the player to move.
    pub(super) const fn player(&self) -> Color {
        if self.rest & WHITE == 0 { Color::Black } else { Color::White }
    }

    /// Returns whether the game is over: two passes in succession, or too many captures.
    pub(super) const fn is_over(&self) -> bool {
        self.rest & PASSES >= 2 * PASS || self.rest >= MAX_CAPTURES * CAPTURE
    }

    /// Returns whether some move has captured.
    pub(super) const fn has_captured(&self) -> bool {
        self.rest >= CAPTURE
    }

    /// Returns whether a stone on `vertex` would retake a ko at once.
    pub(super) const fn is_ko(&self, vertex: usize) -> bool {
        self.rest & NO_KO == vertex as u64
    }

    /// Returns the state after a pass.
    pub(super) const fn after_pass(&self) -> Self {
        Self { stones: self.stones, rest: ((self.rest | NO_KO) ^ WHITE) + PASS }
    }

    /// Returns the state after the player to move has put `stone` on the board, before captured stones are removed.
    pub(super) const fn after_stone(&self, stone: VertexSet) -> Self {
        let mut next = Self { stones: self.stones, rest: ((self.rest | NO_KO) ^ WHITE) & !PASSES };
        next.stones[self.player().index()] |= stone;
        next
    }

    /// Counts the last move as a capture.
    pub(super) const fn count_capture(&mut self) {
        self.rest += CAPTURE;
    }

    /// Bans retaking a ko on `vertex` for the next move.
    pub(super) const fn set_ko(&mut self, vertex: usize) {
        self.rest = self.rest & !NO_KO | vertex as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_knows_the_player_to_move_and_the_end_of_the_game() {
        let mut state = State::initial([1, 2], Color::White);
        assert_eq!((state.player(), state.is_over(), state.has_captured()), (Color::White, false, false));
        let stone = state.after_pass().after_stone(4);
        assert_eq!((stone.player(), stone.stones), (Color::White, [5, 2]));
        assert!(!stone.after_pass().is_over(), "the pass before the stone does not count");
        assert!(stone.after_pass().after_pass().is_over());
        assert_ne!(stone, stone.after_pass().after_pass(), "the same stones, and the same player's turn");
        state.set_ko(63);
        assert!(
            state.is_ko(63) && !state.is_ko(62) && !state.after_pass().is_ko(63) && !state.after_stone(4).is_ko(63)
        );
        for captures in 1..=MAX_CAPTURES {
            state.count_capture();
            assert_eq!((state.has_captured(), state.is_over()), (true, captures == MAX_CAPTURES));
        }
        assert!(u32::try_from(state.after_pass().rest).is_ok());
    }
}
