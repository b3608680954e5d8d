//! Reads `corpus.toml` files: descriptions that add data missing from the game records of a folder.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;

use super::labels_file::{LabelsError, read_content};
use super::limits::MAX_DESCRIPTION;
use super::naming::Naming;
use super::walk::GamesFile;
use crate::rules::{Points, Rules};

/// The kind of descriptions, in error messages.
pub(super) const DESCRIPTION: &str = "description";

/// A description of the games of a folder. `None` means not specified.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description {
    /// The origin of the labels.
    pub origin: Option<String>,
    /// The rules of games whose records have none.
    pub rules: Option<Rules>,
    /// The komi of games whose records have none.
    pub komi: Option<Points>,
}

/// A `corpus.toml` file: a description of all games below its folder, with sections for sub-folders.
///
/// ```toml
/// origin = "people"
/// rules = "japanese"
///
/// [folder."ancient"]
/// komi = 0
/// ```
#[derive(Debug)]
pub(super) struct CorpusFile {
    pub(super) path: PathBuf,
    /// The prefix of the games that the file may describe: the games in its folder, or all if the user names the file.
    below: String,
    /// The sections, from the least to the most specific.
    sections: Vec<Section>,
}

/// The section of a description for one folder.
#[derive(Debug)]
struct Section {
    /// The folder's name in the file; empty for all games.
    folder: String,
    /// The prefixes of the folder's games in the reports. Each game has one of them.
    starts: Vec<String>,
    description: Description,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SectionText {
    origin: Option<String>,
    rules: Option<String>,
    komi: Option<f64>,
    #[serde(default)]
    folder: BTreeMap<String, Self>,
}

impl CorpusFile {
    /// Reads a description of the games whose names begin with `file.below`. `naming` converts the names of its
    /// folders.
    ///
    /// # Errors
    /// If the file can't be read or parsed, or has more than [`MAX_DESCRIPTION`] bytes.
    pub(super) fn read(file: &GamesFile, naming: &Naming) -> Result<Self, LabelsError> {
        let too_long = format!("it has more than {MAX_DESCRIPTION} bytes");
        let bytes = read_content(DESCRIPTION, &file.path, MAX_DESCRIPTION, &too_long)?;
        let sections = sections(bytes.as_ref(), naming, &file.below);
        let sections = sections.map_err(|why| LabelsError::of_file(DESCRIPTION, &file.path, &why))?;
        Ok(Self { path: file.path.clone(), below: file.below.clone(), sections })
    }

    /// Updates `description` with the values for a game, given its name in the reports.
    pub(super) fn describe(&self, game: &str, description: &mut Description) {
        for Section { description: own, .. } in self.sections.iter().filter(|section| self.describes(section, game)) {
            description.origin = own.origin.clone().or(description.origin.take());
            description.rules = own.rules.or(description.rules);
            description.komi = own.komi.or(description.komi);
        }
    }

    /// Returns whether a section describes a game. A file in a folder has no say on games elsewhere.
    fn describes(&self, section: &Section, game: &str) -> bool {
        game.starts_with(&self.below) && section.has(game)
    }

    /// Returns the file's names of the folders that contain none of `games`.
    pub(super) fn empty_folders(&self, games: &[&str]) -> Vec<&str> {
        let is_empty = |section: &&Section| !games.iter().any(|game| self.describes(section, game));
        self.sections.iter().filter(is_empty).map(|section| section.folder.as_str()).collect()
    }
}

impl Section {
    /// Returns whether a game with this name is in the folder. The names of archives may be left out.
    fn has(&self, game: &str) -> bool {
        let inside = || game.split_once("!/").map(|(_, member)| member);
        self.starts.iter().any(|start| game.starts_with(start))
            || !self.folder.is_empty() && inside().is_some_and(|member| starts_with_folder(member, &self.folder))
    }
}

fn starts_with_folder(name: &str, folder: &str) -> bool {
    name.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

fn sections(bytes: &[u8], naming: &Naming, below: &str) -> Result<Vec<Section>, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned())?;
    let mut all: SectionText = toml::from_str(text).map_err(|error| error.to_string())?;
    let folders = std::mem::take(&mut all.folder);
    let all = Section { folder: String::new(), starts: vec![below.to_owned()], description: description(all)? };
    let mut sections = vec![all];
    for (name, text) in folders {
        let name = name.trim_end_matches('/').to_owned();
        let description = description(text).map_err(|why| format!("folder {name:?}: {why}"))?;
        sections.push(Section { starts: naming.starts_of(&name), folder: name, description });
    }
    sections.sort_by_key(|section| section.folder.split('/').filter(|name| !name.is_empty()).count());
    Ok(sections)
}

fn description(SectionText { origin, rules, komi, folder }: SectionText) -> Result<Description, String> {
    if !folder.is_empty() {
        return Err("a section can't have sections".to_owned());
    }
    let rules = rules.map(|text| Rules::parse(&text).map_err(|why| format!("rules = {text:?}: {why}")));
    let komi = komi.map(|komi| Points::parse_komi(&komi.to_string()).map_err(|why| format!("komi = {komi}: {why}")));
    if origin.as_deref().is_some_and(|origin| origin.trim().is_empty()) {
        return Err("origin = \"\": expected a name, such as \"people\"".to_owned());
    }
    Ok(Description { origin, rules: rules.transpose()?, komi: komi.transpose()? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::{WalkOptions, walk};

    fn file(text: &str, below: &str) -> Result<CorpusFile, String> {
        let sections = sections(text.as_bytes(), &Naming::below(below), below)?;
        Ok(CorpusFile { path: PathBuf::from("corpus.toml"), below: below.to_owned(), sections })
    }

    fn described(file: &CorpusFile, game: &str) -> (String, Option<Rules>, String) {
        let mut description = Description::default();
        file.describe(game, &mut description);
        let komi = description.komi.map(|komi| komi.to_string()).unwrap_or_default();
        (description.origin.unwrap_or_default(), description.rules, komi)
    }

    const TEXT: &str = "origin = \"people\"\nrules = \"japanese\"\n[folder.\"old\"]\nkomi = 0\n\
                        [folder.\"old/china/\"]\nrules = \"chinese\"\nkomi = 5.5\n";

    #[test]
    fn most_specific_folder_is_used() {
        let file = file(TEXT, "").unwrap();
        let (people, japanese) = ("people".to_owned(), Some(Rules::JAPANESE));
        assert_eq!(described(&file, "x.sgf#1"), (people.clone(), japanese, String::new()));
        assert_eq!(described(&file, "old/x.sgf#1"), (people.clone(), japanese, "0".to_owned()));
        assert_eq!(described(&file, "older/x.sgf#1"), (people.clone(), japanese, String::new()));
        assert_eq!(described(&file, "old/china/x.sgf#1"), (people, Some(Rules::CHINESE), "5.5".to_owned()));
    }

    #[test]
    fn archive_name_may_be_left_out() {
        let file = file(TEXT, "").unwrap();
        assert_eq!(described(&file, "games.zip!/old/x.sgf#1").2, "0");
        assert_eq!(described(&file, "games.zip!/x.sgf#1"), ("people".to_owned(), Some(Rules::JAPANESE), String::new()));
    }

    #[test]
    fn file_describes_the_games_below_its_folder() {
        let file = file(TEXT, "a/b/").unwrap();
        assert_eq!(described(&file, "a/b/old/x.sgf#1").2, "0");
        assert_eq!(described(&file, "a/old/x.sgf#1"), (String::new(), None, String::new()));
        assert_eq!(file.empty_folders(&["a/b/old/x.sgf#1"]), ["old/china"]);
    }

    #[test]
    fn found_file_does_not_describe_games_outside_its_folder() {
        let text = "[folder.\"../a\"]\nkomi = 1\n[folder.\"../../\"]\nkomi = 2\n[folder.old]\nkomi = 3\n[folder.\".\"]\nkomi = 4";
        let file = file(text, "g/zz/").unwrap();
        for (game, komi) in [
            ("g/a/x.sgf#1", ""),
            ("x.sgf#1", ""),
            ("g/a.zip!/old/x.sgf#1", ""),
            ("g/zz/a.zip!/old/x.sgf#1", "3"),
            ("g/zz/x.sgf#1", "4"),
        ] {
            assert_eq!(described(&file, game).2, komi, "{game}");
        }
        assert_eq!(file.empty_folders(&["g/a/x.sgf#1"]).len(), 5, "each is a warning");
    }

    #[test]
    fn named_file_may_be_above_or_below_the_games() {
        let top = tempfile::tempdir().unwrap();
        let at = |name: &str| top.path().join(name);
        std::fs::create_dir_all(at("games/old/china")).unwrap();
        std::fs::write(at("games/about.toml"), TEXT).unwrap();
        for (walked, game, komi) in [
            ("games", "old/x.sgf#1", "0"),
            ("games", "x.sgf#1", ""),
            ("games/old", "x.sgf#1", "0"),
            ("games/old", "china/x.sgf#1", "5.5"),
            ("games/old/china", "x.sgf#1", "5.5"),
        ] {
            let walk = walk(&[at(walked)], &WalkOptions::default()).unwrap();
            let path = at("games/about.toml");
            let naming = Naming::of_file(&path, &walk).unwrap();
            let file = GamesFile { path, below: String::new() };
            let file = CorpusFile::read(&file, &naming).unwrap();
            assert_eq!(described(&file, game).2, komi, "{walked}: {game}");
        }
    }

    #[test]
    fn invalid_description_is_an_error() {
        for (text, wanted) in [
            ("orgin = \"people\"", "orgin"),
            ("rules = \"nihon\"", "japanese"),
            ("komi = 6.3", "komi = 6.3"),
            ("origin = \"\"", "origin"),
            ("[folder.x]\nkomi = \"six\"", "komi"),
        ] {
            let why = file(text, "").unwrap_err();
            assert!(why.contains(wanted), "{text}: {why}");
        }
    }
}
