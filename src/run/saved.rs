//! Reads a saved run.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::boards::SavedBoard;
use super::digests::{FileDigests, MAX_FILE, has_own_digest};
use super::folder::MAX_RUN;
use super::{Figures, GameRow, SkippedRow, SummaryOptions};
use crate::disk::open_regular;

/// The file with the boards of games where answers differ.
const BOARDS: &str = "boards.ndjson";

/// A run in its folder.
///
/// ```no_run
/// use seichi::run::SavedRun;
///
/// let run = SavedRun::read("reports".as_ref())?;
/// let first = &run.figures.all().strategies[0];
/// let rate = format!("{}: {} of {} games", first.strategy, first.exact, first.games);
/// let wrong = run.mismatches()?.into_iter().filter(|row| row.strategy == first.strategy);
/// let games: Vec<String> = wrong.map(|row| row.game).collect();
/// # Ok::<(), seichi::run::SavedError>(())
/// ```
#[derive(Debug, Serialize, Deserialize)]
pub struct SavedRun {
    /// The folder.
    #[serde(skip)]
    pub folder: PathBuf,
    /// The figures of the run.
    #[serde(flatten)]
    pub figures: Figures,
    /// The facts about the run besides its figures.
    #[serde(flatten)]
    pub facts: RunFacts,
    /// The settings that the figures depend on.
    pub options: SummaryOptions,
    /// The digests of the files of the run.
    pub files: FileDigests,
}

/// The facts about a run besides its figures.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct RunFacts {
    /// The command-line arguments.
    pub arguments: Vec<String>,
    /// The commit that the program was built from, if it is a release built in a repository.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The number of threads.
    pub jobs: usize,
    /// The start of the run, in seconds of Unix time.
    pub started: u64,
    /// The duration of the run, in seconds.
    pub seconds: f64,
    /// The time of each stage, summed over all threads, in seconds.
    pub stage_seconds: BTreeMap<String, f64>,
    /// The common mistakes of external scorers, in words; mistakes that explain more answers come
    /// first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mistakes: Vec<String>,
}

impl RunFacts {
    /// Returns the facts about a run that began at `started`.
    pub(crate) fn new(
        arguments: Vec<String>,
        jobs: usize,
        started: SystemTime,
        stage_seconds: BTreeMap<String, f64>,
    ) -> Self {
        let since = started.duration_since(UNIX_EPOCH).unwrap_or_default();
        Self {
            arguments,
            commit: crate::COMMIT.map(str::to_owned),
            jobs,
            started: since.as_secs(),
            seconds: started.elapsed().unwrap_or_default().as_secs_f64(),
            mistakes: Vec::new(),
            stage_seconds,
        }
    }
}

/// An error while reading a run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SavedError {
    /// The folder is missing, or has no run.
    #[error("there is no run in {0:?}; create one with: seichi eval PATH... -o {0:?}")]
    NoRun(PathBuf),
    /// A file can't be read or parsed.
    #[error("failed to read {path:?}: {error}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The problem.
        error: String,
    },
    /// A file has changed since the run wrote it.
    #[error("{0:?} has changed since the run wrote it; restore it, or run seichi eval again")]
    Changed(PathBuf),
    /// A file that the run wrote is missing.
    #[error("{0:?} is missing from the run; restore it, or run seichi eval again")]
    Missing(PathBuf),
}

impl SavedError {
    /// Returns the error for a file with the problem `error`.
    pub(super) fn of(path: &Path, error: &dyn ToString) -> Self {
        Self::Unreadable {
            path: path.to_owned(),
            error: error.to_string(),
        }
    }
}

impl SavedRun {
    /// Reads the figures of the run in `folder`, after checking the digests of all its files.
    ///
    /// # Errors
    /// If the folder has no run, or a file in the run is missing or has changed.
    pub fn read(folder: &Path) -> Result<Self, SavedError> {
        let path = folder.join("run.json");
        let text = match open_regular(&path, MAX_RUN).and_then(io::read_to_string) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::InvalidData => {
                return Err(SavedError::Changed(path));
            }
            Err(error) if error.kind() == ErrorKind::NotADirectory => {
                return Err(SavedError::of(
                    folder,
                    &"it is a file, not the folder of a run",
                ));
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Err(SavedError::NoRun(folder.to_owned()));
            }
            Err(error) => return Err(SavedError::of(&path, &error)),
        };
        let unknown = |error: &dyn Display| {
            SavedError::of(
                &path,
                &format!(
                    "{error}; the run is damaged or incomplete, or comes from another version of \
                     seichi: run seichi eval again"
                ),
            )
        };
        let is_unchanged = has_own_digest(&text);
        if is_unchanged == Some(false) {
            return Err(SavedError::Changed(path));
        }
        let mut run: Self = serde_json::from_str(&text).map_err(|error| unknown(&error))?;
        if is_unchanged.is_none() {
            return Err(unknown(&"it has no digests"));
        }
        if !run.figures.is_whole() {
            return Err(SavedError::of(
                &path,
                &"strategies are missing, or its counts are impossible",
            ));
        }
        folder.clone_into(&mut run.folder);
        run.check_files()?;
        Ok(run)
    }

    /// Checks that no file has changed since the run wrote it.
    fn check_files(&self) -> Result<(), SavedError> {
        for (name, is_unchanged) in self.files.check(&self.folder) {
            let path = self.folder.join(name);
            match is_unchanged {
                Ok(true) => {}
                Ok(false) => return Err(SavedError::Changed(path)),
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    return Err(SavedError::Missing(path));
                }
                Err(error) => return Err(SavedError::of(&path, &error)),
            }
        }
        Ok(())
    }

    /// Reads the rows in `games.csv`.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn games(&self) -> Result<Vec<GameRow>, SavedError> {
        self.each_row("games.csv")?.collect()
    }

    /// Opens a file of the run, such as `games.csv`.
    ///
    /// # Errors
    /// If the file can't be opened.
    pub fn open(&self, name: &str) -> Result<File, SavedError> {
        let path = self.folder.join(name);
        if !self.files.has(name) {
            return Err(SavedError::Missing(path));
        }
        open_regular(&path, MAX_FILE).map_err(|error| SavedError::of(&path, &error))
    }

    /// Reads the rows in `mismatches.csv`.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn mismatches(&self) -> Result<Vec<GameRow>, SavedError> {
        self.each_row("mismatches.csv")?.collect()
    }

    /// Reads the skipped games.
    ///
    /// # Errors
    /// If the file can't be read.
    pub(crate) fn skipped(&self) -> Result<Vec<SkippedRow>, SavedError> {
        self.each_row("skipped.csv")?.collect()
    }

    /// Reads the games where answers differ, with their boards.
    ///
    /// # Errors
    /// If the file can't be read or has a damaged board.
    pub fn boards(&self) -> Result<Vec<SavedBoard>, SavedError> {
        self.each_board()?.collect()
    }

    /// Reads the boards one by one.
    pub(super) fn each_board(
        &self,
    ) -> Result<impl Iterator<Item = Result<SavedBoard, SavedError>> + use<>, SavedError> {
        let path = self.folder.join(BOARDS);
        let lines = BufReader::new(self.open(BOARDS)?).lines();
        Ok(lines.enumerate().map(move |(number, line)| {
            let damaged = |error: &dyn Display| {
                SavedError::of(&path, &format!("line {}: {error}", number + 1))
            };
            let line = line.map_err(|error| SavedError::of(&path, &error))?;
            let board: SavedBoard = serde_json::from_str(&line).map_err(|error| damaged(&error))?;
            if !board.is_whole() {
                return Err(damaged(&"its rows do not form a board"));
            }
            Ok(board)
        }))
    }

    /// Reads the rows of a CSV file one by one.
    pub(super) fn each_row<T: DeserializeOwned>(
        &self,
        name: &str,
    ) -> Result<impl Iterator<Item = Result<T, SavedError>> + use<T>, SavedError> {
        let path = self.folder.join(name);
        let rows = csv::Reader::from_reader(self.open(name)?).into_deserialize();
        Ok(rows.map(move |row| row.map_err(|error| SavedError::of(&path, &error))))
    }
}
