//! Computes rates, intervals and tests from outcomes.

mod bootstrap;
mod exact;
mod holm;
mod multinomial;
mod pairwise;
mod tally;
mod wilson;

pub use bootstrap::Bootstrap;
pub use exact::{fisher_lower, mcnemar_can_show, mcnemar_exact};
pub use holm::holm;
pub use pairwise::{ALPHA, Discordance, Errors, Pair, PairTally, PairVerdict, correct};
pub use tally::{Comparison, Confusion, DeadComparison, DeadTally, Tally};
pub use wilson::{wilson, wilson_of_several};
