//! The checkpoint of a run while its games are evaluated.

use std::fs::File;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{CheckpointError, CheckpointFile};
use crate::input::{Entry, Shard};
use crate::report::json::RunFacts;
use crate::report::run::FormattedGame;
use crate::skip::Skip;

/// The checkpoint of a run, which has a file only with `--resume` or `--shard`.
pub struct RunCheckpoint<'a> {
    /// Where the rows of evaluated files are kept.
    pub file: Option<CheckpointFile>,
    /// The share of the files that the run evaluates; all files if `None`.
    pub shard: Option<Shard>,
    /// Set when the user wants to stop.
    pub stop: &'a AtomicBool,
}

impl RunCheckpoint<'_> {
    /// Returns the number of files that an earlier run has evaluated.
    #[must_use]
    pub fn known(&self) -> usize {
        self.file.as_ref().map_or(0, CheckpointFile::known)
    }

    /// Returns the number of the first line of the earlier run that was damaged, from 1. The files on it and on all
    /// lines behind it are not known.
    #[must_use]
    pub fn damaged(&self) -> Option<u64> {
        self.file.as_ref().and_then(CheckpointFile::damaged)
    }

    /// Prepares for a file or an archive that is about to be read: see [`CheckpointFile::begin`].
    pub fn begin(&self, entry: &Entry) {
        if let Some(file) = &self.file {
            file.begin(entry);
        }
    }

    /// Returns whether an earlier run has evaluated `entry`: see [`CheckpointFile::is_known`].
    pub fn is_known(&self, entry: &Entry) -> bool {
        self.file.as_ref().is_some_and(|file| file.is_known(entry))
    }

    /// Writes the games of `entry`, unless `games` is empty because an earlier run has evaluated that file.
    pub fn keep(&self, entry: &Entry, games: &[FormattedGame]) {
        // an interrupted file may lack games
        if let Some(file) = self.file.as_ref().filter(|_| !games.is_empty() && !self.stop.load(Ordering::Relaxed)) {
            file.keep(entry, games);
        }
    }

    /// Returns the games of `entry`: those that were just evaluated, or those of the checkpoint if `games` is empty.
    ///
    /// # Errors
    /// If the checkpoint can't be written or read.
    pub fn games(&self, entry: &Entry, games: Vec<FormattedGame>) -> Result<Vec<FormattedGame>, CheckpointError> {
        match &self.file {
            Some(file) => {
                file.check()?;
                if games.is_empty() { file.recall(entry) } else { Ok(games) }
            }
            None => Ok(games),
        }
    }

    /// Writes the end of a share's checkpoint, or only flushes that of another run. The returned file is locked: no
    /// other process can continue the run until it is dropped.
    ///
    /// # Errors
    /// If the checkpoint can't be written.
    pub fn finish(
        self,
        files: u64,
        not_walked: &[(String, Skip)],
        facts: &RunFacts,
    ) -> Result<Option<File>, CheckpointError> {
        match (self.file, self.shard) {
            (Some(file), Some(_)) => file.finish(files, not_walked, facts).map(Some),
            (Some(file), None) => file.into_file().map(Some),
            (None, _) => Ok(None),
        }
    }
}
