//! The survey of all records of a walk: folders with area games, and duplicate records of one game.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::rules::{Method, Rules};
use crate::sgf::Recorded;
use crate::skip::{Reason, Skip};

/// The survey of all records of a walk. The default is empty: every record is evaluated separately.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Survey {
    folders: HashMap<String, FolderRules>,
    /// The games that are left out because of other records of the same game.
    #[serde(skip)]
    pub(super) duplicates: HashMap<String, Skip>,
}

/// The rules of the records of a folder.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct FolderRules {
    /// The number of records that name area rules.
    area: usize,
    /// The number of counted records without rules.
    unnamed: usize,
}

impl FolderRules {
    /// Returns whether records without rules may be area-scored: there are at most ten of them for
    /// each record that names area rules.
    const fn are_unknown(&self) -> bool {
        self.area > 0 && self.unnamed <= 10 * self.area
    }
}

impl Survey {
    /// Returns whether the records of the survey do not affect each other.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.folders.is_empty() && self.duplicates.is_empty()
    }

    /// Adds the records of another survey.
    pub fn extend(&mut self, other: Self) {
        for (folder, FolderRules { area, unnamed }) in other.folders {
            let known = self.folders.entry(folder).or_default();
            known.area += area;
            known.unnamed += unnamed;
        }
    }

    /// Adds the rules of the game `name` to its folder. Returns whether the folder is mixed: it has
    /// area games and games without rules.
    pub fn add(&mut self, name: &str, rules: NamedRules) -> bool {
        if rules == NamedRules::Other {
            return false;
        }
        let folder = folder_name(name);
        if !self.folders.contains_key(folder) {
            self.folders
                .insert(folder.to_owned(), FolderRules::default());
        }
        let known = self.folders.get_mut(folder).expect("it was added");
        *(if rules == NamedRules::Area {
            &mut known.area
        } else {
            &mut known.unnamed
        }) += 1;
        known.area > 0 && known.unnamed > 0
    }

    /// Returns the skip for the game `name` if other records exclude it: it has no rules and other
    /// games of its folder are scored by area, or another record of the same game replaces or
    /// contradicts it.
    #[must_use]
    pub fn skip(&self, name: &str, rules: NamedRules) -> Option<Skip> {
        match (rules, self.folders.get(folder_name(name))) {
            (NamedRules::None(byte), Some(folder)) if folder.are_unknown() => {
                let detail = "RU is missing, and other games in the folder are area-scored: give the rules with \
                              --rules auto,NAME";
                Some(Skip::at(Reason::UnknownRules, byte, detail))
            }
            _ => self.duplicates.get(name).cloned(),
        }
    }
}

/// Returns the name of a game's folder, given its name in the reports; empty if it is not in a
/// folder.
fn folder_name(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(folder, _)| folder)
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
    /// Returns the rules of the record at `byte` with this result; `guessed` is the source of rules
    /// that the record does not name.
    pub(super) fn new(rules: Rules, guessed: Option<&str>, result: Recorded, byte: usize) -> Self {
        match result {
            _ if rules.method() == Method::Area => Self::Area,
            Recorded::Margin(_) if guessed == Some("default") => Self::None(byte),
            _ => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn survey(area: &[&str], unnamed: usize) -> Survey {
        let mut survey = Survey::default();
        for name in area {
            survey.add(name, NamedRules::Area);
        }
        for number in 0..unnamed {
            survey.add(&format!("a/{number}.sgf#1"), NamedRules::None(0));
        }
        survey
    }

    #[test]
    fn few_area_records_leave_the_rules_of_a_folder_known() {
        let skips = |survey: &Survey| survey.skip("a/0.sgf#1", NamedRules::None(7));
        assert!(skips(&survey(&[], 5)).is_none());
        assert!(
            skips(&survey(&["b/x.sgf#1"], 5)).is_none(),
            "another folder"
        );
        assert!(skips(&survey(&["a/x.sgf#1"], 10)).is_some());
        assert!(skips(&survey(&["a/x.sgf#1"], 11)).is_none());
        assert!(skips(&survey(&["a/x.sgf#1", "a/y.sgf#1"], 20)).is_some());
        assert!(
            survey(&["a/x.sgf#1"], 1)
                .skip("a/2.sgf#1", NamedRules::Other)
                .is_none()
        );
    }

    #[test]
    fn merged_surveys_add_their_records() {
        let mut all = survey(&["a/y.sgf#1"], 6);
        all.extend(survey(&["a/x.sgf#2", "a/z.sgf#1"], 24));
        let skip = all
            .skip("a/0.sgf#1", NamedRules::None(7))
            .expect("30 for 3");
        assert!(
            skip.detail.starts_with("RU is missing, and other games"),
            "{}",
            skip.detail
        );
        assert_eq!((skip.reason, skip.byte), (Reason::UnknownRules, Some(7)));
        all.extend(survey(&[], 3));
        assert!(all.skip("a/0.sgf#1", NamedRules::None(7)).is_none());
    }
}
