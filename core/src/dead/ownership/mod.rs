//! Judges a finished position by its ownership. Ownership states how likely each point is to end up
//! as Black's or White's, according to a network or playouts.
//!
//! On its own, ownership is unclear about dead stones and unfinished parts of the board. It is
//! blurred near an open border. If the life of a group depends on who plays first, ownership with
//! Black to move differs from ownership with White to move. Therefore, `stones` judges each chain
//! as a whole, and `borders` applies the rules of the game to the borders between the players.

mod borders;
mod judgement;
mod stones;
mod values;

pub use borders::UnclosedBorder;
pub use judgement::{OwnershipJudgement, judge, unclosed_borders};
pub use stones::ChainLife;
pub use values::{BadOwnership, Ownership};
