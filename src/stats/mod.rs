//! Computes rates, intervals and tests from outcomes.

mod exact;
mod holm;
mod pairwise;
mod tally;
mod wilson;

pub(crate) use exact::fisher_lower;
pub use exact::mcnemar_exact;
pub use holm::holm;
pub use pairwise::ALPHA;
pub(crate) use pairwise::{Discordance, Pair, PairTally, PairVerdict, correct};
pub(crate) use tally::{Comparison, Confusion, DeadComparison, DeadTally, Tally};
pub use wilson::wilson;
