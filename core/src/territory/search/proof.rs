//! A bound for the value of a local game, to be proved.

use super::state::State;
use super::vertex_set::VertexSet;
use crate::board::Color;

/// A bound to be proved. One player, the *prover*, proves that he gets at least some value. His opponent, the
/// *refuter*, tries everything against it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proof {
    /// The player whose bound it is: Black proves a lower bound, White an upper one.
    pub(super) prover: Color,
    /// The number of captures that the refuter may make.
    pub(super) captures: u32,
    pub(super) replies: Replies,
    /// The dame that the prover concedes: see [`super::concession`].
    pub(super) conceded: VertexSet,
}

/// The moves that a prover considers, besides captures, the last liberties of chains, and the pass. Whoever does without
/// moves proves no more than he could with them, and with fewer moves most proofs are much shorter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Replies {
    /// Those near the best move of the refuter after a pass.
    Near,
    /// All moves.
    All,
}

impl Proof {
    /// Returns a state of the local game as a state of the game in which the concessions are made.
    pub(super) const fn state(self, state: &State) -> State {
        let mut state = *state;
        state.stones[self.prover.index()] &= !self.conceded;
        state.stones[self.prover.opponent().index()] |= self.conceded;
        state
    }

    /// Returns the number of captures that the refuter has left; `None` if he has made one too many.
    pub(super) const fn captures_left(self, state: &State) -> Option<u32> {
        self.captures.checked_sub(state.captures(self.prover.opponent()))
    }
}

/// The bounds of the value of a local game to Black.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// The lower and the upper bound.
    pub(super) values: [i32; 2],
    /// The proof of each bound.
    pub(super) proofs: [Proof; 2],
}

impl Bounds {
    /// Returns whether the value is known.
    pub(super) const fn is_exact(&self) -> bool {
        self.values[0] == self.values[1]
    }
}
