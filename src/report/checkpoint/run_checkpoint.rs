//! The checkpoint of a run while its games are evaluated.

use std::fs::File;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::index::Span;
use super::{CheckpointError, CheckpointFile};
use crate::external::process::NoAnswer;
use crate::input::{Entry, Shard};
use crate::report::json::RunFacts;
use crate::report::run::FormattedGame;
use crate::skip::Skip;

/// The memory in bytes for the rows of files that wait for others. More rows wait in a file.
const WAITING: usize = 16 << 20;

/// The checkpoint of a run, which has a file only with `--resume` or `--shard`. It also keeps the rows that wait: those of
/// an archive's members, until no member can come before them in the order of names.
pub struct RunCheckpoint<'a> {
    /// Where the rows of evaluated files are kept.
    pub(super) file: Option<CheckpointFile>,
    /// The share of the files that the run evaluates; all files if `None`.
    pub shard: Option<Shard>,
    /// Set when the user wants to stop.
    pub stop: &'a AtomicBool,
    /// Where rows wait if there is no checkpoint; in memory if there is neither.
    pub(super) waiting: Option<CheckpointFile>,
    /// The bytes of rows that wait in memory.
    pub(super) in_memory: AtomicUsize,
    /// The number of these bytes from which on rows wait in a file.
    pub(super) most_in_memory: usize,
}

/// The games of a file, as long as they wait for those of other files.
pub enum WaitingGames {
    /// The games are in memory. They are empty if an earlier run has evaluated the file, or if
    /// rows could not be written: then the run ends with that error.
    InMemory {
        /// The games.
        games: Vec<FormattedGame>,
        /// The bytes of them that count as waiting.
        bytes: usize,
    },
    /// The games are in a file.
    InFile {
        /// The byte at which their line begins.
        at: u64,
        /// The length of the line in bytes.
        bytes: u64,
        /// The reasons why external scorers have no answer to each game, which the line does not have; empty if they all
        /// have one.
        no_answers: Box<[Vec<Option<NoAnswer>>]>,
    },
}

impl<'a> RunCheckpoint<'a> {
    /// Returns the checkpoint of a run that keeps evaluated files in `file`, if there is one. Rows that wait for others
    /// are kept there, or else in a temporary file in `folder`, or else in memory.
    ///
    /// # Errors
    /// If the temporary file can't be created.
    pub fn new(
        file: Option<CheckpointFile>,
        shard: Option<Shard>,
        folder: Option<&Path>,
        stop: &'a AtomicBool,
    ) -> Result<Self, CheckpointError> {
        let folder = folder.filter(|_| file.is_none());
        let waiting = folder.map(CheckpointFile::temporary).transpose()?;
        Ok(Self { file, shard, waiting, ..Self::in_memory(stop) })
    }

    /// Returns the checkpoint of a run without files.
    #[must_use]
    pub fn in_memory(stop: &'a AtomicBool) -> Self {
        Self { file: None, shard: None, stop, waiting: None, in_memory: AtomicUsize::new(0), most_in_memory: WAITING }
    }

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

    /// Returns whether a file of rows could not be written: [`Self::games`] then returns the error.
    pub fn has_failed(&self) -> bool {
        self.file.as_ref().or(self.waiting.as_ref()).is_some_and(CheckpointFile::has_failed)
    }

    /// Writes the games of `entry` to the checkpoint, unless `games` is empty because an earlier run has evaluated that
    /// file. Returns the games, or their position in a file if they have to wait for others and take too much memory.
    pub fn keep(&self, entry: &Entry, games: Vec<FormattedGame>) -> WaitingGames {
        // an interrupted file may lack games
        if games.is_empty() || self.stop.load(Ordering::Relaxed) {
            return WaitingGames::InMemory { games, bytes: 0 };
        }
        let kept = self.file.as_ref().and_then(|file| file.keep(entry, &games));
        if !entry.is_member() {
            return WaitingGames::InMemory { games, bytes: 0 };
        }
        let bytes = games.iter().map(FormattedGame::memory).sum();
        let is_room = self.in_memory.fetch_add(bytes, Ordering::Relaxed) + bytes <= self.most_in_memory;
        let is_file = self.file.is_some() || self.waiting.is_some();
        if is_room || !is_file {
            return WaitingGames::InMemory { games, bytes };
        }
        self.in_memory.fetch_sub(bytes, Ordering::Relaxed);
        match kept.or_else(|| self.waiting.as_ref()?.put(entry, &games)) {
            Some(span) => WaitingGames::in_file(span, games),
            // the run ends with the error of that write
            None => WaitingGames::InMemory { games: Vec::new(), bytes: 0 },
        }
    }

    /// Returns the games of `entry` that [`Self::keep`] has returned, or those of the checkpoint if an earlier run has
    /// evaluated the file.
    ///
    /// # Errors
    /// If a file of rows can't be written or read.
    pub fn games(&self, entry: &Entry, games: WaitingGames) -> Result<Vec<FormattedGame>, CheckpointError> {
        self.file.iter().chain(&self.waiting).try_for_each(CheckpointFile::check)?;
        match games {
            WaitingGames::InMemory { games, bytes } => {
                self.in_memory.fetch_sub(bytes, Ordering::Relaxed);
                match &self.file {
                    Some(file) if games.is_empty() => file.recall(entry),
                    _ => Ok(games),
                }
            }
            WaitingGames::InFile { at, bytes, no_answers } => {
                let span = Span { at, bytes, stamp: None };
                let mut games = match (&self.file, &self.waiting) {
                    (Some(file), _) => file.written(span)?,
                    (None, Some(waiting)) => waiting.take(span)?,
                    (None, None) => unreachable!("there was a file to write to"),
                };
                for (game, no_answers) in games.iter_mut().zip(no_answers) {
                    game.no_answers = no_answers;
                }
                Ok(games)
            }
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

impl WaitingGames {
    /// Returns games whose line has this position.
    fn in_file(Span { at, bytes, .. }: Span, games: Vec<FormattedGame>) -> Self {
        let all_answered = games.iter().all(|game| game.no_answers.iter().all(Option::is_none));
        let no_answers = games.into_iter().map(|game| game.no_answers);
        Self::InFile { at, bytes, no_answers: if all_answered { Box::default() } else { no_answers.collect() } }
    }
}
