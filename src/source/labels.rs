//! Finds what the user's files say of games, by the names of the games: labels, and descriptions of whole folders.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::corpus::{CorpusFile, CorpusFileError, Description};
use super::naming::Naming;
use super::{Walk, first_eight};
use crate::settle::{LabelLine, label_lines};

/// What labels files and descriptions say, by the names of games.
#[derive(Debug, Default)]
pub struct Labels {
    lines: HashMap<String, Labelled>,
    /// From the least to the most specific.
    descriptions: Vec<CorpusFile>,
    files: Vec<PathBuf>,
    /// Lines that a later one of the same file replaces: the file, both numbers, the game.
    replaced: Vec<(usize, usize, usize, String)>,
    /// Over the bytes of all files.
    digest: Sha256,
}

#[derive(Debug)]
struct Labelled {
    line: LabelLine,
    file: usize,
    number: usize,
}

/// A labels file that can't be used.
#[derive(Debug, thiserror::Error)]
pub enum LabelsError {
    /// It can't be read.
    #[error("failed to read the labels file {path:?}: {error}")]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// A line of it does not parse.
    #[error("failed to read the labels file {path:?}, line {line}: {message}")]
    Parse {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        message: String,
    },
    /// A description can't be read.
    #[error(transparent)]
    Corpus(#[from] CorpusFileError),
}

/// A labels file, line by line.
#[derive(Debug)]
pub struct LabelsFile {
    /// The file.
    pub path: PathBuf,
    naming: Naming,
    bytes: Vec<u8>,
}

/// A line of a labels file.
#[derive(Debug)]
pub struct FileLine<'a> {
    /// Its number, from 1.
    pub number: usize,
    /// As it is written.
    pub text: &'a [u8],
    /// What it says, and the game that it is about, by its name in the reports; or what is wrong with it.
    pub parsed: Result<(String, LabelLine), String>,
}

impl LabelsFile {
    /// Opens a file that the user names. It may lie anywhere: where it is not above or below the games of `walk`, its
    /// names are those of the reports.
    ///
    /// # Errors
    /// When it can't be read.
    pub fn open(path: &Path, walk: &Walk) -> Result<Self, LabelsError> {
        let read = |error| LabelsError::Read { path: path.to_owned(), error };
        let bytes = std::fs::read(path).map_err(read)?;
        let whole = path.canonicalize().ok();
        let found = walk.labels.iter().find(|(found, _)| whole.is_some() && found.canonicalize().ok() == whole);
        let naming = match found {
            Some((_, below)) => Naming::below(below),
            None => Naming::beside(path, walk).map_err(read)?,
        };
        Ok(Self { path: path.to_owned(), naming, bytes })
    }

    fn found(path: &Path, below: &str) -> Result<Self, LabelsError> {
        let read = |error| LabelsError::Read { path: path.to_owned(), error };
        let bytes = std::fs::read(path).map_err(read)?;
        Ok(Self { path: path.to_owned(), naming: Naming::below(below), bytes })
    }

    /// The lines that are not empty.
    pub fn lines(&self) -> impl Iterator<Item = FileLine<'_>> {
        label_lines(&self.bytes).map(|(number, text)| {
            let named = |line: LabelLine| (self.naming.in_reports(&line.game), line);
            FileLine { number, text, parsed: LabelLine::parse(text).map(named) }
        })
    }

    /// How the file names a game that has this name in the reports.
    #[must_use]
    pub fn name_here(&self, game: &str) -> String {
        self.naming.in_file(game)
    }
}

impl Labels {
    /// Reads the labels files and descriptions that `walk` found, then those that the user names, which count more.
    ///
    /// Games are named relative to the file. Of two lines of a labels file about one game the later one counts.
    ///
    /// # Errors
    /// When a file can't be read, or does not parse.
    pub fn read(walk: &Walk, named: &[PathBuf], descriptions: &[PathBuf]) -> Result<Self, LabelsError> {
        let mut labels = Self::descriptions(walk, descriptions)?;
        for (path, below) in &walk.labels {
            labels.add(&LabelsFile::found(path, below)?)?;
        }
        for path in named {
            labels.add(&LabelsFile::open(path, walk)?)?;
        }
        Ok(labels)
    }

    /// Reads the descriptions alone, as [`Self::read`] does.
    ///
    /// # Errors
    /// When a file can't be read, or does not parse.
    pub fn descriptions(walk: &Walk, named: &[PathBuf]) -> Result<Self, LabelsError> {
        let found = walk.descriptions.iter().map(|(path, below)| CorpusFile::found(path, below));
        let named = named.iter().map(|path| CorpusFile::named(path, walk));
        let mut labels = Self { descriptions: found.chain(named).collect::<Result<_, _>>()?, ..Self::default() };
        for file in &labels.descriptions {
            digest(&mut labels.digest, &file.bytes);
        }
        Ok(labels)
    }

    fn add(&mut self, file: &LabelsFile) -> Result<(), LabelsError> {
        let place = self.files.len();
        digest(&mut self.digest, &file.bytes);
        for FileLine { number, parsed, .. } in file.lines() {
            let parse = |message| LabelsError::Parse { path: file.path.clone(), line: number, message };
            let (game, line) = parsed.map_err(parse)?;
            let before = self.lines.insert(game.clone(), Labelled { line, file: place, number });
            if let Some(before) = before.filter(|before| before.file == place) {
                self.replaced.push((place, before.number, number, game));
            }
        }
        self.files.push(file.path.clone());
        Ok(())
    }

    /// What is said of a game, by its name in the reports.
    #[must_use]
    pub fn get(&self, game: &str) -> Option<&LabelLine> {
        self.lines.get(game).map(|labelled| &labelled.line)
    }

    /// What descriptions say of a game, by its name in the reports.
    #[must_use]
    pub fn description(&self, game: &str) -> Description {
        let mut description = Description::default();
        self.descriptions.iter().for_each(|file| file.describe(game, &mut description));
        description
    }

    /// The descriptions' files.
    pub fn description_files(&self) -> impl Iterator<Item = &Path> {
        self.descriptions.iter().map(|file| file.path.as_path())
    }

    /// The labels file that says what [`Self::get`] returns.
    #[must_use]
    pub fn file_of(&self, game: &str) -> Option<&Path> {
        self.lines.get(game).map(|labelled| self.files[labelled.file].as_path())
    }

    /// The folders in descriptions that have none of `games`, as `file: folder "name"`.
    #[must_use]
    pub fn empty_folders(&self, games: &[&str]) -> Vec<String> {
        let name = |file: &CorpusFile, folder: &str| format!("{}: folder {folder:?}", file.path.display());
        let folders = |file| CorpusFile::empty_folders(file, games).into_iter().map(move |folder| name(file, folder));
        self.descriptions.iter().flat_map(folders).collect()
    }

    /// The lines that name none of `games`, as `file:line: game`, sorted.
    #[must_use]
    pub fn unused<'a>(&self, games: impl Iterator<Item = &'a str>) -> Vec<String> {
        let mut unused: HashMap<&str, &Labelled> =
            self.lines.iter().map(|(game, line)| (game.as_str(), line)).collect();
        for game in games {
            unused.remove(game);
        }
        let mut unused: Vec<_> = unused.into_values().map(|line| (line.file, line.number, &line.line.game)).collect();
        unused.sort_unstable();
        unused
            .into_iter()
            .map(|(file, number, game)| format!("{}:{number}: {game}", self.files[file].display()))
            .collect()
    }

    /// The lines about a game that an earlier line of the same file is about, as `file:line: game, as in line N`.
    #[must_use]
    pub fn twice(&self) -> Vec<String> {
        let line = |(file, earlier, later, game): &(usize, usize, usize, String)| {
            format!("{}:{later}: {game}, as in line {earlier}", self.files[*file].display())
        };
        self.replaced.iter().map(line).collect()
    }

    /// The first eight bytes of the SHA-256 of all files.
    #[must_use]
    pub fn digest(&self) -> u64 {
        first_eight(&self.digest.clone().finalize())
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.descriptions.is_empty()
    }
}

/// Adds a file to a digest of several.
fn digest(digest: &mut Sha256, bytes: &[u8]) {
    digest.update((bytes.len() as u64).to_be_bytes());
    digest.update(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{WalkOptions, walk};

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
        let result = |labels: &Labels| labels.get("b/x.sgf#1").and_then(|line| line.result.clone());
        let labels = Labels::read(&found, &[], &[]).unwrap();
        assert_eq!(result(&labels).as_deref(), Some("B+1"));
        let labels = Labels::read(&found, &[at("top.jsonl")], &[]).unwrap();
        assert_eq!(result(&labels).as_deref(), Some("B+2"), "the one that the user names counts");
        let unused = labels.unused(["b/x.sgf#1"].into_iter());
        assert!(unused.len() == 1 && unused[0].ends_with("top.jsonl:2: no"), "{unused:?}");
        assert!(labels.twice().is_empty(), "two files may be about one game");
        std::fs::write(at("top.jsonl"), "{\"game\": \"a/b/x.sgf#1\"}\n\n{\"game\": \"./a/b/x.sgf#1\"}\n").unwrap();
        let twice = Labels::read(&found, &[at("top.jsonl")], &[]).unwrap().twice();
        assert!(twice.len() == 1 && twice[0].ends_with("top.jsonl:3: b/x.sgf#1, as in line 1"), "{twice:?}");
        std::fs::write(at("top.jsonl"), "{").unwrap();
        assert!(matches!(Labels::read(&found, &[at("top.jsonl")], &[]), Err(LabelsError::Parse { line: 1, .. })));
    }
}
