//! Looks up labels and ownership by the name of a game.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use super::file::read_whole;
use super::file_names::hex;
use super::labels_file::{FileLine, LABELS_FILE, LabelsError, LabelsFile};
use super::limits::MAX_OWNERSHIP;
use super::naming::Naming;
use super::ownership_line::OwnershipLine;
use super::walk::Walk;
use crate::board::Size;
use crate::labels::{LabelLine, label_lines, unknown_keys};
use crate::text::count;

/// The labels and ownership from all files.
#[derive(Debug, Default)]
pub struct Labels {
    lines: GameLines<LabelLine>,
    /// A label that does not come from a file. It contains the game's name in the reports.
    given: Option<LabelLine>,
    ownership: GameLines<OwnershipLine>,
    /// The ownership that answers are measured against.
    owners: GameLines<OwnershipLine>,
    /// The digest of all lines.
    digest: Sha256,
    /// Warnings about keys and lines in labels and ownership files that have no effect.
    pub(crate) ignored: Vec<String>,
}

/// For each game, by its name in the reports, the last line about it.
type GameLines<T> = HashMap<String, GameLine<T>>;

/// A line about a game.
#[derive(Debug)]
struct GameLine<T> {
    path: Arc<Path>,
    /// The line number, from 1.
    number: usize,
    /// The name of the game in the file.
    game: String,
    content: T,
}

impl<T> GameLine<T> {
    /// Returns the location of the line as `file:line: game`.
    fn location(&self) -> String {
        format!("{}:{}", self.path.display(), self.location_in_file())
    }

    /// Returns the location of the line in its file as `line: game`.
    fn location_in_file(&self) -> String {
        format!("{}: {}", self.number, self.game)
    }
}

/// Returns the first key of a line that is not in `known`, as `line: key`.
fn unknown_key(number: usize, text: &[u8], known: &[&str]) -> Option<String> {
    let keys = unknown_keys(text, known);
    Some(format!("{number}: {:.60}", keys.first()?))
}

/// Returns the lines that are not about any of `games`, as `file:line: game`, sorted.
fn unused<'a, T>(lines: &GameLines<T>, games: impl Iterator<Item = &'a str>) -> Vec<String> {
    let games: HashSet<&str> = games.collect();
    let unused = lines
        .iter()
        .filter(|(name, _)| !games.contains(name.as_str()));
    let mut unused: Vec<&GameLine<T>> = unused.map(|(_, line)| line).collect();
    unused.sort_unstable_by_key(|line| (&line.path, line.number));
    unused.into_iter().map(GameLine::location).collect()
}

/// Returns the name of a game within its archive; `None` if the game is not in an archive.
fn name_in_archive(game: &str) -> Option<&str> {
    Some(game.rsplit_once("!/")?.1)
}

/// The words for an ownership file in error messages.
const OWNERSHIP_FILE: &str = "ownership file";

impl Labels {
    /// Returns labels with only this line, which does not come from a file.
    pub fn of_game(line: LabelLine) -> Self {
        Self {
            given: Some(line),
            ..Self::default()
        }
    }

    /// Reads the labels files that `walk` found, then the files that the user names. The latter
    /// take precedence.
    ///
    /// The names of games are relative to the file. If two lines label the same game, the later
    /// line takes precedence.
    ///
    /// # Errors
    /// If a file can't be read, is too large or does not parse.
    ///
    /// # Examples
    /// ```no_run
    /// use seichi::input::{Labels, WalkOptions, walk};
    ///
    /// let found = walk(&["games".into()], &WalkOptions::default())?;
    /// let labels = Labels::read(&found, &["labels.jsonl".into()])?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(walk: &Walk, named: &[PathBuf]) -> Result<Self, LabelsError> {
        let mut labels = Self::default();
        for file in &walk.labels {
            labels.add(&LabelsFile::found(file)?, file.only.as_ref())?;
        }
        for path in named {
            labels.add(&LabelsFile::open(path, walk)?, None)?;
        }
        Ok(labels)
    }

    /// Adds the lines of a labels file, or only those for the games in the files `only`.
    fn add(
        &mut self,
        file: &LabelsFile,
        only: Option<&BTreeSet<String>>,
    ) -> Result<(), LabelsError> {
        let path: Arc<Path> = file.path.as_path().into();
        let (mut keys, mut replaced, mut overridden) = (Vec::new(), Vec::new(), Vec::new());
        for FileLine {
            number,
            text,
            parsed,
        } in file.lines()
        {
            let (name, content) =
                parsed.map_err(|why| LabelsError::new(LABELS_FILE, &path, Some(number), &why))?;
            let of_file = name.split_once("!/").or(name.rsplit_once('#'));
            if only.is_some_and(|only| of_file.is_none_or(|(file, _)| !only.contains(file))) {
                continue;
            }
            self.digest.update(text);
            keys.extend(unknown_key(number, text, &LabelLine::KEYS));
            let line = GameLine {
                path: Arc::clone(&path),
                number,
                game: content.game.clone(),
                content: content.clone(),
            };
            match self.lines.insert(name, line) {
                Some(old) if Arc::ptr_eq(&old.path, &path) => replaced.push(old.location_in_file()),
                Some(old) if old.content != content => {
                    overridden.push(format!("{number}: {}", content.game));
                }
                _ => {}
            }
        }
        self.warn(&path, &keys, "unknown key in a label");
        self.warn(&path, &replaced, "a later line labels the same game");
        let what = "a label replaces one from an earlier file";
        self.warn(&path, &overridden, what);
        Ok(())
    }

    /// Adds a warning about lines in a file, if there are any.
    fn warn(&mut self, path: &Path, lines: &[String], what: &str) {
        if let Some(first) = lines.first() {
            let (file, all) = (path.display(), count(lines.len() as u64, "line"));
            self.ignored.push(format!("{what} ({all}): {file}:{first}"));
        }
    }

    /// Reads the ownership file that says which stones are dead. It names games as a labels file
    /// does. If two lines name the same game, the later line is used.
    ///
    /// # Errors
    /// If the file can't be read or is too large, or a line does not parse.
    pub(crate) fn add_ownership(&mut self, path: &Path, walk: &Walk) -> Result<(), LabelsError> {
        self.ownership = self.ownership_lines(path, walk)?;
        Ok(())
    }

    /// Reads the ownership file that answers are measured against. The file may also call a game in
    /// an archive by its name in that archive.
    ///
    /// # Errors
    /// If the file can't be read or is too large, or a line does not parse.
    pub(crate) fn add_owners(&mut self, path: &Path, walk: &Walk) -> Result<(), LabelsError> {
        self.owners = self.ownership_lines(path, walk)?;
        Ok(())
    }

    fn ownership_lines(
        &mut self,
        path: &Path,
        walk: &Walk,
    ) -> Result<GameLines<OwnershipLine>, LabelsError> {
        let (naming, text) = Naming::of_file(path, walk)
            .and_then(|naming| Ok((naming, read_whole(path, MAX_OWNERSHIP)?)))
            .map_err(|error| LabelsError::new(OWNERSHIP_FILE, path, None, &error))?;
        let (path, mut lines): (Arc<Path>, _) = (path.into(), GameLines::new());
        let (mut keys, mut replaced) = (Vec::new(), Vec::new());
        for (number, line) in label_lines(&text) {
            let content = OwnershipLine::parse(line)
                .map_err(|why| LabelsError::new(OWNERSHIP_FILE, &path, Some(number), &why))?;
            self.digest.update(line);
            keys.extend(unknown_key(number, line, &OwnershipLine::KEYS));
            let line = GameLine {
                path: Arc::clone(&path),
                number,
                game: content.game.clone(),
                content,
            };
            let old = lines.insert(naming.in_reports(&line.game), line);
            replaced.extend(old.map(|old| old.location_in_file()));
        }
        self.warn(&path, &keys, "unknown key in an ownership line");
        self.warn(&path, &replaced, "a later line is about the same game");
        Ok(lines)
    }

    /// Returns the ownership that the answers to a game are measured against, given the game's
    /// name in the reports.
    pub(crate) fn owners(&self, game: &str) -> Option<&OwnershipLine> {
        self.owners_line(game).map(|line| &line.content)
    }

    fn owners_line(&self, game: &str) -> Option<&GameLine<OwnershipLine>> {
        let in_archive = || self.owners.get(name_in_archive(game)?);
        self.owners.get(game).or_else(in_archive)
    }

    /// Returns the ownership of a game, given the game's name in the reports.
    pub(crate) fn ownership(&self, game: &str) -> Option<&OwnershipLine> {
        self.ownership.get(game).map(|line| &line.content)
    }

    /// Returns the lines in the owners file that do not fit the boards of their games, as
    /// `file:line: game: reason`.
    pub(crate) fn unfit_owners(&self, games: &[(String, Option<Size>)]) -> Vec<String> {
        let lines = games.iter().filter_map(|(game, size)| {
            let line = self.owners_line(game)?;
            let why = line.content.of((*size)?).err()?;
            Some(format!("{}: {why}", line.location()))
        });
        lines.collect()
    }

    /// Returns the line that labels a game, given the game's name in the reports.
    pub(crate) fn get(&self, game: &str) -> Option<LabelLine> {
        let given = self.given.as_ref().filter(|line| line.game == game);
        given
            .or_else(|| self.lines.get(game).map(|line| &line.content))
            .cloned()
    }

    /// Returns the SHA-256 digest of all lines in hexadecimal digits; empty if there are none.
    pub(crate) fn digest(&self) -> String {
        let lines = [self.lines.len(), self.ownership.len(), self.owners.len()];
        if lines == [0; 3] {
            return String::new();
        }
        hex(&self.digest.clone().finalize())
    }

    /// Returns the path of the labels file that contains the line that [`Self::get`] returns.
    pub(crate) fn file_of(&self, game: &str) -> Option<&Path> {
        self.lines.get(game).map(|line| &*line.path)
    }

    /// Returns, as `file:line: game`, the line that labels a game.
    pub(crate) fn location(&self, game: &str) -> Option<String> {
        self.lines.get(game).map(GameLine::location)
    }

    /// Returns the lines in labels files, ownership files and the owners file that name none of
    /// `games`, as `file:line: game`, sorted.
    pub(crate) fn unused<'a>(
        &self,
        games: impl Iterator<Item = &'a str> + Clone,
    ) -> [Vec<String>; 3] {
        let in_archives = games.clone().filter_map(name_in_archive);
        [
            unused(&self.lines, games.clone()),
            unused(&self.ownership, games.clone()),
            unused(&self.owners, games.chain(in_archives)),
        ]
    }

    /// Returns whether there are neither labels nor ownership.
    pub(crate) fn is_empty(&self) -> bool {
        self.lines.is_empty()
            && self.given.is_none()
            && self.ownership.is_empty()
            && self.owners.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::{WalkOptions, walk};
    use crate::labels::LabelLine;

    #[test]
    fn label_without_a_file_is_only_for_its_game() {
        let line = LabelLine {
            game: "x.sgf#1".to_owned(),
            result: Some("B+1".to_owned()),
            ..LabelLine::default()
        };
        let labels = Labels::of_game(line.clone());
        assert_eq!(
            (labels.get("x.sgf#1"), labels.get("x.sgf#2")),
            (Some(line), None)
        );
    }

    #[test]
    fn labels_are_relative_to_their_file() {
        let folder = tempfile::tempdir().unwrap();
        let (below, top) = (folder.path().join("a"), folder.path().join("top.jsonl"));
        std::fs::create_dir_all(below.join("b")).unwrap();
        for (file, text) in [
            (below.join("b/x.sgf"), "(;)"),
            (
                below.join("b/labels.jsonl"),
                "{\"game\": \"x.sgf#1\", \"result\": \"B+1\"}\n",
            ),
            (
                top.clone(),
                "{\"game\": \"a/b/x.sgf#1\", \"result\": \"B+2\"}\n{\"game\": \"no#1\"}\n",
            ),
        ] {
            std::fs::write(file, text).unwrap();
        }
        let found = walk(&[below], &WalkOptions::default()).unwrap();
        let named = [top];
        // the file that the user names takes precedence
        for (files, result) in [(&named[..0], "B+1"), (&named, "B+2")] {
            let label = Labels::read(&found, files).unwrap().get("b/x.sgf#1");
            assert_eq!(label.unwrap().result.as_deref(), Some(result));
        }
        let labels = Labels::read(&found, &named).unwrap();
        let [unused, ..] = labels.unused(["b/x.sgf#1"].into_iter());
        assert!(
            unused.len() == 1 && unused[0].ends_with("top.jsonl:2: no#1"),
            "{unused:?}"
        );
        std::fs::write(&named[0], "{").unwrap();
        assert!(matches!(
            Labels::read(&found, &named),
            Err(LabelsError { line: Some(1), .. })
        ));
    }

    #[test]
    fn last_line_of_a_game_is_used() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        std::fs::write(folder.join("x.sgf"), "(;)").unwrap();
        let one = "\u{feff}{\"game\": \"a#1\", \"note\": \"1\"}\n\n \
                   {\"game\": \"./b#1\", \"note\": \"2\"} \r\n\
                   {\"game\": \"a#1\", \"note\": \"3\"}\n{\"game\": \"a#1\", \"note\": \"4\"}";
        let files = [
            ("one", one),
            (
                "two",
                "\n{\"game\": \"b#1\", \"note\": \"5\"}\n{\"game\": \"c#1\"}\n",
            ),
            ("zero", ""),
        ];
        let named = files.map(|(name, text)| {
            std::fs::write(folder.join(name), text).unwrap();
            folder.join(name)
        });
        let found = walk(&[folder.to_owned()], &WalkOptions::default()).unwrap();
        let labels = Labels::read(&found, &named).unwrap();
        for (game, note) in [("a#1", Some("4")), ("b#1", Some("5")), ("c#1", None)] {
            assert_eq!(labels.get(game).unwrap().note.as_deref(), note);
        }
        assert!(labels.get("x#1").is_none());
        assert_eq!(labels.file_of("b#1"), Some(&*named[1]));
        let unused = labels.unused(["b#1", "x#1"].into_iter())[0].join("\n");
        assert_eq!(
            unused.replace(&format!("{}/", folder.display()), ""),
            "one:5: a#1\ntwo:3: c#1"
        );
        assert!(!labels.is_empty() && Labels::default().is_empty());
    }
}
