//! Runs against each other: two of them, or one against a baseline. Everything here goes by what a run has written,
//! so that a verdict can be had again from its files alone.
//!
//! What counts is *counted games*: territory and area games whose label does not contradict itself.

mod baseline;
mod gate;
mod pairs;
mod row;
mod runs;

pub use baseline::{Baseline, BaselineDifference, Damage, Known, Mismatch};
pub use gate::{Change, Incomparable, Judgement, Kind, Objection, StrategyVerdict, Thresholds, check_rows, judge};
pub use pairs::add_mae_intervals;
pub use row::Row;
pub use runs::{ChangedGame, StrategyChange, TwoRuns, compare};
