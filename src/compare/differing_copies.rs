//! Copies of one game whose results or moves differ.

use std::collections::{BTreeMap, HashMap};

use super::finding::{Field, Finding};
use super::{AuditedGame, Suspicion};
use crate::sgf::Recorded;

/// The maximum number of different results that a copy is compared with. A few are enough, because
/// most of them contradict the copy's own result.
const MOST_RESULTS: usize = 64;

/// A copy is a suspect if at least this many moves are missing at its end. If fewer are missing,
/// they may be passes or dame that one recorder left out.
const LEAST_MISSING: usize = 10;

/// Compares `copies` of one game, given as indices into `games`. Returns the suspects.
///
/// A copy is a suspect in these cases:
/// - It contradicts another copy. If its own result equals its count, only copies under the same
///   rules and komi whose results also equal their counts are considered.
/// - It has different moves, unless only the other copy has broken moves.
/// - It ends early, unless its result equals its count.
/// - Its players are swapped, or its komi differs and its count does not confirm that komi.
///
/// If the players of a copy are swapped, its result may be swapped as well, so the header is
/// reported as the wrong part.
pub(super) fn compare_copies(
    games: &[Box<AuditedGame>],
    copies: &[usize],
) -> Vec<(usize, Finding)> {
    let copies = copies.iter().map(|&number| (number, &*games[number]));
    // an archive may have any number of copies, so they are not compared pair by pair
    let mut results: HashMap<_, Vec<&AuditedGame>> = HashMap::new();
    let mut whole = Vec::new();
    let (mut by_players, mut by_komi) = (HashMap::new(), BTreeMap::new());
    for (_, game) in copies.clone() {
        by_players.entry(game.players.each_ref()).or_insert(game);
        if let Some(komi) = game.komi {
            by_komi.entry(komi).or_insert(game);
        }
        for terms in [None, game.counted_terms()] {
            let others = results.entry(terms).or_default();
            if others.len() < MOST_RESULTS
                && !others.iter().any(|other| game.result == other.result)
            {
                others.push(game);
            }
        }
        if game.judged.suspicion != Some(Suspicion::Moves) {
            whole.push(game);
        }
    }
    // if several are equally long, this takes the first
    let longest = whole.iter().rev().max_by_key(|game| game.count_moves());
    let branches = whole
        .iter()
        .filter_map(|game| Some((game, game.first_difference(longest?)?)));
    let earliest = branches.min_by_key(|&(_, shared)| shared);
    let mut suspects = Vec::new();
    for (number, game) in copies {
        // if two records agree with their boards, a different komi or different rules explain the
        // different results
        let mut others = results[&game.counted_terms()].iter();
        let branch = longest
            .and_then(|longest| Some((longest, game.first_difference(longest)?)))
            .or(earliest.filter(|&(_, shared)| shared < game.count_moves()));
        let [black, white] = game.players.each_ref();
        let swapping = by_players.get(&[white, black]).filter(|_| black != white);
        let swap = swapping.map(|other| format!("the copy {} swaps the players", other.name));
        let (field, why) = if let Some(other) = others.find(|other| game.conflicts_with(other)) {
            let is_counted =
                other.komi == game.komi && game.judged.margin.map(Recorded::Margin) == other.result;
            let why = format!("{} in the copy {}", other.recorded, other.name);
            match swap {
                // if the players are swapped too, the result may name the right person
                Some(swap) => (Field::Header, format!("{why}; {swap}")),
                None if is_counted => (Field::Result, why),
                None => (Field::Copy, why),
            }
        } else if let Some((other, shared)) = branch {
            let at = shared + 1;
            let why = format!("differs from the copy {} at move {at}", other.name);
            (Field::Copy, why)
        } else if let Some(longest) = longest
            && let missing = longest.count_moves().saturating_sub(game.count_moves())
            && missing >= LEAST_MISSING
            && game.counted_terms().is_none()
        {
            let why = format!("ends {missing} moves before the copy {}", longest.name);
            (Field::Moves, why)
        } else if let Some(swap) = swap {
            (Field::Header, swap)
        } else if let (Some(komi), None) = (game.komi, game.counted_terms())
            && let Some((other_komi, other)) = by_komi.iter().find(|(other, _)| **other != komi)
        {
            let why = format!("komi {other_komi} in the copy {}", other.name);
            (Field::Komi, why)
        } else {
            continue;
        };
        let finding = Finding {
            suspicion: Suspicion::Copies,
            field: Some(field),
            why,
        };
        suspects.push((number, finding));
    }
    suspects
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Moves;
    use crate::rules::Points;
    use crate::sgf::{Encoding, parse_result, read};

    /// Returns a game of 60 moves whose last two moves are on these points.
    fn game(name: usize, recorded: &str, last: [&str; 2]) -> Box<AuditedGame> {
        let first: String = (0..58).map(|_| ";B[aa]").collect();
        let sgf = format!("(;SZ[19]{first};B[{}];B[{}])", last[0], last[1]);
        let (_, games) = read(sgf.as_bytes(), Encoding::default()).unwrap();
        Box::new(AuditedGame {
            name: name.to_string().into(),
            recorded: recorded.into(),
            result: Some(parse_result(recorded)),
            moves: Some(Box::new(Moves::of(games[0].record.as_ref().unwrap()))),
            ..AuditedGame::default()
        })
    }

    #[test]
    fn copies_differ_from_the_first_other_result_or_the_longest_copy() {
        let mut games = vec![
            game(0, "B+R", ["bb", "cc"]),
            game(1, "B+T", ["bb", "dd"]),
            game(2, "B+R", ["bb", "cc"]),
            game(3, "B+1", ["bb", "cc"]),
            game(4, "白中盘胜", ["bb", "cc"]),
        ];
        games[4].judged.suspicion = Some(Suspicion::Moves);
        for (copies, expected) in [
            (
                &[0, 1, 2][..],
                &[
                    "differs from the copy 1 at move 60",
                    "differs from the copy 0 at move 60",
                    "differs from the copy 1 at move 60",
                ][..],
            ),
            (
                &[0, 1, 2, 3, 4],
                &[
                    "B+1 in the copy 3",
                    "B+1 in the copy 3",
                    "B+1 in the copy 3",
                    "B+R in the copy 0",
                    "B+R in the copy 0",
                ],
            ),
        ] {
            let found = compare_copies(&games, copies);
            let whys: Vec<&str> = found.iter().map(|(_, found)| &*found.why).collect();
            assert_eq!(whys, expected);
        }
    }

    #[test]
    fn copies_with_other_headers_or_fewer_moves_are_suspects() {
        let mut games = vec![game(0, "B+R", ["bb", "cc"]); 3];
        (games[1].name, games[2].name) = ("1".into(), "2".into());
        let whys = |games: &[Box<AuditedGame>]| {
            let found = compare_copies(games, &[0, 1, 2]).into_iter();
            let whys = found.map(|(number, found)| format!("{number}: {}", found.why));
            whys.collect::<Vec<_>>()
        };
        games[1].players = ["A".into(), "B".into()];
        games[2].players = ["B".into(), "A".into()];
        let exchanged = [
            "1: the copy 2 swaps the players",
            "2: the copy 1 swaps the players",
        ];
        assert_eq!(whys(&games), exchanged);

        // the count may confirm the other result, but the players were exchanged together with the
        // result
        let mut counted = games.clone();
        for (number, result) in [(1, "W+1.5"), (2, "B+1.5")] {
            counted[number].result = Some(parse_result(result));
            counted[number].judged.margin = Points::parse("1.5");
        }
        let found = compare_copies(&counted, &[1, 2]);
        let fields: Vec<_> = found.iter().map(|(_, found)| found.field).collect();
        assert_eq!(fields, [Some(Field::Header), Some(Field::Header)]);

        games[2].players = games[1].players.clone();
        games[1].komi = Points::parse("6.5");
        games[2].komi = Points::parse("7.5");
        assert_eq!(
            whys(&games),
            ["1: komi 7.5 in the copy 2", "2: komi 6.5 in the copy 1"]
        );

        games[2].komi = None;
        let sgf = format!("(;SZ[19]{})", ";B[aa]".repeat(70));
        let (_, records) = read(sgf.as_bytes(), Encoding::default()).unwrap();
        let mut record = records[0].record.clone().unwrap();
        games[0].moves = Some(Box::new(Moves::of(&record)));
        games[1].moves = games[0].moves.clone();
        record.actions.truncate(60);
        games[2].moves = Some(Box::new(Moves::of(&record)));
        assert_eq!(whys(&games), ["2: ends 10 moves before the copy 0"]);
    }

    #[test]
    fn many_copies_are_not_compared_in_pairs() {
        // comparing the copies in pairs would take minutes
        let mut games = vec![game(0, "B+R", ["bb", "cc"]); 50_000];
        for (number, game) in games.iter_mut().enumerate().skip(25_000) {
            let margin = Points::whole(i64::try_from(number).unwrap());
            game.result = Some(Recorded::Margin(margin));
            (game.judged.margin, game.komi) = (Some(margin), Some(margin));
        }
        let all: Vec<usize> = (0..games.len()).collect();
        // each of the other games has the result that its own board gives
        assert_eq!(compare_copies(&games, &all).len(), 25_000);
    }
}
