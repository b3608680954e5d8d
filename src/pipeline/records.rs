//! Reads all records of a walk for its survey: their rules, and duplicate records of one game.

use std::collections::HashMap;

use sha2::{Digest, Sha256};

use super::Context;
use super::chunks::{Chunk, Interrupted, in_parallel};
use super::context::guarded;
use super::facts::GameInput;
use super::survey::{NamedRules, Survey};
use crate::board::{Action, Point, Symmetry};
use crate::input::Entry;
use crate::rules::Points;
use crate::sgf::{self, Game, KomiFrom, Record, Recorded, result_text};
use crate::skip::{Reason, Skip};

impl Survey {
    /// Reads the headers of all records of `entries` on `jobs` threads, and looks for duplicates
    /// with [`super::Options::unique`]. Does not use [`Context::survey`].
    ///
    /// # Errors
    /// [`Interrupted`].
    pub fn read(
        entries: &[Entry],
        jobs: usize,
        context: &Context<'_>,
    ) -> Result<Self, Interrupted> {
        let mut survey = Self::default();
        let mut by_opening: HashMap<[u8; 16], Vec<CountedRecord>> = HashMap::new();
        let read = |chunk: Chunk<'_>| {
            let mut games = Vec::new();
            let mut buffer = Vec::new();
            for file in chunk {
                match file.bytes(&context.options.files, &mut buffer) {
                    Ok(bytes) => games.extend(surveyed(&file.entry, bytes, context)),
                    Err(skip) if skip.reason == Reason::TooManyOpen => {
                        return Err(Interrupted::TooManyOpen);
                    }
                    Err(_) => {}
                }
            }
            Ok(games)
        };
        in_parallel(entries, jobs, context, read, |chunks| {
            for games in chunks {
                for SurveyedGame {
                    name,
                    rules,
                    counted,
                } in games??
                {
                    survey.add(&name, rules);
                    if let Some((key, record)) = counted {
                        by_opening.entry(key).or_default().push(record);
                    }
                }
            }
            Ok::<_, Interrupted>(())
        })?;
        survey.duplicates = by_opening
            .into_values()
            .flat_map(|records| duplicates(&records))
            .collect();
        Ok(survey)
    }

    /// Reads all records like [`Self::read`], if the options need it before the first game is
    /// evaluated: [`super::Options::unique`] compares all records, and the games of a share must
    /// have the same rules as if all games were evaluated.
    ///
    /// # Errors
    /// [`Interrupted`].
    pub fn if_needed(
        entries: &[Entry],
        jobs: usize,
        context: &Context<'_>,
    ) -> Result<Option<Self>, Interrupted> {
        let is_needed = context.options.unique || context.options.share < 1.0;
        if is_needed {
            Self::read(entries, jobs, context).map(Some)
        } else {
            Ok(None)
        }
    }

    /// Adds the records of a file, but does not look for duplicates.
    pub fn add_file(&mut self, entry: &Entry, bytes: &[u8], context: &Context<'_>) {
        for game in surveyed(entry, bytes, context) {
            self.add(&game.name, game.rules);
        }
    }
}

/// A record, as a survey uses it.
struct SurveyedGame {
    name: String,
    rules: NamedRules,
    /// The record and the key of its opening, if the survey looks for duplicates and the result is
    /// counted.
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

/// Returns the games of a file that can affect other games.
fn surveyed(entry: &Entry, bytes: &[u8], context: &Context<'_>) -> Vec<SurveyedGame> {
    let options = context.options;
    let read = guarded(|| sgf::read(bytes, options.encoding));
    let game = |game: Game| {
        let (name, record) = (entry.game_name(game.number), game.record.ok()?);
        let input = GameInput {
            name: &name,
            record: &record,
            line: context.labels.get(&name),
            context,
        };
        let headers = guarded(|| input.headers()).ok()?;
        let counted = match headers.result {
            Recorded::Margin(margin) if options.unique => {
                let moves = record
                    .actions
                    .iter()
                    .filter(|action| is_move(**action))
                    .count();
                let is_possible =
                    headers.komi_from != KomiFrom::Nowhere && (margin + headers.komi).is_whole();
                Some((
                    opening(&record),
                    CountedRecord {
                        name: name.clone(),
                        moves,
                        margin,
                        is_possible,
                    },
                ))
            }
            _ => None,
        };
        let rules = NamedRules::new(
            headers.rules,
            headers.rules_guessed,
            headers.result,
            record.byte,
        );
        (rules != NamedRules::Other || counted.is_some()).then_some(SurveyedGame {
            name,
            rules,
            counted,
        })
    };
    read.map_or_else(
        |_| Vec::new(),
        |(_, games)| games.into_iter().filter_map(game).collect(),
    )
}

/// Returns the records of one game that are left out: all if their results differ, else all except
/// the longest (the first of several). Impossible results are not compared.
fn duplicates(records: &[CountedRecord]) -> Vec<(String, Skip)> {
    let some_possible = records.iter().any(|record| record.is_possible);
    let believed = || {
        records
            .iter()
            .filter(|record| record.is_possible == some_possible)
    };
    let differing = |record: &CountedRecord| believed().find(|other| other.margin != record.margin);
    let contradicted = |record: &CountedRecord| {
        let other = differing(record)?;
        let results = format!(
            "{} here, {} in {}",
            result_text(record.margin),
            result_text(other.margin),
            other.name
        );
        Some((
            record.name.clone(),
            Skip::new(Reason::Contradicted, results),
        ))
    };
    if believed().any(|record| differing(record).is_some()) {
        return records.iter().filter_map(contradicted).collect();
    }
    // `max_by_key` returns the last of equals, which is the first record here
    let Some(kept) = believed().rev().max_by_key(|record| record.moves) else {
        return Vec::new();
    };
    let left_out = |record: &CountedRecord| {
        let detail = format!(
            "{} moves; the copy {} has {}",
            record.moves, kept.name, kept.moves
        );
        (record.name.clone(), Skip::new(Reason::Duplicate, detail))
    };
    records
        .iter()
        .filter(|record| record.name != kept.name)
        .map(left_out)
        .collect()
}

/// The number of first moves that identify a game: records may leave out later moves.
const OPENING_MOVES: usize = 50;

/// Returns the key that records of one game share: a digest of the board's size, its set-up and the
/// first fifty moves. Rotating or mirroring the board does not change it.
pub(super) fn opening(record: &Record) -> [u8; 16] {
    let laid = |symmetry: Symmetry| text(record, symmetry);
    let first = Symmetry::all(record.size)
        .map(laid)
        .min()
        .expect("there are symmetries");
    Sha256::digest(first)[..16]
        .try_into()
        .expect("a digest is longer")
}

/// Returns the size, the set-up and the first fifty moves of a game as bytes, after rotating or
/// mirroring by `symmetry`.
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
        Action::Setup(point, color) => [
            b'+',
            color.map_or(2, |color| color as u8),
            laid(Some(point))[0],
            laid(Some(point))[1],
        ],
        Action::Move(color, point) => [b';', color as u8, laid(point)[0], laid(point)[1]],
    };
    let mut moves = 0;
    for run in record.actions.chunk_by(|a, b| !is_move(*a) && !is_move(*b)) {
        if moves == OPENING_MOVES {
            break;
        }
        moves += usize::from(is_move(run[0]));
        // stones of one set-up have no order
        let mut entries: Vec<[u8; 4]> = run.iter().map(entry).collect();
        entries.sort_unstable();
        text.extend(entries.as_flattened());
    }
    text
}

const fn is_move(action: Action) -> bool {
    matches!(action, Action::Move(..))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::{Encoding, read};

    /// Returns the records that are left out, with the reasons. A record whose name begins with `?`
    /// has an impossible result.
    fn names(records: &[(&str, usize, i64)]) -> Vec<String> {
        let counted = |&(name, moves, margin): &(&str, usize, i64)| CountedRecord {
            name: name.to_owned(),
            moves,
            margin: Points::whole(margin),
            is_possible: !name.starts_with('?'),
        };
        let records: Vec<CountedRecord> = records.iter().map(counted).collect();
        duplicates(&records)
            .into_iter()
            .map(|(name, skip)| format!("{name} {}", skip.reason.name()))
            .collect()
    }

    #[test]
    fn longest_record_is_kept_unless_results_differ() {
        assert!(names(&[("a", 200, 3)]).is_empty());
        assert_eq!(
            names(&[("a", 200, 3), ("b", 210, 3), ("c", 210, 3)]),
            ["a duplicate", "c duplicate"]
        );
        assert_eq!(
            names(&[("a", 200, 3), ("b", 210, 2), ("c", 210, 3)]),
            ["a contradicted", "b contradicted", "c contradicted"]
        );
        assert_eq!(names(&[("a", 200, 3), ("?b", 210, 2)]), ["?b duplicate"]);
        assert_eq!(names(&[("?a", 200, 3), ("?b", 210, 3)]), ["?a duplicate"]);
    }

    fn key(sgf: &str) -> [u8; 16] {
        let (_, games) = read(sgf.as_bytes(), Encoding::default()).unwrap();
        opening(games[0].record.as_ref().unwrap())
    }

    #[test]
    fn rotated_or_mirrored_board_has_the_same_key() {
        let game = key("(;SZ[9]AB[aa][bc];B[cd];W[gh];B[])");
        assert_eq!(
            game,
            key("(;SZ[9]AB[cb][aa];B[dc];W[hg];B[])"),
            "transposed"
        );
        assert_eq!(
            game,
            key("(;SZ[9]AB[ia][hc];B[gd];W[ch];B[])"),
            "from the other side"
        );
        assert_ne!(game, key("(;SZ[9]AB[aa][bc];B[cd];W[gh];B[ii])"));
        assert_ne!(game, key("(;SZ[13]AB[aa][bc];B[cd];W[gh];B[])"));
        assert_ne!(
            game,
            key("(;SZ[9]AB[aa][bc];W[cd];B[gh];W[])"),
            "the colours are exchanged"
        );
    }

    #[test]
    fn moves_after_the_fiftieth_do_not_change_the_key() {
        let moves = |count: u8| {
            let point = |number: u8| {
                format!(
                    ";{}[{}{}]",
                    if number.is_multiple_of(2) { 'B' } else { 'W' },
                    char::from(b'a' + number % 19),
                    char::from(b'a' + number / 19)
                )
            };
            key(&format!(
                "(;SZ[19]{})",
                (0..count).map(point).collect::<String>()
            ))
        };
        assert_eq!(moves(50), moves(90));
        assert_ne!(moves(49), moves(50));
    }
}
