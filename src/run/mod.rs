//! Evaluates many games, writes the rows, figures and boards of a run to files, and reads them
//! back.
//!
//! [`evaluate`] returns the games in a walk in batches, in the order of the walk. [`SavedGame`]
//! contains what a run keeps about a game, `RunWriter` writes it, [`Summary`] adds up the rows, and
//! [`SavedRun`] reads a run back.
//!
//! The names of files and columns, and the order of columns, are fixed, because scripts and
//! baselines outside the project depend on them.

mod batches;
mod boards;
mod columns;
mod command;
mod copies;
mod digests;
mod figures;
mod folder;
mod merging;
mod row;
mod saved;
mod saved_game;
mod strata;
mod summary;
mod tables;
mod tally;
mod weak;
mod writer;

pub use batches::{Batch, Batches, RunError, evaluate};
pub use boards::{BoardAnswer, SavedBoard};
pub use columns::{Column, ColumnType};
pub use command::Commands;
pub use copies::superfluous_copies;
pub use digests::FileDigests;
pub(crate) use figures::{DeadFigures, NoAnswerExample, PairFigures, is_external};
pub use figures::{Figures, StrategyFigures, StratumFigures};
pub(crate) use merging::{MergeError, merge};
pub(crate) use row::UNCLOSED;
#[cfg(test)]
pub(crate) use row::examples::any_row;
pub use row::{GameRow, SkippedRow};
pub use saved::{RunFacts, SavedError, SavedRun};
pub use saved_game::SavedGame;
pub(crate) use strata::year;
pub use summary::{Summary, SummaryOptions};
pub use tables::{figures_csv, games_csv, skipped_csv, tables};
pub(crate) use tables::{measures, p_value};
pub(crate) use weak::WeakStratum;
pub(crate) use writer::RunWriter;
pub use writer::json;
