//! Finds duplicate records and folders with area games, by reading all records of a walk once before they are
//! evaluated.
//!
//! The survey runs the pipeline without any source of dead stones. Each game is skipped for that
//! ([`Reason::NoDeadInfo`]) once its headers are read, so that its facts are known and nothing is replayed or scored.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use super::{GameOutcome, Interrupted, Opening, Options, OtherRecords, evaluate_all, folder_of};
use crate::input::{Entry, Labels};
use crate::rules::Points;
use crate::sgf::{Recorded, result_text};
use crate::skip::{Reason, Skip};

/// The records of a walk. They are read at the first question that needs all of them.
pub struct Survey {
    entries: Vec<Entry>,
    labels: Arc<Labels>,
    options: Options,
    jobs: usize,
    is_unique: bool,
    found: OnceLock<SurveyResult>,
}

/// The facts that all records together show.
#[derive(Debug, Default)]
struct SurveyResult {
    /// The folders in which some record names rules that count area.
    area_folders: HashSet<String>,
    /// The games that are left out because there are other records of them.
    duplicates: HashMap<String, Skip>,
}

/// The facts of a game that a survey uses.
struct SurveyedGame {
    name: String,
    counts_area: bool,
    /// The key of the opening and the further fields of a [`CountedRecord`], if duplicates are looked for.
    opening: Option<([u8; 16], usize, Points, bool)>,
}

impl SurveyedGame {
    /// Returns the facts of a game, unless they change nothing.
    fn of(GameOutcome { name, facts, .. }: GameOutcome) -> Option<Self> {
        let opening = match (facts.opening, facts.result) {
            (Some(Opening { key, moves }), Some(Recorded::Margin(margin))) => {
                let is_possible = facts.komi.is_some_and(|komi| (margin + komi).is_whole());
                Some((key, moves, margin, is_possible))
            }
            _ => None,
        };
        let counts_area = facts.counts_area();
        (counts_area || opening.is_some()).then_some(Self { name, counts_area, opening })
    }
}

/// A game with a counted result.
struct CountedRecord {
    name: String,
    moves: usize,
    margin: Points,
    /// Whether a board can make this margin, with the komi that the record has.
    is_possible: bool,
}

impl Survey {
    /// Returns a survey of `entries`. Their records are read with `options` on `jobs` threads; `is_unique` says whether
    /// duplicates are looked for.
    #[must_use]
    pub fn new(entries: &[Entry], labels: &Arc<Labels>, options: &Options, jobs: usize, is_unique: bool) -> Self {
        // without a source of dead stones every game is skipped before its replay
        let options = Options { dead: Vec::new(), needs_label: true, survey: None, ..options.clone() };
        let options = Options { notes_openings: is_unique, scorers: Vec::new(), engine: None, ..options };
        let (entries, labels) = (entries.to_vec(), Arc::clone(labels));
        Self { entries, labels, options, jobs, is_unique, found: OnceLock::new() }
    }

    /// Returns the facts that all records show, and reads the records at the first call.
    fn found(&self, stop: &AtomicBool) -> &SurveyResult {
        // an interrupted run writes nothing, so its answers do not matter
        self.found.get_or_init(|| self.read(stop).unwrap_or_default())
    }

    /// Reads all records.
    fn read(&self, stop: &AtomicBool) -> Result<SurveyResult, Interrupted> {
        let mut found = SurveyResult::default();
        let mut by_opening: HashMap<[u8; 16], Vec<CountedRecord>> = HashMap::new();
        // the outcomes of an archive wait for its end, so they are reduced to what is asked of them
        let facts = |_: &Entry, games: Vec<GameOutcome>| games.into_iter().filter_map(SurveyedGame::of).collect();
        evaluate_all(&self.entries, &self.labels, &self.options, self.jobs, stop, facts, |_, games: Vec<_>| {
            for SurveyedGame { name, counts_area, opening } in games {
                if counts_area && !found.area_folders.contains(folder_of(&name)) {
                    found.area_folders.insert(folder_of(&name).to_owned());
                }
                if let Some((key, moves, margin, is_possible)) = opening {
                    by_opening.entry(key).or_default().push(CountedRecord { name, moves, margin, is_possible });
                }
            }
            Ok::<_, Interrupted>(true)
        })?;
        found.duplicates = by_opening.into_values().flat_map(|records| duplicates(&records)).collect();
        Ok(found)
    }
}

impl OtherRecords for Survey {
    fn has_area_games_in_folder_of(&self, game: &str, stop: &AtomicBool) -> bool {
        self.found(stop).area_folders.contains(folder_of(game))
    }

    fn duplicate(&self, game: &str, stop: &AtomicBool) -> Option<&Skip> {
        if self.is_unique { self.found(stop).duplicates.get(game) } else { None }
    }
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
