//! Finds the line that labels a game. A file of a million labels takes little more memory than its text: the index
//! keeps only the text and a hash of the game for each line, and parses a line on demand.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::path::Path;

use super::labels_file::{LABELS_FILE, LabelsError, LabelsFile};
use crate::labels::LabelLine;

/// The lines of all labels files, by game. The position of a line is the number of bytes before it in its file and in
/// all earlier files.
#[derive(Debug, Default)]
pub(super) struct LabelIndex {
    /// The files, each with the number of bytes in the files before it.
    files: Vec<(u64, LabelsFile)>,
    /// The position of the last line of each game, by the hash of the game's name in the reports.
    lines: HashMap<u64, u64>,
    /// The position of each line that a later line of the same file replaces, and of the later line.
    replaced: Vec<(u64, u64)>,
    /// The hash function. Its random keys prevent files with deliberately equal hashes.
    hasher: RandomState,
}

impl LabelIndex {
    /// Adds the lines of a file, which take precedence over lines of earlier files.
    ///
    /// # Errors
    /// If a line does not parse.
    pub(super) fn add(&mut self, file: LabelsFile) -> Result<(), LabelsError> {
        let before = self.files.last().map_or(0, |(before, file)| before + file.bytes().len() as u64);
        for line in file.lines() {
            let parse =
                |why| LabelsError { line: Some(line.number), ..LabelsError::of_file(LABELS_FILE, &file.path, &why) };
            let (game, _) = line.parsed.map_err(parse)?;
            let start = line.text.as_ptr().addr() - file.bytes().as_ptr().addr();
            let position = before + start as u64;
            let earlier = self.lines.insert(self.hasher.hash_one(game), position);
            self.replaced.extend(earlier.filter(|&earlier| earlier >= before).map(|earlier| (earlier, position)));
        }
        self.files.push((before, file));
        Ok(())
    }

    /// Returns the line that labels a game, given the game's name in the reports.
    pub(super) fn get(&self, game: &str) -> Option<LabelLine> {
        let (name, line) = self.parsed(self.find(game)?);
        (name == game).then_some(line)
    }

    /// Returns the path of the file with the line of [`Self::get`].
    pub(super) fn file_of(&self, game: &str) -> Option<&Path> {
        let position = self.find(game).filter(|&position| self.parsed(position).0 == game)?;
        Some(&self.file(position).1.path)
    }

    /// Returns whether the index is empty.
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Returns the lines that label none of `games`, as `file:line: game`, sorted.
    pub(super) fn unused<'a>(&self, games: impl Iterator<Item = &'a str>) -> impl ExactSizeIterator<Item = String> {
        let used: HashSet<u64> = games.filter_map(|game| self.find(game)).collect();
        let mut unused: Vec<u64> = self.lines.values().copied().filter(|position| !used.contains(position)).collect();
        unused.sort_unstable();
        unused.into_iter().map(|position| {
            let path = self.file(position).1.path.display();
            format!("{path}:{}: {}", self.number(position), self.parsed(position).1.game)
        })
    }

    /// Returns the lines that label a game of an earlier line in the same file, as `file:line: game, as in line N`.
    pub(super) fn twice(&self) -> impl ExactSizeIterator<Item = String> {
        self.replaced.iter().map(|&(earlier, later)| {
            let (path, game) = (self.file(later).1.path.display(), self.parsed(later).0);
            format!("{path}:{}: {game}, as in line {}", self.number(later), self.number(earlier))
        })
    }

    /// Returns the position of the line that labels a game, or another game with the same hash.
    fn find(&self, game: &str) -> Option<u64> {
        if self.is_empty() { None } else { self.lines.get(&self.hasher.hash_one(game)).copied() }
    }

    /// Parses the line at a position: see [`LabelsFile::parse`].
    fn parsed(&self, position: u64) -> (String, LabelLine) {
        let (before, file) = self.file(position);
        let text = file.bytes()[offset(position, *before)..].split(|&byte| byte == b'\n').next().unwrap_or_default();
        file.parse(text.trim_ascii()).expect("the line was parsed when the file was added")
    }

    /// Returns the file of a line, with the number of bytes in the files before it.
    fn file(&self, position: u64) -> &(u64, LabelsFile) {
        &self.files[self.files.partition_point(|(before, _)| *before <= position) - 1]
    }

    /// Returns the number of a line in its file, from 1.
    fn number(&self, position: u64) -> usize {
        let (before, file) = self.file(position);
        1 + newlines(&file.bytes()[..offset(position, *before)])
    }
}

/// Returns the number of bytes before a line in its file, given the number of bytes before the file.
fn offset(position: u64, before: u64) -> usize {
    usize::try_from(position - before).expect("the file is in memory")
}

fn newlines(bytes: &[u8]) -> usize {
    bytes.split(|&byte| byte == b'\n').count() - 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Content;
    use crate::input::naming::Naming;

    fn index(files: &[(&str, &'static str)]) -> LabelIndex {
        let mut index = LabelIndex::default();
        for &(path, text) in files {
            let content = Content::new(text.as_bytes());
            index.add(LabelsFile::new(path.as_ref(), Naming::below("g/"), content)).unwrap();
        }
        index
    }

    #[test]
    fn last_line_of_a_game_is_used() {
        let one = "\u{feff}{\"game\": \"a#1\", \"note\": \"1\"}\n\n {\"game\": \"./b#1\", \"note\": \"2\"} \r\n\
                   {\"game\": \"a#1\", \"note\": \"3\"}\n{\"game\": \"a#1\", \"note\": \"4\"}";
        let index = index(&[
            ("one", one),
            ("empty", ""),
            ("two", "\n{\"game\": \"b#1\", \"note\": \"5\"}\n{\"game\": \"c#1\"}\n"),
        ]);
        let note = |game: &str| index.get(game).map(|line| line.note.unwrap_or_default());
        assert_eq!([note("g/a#1"), note("g/b#1")].map(Option::unwrap), ["4", "5"]);
        assert_eq!((note("g/c#1").as_deref(), note("a#1")), (Some(""), None));
        assert_eq!(index.file_of("g/b#1"), Some(Path::new("two")));
        assert_eq!(
            index.twice().collect::<Vec<_>>(),
            ["one:4: g/a#1, as in line 1", "one:5: g/a#1, as in line 4"],
            "lines of different files are not listed"
        );
        assert_eq!(index.unused(["g/b#1", "g/x#1"].into_iter()).collect::<Vec<_>>(), ["one:5: a#1", "two:3: c#1"]);
        assert!(!index.is_empty() && LabelIndex::default().get("g/a#1").is_none());
    }
}
