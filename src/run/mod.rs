//! The files of a run: their columns, their writer and their reader.
//!
//! Names of files and columns, and the order of columns, are fixed: scripts and baselines outside the project depend on
//! them.

mod boards;
mod columns;
mod digests;
pub(crate) mod figures;
mod folder;
mod formatter;
mod games;
mod json;
mod row;
mod saved;
mod tables;
mod writer;

pub use boards::{BoardAnswer, SavedBoard};
pub use columns::{Column, ColumnType};
pub use digests::FileDigests;
pub use figures::{dead_csv, measures, pairwise_csv, summary_csv};
pub use folder::RunFolder;
pub use formatter::{FormattedGame, GameRows, RowFormatter};
pub use games::{game_rows, skipped_row};
pub use json::{RunFacts, json};
pub use row::SavedRow;
pub use saved::{SavedError, SavedRun, SkippedGame};
pub use tables::{header, tables};
pub use writer::RunWriter;
