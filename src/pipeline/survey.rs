//! The survey of all records of a walk: folders with area games, and duplicate records of one game.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use crate::skip::{Reason, Skip};

/// The survey of all records of a walk. The default is empty: every record is evaluated by itself.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Survey {
    /// The folders where a record names rules that count area.
    area_folders: HashSet<String>,
    /// The games that are left out because of other records of the same game.
    #[serde(skip)]
    pub(super) duplicates: HashMap<String, Skip>,
}

impl Survey {
    /// Returns a survey of only the folders where a record names rules that count area.
    #[must_use]
    pub fn of_area_folders(folders: impl IntoIterator<Item = String>) -> Self {
        Self { area_folders: folders.into_iter().collect(), duplicates: HashMap::new() }
    }

    /// Returns the folders where a record names rules that count area.
    pub fn into_area_folders(self) -> impl Iterator<Item = String> {
        self.area_folders.into_iter()
    }

    /// Adds the folders of another survey.
    pub fn extend(&mut self, other: Self) {
        self.area_folders.extend(other.area_folders);
    }

    /// Adds the rules of the game or file `name` to its folder.
    pub fn add(&mut self, name: &str, rules: NamedRules) {
        if rules == NamedRules::Area {
            insert(&mut self.area_folders, folder_of(name));
        }
    }

    /// Returns the skip for the game `name` if other records exclude it: it has no rules and another game of its
    /// folder counts area, or another record of the same game replaces or contradicts it.
    #[must_use]
    pub fn skip(&self, name: &str, rules: NamedRules) -> Option<Skip> {
        match rules {
            NamedRules::None(byte) if self.area_folders.contains(folder_of(name)) => {
                const DETAIL: &str =
                    "no RU, and another game of its folder counts area: give the rules with --rules or a corpus.toml";
                Some(Skip::at(Reason::UnknownRules, byte, DETAIL))
            }
            _ => self.duplicates.get(name).cloned(),
        }
    }
}

/// Returns the folder of a file or a game, given its name in the reports; empty if it is not in a folder.
fn folder_of(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Adds a folder to a set. Most folders are already in it, and need no copy.
fn insert(folders: &mut HashSet<String>, folder: &str) {
    if !folders.contains(folder) {
        folders.insert(folder.to_owned());
    }
}

/// Finds folders with both games without rules and games that count area.
#[derive(Debug, Default)]
pub(super) struct MixedFolders {
    with_area: HashSet<String>,
    without_rules: HashSet<String>,
    is_mixed: bool,
}

impl MixedFolders {
    /// Adds a game of the file `name`.
    pub(super) fn add(&mut self, name: &str, rules: NamedRules) {
        let folder = folder_of(name);
        let (own, other) = match rules {
            NamedRules::Area => (&mut self.with_area, &self.without_rules),
            NamedRules::None(_) => (&mut self.without_rules, &self.with_area),
            NamedRules::Other => return,
        };
        insert(own, folder);
        self.is_mixed |= other.contains(folder);
    }

    /// Returns whether the games so far need a survey: a folder is mixed, or may be mixed by games that the pass left
    /// out (`is_cut`).
    pub(super) fn needs_survey(&self, is_cut: bool) -> bool {
        self.is_mixed || is_cut && !self.without_rules.is_empty()
    }
}

/// The rules of a record, as a survey of its folder uses them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum NamedRules {
    /// The rules count area.
    Area,
    /// The result is counted, and the rules are unknown. The record begins at this byte.
    None(usize),
    /// Anything else.
    #[default]
    Other,
}
