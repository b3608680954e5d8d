//! Computes rates, intervals and tests from outcomes.

mod bootstrap;
mod dead;
mod fisher;
mod holm;
mod mcnemar;
mod multinomial;
mod pairwise;
mod tally;
mod wilson;

pub use bootstrap::Bootstrap;
pub use dead::{DeadComparison, DeadTally};
pub use fisher::fisher_lower;
pub use holm::holm;
pub use mcnemar::{mcnemar_can_show, mcnemar_exact};
pub use pairwise::{ALPHA, Discordance, Errors, Pair, PairTally, PairVerdict, correct};
pub use tally::{Comparison, Confusion, Tally};
pub use wilson::{wilson, wilson_of_several};
