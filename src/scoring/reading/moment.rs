//! A moment of a play-out: what stands, who is to move, and what may not be played.

use super::set::Set;
use crate::board::Color;

/// After so many moves that capture, a play-out is over: a cycle never ends otherwise.
pub(super) const MOST_CAPTURES: u64 = 6;

/// A moment of a play-out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Moment {
    pub(super) stones: [Set; 2],
    /// The point where a ko can't be retaken now, whether White is to move, passes in succession, and moves that captured, a
    /// byte each. It is one number, for moments are copied again and again: of bytes that have just been written, each by
    /// itself, the processor can't read several at once without waiting for them.
    rest: u64,
}

/// Where there is no ko.
const NO_KO: u64 = 0xff;
const WHITE: u64 = 1 << 8;
const PASS: u64 = 1 << 16;
const PASSES: u64 = 0xff * PASS;
const CAPTURE: u64 = 1 << 24;

impl Moment {
    /// The first moment, with these stones.
    pub(super) const fn first(stones: [Set; 2], turn: Color) -> Self {
        Self { stones, rest: NO_KO + if matches!(turn, Color::White) { WHITE } else { 0 } }
    }

    /// What it is besides its stones.
    #[expect(clippy::cast_possible_truncation, reason = "it has 32 bits")]
    pub(super) const fn rest(&self) -> u32 {
        self.rest as u32
    }

    /// Whose turn it is.
    pub(super) const fn turn(&self) -> Color {
        if self.rest & WHITE == 0 { Color::Black } else { Color::White }
    }

    /// Whether the play-out is over: both have passed in succession, or there were too many captures.
    pub(super) const fn is_over(&self) -> bool {
        self.rest & PASSES >= 2 * PASS || self.rest >= MOST_CAPTURES * CAPTURE
    }

    /// Whether a move has captured.
    pub(super) const fn has_captured(&self) -> bool {
        self.rest >= CAPTURE
    }

    /// Whether a stone on a node would retake a ko at once.
    pub(super) const fn is_ko(&self, node: usize) -> bool {
        self.rest & NO_KO == node as u64
    }

    /// The moment after a pass.
    pub(super) const fn after_pass(&self) -> Self {
        Self { stones: self.stones, rest: ((self.rest | NO_KO) ^ WHITE) + PASS }
    }

    /// The moment after a stone of whoever is to move, before it captures anything.
    pub(super) const fn after_stone(&self, stone: Set) -> Self {
        let mut next = Self { stones: self.stones, rest: ((self.rest | NO_KO) ^ WHITE) & !PASSES };
        next.stones[self.turn().index()] |= stone;
        next
    }

    /// Notes that the last move captured.
    pub(super) const fn note_capture(&mut self) {
        self.rest += CAPTURE;
    }

    /// Notes that a node is where a ko can't be retaken now.
    pub(super) const fn note_ko(&mut self, node: usize) {
        self.rest = self.rest & !NO_KO | node as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_knows_whose_turn_it_is_and_when_it_is_over() {
        let mut moment = Moment::first([1, 2], Color::White);
        assert_eq!((moment.turn(), moment.is_over(), moment.has_captured()), (Color::White, false, false));
        let stone = moment.after_pass().after_stone(4);
        assert_eq!((stone.turn(), stone.stones), (Color::White, [5, 2]));
        assert!(!stone.after_pass().is_over(), "the pass before the stone does not count");
        assert!(stone.after_pass().after_pass().is_over());
        assert_ne!(stone, stone.after_pass().after_pass(), "the same stones, and the same player's turn");
        moment.note_ko(63);
        assert!(
            moment.is_ko(63) && !moment.is_ko(62) && !moment.after_pass().is_ko(63) && !moment.after_stone(4).is_ko(63)
        );
        for captures in 1..=MOST_CAPTURES {
            moment.note_capture();
            assert_eq!((moment.has_captured(), moment.is_over()), (true, captures == MOST_CAPTURES));
        }
        assert!(u32::try_from(moment.after_pass().rest).is_ok());
    }
}
