//! Compares runs: two of them with each other, or one with a baseline. Everything here depends only on the files that a
//! run has written, so that a verdict can be reproduced from them.
//!
//! Comparisons use the *counted games*: territory and area games whose label does not contradict itself.

mod baseline;
mod gate;
mod pairs;
mod row;
mod runs;

pub use baseline::{Baseline, BaselineDifference, Damage, Mismatch, StrategyCounts};
pub use gate::{
    Change, ChangeKind, Incomparable, Judgement, StrategyVerdict, Thresholds, Violation, check_rows, judge,
    no_answer_text,
};
pub use pairs::add_mae_intervals;
pub use row::SavedRow;
pub use runs::{ChangedGame, StrategyChange, TwoRuns, compare};
