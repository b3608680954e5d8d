//! The files in a walk, and their order.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Cursor, ErrorKind, Seek};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::archive::Format;
use super::file::{open, read_whole, too_large, unreadable};
use super::filter::Filter;
use super::limits::MAX_FILE;
use crate::skip::Skip;

/// A file that can be read from any offset.
pub(super) trait Seekable: BufRead + Seek {}

impl<T: BufRead + Seek> Seekable for T {}

/// Opens the file at `path` for reading from any offset, and returns it with its size in bytes.
fn open_seekable(path: &Path) -> io::Result<(Box<dyn Seekable>, u64)> {
    let file = open(path)?;
    let data = file.metadata()?;
    // the size of a pipe is unknown
    let size = if data.is_file() { data.len() } else { u64::MAX };
    // a small buffer, because a reader of a zip seeks to each member, which empties the buffer
    Ok((Box::new(BufReader::with_capacity(1 << 12, file)), size))
}

/// The argument that stands for standard input. It is also the name in every report.
pub(super) const STANDARD_INPUT: &str = "-";

/// The bytes of a file, or the reason why there are none.
type Content = Result<Vec<u8>, Skip>;

/// A file to be read.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// The name in every report: the `/`-separated path below the argument.
    pub name: String,
    /// The path of the file; for a member of an archive, the archive's path, `!/` and the member's
    /// name.
    pub path: PathBuf,
    /// The format, unless the file is a plain record.
    pub format: Option<Format>,
    /// The filter for the archive's members; `None` accepts all.
    pub(super) members: Option<Arc<Filter>>,
    /// For a member of an archive, the byte offset of the member's own name in `name`; otherwise 0.
    pub(super) inside: usize,
    /// For a part of a record that is read in pieces, the number of games before it; otherwise 0.
    pub(crate) games_before: usize,
    /// The bytes of a file in memory, or the reason why a file is skipped. In both cases, `path` is
    /// not read. For a pipe or a device, which can be read only once, the result of reading it.
    pub(super) content: Option<Arc<OnceLock<Content>>>,
}

/// The separator between the name of an archive and the name of a member.
pub(crate) const INSIDE: &str = "!/";

impl Entry {
    /// Returns the entry of a file. The ending of the name decides the format.
    pub fn new(name: String, path: PathBuf) -> Self {
        Self {
            format: Format::of(&name),
            name,
            path,
            ..Self::default()
        }
    }

    /// Returns whether the file is an archive.
    pub fn is_archive(&self) -> bool {
        self.format.is_some_and(Format::is_archive)
    }

    /// Returns whether the walk skips the file. Call this before the file is read.
    pub(crate) fn is_skipped(&self) -> bool {
        let content = self.content.as_ref().and_then(|content| content.get());
        content.is_some_and(Result::is_err)
    }

    /// Returns the name of the game with this number in the file, from 1: `PATH#N`.
    pub(crate) fn game_name(&self, number: usize) -> String {
        format!("{}#{}", self.name, self.games_before + number)
    }

    /// Returns an entry for the rest of this record, after its first `games_before` games.
    pub(crate) fn part(&self, games_before: usize) -> Self {
        Self {
            games_before,
            ..self.clone()
        }
    }

    /// Returns the entry with its bytes in memory.
    #[must_use]
    pub fn with_content(self, bytes: Vec<u8>) -> Self {
        Self {
            content: Some(Arc::new(Ok(bytes).into())),
            ..self
        }
    }

    /// Opens the file for reading from any offset, and returns it with its size in bytes.
    pub(super) fn open(&self) -> io::Result<(Box<dyn Seekable + '_>, u64)> {
        match self.content.as_ref().and_then(|content| content.get()) {
            Some(Ok(bytes)) => Ok((Box::new(Cursor::new(bytes)), bytes.len() as u64)),
            _ => open_seekable(&self.path),
        }
    }

    /// Returns the path of the file for use in a command: `-` for standard input, because the path
    /// of its copy is temporary.
    pub(crate) fn path_in_commands(&self) -> &Path {
        let is_input = self.name == STANDARD_INPUT || self.name.starts_with("-!/");
        if is_input {
            Path::new(&self.name)
        } else {
            &self.path
        }
    }

    /// Returns whether the filter accepts a member of this archive, because of the member's name or
    /// the archive's.
    pub(crate) fn wants_member(&self, name: &str) -> bool {
        let Some(filter) = &self.members else {
            return true;
        };
        let name = self.member_name(name);
        !filter.excludes(&name) && (filter.wants(&self.name) || filter.wants(&name))
    }

    /// Returns whether `name` is below the name of this archive, like the names of its members.
    pub(crate) fn is_around(&self, name: &str) -> bool {
        name.strip_prefix(&self.name)
            .is_some_and(|rest| rest.starts_with(INSIDE))
    }

    /// Returns the name of a member of this archive in every report.
    fn member_name(&self, name: &str) -> String {
        [&self.name, INSIDE, name].concat()
    }

    /// Returns the entry of a member of this archive.
    pub(crate) fn member(&self, name: &str) -> Self {
        // reserve the exact size, because an archive may have a million members
        let mut path =
            OsString::with_capacity(self.path.as_os_str().len() + INSIDE.len() + name.len());
        path.push(&self.path);
        path.push(INSIDE);
        path.push(name);
        let inside = self.name.len() + INSIDE.len();
        Self {
            name: self.member_name(name),
            path: path.into(),
            inside,
            ..Self::default()
        }
    }

    /// Returns the sort key of a file in a walk: the name or, for an archive and its members, the
    /// name of the archive followed by `!/`. The members of an archive are not sorted.
    pub(super) fn sort_key(&self) -> impl Iterator<Item = u8> {
        let outer = if self.inside > 0 {
            self.inside
        } else {
            self.name.len()
        };
        self.name
            .bytes()
            .take(outer)
            .chain(if self.is_archive() { INSIDE } else { "" }.bytes())
    }
}

/// Reads the file of `entry`.
///
/// # Errors
/// If the file can't be read, or is too long.
pub fn fetch(entry: &Entry) -> Result<Vec<u8>, Skip> {
    match &entry.content {
        Some(content) => content.get_or_init(|| read_file(&entry.path)).clone(),
        None => read_file(&entry.path),
    }
}

fn read_file(path: &Path) -> Content {
    read_whole(path, MAX_FILE as u64).map_err(|error| match error.kind() {
        ErrorKind::FileTooLarge => too_large(MAX_FILE as u64),
        _ => unreadable("file", &error),
    })
}
