//! `--resume` and `--shard`: what a run keeps of each file.

use std::fs::File;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::anyhow;

use super::args::{BoardsNdjson, GamesCsv, RunArgs};
use super::config::settings;
use super::exit::Failure;
use crate::report::{Head, PART, Part, PartError, Prepared, RunFacts, RunFolder};
use crate::run::Options;
use crate::skip::Skip;
use crate::source::{Entry, Labels, Shard};

/// Settings that make no difference to what is kept: they are about the terminal, the machine, or the judgement after it.
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

/// What is kept of the files, if anything is.
pub(super) struct Keeper<'a> {
    part: Option<Part>,
    shard: Option<Shard>,
    stop: &'a AtomicBool,
}

impl<'a> Keeper<'a> {
    pub(super) fn new(
        options: &RunArgs,
        shard: Option<Shard>,
        plan: &Options,
        labels: &Labels,
        folder: &RunFolder,
        stop: &'a AtomicBool,
    ) -> anyhow::Result<Self> {
        let decides = settings().iter().filter(|(key, _)| !FREE.contains(&key.as_str())).map(|(_, line)| line.clone());
        let head = || Head {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            settings: decides.chain([format!("the labels files' digest = {:016x}", labels.digest())]).collect(),
            shard,
            strategies: plan.names(),
            finders: plan.finders(),
            seed: options.scoring.seed,
            has_games: options.games_csv != GamesCsv::None,
            has_boards: options.boards_ndjson != BoardsNdjson::None,
        };
        let keeps = options.resume || shard.is_some();
        let path = folder.path(PART);
        let part = if keeps { Some(Part::open(&path, &head()).map_err(|error| advised(error, &path))?) } else { None };
        Ok(Self { part, shard, stop })
    }

    /// How many files an earlier run left.
    pub(super) fn known(&self) -> usize {
        self.part.as_ref().map_or(0, Part::known)
    }

    pub(super) fn is_known(&self, entry: &Entry) -> bool {
        self.part.as_ref().is_some_and(|part| part.is_known(entry))
    }

    /// Keeps the games of a file, unless there are none because the file is known.
    pub(super) fn keep(&self, entry: &Entry, games: &[Prepared]) {
        // who is interrupted leaves games half done
        if let Some(part) = self.part.as_ref().filter(|_| !games.is_empty() && !self.stop.load(Ordering::Relaxed)) {
            part.keep(entry, games);
        }
    }

    /// The games of a file: those that were just evaluated, or those that are known.
    pub(super) fn games(&self, entry: &Entry, games: Vec<Prepared>) -> Result<Vec<Prepared>, PartError> {
        match &self.part {
            Some(part) => {
                part.check()?;
                if games.is_empty() { part.recall(entry) } else { Ok(games) }
            }
            None => Ok(games),
        }
    }

    /// Ends a share. Nobody else can take up the run until the file that is returned is dropped.
    pub(super) fn finish(
        self,
        files: u64,
        not_walked: &[(String, Skip)],
        facts: &RunFacts,
    ) -> Result<Option<File>, PartError> {
        match (self.part, self.shard) {
            (Some(part), Some(_)) => part.finish(files, not_walked, facts).map(Some),
            (Some(part), None) => part.into_file().map(Some),
            (None, _) => Ok(None),
        }
    }
}

/// What to do where an interrupted run can't be taken up.
fn advised(error: PartError, path: &Path) -> anyhow::Error {
    let folder = path.parent().unwrap_or(path).display();
    match error {
        PartError::Other { .. } | PartError::Damaged { .. } => anyhow!("{error}; to begin anew, remove {folder}"),
        other => other.into(),
    }
}

/// What is said of an interruption.
pub(super) fn interrupted(failure: Failure, options: &RunArgs) -> Failure {
    match failure {
        Failure::Interrupted if options.resume => {
            Failure::Stopped("interrupted: what is done is kept, and the same command goes on from there".to_owned())
        }
        other => other,
    }
}
