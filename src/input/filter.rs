//! Selects files by the globs of `--include` and `--exclude`.

use globset::{Glob, GlobBuilder, GlobSet, GlobSetBuilder};

use super::archive::Format;
use super::names::is_record;
use super::source::{SourceError, WalkOptions};

/// The compiled globs.
#[derive(Clone, Debug, Default)]
pub(super) struct Filter {
    include: Option<GlobSet>,
    exclude: GlobSet,
}

impl Filter {
    /// Compiles the globs of `options`.
    pub(super) fn new(options: &WalkOptions) -> Result<Self, SourceError> {
        let include = if options.include.is_empty() { None } else { Some(globs(&options.include)?) };
        Ok(Self { include, exclude: globs(&options.exclude)? })
    }

    /// Returns whether a file with this name is wanted.
    pub(super) fn wants(&self, name: &str) -> bool {
        self.include.as_ref().is_none_or(|include| fits(include, name)) && !self.excludes(name)
    }

    /// Returns whether a record with this name is wanted, or an archive with this name may have wanted members.
    pub(super) fn wants_file(&self, name: &str) -> bool {
        is_record(name) && self.wants(name) || Format::of(name).is_some() && !self.excludes(name)
    }

    /// Returns whether a file or folder with this name is excluded.
    pub(super) fn excludes(&self, name: &str) -> bool {
        fits(&self.exclude, name)
    }
}

/// Returns whether one of `globs` matches a name: a glob with a `/` has to match the whole name, one without may match
/// the last component.
fn fits(globs: &GlobSet, name: &str) -> bool {
    // even an empty set prepares each name for matching, which takes as long as listing the file
    let is_last = || name.rsplit_once('/').is_some_and(|(_, last)| globs.is_match(last));
    !globs.is_empty() && (globs.is_match(name) || is_last())
}

fn globs(patterns: &[String]) -> Result<GlobSet, SourceError> {
    let compile = |glob: &String| -> Result<Glob, SourceError> {
        let built = GlobBuilder::new(glob).literal_separator(true).build();
        built.map_err(|error| SourceError::Glob { glob: glob.clone(), error })
    };
    let mut set = GlobSetBuilder::new();
    for pattern in patterns {
        set.add(compile(pattern)?);
    }
    set.build().map_err(|error| SourceError::Glob { glob: patterns.join(" "), error })
}
