//! Computes rates, intervals and tests from outcomes.

mod exact;
mod holm;
mod pairwise;
mod tally;
mod wilson;

pub use exact::mcnemar_exact;
pub use holm::holm;
pub use pairwise::{Discordance, Pair, PairTally, PairVerdict};
pub use tally::{Comparison, Confusion, Tally};
pub use wilson::wilson;

// for the figures of a run: its weakest strata, all its pairs, its sources of dead stones
#[doc(hidden)]
pub use {
    exact::fisher_lower,
    pairwise::{ALPHA, correct},
    tally::{DeadComparison, DeadTally},
};
