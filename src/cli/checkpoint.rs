//! The checkpoint of `--resume` and `--shard`: which files are evaluated, and their rows.

use std::fs::File;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::anyhow;

use super::args::{BoardsNdjson, GamesCsv, RunArgs};
use super::config::settings;
use super::exit::Failure;
use crate::input::{Entry, Labels, Shard};
use crate::pipeline::Options;
use crate::report::{CHECKPOINT, CheckpointError, CheckpointFile, Head, Prepared, RunFacts, RunFolder};
use crate::skip::Skip;

/// The settings that may differ between a run and its continuation: those of the terminal, the machine, the output and
/// the gate.
const FREE: [&str; 20] = [
    "jobs",
    "out",
    "resume",
    "shard",
    "games-csv",
    "boards-ndjson",
    "limit",
    "min-games",
    "format",
    "color",
    "no-progress",
    "quiet",
    "verbose",
    "baseline",
    "max-new-mismatches",
    "max-drop",
    "alpha",
    "max-skip-rate",
    "junit",
    "markdown",
];

/// The checkpoint of a run. Without `--resume` and `--shard` there is no file, and nothing is kept.
pub(super) struct Checkpoint<'a> {
    file: Option<CheckpointFile>,
    shard: Option<Shard>,
    stop: &'a AtomicBool,
}

impl<'a> Checkpoint<'a> {
    pub(super) fn new(
        options: &RunArgs,
        shard: Option<Shard>,
        plan: &Options,
        labels: &Labels,
        folder: &RunFolder,
        stop: &'a AtomicBool,
    ) -> anyhow::Result<Self> {
        let decides = settings().iter().filter(|(key, _)| !FREE.contains(&key.as_str())).map(|(_, line)| line.clone());
        let digest = format!("the labels files' digest = {:016x}", labels.digest());
        // the lines of boards.ndjson are kept, and only this setting has more of them
        let all_boards = (options.boards_ndjson == BoardsNdjson::All).then(|| "boards-ndjson = \"all\"".to_owned());
        let head = || Head {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            settings: decides.chain([digest]).chain(all_boards).collect(),
            shard,
            strategies: plan.names(),
            finders: plan.finders(),
            seed: options.scoring.seed,
            has_games: options.games_csv != GamesCsv::None,
            has_boards: options.boards_ndjson != BoardsNdjson::None,
        };
        let keeps = options.resume || shard.is_some();
        let path = folder.path(CHECKPOINT);
        let file = if keeps {
            Some(CheckpointFile::open(&path, &head()).map_err(|error| advised(error, &path))?)
        } else {
            None
        };
        Ok(Self { file, shard, stop })
    }

    /// Returns the number of files that an earlier run has evaluated.
    pub(super) fn known(&self) -> usize {
        self.file.as_ref().map_or(0, CheckpointFile::known)
    }

    pub(super) fn is_known(&self, entry: &Entry) -> bool {
        self.file.as_ref().is_some_and(|file| file.is_known(entry))
    }

    /// Writes the games of `entry`, unless `games` is empty because an earlier run has evaluated that file.
    pub(super) fn keep(&self, entry: &Entry, games: &[Prepared]) {
        // an interrupted file may lack games
        if let Some(file) = self.file.as_ref().filter(|_| !games.is_empty() && !self.stop.load(Ordering::Relaxed)) {
            file.keep(entry, games);
        }
    }

    /// Returns the games of `entry`: those that were just evaluated, or those of the checkpoint if `games` is empty.
    pub(super) fn games(&self, entry: &Entry, games: Vec<Prepared>) -> Result<Vec<Prepared>, CheckpointError> {
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
    pub(super) fn finish(
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

/// Adds advice to the error of a run that can't be continued.
fn advised(error: CheckpointError, path: &Path) -> anyhow::Error {
    let folder = path.parent().unwrap_or(path).display();
    match error {
        CheckpointError::Other { .. } | CheckpointError::Damaged { .. } => {
            anyhow!("{error}; to begin anew, remove {folder}")
        }
        other => other.into(),
    }
}

/// Adds to the message of an interruption that the run can be continued, if `--resume` is given.
pub(super) fn interrupted(failure: Failure, options: &RunArgs) -> Failure {
    match failure {
        Failure::Interrupted if options.resume => {
            Failure::Stopped("interrupted: what is done is kept, and the same command goes on from there".to_owned())
        }
        other => other,
    }
}
