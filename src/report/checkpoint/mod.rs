//! `checkpoint.ndjson`: the evaluated files of a run that is a share of a larger one, or that can be resumed.
//!
//! Each line is a JSON value: first the head; then, in any order, a line for each evaluated file; in a share that is
//! complete, last the end. If a file has several lines it was evaluated again, and the last one counts, which
//! may say that the file is gone. A checkpoint can be read only by the version of the program that wrote it.
//!
//! Each line ends with a digest of its text. A run that continues evaluates the file of a damaged line again, and of all
//! lines behind it, as a write-ahead log is replayed up to the first damaged record; a merge refuses the checkpoint.

mod error;
mod head;
mod index;
mod line;
mod merge;
mod run_checkpoint;
mod stamp;
#[cfg(all(test, feature = "archives", feature = "cli"))]
mod tests;
mod write;

pub use error::CheckpointError;
pub use head::{CHECKPOINT, Head};
pub use merge::Checkpoints;
pub use run_checkpoint::{RunCheckpoint, WaitingGames};
pub use write::CheckpointFile;
