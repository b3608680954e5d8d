//! Writes what a run found: one file a report.
//!
//! Names, columns and their order are fixed: scripts and baselines outside the project depend on them.

mod folder;
mod games;
mod json;
mod skipped;
mod summary;
mod terminal;

pub use folder::RunFolder;
pub use games::{GAMES_HEADER, GameRows, MISMATCHES_HEADER, explain_command, result_text};
pub use json::{RunFacts, run_json, summary_json};
pub use skipped::{SKIPPED_HEADER, skipped_row};
pub use summary::{MEASURES, SUMMARY_HEADER, write_summary};
pub use terminal::{Style, eval_text};
