//! Dead stones: the sources that can name the dead stones of a finished position; playouts, the source that needs nothing but
//! the position; and the judgement of a position by its ownership.
//!
//! An engine or any other source that finds dead stones implements [`DeadStoneSource`] outside this crate. The dead
//! stones that marks and labels files name are read by [`labels`](crate::labels).

mod ownership;
mod playouts;
mod stones;

pub use ownership::{
    BadOwnership, ChainLife, Ownership, OwnershipJudgement, OwnershipLimits, UnclosedBorder, judge, unclosed_borders,
};
pub use playouts::{Estimator, Playouts};
pub use stones::{DeadFrom, DeadStoneSource, splits_a_block, take_off};
