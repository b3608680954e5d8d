//! What all records of a walk together show: folders with area games, and several records of one game.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use super::facts::GameInput;
use super::guard::guarded;
use super::opening::Opening;
use super::run::{Interrupted, run_all};
use super::tasks::Task;
use super::{Context, GameFacts};
use crate::input::Entry;
use crate::rules::{Method, Points};
use crate::sgf::{Game, Headers, KomiFrom, Recorded, read_within, result_text};
use crate::skip::{Reason, Skip};

/// What all records of a walk together show. The default knows nothing: every record is evaluated by itself.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// The folders in which some record names rules that count area.
    area_folders: HashSet<String>,
    /// The games that are left out because there are other records of them.
    duplicates: HashMap<String, Skip>,
}

impl Survey {
    /// Reads the headers of all records of `entries` on `jobs` threads. `is_unique` says whether to look for several records of
    /// one game. [`Context::survey`] is not used.
    ///
    /// # Errors
    /// [`Interrupted`].
    pub fn read(entries: &[Entry], jobs: usize, context: &Context<'_>, is_unique: bool) -> Result<Self, Interrupted> {
        let mut survey = Self::default();
        let mut by_opening: HashMap<[u8; 16], Vec<CountedRecord>> = HashMap::new();
        let worker = || {
            let mut buffer = Vec::new();
            move |_, task: Task<'_>| {
                let mut games = Ok(Vec::new());
                task.for_each_file(context.options.files, &mut buffer, |entry, bytes, _| match (bytes, &mut games) {
                    (Ok(bytes), Ok(games)) => games.extend(surveyed(&entry, bytes, context, is_unique)),
                    (Err(skip), _) if skip.reason == Reason::TooManyOpen => games = Err(Interrupted::TooManyOpen),
                    _ => {}
                });
                games
            }
        };
        run_all(entries, jobs, context, worker, |games: Result<Vec<SurveyedGame>, Interrupted>| {
            for SurveyedGame { name, counts_area, counted } in games? {
                if counts_area && !survey.area_folders.contains(folder_of(&name)) {
                    survey.area_folders.insert(folder_of(&name).to_owned());
                }
                if let Some((key, record)) = counted {
                    by_opening.entry(key).or_default().push(record);
                }
            }
            Ok::<_, Interrupted>(true)
        })?;
        survey.duplicates = by_opening.into_values().flat_map(|records| duplicates(&records)).collect();
        Ok(survey)
    }

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
    /// Returns the rules of a game with these facts.
    #[must_use]
    pub fn of(facts: &GameFacts) -> Self {
        match facts {
            facts if facts.counts_area() => Self::Area,
            facts if facts.lacks_rules() => Self::None(facts.byte),
            _ => Self::Other,
        }
    }

    /// Returns the skip of a game with these rules in a folder with area games, if it is left out there.
    #[must_use]
    pub fn skip_among_area_games(self) -> Option<Skip> {
        match self {
            Self::None(byte) => Some(Skip { byte: Some(byte), ..unknown_rules() }),
            Self::Area | Self::Other => None,
        }
    }
}

/// A record, as a survey uses it.
struct SurveyedGame {
    name: String,
    counts_area: bool,
    /// The record and the key of its opening, if duplicates are looked for and its result is counted.
    counted: Option<([u8; 16], CountedRecord)>,
}

/// A record with a counted result.
struct CountedRecord {
    name: String,
    moves: usize,
    margin: Points,
    /// Whether a board can make this margin, with the komi that the record has.
    is_possible: bool,
}

/// Returns the games of a file whose headers matter to others.
fn surveyed(entry: &Entry, bytes: &[u8], context: &Context<'_>, is_unique: bool) -> Vec<SurveyedGame> {
    let options = context.options;
    let read = guarded(|| read_within(&options.records, bytes, options.encoding, options.reader));
    let game = |game: Game| {
        let (name, record) = (entry.game_name(game.number), game.record.ok()?);
        let input = GameInput::new(&name, &record, context);
        let headers = guarded(|| input.headers()).ok()?;
        let counted = match headers.result {
            Recorded::Margin(margin) if is_unique => {
                let Opening { key, moves } = Opening::of(&record);
                let is_possible = headers.komi_from != KomiFrom::Nowhere && (margin + headers.komi).is_whole();
                Some((key, CountedRecord { name: name.clone(), moves, margin, is_possible }))
            }
            _ => None,
        };
        let counts_area = headers.rules.method() == Method::Area;
        (counts_area || counted.is_some()).then_some(SurveyedGame { name, counts_area, counted })
    };
    read.map_or_else(|_| Vec::new(), |(_, games)| games.into_iter().filter_map(game).collect())
}
/// Returns the records of one game that are left out: all of them if their results differ, else all but the longest, or
/// the first of the longest. A result that no board can make contradicts nothing.
fn duplicates(records: &[CountedRecord]) -> Vec<(String, Skip)> {
    let some_possible = records.iter().any(|record| record.is_possible);
    let believed = || records.iter().filter(|record| record.is_possible == some_possible);
    let differing = |record: &CountedRecord| believed().find(|other| other.margin != record.margin);
    let contradicted = |record: &CountedRecord| {
        let other = differing(record)?;
        let results = format!("{} here, {} in {}", result_text(record.margin), result_text(other.margin), other.name);
        Some((record.name.clone(), Skip::new(Reason::Contradicted, results)))
    };
    if believed().any(|record| differing(record).is_some()) {
        return records.iter().filter_map(contradicted).collect();
    }
    // of equals, the last is the greatest
    let Some(kept) = believed().rev().max_by_key(|record| record.moves) else { return Vec::new() };
    let left_out = |record: &CountedRecord| {
        let detail = format!("{} moves; {} has {}", record.moves, kept.name, kept.moves);
        (record.name.clone(), Skip::new(Reason::Duplicate, detail))
    };
    records.iter().filter(|record| record.name != kept.name).map(left_out).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the records that are left out, each with the reason. A name that begins with `?` has an impossible
    /// result.
    fn names(records: &[(&str, usize, i64)]) -> Vec<String> {
        let counted = |&(name, moves, margin): &(&str, usize, i64)| CountedRecord {
            name: name.to_owned(),
            moves,
            margin: Points::whole(margin),
            is_possible: !name.starts_with('?'),
        };
        let records: Vec<CountedRecord> = records.iter().map(counted).collect();
        duplicates(&records).into_iter().map(|(name, skip)| format!("{name} {}", skip.reason.name())).collect()
    }

    #[test]
    fn the_longest_record_is_kept_unless_results_differ() {
        assert!(names(&[("a", 200, 3)]).is_empty());
        assert_eq!(names(&[("a", 200, 3), ("b", 210, 3), ("c", 210, 3)]), ["a duplicate", "c duplicate"]);
        assert_eq!(
            names(&[("a", 200, 3), ("b", 210, 2), ("c", 210, 3)]),
            ["a contradicted", "b contradicted", "c contradicted"]
        );
        assert_eq!(names(&[("a", 200, 3), ("?b", 210, 2)]), ["?b duplicate"]);
        assert_eq!(names(&[("?a", 200, 3), ("?b", 210, 3)]), ["?a duplicate"]);
    }
}
