//! The gate: compares a run with its baseline, and fails if the run is worse.

mod change;
mod judge;
mod thresholds;
mod verdict;
mod violation;

pub use change::{Change, ChangeKind};
pub use judge::{Incomparable, Judgement, check_rows, judge};
pub use thresholds::Thresholds;
pub use verdict::StrategyVerdict;
pub use violation::{Violation, no_answer_text};
