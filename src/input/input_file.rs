//! A file of a walk, or a part of one, with its bytes.

use super::entry::{Entry, fetch};
use crate::skip::Skip;

/// The size in bytes of a game that is longer than most.
const USUAL_GAME: usize = 1 << 13;

/// A file in a walk: a record, a member of an archive, or a piece of a large record.
#[derive(Debug)]
pub(crate) struct InputFile {
    /// The file.
    pub(crate) entry: Entry,
    /// The bytes, or the reason why there are none; `None` for a plain record, which is still to be
    /// read.
    pub(super) content: Option<Result<Vec<u8>, Skip>>,
    /// The offset of the bytes in the file.
    pub(crate) offset: usize,
}

impl InputFile {
    /// Returns a file with these bytes, or with the reason why there are none.
    pub(crate) fn with_content(entry: Entry, content: Result<Vec<u8>, Skip>) -> Self {
        Self {
            entry,
            content: Some(content),
            offset: 0,
        }
    }

    /// Estimates the number of games of usual length that take as much time and memory as this
    /// file. The estimate is at least 1. It is also at least the number of opening parentheses,
    /// because each game begins with one.
    pub(crate) fn weight(&self) -> usize {
        let bytes = match &self.content {
            Some(Ok(bytes)) => bytes.as_slice(),
            _ => &[],
        };
        let games = bytes.split(|&byte| byte == b'(').count() - 1;
        1.max(games).max(bytes.len() / USUAL_GAME)
    }

    /// Returns the bytes of the file, or the reason why there are none.
    pub(crate) fn into_bytes(self) -> (Entry, Result<Vec<u8>, Skip>) {
        let bytes = self.content.unwrap_or_else(|| fetch(&self.entry));
        (self.entry, bytes)
    }
}
