//! Baselines, with which later runs are compared: counts, and every known mismatch.
//!
//! A baseline is a text file for a repository: sorted, with one line per mismatch, so that its diff is a review of the
//! changes. Its lines are CSV; the first field is the type of the line, and lines that begin with `#` are comments.

mod contents;
mod counts;
mod difference;
mod mismatch;
mod text;

pub use contents::Baseline;
pub use counts::StrategyCounts;
pub(super) use counts::counts;
pub use difference::BaselineDifference;
pub use mismatch::Mismatch;
pub use text::Damage;
