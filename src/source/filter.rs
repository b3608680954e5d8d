//! Which files are wanted: the globs of `--include` and `--exclude`.

use globset::{Glob, GlobBuilder, GlobSet, GlobSetBuilder};

use super::Format;
use super::walk::{SourceError, WalkOptions, is_record};

/// The globs, ready to be asked.
#[derive(Clone, Debug, Default)]
pub(super) struct Filter {
    include: Option<GlobSet>,
    exclude: GlobSet,
}

impl Filter {
    /// The filter that `options` asks for.
    pub(super) fn new(options: &WalkOptions) -> Result<Self, SourceError> {
        let include = if options.include.is_empty() { None } else { Some(globs(&options.include)?) };
        Ok(Self { include, exclude: globs(&options.exclude)? })
    }

    /// Whether a file of that name is wanted.
    pub(super) fn wants(&self, name: &str) -> bool {
        self.include.as_ref().is_none_or(|include| fits(include, name)) && !self.excludes(name)
    }

    /// Whether a file of that name, a record or an archive, may have what is wanted.
    pub(super) fn wants_file(&self, name: &str) -> bool {
        is_record(name) && self.wants(name) || Format::of(name).is_some() && !self.excludes(name)
    }

    /// Whether a file or folder of that name is left out.
    pub(super) fn excludes(&self, name: &str) -> bool {
        fits(&self.exclude, name)
    }
}

/// A glob with a `/` is for the whole name, one without for its last component.
fn fits(globs: &GlobSet, name: &str) -> bool {
    // what a set of none would have to know of a name takes as long as listing it
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
