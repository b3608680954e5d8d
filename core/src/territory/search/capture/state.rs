//! A state of the search, and its key in the table.

use super::graph::VertexSet;
use crate::board::Color;

/// A state of the search: the stones, the ko bans, the player to move, and the numbers of passes
/// and captures. A move creates a new state, because copying is as cheap as undoing.
///
/// The rules ignore the number of captures. The search counts them, because an
/// [attempt](super::attempt::Attempt) limits the refuter's captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct State {
    /// The stones of each colour.
    pub(super) stones: [VertexSet; 2],
    /// The points where each colour may not retake a ko: see [`Self::after_pass`].
    pub(super) bans: [VertexSet; 2],
    pub(super) player: Color,
    /// The number of passes in succession, not counting passes that lifted a ban.
    pub(super) passes: u8,
    /// The number of capturing moves of each colour, up to [`u8::MAX`].
    pub(super) captures: [u8; 2],
}

impl State {
    /// Returns the initial state with these stones.
    pub(super) const fn initial(stones: [VertexSet; 2], player: Color) -> Self {
        Self {
            stones,
            bans: [0; 2],
            player,
            passes: 0,
            captures: [0; 2],
        }
    }

    /// Returns whether two passes in succession have ended the game.
    pub(super) const fn is_over(&self) -> bool {
        self.passes >= 2
    }

    /// Returns the state after a pass. Under Article 7-2 of the Japanese rules of 1989, "a player
    /// whose stone has been captured in a ko cannot recapture in that ko" until he has passed for
    /// it. A pass for a ko does not count towards the two passes that end the game. Here, one pass
    /// lifts all of a colour's bans.
    pub(super) const fn after_pass(&self) -> Self {
        let (mut next, own) = (*self, self.player.index());
        next.player = self.player.opponent();
        if next.bans[own] == 0 {
            next.passes += 1;
        } else {
            next.bans[own] = 0;
            next.passes = 0;
        }
        next
    }

    /// Returns the state after the player to move has placed `stone`, before captured stones are
    /// removed.
    pub(super) const fn after_stone(&self, stone: VertexSet) -> Self {
        let mut next = *self;
        (next.player, next.passes) = (self.player.opponent(), 0);
        next.stones[self.player.index()] |= stone;
        next.bans = [next.bans[0] & !stone, next.bans[1] & !stone];
        next
    }
}

/// The parts of a state that decide who wins an attempt, and the attempt itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct StateKey {
    stones: [VertexSet; 2],
    bans: [VertexSet; 2],
    player: Color,
    has_passed: bool,
    prover: Color,
    /// The number of captures that the refuter may still make.
    captures_left: u32,
}

impl StateKey {
    /// Returns the key of a state in an attempt by `prover`.
    pub(super) fn new(state: &State, prover: Color, captures_left: u32) -> Self {
        Self {
            stones: state.stones,
            bans: state.bans,
            player: state.player,
            has_passed: state.passes > 0,
            prover,
            captures_left,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn state_tracks_player_and_passes() {
        let state = State::initial([1, 2], Color::White);
        assert_eq!((state.player, state.is_over()), (Color::White, false));
        let stone = state.after_pass().after_stone(4);
        assert_eq!((stone.player, stone.stones), (Color::White, [5, 2]));
        assert!(
            !stone.after_pass().is_over(),
            "a stone resets the count of passes"
        );
        assert!(stone.after_pass().after_pass().is_over());
        assert_ne!(
            stone,
            stone.after_pass().after_pass(),
            "the same stones and player, but a different number of passes"
        );
    }

    #[test]
    fn ban_is_lifted_only_by_a_pass_of_the_banned_colour() {
        let mut state = State::initial([0; 2], Color::Black);
        state.bans[0] = 8;
        assert_eq!(
            state.after_stone(4).bans,
            [8, 0],
            "a move elsewhere does not lift the ban"
        );
        assert_eq!(
            state.after_stone(8).bans,
            [0, 0],
            "filling the ko lifts the ban"
        );
        let lifted = state.after_pass();
        assert_eq!(
            (lifted.bans, lifted.passes),
            ([0, 0], 0),
            "a pass for a ko does not end the game"
        );
        assert_eq!(lifted.after_pass().passes, 1);
        let kept = State::initial([0; 2], Color::White);
        assert_eq!(
            State {
                bans: [8, 0],
                ..kept
            }
            .after_pass()
            .bans,
            [8, 0],
            "the opponent's pass does not lift the ban"
        );
    }
}
