//! The strata of a game: parts of the games with separate figures in a summary. Ranks are as
//! records write them: `5k`, `3 dan`, `9p`, `7段`, `九段`.

use super::figures::ALL;
use super::{Evaluated, GameFacts};
use crate::rules::Method;
use crate::safety::Safety;
use crate::text::yes_no;

/// The ranges of the number of neutral points, each with its smallest number.
const DAME: [(u32, &str); 6] = [
    (0, "0"),
    (1, "1-4"),
    (5, "5-9"),
    (10, "10-19"),
    (20, "20-39"),
    (40, "40-"),
];

/// The ranges of years, each with its first year.
const ERAS: [(u32, &str); 6] = [
    (0, "before-1900"),
    (1900, "1900-1949"),
    (1950, "1950-1969"),
    (1970, "1970-1989"),
    (1990, "1990-2009"),
    (2010, "2010-"),
];

/// The first year that is its own stratum: since then, most games are played on servers.
const SINGLE_YEARS: u32 = 2000;

/// The ranges of handicaps, each with its smallest number. One stone counts as no handicap.
const HANDICAPS: [(u32, &str); 4] = [(0, "0"), (2, "2-4"), (5, "5-9"), (10, "10-")];

/// Returns the name of the range that a number is in.
fn range_of(ranges: &[(u32, &'static str)], number: u32) -> &'static str {
    ranges[ranges.partition_point(|&(least, _)| least <= number) - 1].1
}

/// Returns the year of a recorded date: its first number of four digits.
fn year(date: &str) -> Option<u32> {
    let numbers = date.split(|letter: char| !letter.is_ascii_digit());
    numbers
        .filter(|digits| digits.len() == 4)
        .find_map(|digits| digits.parse().ok())
}

/// Returns a key that sorts strata: by division, then by the first number of its name. A name
/// without a number comes first, `unknown` last.
#[must_use]
pub fn stratum_order(name: &str) -> (&str, bool, Option<usize>, u32, &str) {
    let (division, part) = name.split_once('=').unwrap_or((name, ""));
    let rank = rank_ranges().position(|rank| division == "rank" && rank == part);
    let first = part
        .split(|letter: char| !letter.is_ascii_digit())
        .next()
        .and_then(|digits| digits.parse().ok());
    (division, part == "unknown", rank, first.unwrap_or(0), part)
}

/// Returns the names of the strata of an evaluated game. Territory games are in [`ALL`] and in one
/// stratum of each division. Area games are only in the strata of their method and rules, because
/// the built-in strategies do not differ on them.
pub(super) fn strata(facts: &GameFacts, game: &Evaluated) -> Vec<String> {
    let method = game.labelled.count.rules.method();
    let year = year(&facts.date);
    let mut names = vec![
        format!("method={}", method.name()),
        format!("rules={}", game.labelled.count.rules.name()),
    ];
    if method == Method::Area {
        return names;
    }
    names.extend([
        ALL.to_owned(),
        format!("origin={}", facts.origin),
        format!("size={}", game.labelled.size),
        format!("disputed={}", yes_no(game.disputed)),
        format!("dead={}", game.labelled.dead_from.name()),
        format!("finished={}", yes_no(game.is_finished())),
        format!("dame={}", range_of(&DAME, game.completeness.neutral)),
        format!("rank={}", facts.rank),
        format!(
            "era={}",
            year.map_or("unknown", |year| range_of(&ERAS, year))
        ),
        format!(
            "handicap={}",
            range_of(&HANDICAPS, game.labelled.count.handicap)
        ),
    ]);
    names.extend(
        year.filter(|&year| year >= SINGLE_YEARS)
            .map(|year| format!("year={year}")),
    );
    names.extend(
        game.labelled
            .safety
            .as_ref()
            .map(|judged| format!("safety={}", Safety::name_of(judged.safety.is_safe()))),
    );
    names.extend(game.owes_moves.map(|owed| format!("owed={}", yes_no(owed))));
    names.extend(game.seki.map(|seki| format!("seki={}", yes_no(seki))));
    names
}

/// The ranges of ranks, each with its minimum [`strength`].
const RANKS: [(u32, &str); 7] = [
    (0, "30k-20k"),
    (11, "19k-10k"),
    (21, "9k-1k"),
    (30, "1d-3d"),
    (33, "4d-6d"),
    (36, "7d-"),
    (PROFESSIONAL, "professional"),
];

/// The strength of a professional of rank n is this plus n.
const PROFESSIONAL: u32 = 50;

/// Returns the names of the rank ranges, weakest first, followed by the range of games without
/// ranks.
pub fn rank_ranges() -> impl Iterator<Item = &'static str> {
    RANKS.into_iter().map(|(_, name)| name).chain([UNKNOWN])
}

/// The range of games where a player's rank is unknown.
pub(super) const UNKNOWN: &str = "unknown";

/// Returns the weaker player's rank range, under its name in the strata.
#[must_use]
pub fn rank_range(ranks: &[Option<String>; 2]) -> &'static str {
    let [black, white] = ranks
        .each_ref()
        .map(|rank| rank.as_deref().and_then(strength));
    let Some(weaker) = black.zip(white).map(|(black, white)| black.min(white)) else {
        return UNKNOWN;
    };
    RANKS[RANKS.partition_point(|&(least, _)| least <= weaker) - 1].1
}

/// Returns the strength of a rank: 0 for 30 kyu, 29 for 1 kyu, 30 for 1 dan, and 51 for a
/// professional of the first rank.
fn strength(rank: &str) -> Option<u32> {
    let rank = rank.to_lowercase();
    let unit = rank
        .chars()
        .find(|letter| matches!(letter, 'k' | 'd' | 'p' | '级' | '級' | '段'))?;
    let before = rank.split(unit).next()?;
    let digits: String = before.chars().filter(char::is_ascii_digit).collect();
    let number = match digits.parse() {
        Ok(number) => number,
        Err(_) => {
            "一二三四五六七八九"
                .chars()
                .position(|digit| before.contains(digit))?
                .try_into()
                .unwrap_or(0)
                + 1
        }
    };
    match unit {
        'k' | '级' | '級' if (1..=30).contains(&number) => Some(30 - number),
        'd' | '段' if (1..=10).contains(&number) => Some(29 + number),
        'p' if (1..=10).contains(&number) => Some(PROFESSIONAL + number),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn range_includes_its_least_number() {
        let names = [0, 1, 4, 5, 19, 20, 39, 40, 2704].map(|dame| range_of(&DAME, dame));
        assert_eq!(
            names,
            [
                "0", "1-4", "1-4", "5-9", "10-19", "20-39", "20-39", "40-", "40-"
            ]
        );
        let handicaps = [0, 1, 2, 4, 5, 9, 10, 25].map(|stones| range_of(&HANDICAPS, stones));
        assert_eq!(
            handicaps,
            ["0", "0", "2-4", "2-4", "5-9", "5-9", "10-", "10-"]
        );
        let eras = [0, 1899, 1900, 1969, 2026].map(|year| range_of(&ERAS, year));
        assert_eq!(
            eras,
            [
                "before-1900",
                "before-1900",
                "1900-1949",
                "1950-1969",
                "2010-"
            ]
        );
    }

    #[test]
    fn year_is_found_in_any_date() {
        let years = [
            "1969-08-14",
            "14.8.1969",
            "Published 1926-05",
            "",
            "1926年5月",
            "12-08",
        ]
        .map(year);
        assert_eq!(
            years,
            [Some(1969), Some(1969), Some(1926), None, Some(1926), None]
        );
    }

    #[test]
    fn ranks_are_read_in_every_notation() {
        let strengths = [
            "30k", "5 kyu", "1k?", "1d", "3 Dan", "7d*", "九段", "6段", "3级", "1p", "9P",
        ]
        .map(strength);
        let expected = [0, 25, 29, 30, 32, 36, 38, 35, 27, 51, 59].map(Some);
        assert_eq!(strengths, expected);
        assert_eq!(
            ["", "-", "2300", "31k", "0d", "Meijin", "k", "Honinbo 9"].map(strength),
            [None; 8]
        );
    }

    #[test]
    fn rank_range_uses_the_weaker_player() {
        let range = |black: &str, white: &str| {
            rank_range(&[black, white].map(|rank| Some(rank.to_owned())))
        };
        assert_eq!(range("30k", "20k"), "30k-20k");
        assert_eq!(
            [range("9d", "1k"), range("3d", "4d"), range("4d", "9p")],
            ["9k-1k", "1d-3d", "4d-6d"]
        );
        assert_eq!(
            [range("9p", "1p"), range("10d", "7d")],
            ["professional", "7d-"]
        );
        assert_eq!([range("9p", ""), range("?", "1d")], ["unknown"; 2]);
        assert_eq!(rank_range(&[Some("9p".to_owned()), None]), "unknown");
        assert!(rank_ranges().eq([
            "30k-20k",
            "19k-10k",
            "9k-1k",
            "1d-3d",
            "4d-6d",
            "7d-",
            "professional",
            "unknown"
        ]));
    }
}
