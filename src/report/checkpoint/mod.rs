//! `checkpoint.ndjson`: the evaluated files of a run that is a share of a larger one, or that can be resumed.
//!
//! Each line is a JSON value: first the head; then, in any order, a line for each evaluated file; last the end, which
//! is missing after an interruption. If a file has several lines it was evaluated again, and the last one counts, which
//! may say that the file is gone. A checkpoint can be read only by the version of the program that wrote it.

mod index;
mod merge;
mod write;

pub use merge::Checkpoints;
pub use write::CheckpointFile;

use std::collections::BTreeMap;
use std::fs::Metadata;
use std::io;
use std::path::PathBuf;
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};

use super::{Prepared, RunFacts};
use crate::dead::DeadFrom;
use crate::input::{Order, Shard};
use crate::skip::Skip;

/// The name of the checkpoint in the folder of a run.
pub const CHECKPOINT: &str = "checkpoint.ndjson";

/// The settings of a run. Two checkpoints are of one run if their heads differ in the share number at most.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// The program's version.
    pub version: String,
    /// The settings that determine the reports, a line each.
    pub settings: Vec<String>,
    /// The share of the files that is evaluated; all files if `None`.
    pub shard: Option<Shard>,
    /// The names of the strategies: see [`crate::pipeline::Options::names`].
    pub strategies: Vec<String>,
    /// The sources of dead stones: see [`crate::pipeline::Options::finders`].
    pub finders: BTreeMap<DeadFrom, String>,
    /// The seed of the bootstrap.
    pub seed: u64,
    /// Whether the checkpoint has the rows of `games.csv`.
    pub has_games: bool,
    /// Whether the checkpoint has the lines of `boards.ndjson`.
    pub has_boards: bool,
}

impl Head {
    /// Returns a description of the difference from another head, or `None` if both are of one run.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<String> {
        let (mut ours, mut theirs) = (self.clone(), other.clone());
        for head in [&mut ours, &mut theirs] {
            head.shard = head.shard.map(|shard| Shard { number: 1, ..shard });
        }
        if ours == theirs {
            return None;
        }
        if ours.version != theirs.version {
            return Some(format!("versions, {} here and {} there", ours.version, theirs.version));
        }
        let shares = |head: &Self| head.shard.map_or("none".to_owned(), |shard| shard.count.to_string());
        if ours.shard != theirs.shard {
            return Some(format!("shares, {} here and {} there", shares(&ours), shares(&theirs)));
        }
        let left_out = [
            ("--games-csv", ours.has_games != theirs.has_games),
            ("--boards-ndjson", ours.has_boards != theirs.has_boards),
        ];
        if let Some((option, _)) = left_out.into_iter().find(|&(_, differs)| differs) {
            return Some(format!("{option}, which is none for one of them"));
        }
        let only = |these: &Self, those: &Self| {
            let only = these.settings.iter().filter(|line| !those.settings.contains(line));
            only.map(String::as_str).collect::<Vec<_>>().join(", ")
        };
        match [only(&ours, &theirs), only(&theirs, &ours)] {
            [ours, theirs] if ours.is_empty() && theirs.is_empty() => Some("strategies or engines".to_owned()),
            [ours, theirs] => Some(format!("{ours:?} here and {theirs:?} there")),
        }
    }
}

/// Size and time of a file, by which a change of the file is noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Stamp {
    bytes: u64,
    /// The time of the last modification: seconds and nanoseconds of Unix time.
    changed: (u64, u32),
}

impl Stamp {
    /// Returns the stamp of a file, or `None` if the system has no modification time.
    fn of(metadata: &Metadata) -> Option<Self> {
        let changed = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        Some(Self { bytes: metadata.len(), changed: (changed.as_secs(), changed.subsec_nanos()) })
    }
}

/// A line of a checkpoint, as it is written.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Line<'a> {
    Head(&'a Head),
    File { order: &'a Order, stamp: Option<Stamp>, games: &'a [Prepared] },
    Gone { order: &'a Order },
    End { files: u64, not_walked: &'a [(String, Skip)], facts: &'a RunFacts },
}

impl Line<'_> {
    fn text(&self) -> Vec<u8> {
        let mut text = serde_json::to_vec(self).expect("keys are strings");
        text.push(b'\n');
        text
    }
}

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
