//! Looks up labels, ownership and descriptions by the name of a game.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use super::corpus::{CorpusFile, DESCRIPTION, Description};
use super::label_index::LabelIndex;
use super::labels_file::{LABELS_FILE, LabelsError, LabelsFile, read_content, too_long};
use super::limits::FileLimits;
use super::naming::Naming;
use super::walk::{GamesFile, Walk};
use crate::labels::{LabelLine, OwnershipLine};

/// The labels, ownership and descriptions from all files.
#[derive(Debug, Default)]
pub struct Labels {
    index: LabelIndex,
    /// A label that comes from no file. It has the game's name in the reports.
    given: Option<LabelLine>,
    /// The lines of ownership files by the game's name in the reports, each with its source, `file:line: game`.
    ownership: HashMap<String, (OwnershipLine, String)>,
    /// The descriptions, from the least to the most specific.
    descriptions: Vec<CorpusFile>,
}

/// The kind of ownership files, in error messages.
const OWNERSHIP_FILE: &str = "ownership file";

/// The maximum number of bytes of a line of an ownership file. Two lists for 52 × 52 points take a tenth of it.
const OWNERSHIP_LINE: u64 = 1 << 20;

impl Labels {
    /// Returns the label of one game, without a file.
    #[must_use]
    pub fn of_game(line: LabelLine) -> Self {
        Self { given: Some(line), ..Self::default() }
    }

    /// Reads the labels files and descriptions that `walk` found, then the files that the user names, which take
    /// precedence.
    ///
    /// Games are named relative to the file. If two lines of a labels file label one game, the later line takes
    /// precedence.
    ///
    /// # Errors
    /// If a file can't be read or does not parse, or exceeds `limits`.
    pub fn read(
        walk: &Walk,
        named: &[PathBuf],
        descriptions: &[PathBuf],
        limits: &FileLimits,
    ) -> Result<Self, LabelsError> {
        let mut labels = Self::descriptions(walk, descriptions)?;
        let found = walk.labels.iter().map(|file| (&file.path, Ok(Naming::below(&file.below))));
        let mut left = limits.labels;
        for (path, naming) in found.chain(named.iter().map(|path| (path, LabelsFile::naming(path, walk)))) {
            let content = read_content(LABELS_FILE, path, left, &too_long(limits.labels))?;
            left -= content.as_ref().len() as u64;
            labels.index.add(LabelsFile::new(path, naming?, content))?;
        }
        Ok(labels)
    }

    /// Reads only the descriptions, as [`Self::read`] does.
    fn descriptions(walk: &Walk, named: &[PathBuf]) -> Result<Self, LabelsError> {
        let read = |file: &GamesFile, naming| CorpusFile::read(file, &naming);
        let found = walk.descriptions.iter().map(|file| read(file, Naming::below(&file.below)));
        let named = named.iter().map(|path| {
            let naming =
                Naming::of_file(path, walk).map_err(|error| LabelsError::of_file(DESCRIPTION, path, &error))?;
            // a description that the user names applies to all games
            read(&GamesFile { path: path.clone(), below: String::new() }, naming)
        });
        Ok(Self { descriptions: found.chain(named).collect::<Result<_, _>>()?, ..Self::default() })
    }

    /// Reads an ownership file, which names games like a labels file. If two lines name one game, the later line is
    /// used.
    ///
    /// # Errors
    /// If the file can't be read, or a line does not parse.
    pub fn add_ownership(&mut self, path: &Path, walk: &Walk) -> Result<(), LabelsError> {
        let read = |error| LabelsError::of_file(OWNERSHIP_FILE, path, &error);
        let naming = Naming::of_file(path, walk).map_err(read)?;
        let mut file = BufReader::new(File::open(path).map_err(read)?);
        let mut text = Vec::new();
        for number in 1.. {
            let parse =
                |why: String| LabelsError { line: Some(number), ..LabelsError::of_file(OWNERSHIP_FILE, path, &why) };
            text.clear();
            file.by_ref().take(OWNERSHIP_LINE + 1).read_until(b'\n', &mut text).map_err(read)?;
            if text.is_empty() {
                break;
            }
            if text.len() as u64 > OWNERSHIP_LINE {
                return Err(parse(format!("it is longer than {OWNERSHIP_LINE} bytes")));
            }
            if !text.trim_ascii().is_empty() {
                let line = OwnershipLine::parse(text.trim_ascii()).map_err(parse)?;
                let source = format!("{}:{number}: {}", path.display(), line.game);
                self.ownership.insert(naming.in_reports(&line.game), (line, source));
            }
        }
        Ok(())
    }

    /// Returns the ownership of a game, given the game's name in the reports.
    #[must_use]
    pub fn ownership(&self, game: &str) -> Option<&OwnershipLine> {
        self.ownership.get(game).map(|(line, _)| line)
    }

    /// Returns the lines of ownership files that name none of `games`, as `file:line: game`, sorted.
    pub fn unused_ownership<'a>(&self, games: impl Iterator<Item = &'a str>) -> impl ExactSizeIterator<Item = String> {
        let games: HashSet<&str> = games.collect();
        let unused = self.ownership.iter().filter(|(game, _)| !games.contains(game.as_str()));
        let mut unused: Vec<String> = unused.map(|(_, (_, source))| source.clone()).collect();
        unused.sort_unstable();
        unused.into_iter()
    }

    /// Returns the line that labels a game, given the game's name in the reports.
    #[must_use]
    pub fn get(&self, game: &str) -> Option<LabelLine> {
        self.given.as_ref().filter(|line| line.game == game).cloned().or_else(|| self.index.get(game))
    }

    /// Returns the combined description of a game, given the game's name in the reports.
    #[must_use]
    pub fn description(&self, game: &str) -> Description {
        let mut description = Description::default();
        self.descriptions.iter().for_each(|file| file.describe(game, &mut description));
        description
    }

    /// Returns the path of the labels file with the line of [`Self::get`].
    #[must_use]
    pub fn file_of(&self, game: &str) -> Option<&Path> {
        self.index.file_of(game)
    }

    /// Returns the folders in descriptions that contain none of `games`, as `file: folder "name"`.
    #[must_use]
    pub fn empty_folders(&self, games: &[&str]) -> Vec<String> {
        let name = |file: &CorpusFile, folder: &str| format!("{}: folder {folder:?}", file.path.display());
        let folders = |file| CorpusFile::empty_folders(file, games).into_iter().map(move |folder| name(file, folder));
        self.descriptions.iter().flat_map(folders).collect()
    }

    /// Returns the lines that label none of `games`, as `file:line: game`, sorted.
    pub fn unused<'a>(&self, games: impl Iterator<Item = &'a str>) -> impl ExactSizeIterator<Item = String> {
        self.index.unused(games)
    }

    /// Returns the lines that label a game of an earlier line in the same file, as `file:line: game, as in line N`.
    #[must_use]
    pub fn twice(&self) -> impl ExactSizeIterator<Item = String> {
        self.index.twice()
    }

    /// Returns whether there are no labels, descriptions or ownership.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.index.is_empty() && self.given.is_none() && self.descriptions.is_empty() && self.ownership.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::{WalkOptions, walk};

    #[test]
    fn label_without_a_file_is_only_for_its_game() {
        let line = LabelLine { game: "x.sgf#1".to_owned(), result: Some("B+1".to_owned()), ..LabelLine::default() };
        let labels = Labels::of_game(line.clone());
        assert_eq!((labels.get("x.sgf#1"), labels.get("x.sgf#2")), (Some(line), None));
    }

    #[test]
    fn labels_are_relative_to_their_file() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir_all(at("a/b")).unwrap();
        std::fs::write(at("a/b/x.sgf"), "(;)").unwrap();
        std::fs::write(at("a/b/labels.jsonl"), "{\"game\": \"x.sgf#1\", \"result\": \"B+1\"}\n").unwrap();
        std::fs::write(at("top.jsonl"), "{\"game\": \"a/b/x.sgf#1\", \"result\": \"B+2\"}\n{\"game\": \"no\"}\n")
            .unwrap();
        let found = walk(&[at("a")], &WalkOptions::default()).unwrap();
        let limits = FileLimits::default();
        let result = |labels: &Labels| labels.get("b/x.sgf#1").and_then(|line| line.result);
        let labels = Labels::read(&found, &[], &[], &limits).unwrap();
        assert_eq!(result(&labels).as_deref(), Some("B+1"));
        let labels = Labels::read(&found, &[at("top.jsonl")], &[], &limits).unwrap();
        assert_eq!(result(&labels).as_deref(), Some("B+2"), "the file that the user names is used");
        let unused: Vec<String> = labels.unused(["b/x.sgf#1"].into_iter()).collect();
        assert!(unused.len() == 1 && unused[0].ends_with("top.jsonl:2: no"), "{unused:?}");
        assert_eq!(labels.twice().len(), 0, "two files may be about one game");
        std::fs::write(at("top.jsonl"), "{\"game\": \"a/b/x.sgf#1\"}\n\n{\"game\": \"./a/b/x.sgf#1\"}\n").unwrap();
        let labels = Labels::read(&found, &[at("top.jsonl")], &[], &limits).unwrap();
        let twice: Vec<String> = labels.twice().collect();
        assert!(twice.len() == 1 && twice[0].ends_with("top.jsonl:3: b/x.sgf#1, as in line 1"), "{twice:?}");
        std::fs::write(at("top.jsonl"), "{").unwrap();
        assert!(matches!(
            Labels::read(&found, &[at("top.jsonl")], &[], &limits),
            Err(LabelsError { line: Some(1), .. })
        ));
    }
}
