//! Finds duplicate records and folders with area games, by reading all records of a walk once before they are evaluated.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use sha2::{Digest, Sha256};

use super::{GameOutcome, Interrupted, Options, evaluate_all};
use crate::board::{Action, Point, Symmetry};
use crate::input::{Entry, Labels};
use crate::rules::{Method, Points, Rules};
use crate::sgf::{Record, Recorded, result_text};
use crate::skip::{Reason, Skip};

/// Moves by which two records of one game are known, whatever was left out behind them.
const OPENING_MOVES: usize = 50;

/// The key by which two records of one game are recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// A digest of the board's size, its set-up and the first fifty moves, the same however the board lies.
    key: [u8; 16],
    /// All moves of the record.
    moves: usize,
}

/// The records of a walk. They are read when the first question is asked that needs all of them.
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
        // where nobody says which stones are dead, no game is replayed
        let options = Options { dead: Vec::new(), needs_label: true, survey: None, ..options.clone() };
        let options = Options { notes_openings: is_unique, scorers: Vec::new(), engine: None, ..options };
        let (entries, labels) = (entries.to_vec(), Arc::clone(labels));
        Self { entries, labels, options, jobs, is_unique, found: OnceLock::new() }
    }

    /// Returns whether another record in the folder of `game` names rules that count area.
    pub(super) fn has_area_games_beside(&self, game: &str, stop: &AtomicBool) -> bool {
        self.found(stop).area_folders.contains(folder(game))
    }

    /// Returns the skip of `game` if another record of the same game takes its place or contradicts it.
    pub(super) fn duplicate(&self, game: &str, stop: &AtomicBool) -> Option<&Skip> {
        if self.is_unique { self.found(stop).duplicates.get(game) } else { None }
    }

    fn found(&self, stop: &AtomicBool) -> &SurveyResult {
        // of an interrupted run nothing is written, so what is asked of one may have any answer
        self.found.get_or_init(|| self.read(stop).unwrap_or_default())
    }

    fn read(&self, stop: &AtomicBool) -> Result<SurveyResult, Interrupted> {
        let mut found = SurveyResult::default();
        let mut by_opening: HashMap<[u8; 16], Vec<CountedRecord>> = HashMap::new();
        let games = |_: &Entry, games: Vec<GameOutcome>| games;
        evaluate_all(&self.entries, &self.labels, &self.options, self.jobs, stop, games, |_, games| {
            for game in games {
                let facts = game.facts;
                let is_area = facts.rules.map(Rules::method) == Some(Method::Area);
                if is_area && !found.area_folders.contains(folder(&game.name)) {
                    found.area_folders.insert(folder(&game.name).to_owned());
                }
                if let (Some(Opening { key, moves }), Some(Recorded::Margin(margin))) = (facts.opening, facts.result) {
                    let is_possible = facts.komi.is_some_and(|komi| (margin + komi).is_whole());
                    by_opening.entry(key).or_default().push(CountedRecord {
                        name: game.name,
                        moves,
                        margin,
                        is_possible,
                    });
                }
            }
            Ok::<_, Interrupted>(true)
        })?;
        found.duplicates = by_opening.into_values().flat_map(|records| duplicates(&records)).collect();
        Ok(found)
    }
}

/// Returns the records of one game that are left out: all of them if their results differ, else all but the longest, or the
/// first of the longest. A result that no board can make contradicts nothing.
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

/// Returns the folder of a game's file, by the game's name.
fn folder(game: &str) -> &str {
    game.rsplit_once('/').map_or("", |(folder, _)| folder)
}

impl Opening {
    /// Returns the key of a record.
    pub(super) fn of(record: &Record) -> Self {
        let is_move = |action: &&Action| matches!(action, Action::Move(..));
        let moves = record.actions.iter().filter(is_move).count();
        let laid = |symmetry: Symmetry| text(record, symmetry);
        let first = Symmetry::all(record.size).map(laid).min().expect("a board lies in some way");
        let digest = Sha256::digest(first);
        Self { key: digest[..16].try_into().expect("a digest is longer"), moves }
    }
}

/// Returns the size, the set-up and the first fifty moves of a game as bytes, on the board that `symmetry` gives.
fn text(record: &Record, symmetry: Symmetry) -> Vec<u8> {
    let size = symmetry.size(record.size);
    let mut text = vec![size.width(), size.height()];
    let laid = |point: Option<Point>| {
        let point = point.filter(|&point| record.size.contains(point));
        point.map_or([u8::MAX; 2], |point| {
            let Point { x, y } = symmetry.apply(record.size, point);
            [x, y]
        })
    };
    let entry = |action: &Action| match *action {
        Action::Setup(point, color) => {
            [b'+', color.map_or(2, |color| color as u8), laid(Some(point))[0], laid(Some(point))[1]]
        }
        Action::Move(color, point) => [b';', color as u8, laid(point)[0], laid(point)[1]],
    };
    let is_move = |action: &Action| matches!(action, Action::Move(..));
    let mut moves = 0;
    for run in record.actions.chunk_by(|a, b| !is_move(a) && !is_move(b)) {
        if moves == OPENING_MOVES {
            break;
        }
        moves += usize::from(is_move(&run[0]));
        // stones that are set up at once have no order
        let mut entries: Vec<[u8; 4]> = run.iter().map(entry).collect();
        entries.sort_unstable();
        text.extend(entries.as_flattened());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::{Encoding, Reader, read};

    fn opening(sgf: &str) -> Opening {
        let (_, games) = read(sgf.as_bytes(), Encoding::Auto, Reader::Fast).unwrap();
        Opening::of(games[0].record.as_ref().unwrap())
    }

    #[test]
    fn a_game_is_known_however_its_board_lies() {
        let game = opening("(;SZ[9]AB[aa][bc];B[cd];W[gh];B[])");
        assert_eq!(game, opening("(;SZ[9]AB[cb][aa];B[dc];W[hg];B[])"), "transposed");
        assert_eq!(game, opening("(;SZ[9]AB[ia][hc];B[gd];W[ch];B[])"), "from the other side");
        assert_ne!(game.key, opening("(;SZ[9]AB[aa][bc];B[cd];W[gh];B[ii])").key);
        assert_ne!(game.key, opening("(;SZ[13]AB[aa][bc];B[cd];W[gh];B[])").key);
        assert_ne!(game.key, opening("(;SZ[9]AB[aa][bc];W[cd];B[gh];W[])").key, "the colours are exchanged");
    }

    #[test]
    fn what_comes_after_fifty_moves_does_not_matter() {
        let moves = |count: u8| {
            let point = |number: u8| {
                format!(
                    ";{}[{}{}]",
                    if number.is_multiple_of(2) { 'B' } else { 'W' },
                    char::from(b'a' + number % 19),
                    char::from(b'a' + number / 19)
                )
            };
            opening(&format!("(;SZ[19]{})", (0..count).map(point).collect::<String>()))
        };
        assert_eq!(moves(50).key, moves(90).key);
        assert_eq!((moves(50).moves, moves(90).moves), (50, 90));
        assert_ne!(moves(49).key, moves(50).key);
    }

    /// Which records are left out, and why. What begins with `?` has a result that can't be.
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
