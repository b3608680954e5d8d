//! From outcomes to rates and intervals.

mod holm;
mod mcnemar;
mod tally;
mod wilson;

pub use holm::holm;
pub use mcnemar::{mcnemar_can_show, mcnemar_exact};
pub use tally::{Comparison, Confusion, Tally};
pub use wilson::wilson;
