//! The files of a run: their columns, their writer and their reader.
//!
//! Names of files and columns, and the order of columns, are fixed: scripts and baselines outside
//! the project depend on them.

mod boards;
mod columns;
mod command;
mod digests;
pub(crate) mod figures;
mod folder;
mod games;
mod row;
mod saved;
mod writer;

pub use boards::{BoardAnswer, SavedBoard};
pub use columns::{Column, ColumnType, tables};
pub use digests::FileDigests;
pub use figures::measures;
pub use row::SavedRow;
pub use saved::{SavedError, SavedRun, SkippedGame};

// the writers of runs, for the Python package and the page
#[doc(hidden)]
pub use columns::header;
#[doc(hidden)]
pub use figures::figures_csv;
#[doc(hidden)]
pub use games::{FormattedGame, GameRows, RowFormatter};
#[doc(hidden)]
pub use writer::{RunFacts, RunWriter, json};
