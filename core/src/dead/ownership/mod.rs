//! Judges a finished position by its ownership: for each point, how likely it is to end as Black's
//! or White's, according to a network or playouts.
//!
//! On its own, ownership is unclear about dead stones and unfinished parts of the board. It is
//! blurred near an open border. If the life of a group depends on who plays first, ownership with
//! Black to move differs from ownership with White to move. So `stones` judges each chain as a
//! whole, and `borders` judges the borders between the players by the rules of the game.

mod borders;
mod judgement;
mod stones;
mod values;

pub use borders::UnclosedBorder;
pub use judgement::{OwnershipJudgement, judge, unclosed_borders};
pub use stones::ChainLife;
pub use values::{BadOwnership, Ownership};
