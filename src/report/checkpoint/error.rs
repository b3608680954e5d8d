//! The errors of a checkpoint.

use std::io;
use std::path::PathBuf;

/// An error of a checkpoint.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The checkpoint can't be read or written.
    #[error("failed to read or write {path:?}: {error}")]
    Io {
        /// The checkpoint.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// Another run has locked the checkpoint.
    #[error("another run with --resume writes the same reports: {0:?} is locked")]
    Locked(PathBuf),
    /// A line can't be parsed.
    #[error("failed to read {path:?}, line {line}: {message}")]
    Damaged {
        /// The checkpoint.
        path: PathBuf,
        /// The number of the line, from 1.
        line: u64,
        /// The error in the line.
        message: String,
    },
    /// The checkpoint is of another run.
    #[error("{path:?} is of another run: they differ in {difference}")]
    Other {
        /// The checkpoint.
        path: PathBuf,
        /// The difference between the settings of this run and the other.
        difference: String,
    },
    /// The end line is missing.
    #[error("{0:?} is not whole: was it copied before its run had ended?")]
    NotWhole(PathBuf),
    /// The run is no share.
    #[error("{0:?} is no share of a run: evaluate with --shard K/N")]
    NoShare(PathBuf),
    /// Shares are missing or given twice.
    #[error("{0}")]
    Shares(String),
}
