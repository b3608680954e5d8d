//! The best line of play in a local game.

use super::moves::Move;
use super::state::State;

/// The moves that a search considers best for both sides, up to the end of the game.
#[derive(Debug)]
pub(super) struct PrincipalVariation {
    pub(super) moves: Vec<Move>,
    /// The state at the end of the game.
    pub(super) end: State,
}
