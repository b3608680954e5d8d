//! Finds copies, that is, several records of one game, of which `--unique` uses only one.

use std::collections::HashMap;

use super::batches::{RunError, evaluate};
use crate::dead::DeadFrom;
use crate::game::{Context, GameOutcome, Moves, Options, games};
use crate::input::Walk;
use crate::rules::Points;
use crate::sgf::{KomiFrom, Recorded, result_text};
use crate::skip::{Reason, Skip};

/// Reads all records of a walk, on `jobs` threads (0: one per core), and returns the games that are
/// left out because another record of the same game is used instead or contradicts them.
///
/// # Errors
/// [`RunError`].
pub fn superfluous_copies(
    walk: &Walk,
    jobs: usize,
    context: &Context,
) -> Result<HashMap<String, Skip>, RunError> {
    let mut dead = context.options.dead.clone();
    if dead.iter().any(|source| source.judges_positions()) {
        dead = vec![DeadFrom::None];
    }
    let options = Options {
        dead,
        identify: true,
        keep_bytes: false,
        needs_label: true,
        part: None,
        only: None,
        ..context.options.for_reading()
    };
    let mut all: Vec<CountedRecord> = Vec::new();
    for batch in evaluate(walk, jobs, &context.with_options(options)) {
        all.extend(batch?.games.into_iter().filter_map(CountedRecord::of));
    }
    let mut skips = HashMap::new();
    for copies in games(all.iter().map(|record| Some(&record.moves))) {
        let copies: Vec<_> = copies.into_iter().map(|number| &all[number]).collect();
        skips.extend(left_out(&copies));
    }
    Ok(skips)
}

/// A record with a counted result.
struct CountedRecord {
    name: String,
    moves: Moves,
    margin: Points,
    /// Whether the game can be evaluated, with dead stones from the record or a labels file.
    is_usable: bool,
    /// Whether a board can give this margin with the record's komi.
    is_possible: bool,
}

impl CountedRecord {
    /// Returns the record of a game; `None` if its result was not counted.
    fn of(game: GameOutcome) -> Option<Self> {
        let headers = game.facts.headers?;
        let Recorded::Margin(margin) = headers.result else {
            return None;
        };
        Some(Self {
            is_usable: game.result.is_ok(),
            name: game.name,
            moves: game.facts.identity?.moves,
            margin,
            is_possible: headers.komi_from != KomiFrom::Nowhere
                && headers.rules.can_give(margin, headers.komi),
        })
    }
}

/// Returns the records of one game that are left out: all of them if their results differ;
/// otherwise, all except the longest that can be evaluated (the first, if several are equally
/// long). Impossible results are compared only if there are no others.
fn left_out(records: &[&CountedRecord]) -> Vec<(String, Skip)> {
    let some_possible = records.iter().any(|record| record.is_possible);
    let mut believed = records.to_vec();
    believed.retain(|record| record.is_possible == some_possible);
    let mut skips = Vec::new();
    if believed
        .iter()
        .any(|record| record.margin != believed[0].margin)
    {
        for record in records {
            if let Some(other) = believed.iter().find(|other| other.margin != record.margin) {
                let [here, there] = [record, other].map(|record| result_text(record.margin));
                let detail = format!("{here} here, {there} in {}", other.name);
                skips.push((record.name.clone(), Skip::new(Reason::Contradicted, detail)));
            }
        }
        return skips;
    }
    // `max_by_key` returns the last of several equal records; because of `rev`, this is the first
    // one in the walk
    let Some(kept) = believed
        .into_iter()
        .rev()
        .max_by_key(|record| (record.is_usable, record.moves.count()))
    else {
        return skips;
    };
    for record in records.iter().filter(|record| record.name != kept.name) {
        let [here, there] = [record, &kept].map(|record| record.moves.count());
        let mut detail = format!("{here} moves; the copy {} has {there}", kept.name);
        if kept.is_usable && !record.is_usable {
            detail += ", and can be evaluated";
        }
        skips.push((record.name.clone(), Skip::new(Reason::Duplicate, detail)));
    }
    skips
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf;

    /// Returns the record of a game with this number of moves.
    fn moves(count: usize) -> Moves {
        let nodes = ";B[aa];W[bb]".repeat(count / 2);
        let (_, games) =
            sgf::read(format!("(;{nodes})").as_bytes(), sgf::Encoding::default()).unwrap();
        Moves::of(games[0].record.as_ref().unwrap())
    }

    /// Returns the records that are left out, with the reasons. A record whose name begins with `?`
    /// has an impossible result, and one whose name begins with `!` cannot be evaluated.
    fn names(records: &[(&str, usize, i64)]) -> Vec<String> {
        let counted = |&(name, count, margin): &(&str, usize, i64)| CountedRecord {
            name: name.to_owned(),
            moves: moves(count),
            margin: Points::whole(margin),
            is_usable: !name.starts_with('!'),
            is_possible: !name.starts_with('?'),
        };
        let records: Vec<CountedRecord> = records.iter().map(counted).collect();
        left_out(&records.iter().collect::<Vec<_>>())
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
        assert_eq!(names(&[("a", 200, 3), ("!b", 210, 3)]), ["!b duplicate"]);
    }
}
