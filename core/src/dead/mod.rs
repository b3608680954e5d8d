//! Finds the dead stones of a finished position. They can come from several sources, such as
//! ownership, by which the position is judged, or playouts, which use only the position.
//!
//! [`labels`](crate::labels) reads the dead stones from marks and labels files.

mod ownership;
mod playouts;
mod stones;
mod suspects;

pub use ownership::{
    BadOwnership, ChainLife, Ownership, OwnershipJudgement, UnclosedBorder, judge, unclosed_borders,
};
pub use playouts::{Estimate, Estimator, Playouts};
pub use stones::{DeadFrom, count_board, remove_dead, take_off};
pub(crate) use suspects::{has_territory, suspects};
