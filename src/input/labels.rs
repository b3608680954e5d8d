//! Looks up, by the name of a game, the user's labels and the descriptions of whole folders.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::corpus::{CorpusFile, CorpusFileError, Description};
use super::digest::first_eight;
use super::found::FoundFile;
use super::naming::Naming;
use super::walk::Walk;
use crate::labels::{LabelLine, OwnershipLine, label_lines};

/// The labels and descriptions of all files that were read.
#[derive(Debug, Default)]
pub struct Labels {
    lines: HashMap<String, Labelled>,
    /// The lines of ownership files, by the name of the game in the reports, each with its source, `file:line: game`.
    ownership: HashMap<String, (OwnershipLine, String)>,
    /// The descriptions, from the least to the most specific.
    descriptions: Vec<CorpusFile>,
    files: Vec<PathBuf>,
    /// The lines that a later line of the same file replaces: the index of the file, both line numbers, and the game.
    replaced: Vec<(usize, usize, usize, String)>,
    /// The digest over the bytes of all files.
    digest: Sha256,
}

#[derive(Debug)]
struct Labelled {
    line: LabelLine,
    file: usize,
    number: usize,
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

/// The contents of a labels file.
#[derive(Debug)]
pub struct LabelsFile {
    /// The path of the file.
    pub path: PathBuf,
    naming: Naming,
    bytes: Vec<u8>,
}

/// A line of a labels file.
#[derive(Debug)]
pub struct FileLine<'a> {
    /// The line number, from 1.
    pub number: usize,
    /// The text of the line.
    pub text: &'a [u8],
    /// The name in the reports of the game that the line labels, and the label; or the reason why the line does not
    /// parse.
    pub parsed: Result<(String, LabelLine), String>,
}

impl LabelsFile {
    /// Opens a labels file that the user names. The file may be anywhere: where it is not above or below the games of
    /// `walk`, its names are those of the reports.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn open(path: &Path, walk: &Walk) -> Result<Self, LabelsError> {
        let read = |error| LabelsError::Read { path: path.to_owned(), error };
        let bytes = std::fs::read(path).map_err(read)?;
        let whole = path.canonicalize().ok();
        let found = walk.labels.iter().find(|(found, _)| whole.is_some() && found.canonicalize().ok() == whole);
        let naming = match found {
            Some((_, below)) => Naming::below(below),
            None => Naming::of_file(path, walk).map_err(read)?,
        };
        Ok(Self { path: path.to_owned(), naming, bytes })
    }

    /// Returns the labels file with these bytes, of games whose names start with `below`.
    fn of_bytes(path: &Path, below: &str, bytes: &[u8]) -> Self {
        Self { path: path.to_owned(), naming: Naming::below(below), bytes: bytes.to_owned() }
    }

    fn found(path: &Path, below: &str) -> Result<Self, LabelsError> {
        let read = |error| LabelsError::Read { path: path.to_owned(), error };
        let bytes = std::fs::read(path).map_err(read)?;
        Ok(Self { path: path.to_owned(), naming: Naming::below(below), bytes })
    }

    /// Returns the lines that are not empty.
    pub fn lines(&self) -> impl Iterator<Item = FileLine<'_>> {
        label_lines(&self.bytes).map(|(number, text)| {
            let named = |line: LabelLine| (self.naming.in_reports(&line.game), line);
            FileLine { number, text, parsed: LabelLine::parse(text).map(named) }
        })
    }

    /// Returns the name by which this file refers to a game, given the game's name in the reports.
    #[must_use]
    pub fn name_here(&self, game: &str) -> String {
        self.naming.in_file(game)
    }
}

impl Labels {
    /// Returns the label of one game, which stands in no file.
    #[must_use]
    pub fn of_game(line: LabelLine) -> Self {
        let game = line.game.clone();
        let labelled = Labelled { line, file: 0, number: 1 };
        Self { lines: HashMap::from([(game, labelled)]), files: vec![PathBuf::new()], ..Self::default() }
    }

    /// Reads the labels files and descriptions that `walk` found, then those that the user names, which take
    /// precedence.
    ///
    /// Games are named relative to the file. If two lines of a labels file label one game, the later line takes
    /// precedence.
    ///
    /// # Errors
    /// If a file can't be read or does not parse.
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
            labels.add(&LabelsFile::of_bytes(&file.path, &below, file.content.as_ref()))?;
        }
        Ok(labels)
    }

    /// Reads only the descriptions, as [`Self::read`] does.
    ///
    /// # Errors
    /// If a file can't be read or does not parse.
    pub fn descriptions(walk: &Walk, named: &[PathBuf]) -> Result<Self, LabelsError> {
        let found = walk.descriptions.iter().map(|(path, below)| CorpusFile::found(path, below));
        let named = named.iter().map(|path| CorpusFile::named(path, walk));
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

    fn add(&mut self, file: &LabelsFile) -> Result<(), LabelsError> {
        let file_index = self.files.len();
        digest(&mut self.digest, &file.bytes);
        for FileLine { number, parsed, .. } in file.lines() {
            let parse = |message| LabelsError::Parse { path: file.path.clone(), line: number, message };
            let (game, line) = parsed.map_err(parse)?;
            let before = self.lines.insert(game.clone(), Labelled { line, file: file_index, number });
            if let Some(before) = before.filter(|before| before.file == file_index) {
                self.replaced.push((file_index, before.number, number, game));
            }
        }
        self.files.push(file.path.clone());
        Ok(())
    }

    /// Returns the line that labels a game, given the game's name in the reports.
    #[must_use]
    pub fn get(&self, game: &str) -> Option<&LabelLine> {
        self.lines.get(game).map(|labelled| &labelled.line)
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
        self.lines.get(game).map(|labelled| self.files[labelled.file].as_path())
    }

    /// Returns the folders in descriptions that contain none of `games`, as `file: folder "name"`.
    #[must_use]
    pub fn empty_folders(&self, games: &[&str]) -> Vec<String> {
        let name = |file: &CorpusFile, folder: &str| format!("{}: folder {folder:?}", file.path.display());
        let folders = |file| CorpusFile::empty_folders(file, games).into_iter().map(move |folder| name(file, folder));
        self.descriptions.iter().flat_map(folders).collect()
    }

    /// Returns the lines that label none of `games`, as `file:line: game`, sorted.
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

    /// Returns the lines that label a game of an earlier line in the same file, as `file:line: game, as in line N`.
    #[must_use]
    pub fn twice(&self) -> Vec<String> {
        let line = |(file, earlier, later, game): &(usize, usize, usize, String)| {
            format!("{}:{later}: {game}, as in line {earlier}", self.files[*file].display())
        };
        self.replaced.iter().map(line).collect()
    }

    /// Returns the first eight bytes of the SHA-256 of all files.
    #[must_use]
    pub fn digest(&self) -> u64 {
        first_eight(&self.digest.clone().finalize())
    }

    /// Returns whether there are neither labels nor descriptions nor ownership.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.descriptions.is_empty() && self.ownership.is_empty()
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
