//! Selects the files of a walk, and says why a walk fails.

use std::path::PathBuf;

use super::file::TOO_MANY_OPEN;

/// Selects the files of a folder.
#[derive(Clone, Debug, Default)]
pub struct WalkOptions {
    /// Globs for the wanted files, archives or members of archives; all are wanted if there is none.
    pub include: Vec<String>,
    /// Globs for the files, folders and members of archives that are not wanted.
    pub exclude: Vec<String>,
}

/// The reason why the arguments can't be walked.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// A path can't be opened.
    #[error("failed to open {path:?}: {error}")]
    Open {
        /// The path as given by the user.
        path: PathBuf,
        /// The system's error.
        error: std::io::Error,
    },
    /// A file has neither the ending nor the content of a record.
    #[error(
        "{path:?} is no SGF record; if it belongs to a scorer's command, quotes are missing: \
         --scorer 'NAME=COMMAND {}'", path.display()
    )]
    NoRecord {
        /// The path as given by the user.
        path: PathBuf,
    },
    /// Standard input can't be read.
    #[error("failed to read standard input: {0}")]
    Input(std::io::Error),
    /// A file or folder can't be opened because too many files are open.
    #[error("{TOO_MANY_OPEN}")]
    TooManyOpen,
    /// Two arguments have the same last component, so their games would have the same names.
    #[error("two arguments end in {name:?}, so their games would have the same names: walk the folder above them")]
    SameName {
        /// The last component.
        name: String,
    },
    /// A line of a list of files is not a valid path on this system.
    #[error("failed to understand line {line} of the list of files: it is not UTF-8")]
    NoPath {
        /// The line number, from 1.
        line: usize,
    },
    /// The list of files can't be read.
    #[error("failed to read the list of files: {0}")]
    List(std::io::Error),
    /// The list of files is too long.
    #[error("the list of files has more than {names} names, or more than {bytes} bytes: see --max-list")]
    LongList {
        /// The maximum number of names.
        names: u64,
        /// The maximum number of bytes.
        bytes: u64,
    },
    /// A glob is invalid.
    #[error("failed to understand the glob {glob:?}: {error}")]
    Glob {
        /// The glob.
        glob: String,
        /// The reason.
        error: globset::Error,
    },
}
