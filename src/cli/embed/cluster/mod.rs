//! `seichi eval` on several machines, with an engine such as Spark: its workers evaluate files, and its driver writes
//! the run from their rows.
//!
//! A row has the formatted games of a file, or a part of them. The rows of all workers have to be sorted by
//! [`ClusterRow::key`] and [`ClusterRow::part`], which is the order of a walk, before the driver gets them. The driver
//! leaves out games without rules in folders with area games, because a worker does not know the records of other
//! workers.

mod run;
mod worker;

use std::io;
use std::path::PathBuf;

use anyhow::{Context, anyhow};
use serde::{Deserialize, Serialize};

use super::EvalCommand;
use crate::cli::{Failure, GamesArgs};
use crate::input::{Content, FoundFile, Labels, Walk, read_whole};
use crate::pipeline::{Survey, Timings};
use crate::skip::Skip;

pub use run::ClusterRun;
pub use worker::ClusterWorker;

/// A row of a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClusterRow {
    /// The sort key of the file, or of its archive: see [`crate::input::Entry::sort_key`]. A row without a
    /// key is a note for the driver.
    pub key: Option<Vec<u8>>,
    /// The number of games before this row in its file or archive.
    pub part: i64,
    /// The name of the file and its games, or the note, as JSON.
    pub json: String,
}

/// The facts that the driver needs before the first row.
#[derive(Default, Serialize, Deserialize)]
struct Note {
    /// The files that the walk skipped.
    skipped: Vec<(String, Skip)>,
    /// The folders with at least one record that counts area.
    survey: Survey,
    /// The size in bytes of the rows.
    bytes: u64,
    timings: Timings,
}

/// The files of labels and descriptions of a run.
#[derive(Clone, Debug, Default)]
pub struct LabelFiles {
    /// The files found among the games.
    pub found: Vec<FoundFile>,
    /// The files of `--labels`.
    pub labels: Vec<FoundFile>,
    /// The files of `--corpus`.
    pub descriptions: Vec<FoundFile>,
}

impl EvalCommand {
    /// Returns the words of the command.
    #[must_use]
    pub fn words(&self) -> &[String] {
        &self.line.words
    }

    /// Checks that the command can be divided among workers.
    ///
    /// # Errors
    /// If a flag needs all records at once, or names files of this machine.
    pub fn check_cluster(&self) -> Result<(), Failure> {
        let args = &self.args.run;
        let refused = [
            ("--unique", args.unique, "it compares every pair of records, but a worker has only some of them"),
            ("--jobs", args.games.jobs() != 0, "the engine itself decides how many tasks run at a time"),
            ("--ownership", args.scoring.has_ownership_file(), "its file is read on one machine only"),
            ("--files-from", args.games.files_from.is_some(), "the engine itself lists the files"),
        ];
        match refused.iter().find(|(_, is_given, _)| *is_given) {
            Some((flag, _, why)) => Err(anyhow!("{flag} is not available in a run on several machines: {why}").into()),
            None => Ok(()),
        }
    }

    /// Reads the files of `--labels` and `--corpus`; `found` has the files found among the games.
    ///
    /// # Errors
    /// If a file can't be read.
    pub fn label_files(&self, found: Vec<FoundFile>) -> Result<LabelFiles, Failure> {
        let games = &self.args.run.games;
        let limits = games.limits();
        let read = |paths: &[PathBuf], limit: u64, flag: &str| {
            let file = |path: &PathBuf| {
                let bytes = read_whole(path, limit).and_then(|bytes| {
                    bytes.ok_or_else(|| io::Error::other(format!("it has more than {limit} bytes: see {flag}")))
                });
                let bytes = bytes.with_context(|| format!("failed to read {}", path.display()))?;
                Ok(FoundFile { name: path.display().to_string(), path: path.clone(), content: Content::new(bytes) })
            };
            paths.iter().map(file).collect::<anyhow::Result<Vec<_>>>()
        };
        Ok(LabelFiles {
            found,
            labels: read(&games.labels, limits.labels, "--max-labels")?,
            descriptions: read(&games.descriptions, limits.description, "--max-corpus")?,
        })
    }
}

impl LabelFiles {
    fn parse(&self, games: &GamesArgs) -> Result<Labels, Failure> {
        let mut walk = Walk::of_folder(self.found.clone(), &games.walk_options()).map_err(anyhow::Error::new)?;
        walk.labels.extend(self.labels.iter().map(FoundFile::about_all_games));
        walk.descriptions.extend(self.descriptions.iter().map(FoundFile::about_all_games));
        Ok(Labels::read(&walk, &[], &[], &games.limits()).map_err(anyhow::Error::new)?)
    }
}
