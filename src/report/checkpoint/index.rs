//! Reads a checkpoint: an index of the lines of its files.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use serde::Deserialize;

use super::line::without_digest;
use super::stamp::Stamp;
use super::{CheckpointError, Head};
use crate::input::Order;
use crate::report::json::RunFacts;
use crate::report::run::FormattedGame;
use crate::skip::Skip;

/// The position of a file's line in the checkpoint, in bytes, and the stamp of the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) at: u64,
    pub(super) bytes: u64,
    pub(super) stamp: Option<Stamp>,
}

#[derive(Debug, Default)]
pub(super) struct Index {
    pub(super) head: Option<Head>,
    pub(super) files: HashMap<Order, Span>,
    pub(super) not_walked: Vec<(String, Skip)>,
    /// The facts of the run, if the checkpoint is complete.
    pub(super) facts: Option<RunFacts>,
    /// The byte after the last undamaged line, not counting the end line.
    pub(super) end: u64,
    /// The number of the first damaged line, from 1. It and all lines behind it are ignored.
    pub(super) damaged: Option<u64>,
}

/// A line of a checkpoint, without its games.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum IndexedLine {
    Head(Head),
    File { order: Order, stamp: Option<Stamp> },
    Gone { order: Order },
    End { files: u64, not_walked: Vec<(String, Skip)>, facts: RunFacts },
}

impl Index {
    /// Reads a checkpoint from its start to its end, to a damaged line or to an incomplete last line.
    ///
    /// # Errors
    /// If it can't be read, or has a line where no checkpoint has it.
    pub(super) fn read(file: &File, path: &Path) -> Result<Self, CheckpointError> {
        let io = |error| CheckpointError::Io { path: path.to_owned(), error };
        let mut reader = BufReader::with_capacity(1 << 20, file);
        let mut index = Self::default();
        reader.rewind().map_err(io)?;
        for number in 1.. {
            let mut text = Vec::new();
            let bytes = reader.read_until(b'\n', &mut text).map_err(io)? as u64;
            if !text.ends_with(b"\n") {
                break;
            }
            let Some(text) = without_digest(text) else {
                index.damaged = Some(number);
                break;
            };
            let damaged = |message: String| CheckpointError::Damaged { path: path.to_owned(), line: number, message };
            let line = serde_json::from_slice(&text).map_err(|error| damaged(error.to_string()))?;
            if index.facts.is_some() {
                return Err(damaged("it is behind the end".to_owned()));
            }
            match line {
                IndexedLine::Head(head) if number == 1 => index.head = Some(head),
                _ if number == 1 => return Err(damaged("it is no head".to_owned())),
                IndexedLine::Head(_) => return Err(damaged("a second head".to_owned())),
                IndexedLine::File { order, stamp } => {
                    index.files.insert(order, Span { at: index.end, bytes, stamp });
                }
                IndexedLine::Gone { order } => drop(index.files.remove(&order)),
                IndexedLine::End { files, not_walked, facts } => {
                    if files != index.files.len() as u64 {
                        return Err(damaged(format!("there are {} files, and not {files}", index.files.len())));
                    }
                    (index.not_walked, index.facts) = (not_walked, Some(facts));
                    continue;
                }
            }
            index.end += bytes;
        }
        Ok(index)
    }
}

impl Span {
    /// Reads the games on the line at this position.
    pub(super) fn games(self, mut file: &File, path: &Path) -> Result<Vec<FormattedGame>, CheckpointError> {
        #[derive(Deserialize)]
        #[serde(rename_all = "snake_case")]
        enum GamesLine {
            File { games: Vec<FormattedGame> },
        }
        let mut text = Vec::new();
        let io = |error| CheckpointError::Io { path: path.to_owned(), error };
        file.seek(SeekFrom::Start(self.at)).map_err(io)?;
        file.take(self.bytes).read_to_end(&mut text).map_err(io)?;
        let changed = || io(std::io::Error::other("a line has changed since it was read"));
        let text = without_digest(text).ok_or_else(changed)?;
        let GamesLine::File { games } =
            serde_json::from_slice(&text).map_err(|error| io(std::io::Error::other(error.to_string())))?;
        Ok(games)
    }
}
