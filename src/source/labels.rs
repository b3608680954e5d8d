//! Finds the labels of games by their names.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::Walk;
use crate::settle::{LabelLine, parse_labels};

/// What labels files say, by the names of games.
#[derive(Debug, Default)]
pub struct Labels {
    lines: HashMap<String, Labelled>,
    files: Vec<PathBuf>,
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
}

impl Labels {
    /// Reads the labels files that `walk` found, then those that the user names, which count more.
    ///
    /// Games are named relative to the labels file. A file that the user names may lie anywhere: where it is not
    /// above or below the games, its names are those of the reports.
    ///
    /// # Errors
    /// When a file can't be read, or a line does not parse.
    pub fn read(walk: &Walk, named: &[PathBuf]) -> Result<Self, LabelsError> {
        let mut labels = Self::default();
        for (path, below) in &walk.labels {
            labels.add(path, |game| Some(format!("{below}{game}")))?;
        }
        for path in named {
            let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
            let folder = folder.canonicalize().map_err(|error| LabelsError::Read { path: path.clone(), error })?;
            let bases: Vec<(PathBuf, &str)> = walk
                .bases
                .iter()
                .filter_map(|(base, prefix)| Some((base.canonicalize().ok()?, prefix.as_str())))
                .collect();
            labels.add(path, |game| name_below(&folder, game, &bases))?;
        }
        Ok(labels)
    }

    fn add(&mut self, path: &Path, name: impl Fn(&str) -> Option<String>) -> Result<(), LabelsError> {
        let read = |error| LabelsError::Read { path: path.to_path_buf(), error };
        let text = String::from_utf8(std::fs::read(path).map_err(read)?)
            .map_err(|error| read(std::io::Error::new(std::io::ErrorKind::InvalidData, error)))?;
        let lines = parse_labels(&text).map_err(|(line, message)| LabelsError::Parse {
            path: path.to_path_buf(),
            line,
            message,
        })?;
        for (number, line) in lines {
            let game = name(&line.game).unwrap_or_else(|| line.game.clone());
            self.lines.insert(game, Labelled { line, file: self.files.len(), number });
        }
        self.files.push(path.to_path_buf());
        Ok(())
    }

    /// What is said of a game, by its name in the reports.
    #[must_use]
    pub fn get(&self, game: &str) -> Option<&LabelLine> {
        self.lines.get(game).map(|labelled| &labelled.line)
    }

    /// The file that says it.
    #[must_use]
    pub fn file_of(&self, game: &str) -> Option<&Path> {
        self.lines.get(game).map(|labelled| self.files[labelled.file].as_path())
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

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }
}

/// The name in the reports of a `game` that is named relative to `folder`.
fn name_below(folder: &Path, game: &str, bases: &[(PathBuf, &str)]) -> Option<String> {
    let path = folder.join(game);
    bases.iter().find_map(|(base, prefix)| {
        let below = path.strip_prefix(base).ok()?;
        Some(format!("{prefix}{}", below.to_string_lossy().replace('\\', "/")))
    })
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
        let labels = Labels::read(&found, &[]).unwrap();
        assert_eq!(result(&labels).as_deref(), Some("B+1"));
        let labels = Labels::read(&found, &[at("top.jsonl")]).unwrap();
        assert_eq!(result(&labels).as_deref(), Some("B+2"), "the one that the user names counts");
        let unused = labels.unused(["b/x.sgf#1"].into_iter());
        assert!(unused.len() == 1 && unused[0].ends_with("top.jsonl:2: no"), "{unused:?}");
        std::fs::write(at("top.jsonl"), "{").unwrap();
        assert!(matches!(Labels::read(&found, &[at("top.jsonl")]), Err(LabelsError::Parse { line: 1, .. })));
    }
}
