//! From outcomes to rates and intervals.

mod tally;
mod wilson;

pub use tally::{Comparison, Confusion, Tally};
pub use wilson::wilson;
