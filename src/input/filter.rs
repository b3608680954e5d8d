//! Selects files by the globs given with `--include` and `--exclude`, and defines the errors of a
//! walk.

use std::path::PathBuf;

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

use super::archive::{Format, is_record};
use super::file::TOO_MANY_OPEN;
use super::file_names::is_metadata;
use super::limits::MAX_LIST;

/// Selects the files in a folder.
#[derive(Clone, Debug, Default)]
pub struct WalkOptions {
    /// Globs for wanted files, archives or members of archives. Without globs, everything is
    /// selected.
    pub include: Vec<String>,
    /// Globs for unwanted files, folders and members of archives.
    pub exclude: Vec<String>,
}

/// The reason why a walk fails.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
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
    #[error("{path:?} is neither an SGF file nor an archive")]
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
    #[error(
        "two arguments end in {name:?}, so their games would have the same names; \
         pass their parent folder instead"
    )]
    SameName {
        /// The last component.
        name: String,
    },
    /// A line of a list of files is not a valid path on this system.
    #[error("failed to read line {line} of the list of files: it is not UTF-8")]
    NoPath {
        /// The line number, from 1.
        line: usize,
    },
    /// The list of files can't be read.
    #[error("failed to read the list of files: {0}")]
    List(std::io::Error),
    /// The list of files is too long.
    #[error("the list of files has more than {MAX_LIST} bytes")]
    LongList,
    /// A glob is invalid.
    #[error("invalid glob {glob:?}: {error}")]
    Glob {
        /// The glob.
        glob: String,
        /// The reason.
        error: globset::Error,
    },
}

/// The compiled globs.
#[derive(Clone, Debug, Default)]
pub(super) struct Filter {
    include: GlobSet,
    exclude: GlobSet,
}

impl Filter {
    /// Compiles the globs of `options`.
    pub(super) fn new(options: &WalkOptions) -> Result<Self, SourceError> {
        Ok(Self {
            include: globs(&options.include)?,
            exclude: globs(&options.exclude)?,
        })
    }

    /// Returns whether a file with this name is wanted.
    pub(super) fn wants(&self, name: &str) -> bool {
        (self.include.is_empty() || fits(&self.include, name)) && !self.excludes(name)
    }

    /// Returns whether a record with this name is wanted, or an archive with this name may have
    /// wanted members.
    pub(super) fn wants_file(&self, name: &str) -> bool {
        let is_archive = Format::of(name).is_some_and(Format::is_archive);
        is_record(name) && self.wants(name) || is_archive && !self.excludes(name)
    }

    /// Returns whether a file or folder with this name is excluded, or is metadata of a file, which
    /// macOS adds to archives.
    pub(super) fn excludes(&self, name: &str) -> bool {
        is_metadata(name) || fits(&self.exclude, name)
    }
}

/// Returns whether one of `globs` matches a name. A glob with a `/` must match the whole name; any
/// other glob may match just the last component.
fn fits(globs: &GlobSet, name: &str) -> bool {
    // check for an empty set first, because even an empty set prepares each name for matching,
    // which takes as long as listing the file
    if globs.is_empty() {
        return false;
    }
    globs.is_match(name)
        || name
            .rsplit_once('/')
            .is_some_and(|(_, last)| globs.is_match(last))
}

fn globs(patterns: &[String]) -> Result<GlobSet, SourceError> {
    let mut set = GlobSetBuilder::new();
    for glob in patterns {
        let compiled = GlobBuilder::new(glob).literal_separator(true).build();
        set.add(compiled.map_err(|error| SourceError::Glob {
            glob: glob.clone(),
            error,
        })?);
    }
    set.build().map_err(|error| SourceError::Glob {
        glob: patterns.join(" "),
        error,
    })
}
