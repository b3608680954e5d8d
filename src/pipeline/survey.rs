//! What all records of a walk together show: folders with area games, and several records of one game.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use crate::sgf::Headers;
use crate::skip::{Reason, Skip};

/// What all records of a walk together show. The default knows nothing: every record is evaluated by itself.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// The folders in which some record names rules that count area.
    pub(super) area_folders: HashSet<String>,
    /// The games that are left out because there are other records of them.
    pub(super) duplicates: HashMap<String, Skip>,
}

impl Survey {
    /// Returns a survey that knows only in which folders some record names rules that count area.
    #[must_use]
    pub fn of_area_folders(folders: impl IntoIterator<Item = String>) -> Self {
        Self { area_folders: folders.into_iter().collect(), duplicates: HashMap::new() }
    }

    /// Returns the skip of the game `name` if the other records speak against it: no header says by which rules it was counted
    /// and others of its folder are counted by area, or another record of the same game replaces or contradicts it.
    pub(super) fn skip(&self, name: &str, headers: &Headers) -> Option<Skip> {
        if headers.rules_guessed == Some("default") && self.area_folders.contains(folder_of(name)) {
            return Some(unknown_rules());
        }
        self.duplicates.get(name).cloned()
    }
}

/// Returns the skip of a game that lacks rules, in a folder with area games.
fn unknown_rules() -> Skip {
    let detail = "no RU, and others of its folder are counted by area: --rules or a corpus.toml says more";
    Skip::new(Reason::UnknownRules, detail)
}

/// Returns the folder of a file or a game, by its name in the reports; empty if it is in none.
#[must_use]
pub fn folder_of(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Notices when a folder has both games that lack rules and games that count area. A pass over the games begins without a survey,
/// since few folders are such, and is begun again with one when [`Self::needs_survey`] says so.
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

    /// Returns whether the games so far need a survey: a folder is mixed; or, where the pass ends here and leaves games out
    /// (`is_cut`), a folder with games that lack rules may be.
    #[must_use]
    pub fn needs_survey(&self, is_cut: bool) -> bool {
        self.is_mixed || is_cut && !self.without_rules.is_empty()
    }
}

/// The rules of a record, as far as they matter to others of its folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum NamedRules {
    /// The rules count area.
    Area,
    /// The result is counted, and nothing, not even its server, says by which rules. The record begins at this byte.
    None(usize),
    /// Anything else.
    #[default]
    Other,
}

impl NamedRules {
    /// Returns the skip of a game with these rules in a folder with area games, if it is left out there.
    #[must_use]
    pub fn skip_among_area_games(self) -> Option<Skip> {
        match self {
            Self::None(byte) => Some(Skip { byte: Some(byte), ..unknown_rules() }),
            Self::Area | Self::Other => None,
        }
    }
}
