//! Selects files that another program has listed and read, by the rules of a walk.

use std::path::PathBuf;
use std::sync::Arc;

use super::archive::Format;
use super::content::Content;
use super::filter::{Filter, SourceError, WalkOptions};
use super::names::{begins_as_record, escaped};
use super::walk::{GamesFile, Walk};

/// A file that another program has read.
#[derive(Clone, Debug)]
pub struct FoundFile {
    /// The name in every report.
    pub name: String,
    /// The path of the file in commands.
    pub path: PathBuf,
    /// The bytes of the file.
    pub content: Content,
}

impl FoundFile {
    /// Returns the name in the reports of the file at a `/`-separated path below an argument.
    #[must_use]
    pub fn name_of(path: &str) -> String {
        escaped(path.as_bytes())
    }

    /// Returns the file as a labels file or description of all games of a run, which names them as the reports do.
    #[must_use]
    pub fn about_all_games(&self) -> GamesFile {
        GamesFile { path: self.path.clone(), below: String::new(), content: Some(self.content.clone()) }
    }

    /// Returns the prefix of names in the folder of this file.
    fn below(&self) -> &str {
        let file = self.name.rfind('/').map_or(0, |slash| slash + 1);
        &self.name[..file]
    }

    /// Returns the names of the folders that the file is in.
    fn folders(&self) -> impl Iterator<Item = &str> {
        self.name.match_indices('/').map(|(end, _)| &self.name[..end])
    }
}

impl Walk {
    /// Returns the walk of files in a folder. It leaves out the same files as [`super::walk`].
    ///
    /// # Errors
    /// If a glob is invalid.
    pub fn of_folder(files: impl IntoIterator<Item = FoundFile>, options: &WalkOptions) -> Result<Self, SourceError> {
        let filter = Arc::new(Filter::new(options)?);
        Ok(Self::of_found(files, |walk, file| {
            if file.folders().any(|folder| filter.excludes(folder)) {
                return;
            }
            let is_record = |_: &_| begins_as_record(file.content.as_ref());
            walk.found_file(file.path.clone(), file.name.clone(), file.below(), &filter, is_record);
        }))
    }

    /// Returns the walk of files that are records or archives with any name.
    ///
    /// # Errors
    /// If a glob is invalid.
    pub fn of_records(files: impl IntoIterator<Item = FoundFile>, options: &WalkOptions) -> Result<Self, SourceError> {
        let filter = Arc::new(Filter::new(options)?);
        Ok(Self::of_found(files, |walk, file| {
            let is_archive = Format::of(&file.name).is_some_and(Format::is_archive);
            if filter.wants(&file.name) || is_archive && !filter.excludes(&file.name) {
                walk.file(file.path.clone(), file.name.clone(), Some(Arc::clone(&filter)));
            }
        }))
    }

    fn of_found(files: impl IntoIterator<Item = FoundFile>, add: impl Fn(&mut Self, &FoundFile)) -> Self {
        let mut walk = Self::default();
        for file in files {
            let [entries, labels, descriptions] = [walk.entries.len(), walk.labels.len(), walk.descriptions.len()];
            add(&mut walk, &file);
            for entry in &mut walk.entries[entries..] {
                entry.content = Some(file.content.clone());
            }
            for about in walk.labels[labels..].iter_mut().chain(&mut walk.descriptions[descriptions..]) {
                about.content = Some(file.content.clone());
            }
        }
        walk.sort();
        walk
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::{FileLimits, Labels, walk};

    /// The names and contents of files in a folder.
    const FILES: [(&str, &str); 12] = [
        ("b/2.SGF", "(;)"),
        ("b/labels.jsonl", "{\"game\": \"2.SGF#1\", \"result\": \"B+1\"}"),
        ("a.mgt", "(;)"),
        ("corpus.toml", "origin = \"people\""),
        ("notes.txt", "(see below)"),
        ("games.txt", "\u{feff} (;B[aa])"),
        (".hidden.sgf", "(;)"),
        ("old.zip", ""),
        ("old.gib", "\\HS"),
        ("board.game", "height 2\nwidth 2\n0 1\n0 0\n0 0\n0 0"),
        ("board.json", "{}"),
        ("picture.png", ""),
    ];

    fn found(base: &std::path::Path) -> Vec<FoundFile> {
        let content = |text: &'static str| Content::new(text.as_bytes());
        let file = |&(name, text): &(&str, &'static str)| FoundFile {
            name: FoundFile::name_of(name),
            path: base.join(name),
            content: content(text),
        };
        FILES.iter().map(file).collect()
    }

    #[test]
    fn found_files_are_walked_like_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in FILES {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let own = |globs: &[&str]| globs.iter().map(|&glob| glob.to_owned()).collect::<Vec<_>>();
        for (include, exclude) in [(own(&[]), own(&[])), (own(&["*.SGF"]), own(&["old.*"])), (own(&[]), own(&["b"]))] {
            let options = WalkOptions { include, exclude };
            let here = walk(&[folder.path().to_owned()], &options).unwrap();
            let there = Walk::of_folder(found(folder.path()), &options).unwrap();
            let entries = |walk: &Walk| {
                let entry = |entry: &crate::input::Entry| (entry.name.clone(), entry.path.clone(), entry.format);
                walk.entries.iter().map(entry).collect::<Vec<_>>()
            };
            assert_eq!(entries(&here), entries(&there), "{options:?}");
            assert_eq!(here.skipped, there.skipped, "{options:?}");
            let about = |files: &[GamesFile]| -> Vec<_> {
                files.iter().map(|file| (file.path.clone(), file.below.clone())).collect()
            };
            assert_eq!(about(&here.labels), about(&there.labels), "{options:?}");
            assert_eq!(about(&here.descriptions), about(&there.descriptions), "{options:?}");
        }
        let options = WalkOptions::default();
        let here =
            Labels::read(&walk(&[folder.path().to_owned()], &options).unwrap(), &[], &[], &FileLimits::default())
                .unwrap();
        let there = Walk::of_folder(found(folder.path()), &options).unwrap();
        let there = Labels::read(&there, &[], &[], &FileLimits::default()).unwrap();
        let label = there.get("b/2.SGF#1").and_then(|line| line.result);
        assert_eq!(label.as_deref(), Some("B+1"));
        assert_eq!(there.description("a.mgt#1").origin.as_deref(), Some("people"));
        assert_eq!(here.file_of("b/2.SGF#1"), there.file_of("b/2.SGF#1"));
    }

    #[test]
    fn of_records_reads_files_of_any_name() {
        let names = |options: &WalkOptions| {
            let walk = Walk::of_records(found("".as_ref()), options).unwrap();
            walk.entries.into_iter().map(|entry| entry.name).collect::<Vec<_>>().join(" ")
        };
        let all = names(&WalkOptions::default());
        assert!(
            all.starts_with(".hidden.sgf a.mgt b/2.SGF b/labels.jsonl board.game board.json corpus.toml games.txt"),
            "{all}"
        );
        let exclude = vec!["*.t*".to_owned(), "labels.jsonl".to_owned()];
        let some = names(&WalkOptions { exclude, ..WalkOptions::default() });
        assert_eq!(some, ".hidden.sgf a.mgt b/2.SGF board.game board.json old.zip picture.png");
    }
}
