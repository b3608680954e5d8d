//! Finds the line that labels a game. A file of a million labels takes little more memory than its text: only that is kept,
//! with a hash of the game of each line, and a line is parsed when it is asked for.

use std::hash::{BuildHasher, RandomState};
use std::path::Path;

use super::labels::LabelsError;
use super::labels_file::LabelsFile;
use crate::labels::LabelLine;

/// The lines of all labels files, by game.
#[derive(Debug, Default)]
pub(super) struct LabelIndex {
    /// The files, each with the number of bytes in the files before it.
    files: Vec<(u64, LabelsFile)>,
    /// The lines; once the index is finished, sorted, and only the one that counts for each game.
    lines: Vec<Line>,
    /// The positions of each line that a later line of the same file replaces, and of the later line, in whose order they
    /// are.
    replaced: Vec<(u64, u64)>,
    /// The hash function. Its random keys keep people from writing games of the same hash.
    hasher: RandomState,
}

/// A line of a labels file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    /// The hash of the name of the game in the reports.
    hash: u64,
    /// The number of bytes before the line, in its file and in the files before that.
    position: u64,
}

impl LabelIndex {
    /// Adds the lines of a file, which take precedence over those of earlier files.
    ///
    /// # Errors
    /// If a line does not parse.
    pub(super) fn add(&mut self, file: LabelsFile) -> Result<(), LabelsError> {
        let before = self.files.last().map_or(0, |(before, file)| before + file.bytes().len() as u64);
        self.lines.reserve(1 + newlines(file.bytes()));
        for line in file.lines() {
            let parse = |message| LabelsError::Parse { path: file.path.clone(), line: line.number, message };
            let (game, _) = line.parsed.map_err(parse)?;
            let start = line.text.as_ptr().addr() - file.bytes().as_ptr().addr();
            self.lines.push(Line { hash: self.hasher.hash_one(game), position: before + start as u64 });
        }
        self.files.push((before, file));
        Ok(())
    }

    /// Sorts the lines, after the last file, and keeps the last line of each game.
    pub(super) fn finish(&mut self) {
        let mut lines = std::mem::take(&mut self.lines);
        lines.sort_unstable();
        let (mut kept, mut same_hash) = (0, 0);
        for at in 0..lines.len() {
            let line = lines[at];
            if lines[same_hash].hash != line.hash {
                same_hash = kept;
            }
            let earlier = (same_hash..kept).find(|&earlier| self.game(lines[earlier]) == self.game(line));
            if let Some(earlier) = earlier {
                let is_same_file = self.file(lines[earlier]).0 == self.file(line).0;
                self.replaced.extend(is_same_file.then_some((lines[earlier].position, line.position)));
                lines[earlier] = line;
            } else {
                lines[kept] = line;
                kept += 1;
            }
        }
        lines.truncate(kept);
        self.lines = lines;
        self.replaced.sort_unstable_by_key(|&(_, later)| later);
    }

    /// Returns the line that labels a game, given the game's name in the reports.
    pub(super) fn get(&self, game: &str) -> Option<LabelLine> {
        self.find(game).map(|(_, line)| line)
    }

    /// Returns the path of the file from which [`Self::get`] takes the line.
    pub(super) fn file_of(&self, game: &str) -> Option<&Path> {
        self.find(game).map(|(at, _)| self.file(self.lines[at]).1.path.as_path())
    }

    /// Returns whether there is no line.
    pub(super) const fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Returns the lines that label none of `games`, as `file:line: game`, sorted.
    pub(super) fn unused<'a>(&self, games: impl Iterator<Item = &'a str>) -> impl ExactSizeIterator<Item = String> {
        let mut is_used = vec![false; self.lines.len()];
        for (at, _) in games.filter_map(|game| self.find(game)) {
            is_used[at] = true;
        }
        let unused = self.lines.iter().zip(is_used).filter(|(_, is_used)| !is_used);
        let mut unused: Vec<u64> = unused.map(|(line, _)| line.position).collect();
        unused.sort_unstable();
        unused.into_iter().map(|position| {
            let line = Line { hash: 0, position };
            format!("{}:{}: {}", self.file(line).1.path.display(), self.number(line), self.parsed(line).1.game)
        })
    }

    /// Returns the lines that label a game of an earlier line in the same file, as `file:line: game, as in line N`.
    pub(super) fn twice(&self) -> impl ExactSizeIterator<Item = String> {
        self.replaced.iter().map(|&(earlier, later)| {
            let [earlier, later] = [earlier, later].map(|position| Line { hash: 0, position });
            let path = self.file(later).1.path.display();
            let [before, number] = [earlier, later].map(|line| self.number(line));
            format!("{path}:{number}: {}, as in line {before}", self.game(later))
        })
    }

    /// Returns the index in `lines` of the line that labels a game, and the parsed line.
    fn find(&self, game: &str) -> Option<(usize, LabelLine)> {
        if self.is_empty() {
            return None;
        }
        let hash = self.hasher.hash_one(game);
        let first = self.lines.partition_point(|line| line.hash < hash);
        let mut same_hash = (first..).zip(&self.lines[first..]).take_while(|(_, line)| line.hash == hash);
        same_hash.find_map(|(at, &line)| {
            let (name, label) = self.parsed(line);
            (name == game).then_some((at, label))
        })
    }

    /// Returns the name in the reports of the game of a line.
    fn game(&self, line: Line) -> String {
        self.parsed(line).0
    }

    fn parsed(&self, line: Line) -> (String, LabelLine) {
        let (before, file) = self.file(line);
        let rest = &file.bytes()[offset(line, *before)..];
        let text = rest.split(|&byte| byte == b'\n').next().unwrap_or_default();
        file.parse(text.trim_ascii()).expect("the line was parsed when the file was added")
    }

    /// Returns the file of a line, with the number of bytes in the files before it.
    fn file(&self, line: Line) -> &(u64, LabelsFile) {
        &self.files[self.files.partition_point(|(before, _)| *before <= line.position) - 1]
    }

    /// Returns the number of a line in its file, from 1.
    fn number(&self, line: Line) -> usize {
        let (before, file) = self.file(line);
        1 + newlines(&file.bytes()[..offset(line, *before)])
    }
}

/// Returns the number of bytes before a line in its file, given the number of bytes before the file.
fn offset(line: Line, before: u64) -> usize {
    usize::try_from(line.position - before).expect("the file is in memory")
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
            index.add(LabelsFile::of_content(path.as_ref(), Naming::below("g/"), content)).unwrap();
        }
        index.finish();
        index
    }

    #[test]
    fn the_last_line_of_a_game_counts() {
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
            "a line of another file may replace one"
        );
        assert_eq!(index.unused(["g/b#1", "g/x#1"].into_iter()).collect::<Vec<_>>(), ["one:5: a#1", "two:3: c#1"]);
        assert!(!index.is_empty() && LabelIndex::default().get("g/a#1").is_none());
    }
}
