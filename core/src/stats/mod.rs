//! Computes rates, intervals and tests from outcomes.

mod exact;
mod holm;
mod pairwise;
mod tally;
mod wilson;

pub use exact::{fisher_lower, mcnemar_exact};
pub use holm::holm;
pub use pairwise::{ALPHA, Discordance, Pair, PairTally, PairVerdict, correct};
pub use tally::{Comparison, Confusion, DeadComparison, DeadTally, Tally};
pub use wilson::wilson;
