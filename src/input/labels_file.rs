//! The text of a labels file, and its lines.

use std::path::{Path, PathBuf};

use super::content::Content;
use super::file::read_whole;
use super::labels::LabelsError;
use super::naming::Naming;
use super::walk::Walk;
use crate::labels::{LabelLine, label_lines};

/// The contents of a labels file.
#[derive(Debug)]
pub struct LabelsFile {
    /// The path of the file.
    pub path: PathBuf,
    naming: Naming,
    content: Content,
    /// Parses a line. By a pointer, so that a build that reads no labels files has no parser of them: it is a tenth of the
    /// npm package.
    parse: fn(&[u8]) -> Result<LabelLine, String>,
}

/// A line of a labels file.
#[derive(Debug)]
pub struct FileLine<'a> {
    /// The line number, from 1.
    pub number: usize,
    /// The text of the line.
    pub text: &'a [u8],
    /// The name in the reports of the game that the line labels, and the label; or the reason why the line does not
    /// parse.
    pub parsed: Result<(String, LabelLine), String>,
}

impl LabelsFile {
    /// Opens a labels file of at most `limit` bytes that the user names. The file may be anywhere: where it is not above or
    /// below the games of `walk`, its names are those of the reports.
    ///
    /// # Errors
    /// If the file can't be read, or is too large.
    pub fn open(path: &Path, walk: &Walk, limit: u64) -> Result<Self, LabelsError> {
        let content = read(path, limit)?;
        let whole = path.canonicalize().ok();
        let found = walk.labels.iter().find(|(found, _)| whole.is_some() && found.canonicalize().ok() == whole);
        let naming = match found {
            Some((_, below)) => Naming::below(below),
            None => Naming::of_file(path, walk).map_err(|error| LabelsError::Read { path: path.to_owned(), error })?,
        };
        Ok(Self::of_content(path, naming, content))
    }

    /// Reads a labels file of at most `limit` bytes in a folder; `below` is the prefix of the names of the games there.
    pub(super) fn found(path: &Path, below: &str, limit: u64) -> Result<Self, LabelsError> {
        Ok(Self::of_content(path, Naming::below(below), read(path, limit)?))
    }

    /// Returns the labels file with this content.
    pub(super) fn of_content(path: &Path, naming: Naming, content: Content) -> Self {
        Self { path: path.to_owned(), naming, content, parse: LabelLine::parse }
    }

    /// Returns the bytes of the file.
    pub(super) fn bytes(&self) -> &[u8] {
        self.content.as_ref()
    }

    /// Returns the lines that are not empty.
    pub fn lines(&self) -> impl Iterator<Item = FileLine<'_>> {
        label_lines(self.bytes()).map(|(number, text)| FileLine { number, text, parsed: self.parse(text) })
    }

    /// Parses a line: see [`FileLine::parsed`].
    pub(super) fn parse(&self, text: &[u8]) -> Result<(String, LabelLine), String> {
        (self.parse)(text).map(|line| (self.naming.in_reports(&line.game), line))
    }

    /// Returns the name by which this file refers to a game, given the game's name in the reports.
    #[must_use]
    pub fn name_here(&self, game: &str) -> String {
        self.naming.in_file(game)
    }
}

fn read(path: &Path, limit: u64) -> Result<Content, LabelsError> {
    let read = read_whole(path, limit).map_err(|error| LabelsError::Read { path: path.to_owned(), error })?;
    read.map(Content::new).ok_or_else(|| LabelsError::TooLarge { path: path.to_owned(), limit })
}
