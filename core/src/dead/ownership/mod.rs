//! Judges a finished position by its ownership: for each point, how likely a network or playouts expect it to be
//! Black's or White's.
//!
//! Ownership says little by itself about which stones are dead and where the game is not over: near an open border it
//! is blurred, and where the life of a group depends on who plays first it differs between the two players to move.
//! So chains are judged as a whole (`stones`), and the borders between the players by the rules of the game
//! (`borders`).

mod borders;
mod judgement;
mod stones;
mod values;

pub use borders::UnclosedBorder;
pub use judgement::{OwnershipJudgement, judge, unclosed_borders};
pub use stones::ChainLife;
pub use values::{BadOwnership, Ownership, OwnershipLimits};
