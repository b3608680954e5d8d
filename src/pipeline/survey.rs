//! The survey of all records of a walk: folders with area games, and duplicate records of one game.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use crate::sgf::Headers;
use crate::skip::{Reason, Skip};

/// The survey of all records of a walk. The default is empty: every record is evaluated by itself.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// The folders where a record names rules that count area.
    pub(super) area_folders: HashSet<String>,
    /// The games that are left out because of other records of the same game.
    pub(super) duplicates: HashMap<String, Skip>,
}

impl Survey {
    /// Returns a survey of only the folders where a record names rules that count area.
    #[must_use]
    pub fn of_area_folders(folders: impl IntoIterator<Item = String>) -> Self {
        Self { area_folders: folders.into_iter().collect(), duplicates: HashMap::new() }
    }

    /// Returns the skip of the game `name` if other records exclude it: it has no rules and another game of its
    /// folder counts area, or another record of the same game replaces or contradicts it.
    pub(super) fn skip(&self, name: &str, headers: &Headers) -> Option<Skip> {
        if headers.rules_guessed == Some("default") && self.area_folders.contains(folder_of(name)) {
            return Some(unknown_rules());
        }
        self.duplicates.get(name).cloned()
    }
}

/// Returns the skip of a game without rules in a folder with area games.
fn unknown_rules() -> Skip {
    let detail = "no RU, and another game of its folder counts area: give the rules with --rules or a corpus.toml";
    Skip::new(Reason::UnknownRules, detail)
}

/// Returns the folder of a file or a game, given its name in the reports; empty if it is not in a folder.
#[must_use]
pub fn folder_of(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Finds folders with both games without rules and games that count area. Such folders are rare, so a pass over the
/// games begins without a survey; if [`Self::needs_survey`] returns true, it begins again with one.
#[derive(Debug, Default)]
pub struct MixedFolders {
    with_area: HashSet<String>,
    without_rules: HashSet<String>,
    is_mixed: bool,
}

impl MixedFolders {
    /// Adds a game.
    pub fn add(&mut self, name: &str, rules: NamedRules) {
        let folder = folder_of(name);
        let (own, other) = match rules {
            NamedRules::Area => (&mut self.with_area, &self.without_rules),
            NamedRules::None(_) => (&mut self.without_rules, &self.with_area),
            NamedRules::Other => return,
        };
        if !own.contains(folder) {
            own.insert(folder.to_owned());
        }
        self.is_mixed |= other.contains(folder);
    }

    /// Returns whether the games so far need a survey: a folder is mixed, or may be mixed by games that the pass left
    /// out (`is_cut`).
    #[must_use]
    pub fn needs_survey(&self, is_cut: bool) -> bool {
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

impl NamedRules {
    /// Returns the skip of a game with these rules in a folder with area games; `None` if it is not left out.
    #[must_use]
    pub fn skip_among_area_games(self) -> Option<Skip> {
        match self {
            Self::None(byte) => Some(Skip { byte: Some(byte), ..unknown_rules() }),
            Self::Area | Self::Other => None,
        }
    }
}
