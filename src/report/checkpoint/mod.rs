//! `checkpoint.ndjson`: the evaluated files of a run, where it is a share of a larger one, or can be taken up again.
//!
//! It has a JSON value a line: the head; then, in any order, a line for each file that was evaluated; at last the end,
//! which a run that was interrupted has not. A file that has two lines was evaluated again: the later one counts, and
//! the last may say that the file is gone. It is for the same version of the program only.

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
use crate::settle::DeadFrom;
use crate::skip::Skip;
use crate::source::{Order, Shard};

/// The name of the file in the folder of a run.
pub const CHECKPOINT: &str = "checkpoint.ndjson";

/// What has to be the same for two parts to be of one run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// The program's version.
    pub version: String,
    /// The settings that decide on the reports, a line each.
    pub settings: Vec<String>,
    /// Which files are in it; all where there is none.
    pub shard: Option<Shard>,
    /// The strategies' names: see [`crate::run::Options::names`].
    pub strategies: Vec<String>,
    /// Who finds dead stones: see [`crate::run::Options::finders`].
    pub finders: BTreeMap<DeadFrom, String>,
    /// The seed of the bootstrap.
    pub seed: u64,
    /// Whether it has the rows of `games.csv`.
    pub has_games: bool,
    /// Whether it has the lines of `boards.ndjson`.
    pub has_boards: bool,
}

impl Head {
    /// What is different in another head, for a person; `None` where both are of one run.
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

/// What tells whether a file was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Stamp {
    bytes: u64,
    /// When it was changed last: seconds and nanoseconds of Unix time.
    changed: (u64, u32),
}

impl Stamp {
    /// `None` where the system can't say.
    fn of(metadata: &Metadata) -> Option<Self> {
        let changed = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        Some(Self { bytes: metadata.len(), changed: (changed.as_secs(), changed.subsec_nanos()) })
    }
}

/// A line, as it is written.
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

/// A part that can't be used.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// It can't be read or written.
    #[error("failed to read or write {path:?}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Another run is at it.
    #[error("another run with --resume writes the same reports: {0:?} is locked")]
    Locked(PathBuf),
    /// A line of it can't be understood.
    #[error("failed to read {path:?}, line {line}: {message}")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        message: String,
    },
    /// It is of another run.
    #[error("{path:?} is of another run: they differ in {difference}")]
    Other {
        /// The file.
        path: PathBuf,
        /// In what: of this run, and of the other.
        difference: String,
    },
    /// It ends before its end.
    #[error("{0:?} is not whole: was it copied before its run had ended?")]
    NotWhole(PathBuf),
    /// The run is no share of another.
    #[error("{0:?} is no share of a run: evaluate with --shard K/N")]
    NoShare(PathBuf),
    /// Shares are missing, or there twice.
    #[error("{0}")]
    Shares(String),
}
