//! Reads a run that was written before.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::boards::SavedBoard;
use crate::compare::SavedRow;
use crate::pipeline::Figures;

/// The table with a row for each game and strategy.
const GAMES: &str = "games.csv";

/// A run in its folder.
#[derive(Debug)]
pub struct SavedRun {
    /// The folder.
    pub folder: PathBuf,
    /// The figures of the run, from `run.json`.
    pub figures: Figures,
    /// The words of the command line that made the run; empty if they are not known.
    pub arguments: Vec<String>,
    /// The start of the run, in seconds of Unix time; 0 if it is not known.
    pub started: u64,
}

/// The fields of `run.json` that are not figures.
#[derive(Default, Deserialize)]
#[serde(default)]
struct RunArguments {
    arguments: Vec<String>,
    started: u64,
}

/// A skipped game: a row of `skipped.csv`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[allow(missing_docs)] // the columns, as they are documented there
pub struct SkippedGame {
    pub game: String,
    pub reason: String,
    pub detail: String,
}

/// An error of reading a run.
#[derive(Debug, thiserror::Error)]
pub enum SavedError {
    /// The folder has no run, or is a file or missing.
    #[error("there is no run in {0:?}: seichi eval PATH... -o {0:?} makes one of your games, and then name its folder")]
    NoRun(PathBuf),
    /// A file can't be opened.
    #[error("failed to read {path:?}: {error}")]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: std::io::Error,
    },
    /// The run was written without the file, as an option demands.
    #[error("failed to read {path:?}: the run was written without it ({option} none)")]
    LeftOut {
        /// The file.
        path: PathBuf,
        /// The option.
        option: &'static str,
    },
    /// `run.json` can't be parsed by this version.
    #[error("failed to read {path:?}: {error}; is it a run of another version? Evaluate again")]
    Figures {
        /// The file.
        path: PathBuf,
        /// The error of the parser.
        error: serde_json::Error,
    },
    /// The fields of `run.json` contradict each other.
    #[error("failed to read {0:?}: strategies are missing in it, or its counts can not be")]
    Damaged(PathBuf),
    /// A line of `boards.ndjson` can't be parsed.
    #[error("failed to read {path:?}, line {line}: {error}")]
    Board {
        /// The file.
        path: PathBuf,
        /// The line's number, from 1.
        line: usize,
        /// The error in the line.
        error: String,
    },
    /// A row of a CSV file can't be parsed.
    #[error("failed to read {path:?}: {error}")]
    Row {
        /// The file.
        path: PathBuf,
        /// The error of the parser.
        error: csv::Error,
    },
}

impl SavedRun {
    /// Reads the figures of the run in `folder`.
    ///
    /// # Errors
    /// If there is no run, or it is damaged.
    pub fn read(folder: &Path) -> Result<Self, SavedError> {
        let path = folder.join("run.json");
        let text = match std::fs::read(&path) {
            Ok(text) => text,
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                return Err(SavedError::NoRun(folder.to_owned()));
            }
            Err(error) => return Err(SavedError::Read { path, error }),
        };
        let figures: Figures = match serde_json::from_slice(&text) {
            Ok(figures) => figures,
            Err(error) => return Err(SavedError::Figures { path, error }),
        };
        if !figures.is_whole() {
            return Err(SavedError::Damaged(path));
        }
        let RunArguments { arguments, started } = serde_json::from_slice(&text).unwrap_or_default();
        Ok(Self { folder: folder.to_owned(), figures, arguments, started })
    }

    /// Reads the rows of `games.csv`, or of `games.csv.gz`.
    ///
    /// # Errors
    /// If the file can't be read, or the run was written without it.
    pub fn games(&self) -> Result<Vec<SavedRow>, SavedError> {
        self.rows(GAMES)
    }

    /// Opens a table of the run, such as `games.csv`: that file, or the compressed one in its place.
    ///
    /// # Errors
    /// If the file can't be opened, or the run was written without it.
    pub fn open(&self, name: &str) -> Result<Box<dyn Read + Send>, SavedError> {
        let path = self.folder.join(name);
        let error = match File::open(&path) {
            Ok(file) => return Ok(Box::new(file)),
            Err(error) => error,
        };
        #[cfg(feature = "cli")]
        if error.kind() == ErrorKind::NotFound && name == GAMES {
            let compressed = self.folder.join("games.csv.gz");
            return match File::open(&compressed) {
                Ok(file) => Ok(Box::new(flate2::read::MultiGzDecoder::new(file))),
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    Err(SavedError::LeftOut { path, option: "--games-csv" })
                }
                Err(error) => Err(SavedError::Read { path: compressed, error }),
            };
        }
        Err(SavedError::Read { path, error })
    }

    /// Reads the rows of `mismatches.csv`.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn mismatches(&self) -> Result<Vec<SavedRow>, SavedError> {
        self.rows("mismatches.csv")
    }

    /// Reads the skipped games.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn skipped(&self) -> Result<Vec<SkippedGame>, SavedError> {
        self.rows("skipped.csv")
    }

    /// Reads the games on which answers differ, with their boards.
    ///
    /// # Errors
    /// If the file can't be read, has a damaged board, or the run was written without it.
    pub fn boards(&self) -> Result<Vec<SavedBoard>, SavedError> {
        let path = self.folder.join("boards.ndjson");
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Err(SavedError::LeftOut { path, option: "--boards-ndjson" });
            }
            Err(error) => return Err(SavedError::Read { path, error }),
        };
        let board = |(number, line): (usize, &str)| {
            let board: Result<SavedBoard, String> = serde_json::from_str(line).map_err(|error| error.to_string());
            board
                .and_then(|board| if board.is_whole() { Ok(board) } else { Err("its rows are no board".to_owned()) })
                .map_err(|error| SavedError::Board { path: path.clone(), line: number + 1, error })
        };
        text.lines().enumerate().map(board).collect()
    }

    fn rows<T: for<'de> Deserialize<'de>>(&self, name: &str) -> Result<Vec<T>, SavedError> {
        let path = self.folder.join(name);
        let row = |error| SavedError::Row { path: path.clone(), error };
        csv::Reader::from_reader(self.open(name)?).deserialize().collect::<Result<_, _>>().map_err(row)
    }
}
