//! Computes rates, intervals and tests from counts.

mod confusion;
mod exact;
mod holm;
mod pairwise;
mod wilson;

pub(crate) use confusion::{Confusion, share};
pub(crate) use exact::fisher_lower;
pub use exact::mcnemar_exact;
pub use holm::holm;
pub use pairwise::ALPHA;
pub(crate) use pairwise::{Pair, PairTally, PairVerdict, correct};
pub use wilson::wilson;
