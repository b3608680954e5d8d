//! Writes the results of a run, one report per file.
//!
//! Names of files and columns, and the order of columns, are fixed: scripts and baselines outside the project depend on
//! them.

mod boards;
mod columns;
mod digests;
mod explain;
pub(crate) mod figures;
mod folder;
mod formatter;
mod games;
pub(crate) mod html;
mod json;
mod readings;
mod reasons;
mod remarks;
mod saved;
mod tables;
pub(crate) mod terminal;
pub(crate) mod text;
mod writer;

pub use crate::sgf::result_text;
pub use boards::{BoardAnswer, SavedBoard};
pub use columns::ColumnType;
pub use digests::FileDigests;
pub use explain::{Explained, Scene, Sentence};
pub use figures::{dead_csv, measures, pairwise_csv, summary_csv};
pub use folder::RunFolder;
pub use formatter::{FormattedGame, GameRows, RowFormatter};
pub use games::{game_rows, skipped_row};
pub use html::{html, runs_html};
pub use json::{RunFacts, json};
pub use reasons::StrategyReasons;
pub use remarks::{
    open_text, protective_json, protective_moves, protective_text, rules_text, safety_json, safety_text, tax_text,
    unclosed_text,
};
pub use saved::{SavedError, SavedRun, SkippedGame};
pub use tables::{Column, header, tables};
pub use terminal::{eval_text, reasons};
pub use text::{Style, clean, shell_word};
pub use writer::{FileForm, RunWriter};
