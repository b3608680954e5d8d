//! Looks up, by the name of a game, the user's labels and the descriptions of whole folders.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::corpus::{CorpusFile, CorpusFileError, Description};
use super::digest::first_eight;
use super::found::FoundFile;
use super::label_index::LabelIndex;
use super::labels_file::LabelsFile;
use super::limits::FileLimits;
use super::naming::Naming;
use super::walk::Walk;
use crate::labels::{LabelLine, OwnershipLine};

/// The labels and descriptions of all files that were read.
#[derive(Debug, Default)]
pub struct Labels {
    index: LabelIndex,
    /// The label of a game that stands in no file. Its name is that of the reports.
    given: Option<LabelLine>,
    /// The lines of ownership files, by the name of the game in the reports, each with its source, `file:line: game`.
    ownership: HashMap<String, (OwnershipLine, String)>,
    /// The descriptions, from the least to the most specific.
    descriptions: Vec<CorpusFile>,
    /// The digest over the bytes of all files.
    digest: Sha256,
}

/// An error in reading labels files or descriptions.
#[derive(Debug, thiserror::Error)]
pub enum LabelsError {
    /// The file can't be read.
    #[error("failed to read the labels file {path:?}: {error}")]
    Read {
        /// The path of the file.
        path: PathBuf,
        /// The system's error.
        error: std::io::Error,
    },
    /// The file is too large, or all labels files together are.
    #[error(
        "failed to read the labels file {path:?}: labels files have more than {limit} bytes together: see --max-labels"
    )]
    TooLarge {
        /// The path of the file with which the limit is exceeded.
        path: PathBuf,
        /// The maximum size in bytes of all labels files.
        limit: u64,
    },
    /// A line of the file does not parse.
    #[error("failed to read the labels file {path:?}, line {line}: {message}")]
    Parse {
        /// The path of the file.
        path: PathBuf,
        /// The line number, from 1.
        line: usize,
        /// The reason.
        message: String,
    },
    /// The ownership file can't be read.
    #[error("failed to read the ownership file {path:?}: {error}")]
    ReadOwnership {
        /// The path of the file.
        path: PathBuf,
        /// The system's error.
        error: std::io::Error,
    },
    /// A line of the ownership file does not parse.
    #[error("failed to read the ownership file {path:?}, line {line}: {message}")]
    ParseOwnership {
        /// The path of the file.
        path: PathBuf,
        /// The line number, from 1.
        line: usize,
        /// The reason.
        message: String,
    },
    /// A description can't be used.
    #[error(transparent)]
    Corpus(#[from] CorpusFileError),
}

/// The largest number of bytes of a line of an ownership file. Two lists for 52 × 52 points take a tenth of it.
const OWNERSHIP_LINE: u64 = 1 << 20;

impl Labels {
    /// Returns the label of one game, which stands in no file.
    #[must_use]
    pub fn of_game(line: LabelLine) -> Self {
        Self { given: Some(line), ..Self::default() }
    }

    /// Reads the labels files and descriptions that `walk` found, then those that the user names, which take
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
        let mut labels = Self::descriptions(walk, descriptions, limits)?;
        let found = walk.labels.iter().map(|(path, below)| (path, Some(below)));
        let mut left = limits.labels;
        for (path, below) in found.chain(named.iter().map(|path| (path, None))) {
            let file = match below {
                Some(below) => LabelsFile::found(path, below, left),
                None => LabelsFile::open(path, walk, left),
            };
            let file = file.map_err(|error| match error {
                LabelsError::TooLarge { path, .. } => LabelsError::TooLarge { path, limit: limits.labels },
                other => other,
            })?;
            left -= file.bytes().len() as u64;
            labels.add(file)?;
        }
        labels.index.finish();
        Ok(labels)
    }

    /// Parses the labels files and descriptions that `walk` has among the files `found`, then `named` labels files and
    /// descriptions, whose games have the names of the reports.
    ///
    /// # Errors
    /// If a file does not parse.
    pub fn of_found(
        walk: &Walk,
        found: &[FoundFile],
        named: &[FoundFile],
        descriptions: &[FoundFile],
    ) -> Result<Self, LabelsError> {
        let walked = |(path, below): &'_ (PathBuf, String)| {
            found.iter().filter(|file| file.path == *path).map(|file| (file, below.clone())).collect::<Vec<_>>()
        };
        let in_reports = |file| (file, String::new());
        let describe = |(file, below): (&FoundFile, String)| {
            CorpusFile::of_bytes(&file.path, &below, file.content.as_ref().to_owned())
        };
        let all = walk.descriptions.iter().flat_map(walked).chain(descriptions.iter().map(in_reports));
        let mut labels = Self::described(all.map(describe).collect::<Result<_, _>>()?);
        for (file, below) in walk.labels.iter().flat_map(walked).chain(named.iter().map(in_reports)) {
            labels.add(LabelsFile::of_content(&file.path, Naming::below(&below), file.content.clone()))?;
        }
        labels.index.finish();
        Ok(labels)
    }

    /// Reads only the descriptions, as [`Self::read`] does.
    ///
    /// # Errors
    /// If a file can't be read or does not parse, or exceeds `limits`.
    pub fn descriptions(walk: &Walk, named: &[PathBuf], limits: &FileLimits) -> Result<Self, LabelsError> {
        let found = walk.descriptions.iter().map(|(path, below)| CorpusFile::found(path, below, limits));
        let named = named.iter().map(|path| CorpusFile::named(path, walk, limits));
        Ok(Self::described(found.chain(named).collect::<Result<_, _>>()?))
    }

    /// Returns these descriptions, without labels.
    fn described(descriptions: Vec<CorpusFile>) -> Self {
        let mut labels = Self { descriptions, ..Self::default() };
        for file in &labels.descriptions {
            digest(&mut labels.digest, &file.bytes);
        }
        labels
    }

    /// Reads an ownership file, whose games are named as in a labels file. If two lines name one game, the later line
    /// counts.
    ///
    /// # Errors
    /// If the file can't be read, or a line does not parse.
    pub fn add_ownership(&mut self, path: &Path, walk: &Walk) -> Result<(), LabelsError> {
        let read = |error| LabelsError::ReadOwnership { path: path.to_owned(), error };
        let naming = Naming::of_file(path, walk).map_err(read)?;
        let mut file = BufReader::new(File::open(path).map_err(read)?);
        let mut text = Vec::new();
        for number in 1.. {
            let parse = |message| LabelsError::ParseOwnership { path: path.to_owned(), line: number, message };
            text.clear();
            file.by_ref().take(OWNERSHIP_LINE + 1).read_until(b'\n', &mut text).map_err(read)?;
            if text.is_empty() {
                break;
            }
            if text.len() as u64 > OWNERSHIP_LINE {
                return Err(parse(format!("it is longer than {OWNERSHIP_LINE} bytes")));
            }
            self.digest.update(&text);
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
    #[must_use]
    pub fn unused_ownership(&self, games: &[&str]) -> Vec<&str> {
        let games: HashSet<&str> = games.iter().copied().collect();
        let unused = self.ownership.iter().filter(|(game, _)| !games.contains(game.as_str()));
        let mut unused: Vec<&str> = unused.map(|(_, (_, source))| source.as_str()).collect();
        unused.sort_unstable();
        unused
    }

    fn add(&mut self, file: LabelsFile) -> Result<(), LabelsError> {
        digest(&mut self.digest, file.bytes());
        self.index.add(file)
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

    /// Returns the paths of the descriptions.
    pub fn description_files(&self) -> impl Iterator<Item = &Path> {
        self.descriptions.iter().map(|file| file.path.as_path())
    }

    /// Returns the path of the labels file from which [`Self::get`] takes the line.
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

    /// Returns the first eight bytes of the SHA-256 of all files.
    #[must_use]
    pub fn digest(&self) -> u64 {
        first_eight(&self.digest.clone().finalize())
    }

    /// Returns whether there are neither labels nor descriptions nor ownership.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.index.is_empty() && self.given.is_none() && self.descriptions.is_empty() && self.ownership.is_empty()
    }
}

/// Adds one of several files to a digest.
fn digest(digest: &mut Sha256, bytes: &[u8]) {
    digest.update((bytes.len() as u64).to_be_bytes());
    digest.update(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::{WalkOptions, walk};

    #[test]
    fn a_label_in_no_file_is_that_of_its_game_alone() {
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
        assert_eq!(result(&labels).as_deref(), Some("B+2"), "the one that the user names counts");
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
            Err(LabelsError::Parse { line: 1, .. })
        ));
    }
}
