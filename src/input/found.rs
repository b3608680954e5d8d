//! Files that another program has listed and read.

use std::sync::Arc;

use super::archive::Format;
use super::content::Content;
use super::filter::{Filter, SourceError, WalkOptions};
use super::walk::Walk;

impl Walk {
    /// Returns the walk of files in memory, each with its name in every report. All are records, or archives if their names
    /// say so.
    ///
    /// # Errors
    /// If a glob is invalid.
    pub fn of_records(
        files: impl IntoIterator<Item = (String, Content)>,
        options: &WalkOptions,
    ) -> Result<Self, SourceError> {
        let filter = Arc::new(Filter::new(options)?);
        let mut walk = Self::default();
        for (name, content) in files {
            let is_archive = Format::of(&name).is_some_and(Format::is_archive);
            if name.match_indices('/').any(|(end, _)| filter.excludes(&name[..end])) {
                continue;
            }
            if filter.wants(&name) || is_archive && !filter.excludes(&name) {
                let entries = walk.entries.len();
                walk.file(name.clone().into(), name, Some(Arc::clone(&filter)));
                walk.entries[entries..].iter_mut().for_each(|entry| entry.content = Some(content.clone()));
            }
        }
        walk.sort();
        Ok(walk)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_records_reads_files_of_any_name() {
        let files = || ["b/2.SGF", "labels.jsonl", ".hidden", "old.zip", "old.gib"].map(str::to_owned);
        let names = |options: &WalkOptions| {
            let walk = Walk::of_records(files().map(|name| (name, Content::new("(;)"))), options).unwrap();
            (walk.entries.into_iter().map(|entry| entry.name).collect::<Vec<_>>().join(" "), walk.skipped.len())
        };
        assert_eq!(names(&WalkOptions::default()), (".hidden b/2.SGF labels.jsonl old.zip".to_owned(), 1));
        let exclude = ["*.g*", "labels.jsonl", "b"].map(str::to_owned).to_vec();
        let some = names(&WalkOptions { exclude, ..WalkOptions::default() });
        assert_eq!(some, (".hidden old.zip".to_owned(), 0));
    }
}
