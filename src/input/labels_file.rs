//! A labels file and its lines.

use std::io;
use std::path::{Path, PathBuf};

use super::file::{read_opened, read_whole};
use super::limits::MAX_LABELS;
use super::naming::Naming;
use super::walk::{FolderLabels, Walk};
use crate::disk::open_regular;
use crate::labels::{LabelLine, label_lines};

/// An error while reading a labels file or an ownership file.
#[derive(Debug, thiserror::Error)]
#[error(
    "failed to read the {kind} {path:?}{}: {why}",
    line.map(|line| format!(", line {line}")).unwrap_or_default()
)]
#[non_exhaustive]
pub struct LabelsError {
    /// The kind of the file.
    pub(crate) kind: &'static str,
    /// The path of the file.
    pub(crate) path: PathBuf,
    /// The number of the line, from 1; `None` if the error is not about a line.
    pub(crate) line: Option<usize>,
    /// The reason.
    pub(crate) why: String,
}

impl LabelsError {
    /// Returns an error about a file, or about its line with this number.
    pub(super) fn new(
        kind: &'static str,
        path: &Path,
        line: Option<usize>,
        why: &impl ToString,
    ) -> Self {
        Self {
            kind,
            path: path.to_owned(),
            line,
            why: why.to_string(),
        }
    }
}

/// The words for a labels file in error messages.
pub(super) const LABELS_FILE: &str = "labels file";

/// The contents of a labels file.
#[derive(Debug)]
pub struct LabelsFile {
    /// The path of the file.
    pub path: PathBuf,
    /// How the file names games.
    pub naming: Naming,
    content: Vec<u8>,
}

/// A line in a labels file.
#[derive(Debug)]
pub struct FileLine<'a> {
    /// The line number, from 1.
    pub number: usize,
    /// The text of the line.
    pub text: &'a [u8],
    /// The game's name in the reports and the label, or the reason why the line does not parse.
    pub parsed: Result<(String, LabelLine), String>,
}

impl LabelsFile {
    /// Opens a labels file that the user names. The file may be anywhere. If it is neither above
    /// nor below the games of `walk`, it names them as the reports do.
    ///
    /// # Errors
    /// If the file can't be read, or is too large.
    pub fn open(path: &Path, walk: &Walk) -> Result<Self, LabelsError> {
        let read = Naming::of_file(path, walk)
            .and_then(|naming| Ok((naming, read_whole(path, MAX_LABELS)?)));
        Self::new(path, read)
    }

    /// Reads a labels file that a walk found. It must be a regular file, because a pipe may never
    /// end. Anything else is an error, because the figures would be wrong without the labels.
    pub(super) fn found(
        FolderLabels { path, below, .. }: &FolderLabels,
    ) -> Result<Self, LabelsError> {
        let read = open_regular(path, MAX_LABELS).and_then(|file| read_opened(file, MAX_LABELS));
        Self::new(path, read.map(|content| (Naming::below(below), content)))
    }

    fn new(path: &Path, read: io::Result<(Naming, Vec<u8>)>) -> Result<Self, LabelsError> {
        let (naming, content) =
            read.map_err(|error| LabelsError::new(LABELS_FILE, path, None, &error))?;
        Ok(Self {
            path: path.to_owned(),
            naming,
            content,
        })
    }

    /// Returns the lines that are not empty.
    pub fn lines(&self) -> impl Iterator<Item = FileLine<'_>> {
        label_lines(&self.content).map(|(number, text)| {
            let parsed =
                LabelLine::parse(text).map(|line| (self.naming.in_reports(&line.game), line));
            FileLine {
                number,
                text,
                parsed,
            }
        })
    }
}
