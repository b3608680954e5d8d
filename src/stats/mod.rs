//! From outcomes to rates and intervals.

mod holm;
mod tally;
mod wilson;

pub use holm::holm;
pub use tally::{Comparison, Confusion, Tally};
pub use wilson::wilson;
