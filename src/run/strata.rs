//! The strata of a game: parts of the games that have separate figures in a summary.

use super::GameRow;
use super::figures::ALL;
use crate::game::{RemarkKind, rank_ranges};
use crate::rules::Method;
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

/// The first year with its own stratum. Since then, most games have been played on servers.
const SINGLE_YEARS: u32 = 2000;

/// The ranges of handicaps, each with its smallest number. One stone counts as no handicap.
const HANDICAPS: [(u32, &str); 4] = [(0, "0"), (2, "2-4"), (5, "5-9"), (10, "10-")];

/// Returns the name of the range that contains a number.
fn range_of(ranges: &[(u32, &'static str)], number: u32) -> &'static str {
    ranges[ranges.partition_point(|&(least, _)| least <= number) - 1].1
}

/// Returns the year of a recorded date: its first number of four digits.
pub(crate) fn year(date: &str) -> Option<u32> {
    let numbers = date.split(|letter: char| !letter.is_ascii_digit());
    numbers
        .filter(|digits| digits.len() == 4)
        .find_map(|digits| digits.parse().ok())
}

/// Returns a key that sorts strata by division (the part of the name before `=`), then by the first
/// number in their names. A name without a number comes first, and `unknown` comes last.
pub(super) fn stratum_order(name: &str) -> (&str, bool, Option<usize>, u32, &str) {
    let (division, part) = name.split_once('=').unwrap_or((name, ""));
    let rank = rank_ranges().position(|rank| division == "rank" && rank == part);
    let first = part
        .split(|letter: char| !letter.is_ascii_digit())
        .next()
        .and_then(|digits| digits.parse().ok());
    (division, part == "unknown", rank, first.unwrap_or(0), part)
}

/// Returns the names of the strata of an evaluated game, given one of its rows. Territory games are
/// in [`ALL`] and in one stratum of each division. Area games are only in the strata of their
/// method and rules, because the built-in strategies do not differ in such games.
pub(super) fn strata(row: &GameRow) -> Vec<String> {
    let year = year(&row.date);
    let mut names = vec![
        format!("method={}", row.method.name()),
        format!("rules={}", row.rules.name()),
    ];
    if row.method == Method::Area {
        return names;
    }
    names.extend([
        ALL.to_owned(),
        format!("origin={}", row.origin),
        format!("size={}", row.size),
        format!("square={}", yes_no(row.size.width() == row.size.height())),
        format!("disputed={}", yes_no(row.disputed)),
        format!("dead={}", row.dead_from.name()),
        format!("finished={}", yes_no(row.finished)),
        format!("dame={}", range_of(&DAME, row.neutral)),
        format!("rank={}", row.rank),
        format!("handicap={}", range_of(&HANDICAPS, row.handicap)),
    ]);
    let era = year.map_or("unknown", |year| range_of(&ERAS, year));
    names.push(format!("era={era}"));
    if let Some(year) = year.filter(|&year| year >= SINGLE_YEARS) {
        names.push(format!("year={year}"));
    }
    if let Some(safety) = row.safety {
        names.push(format!("safety={}", safety.name()));
    }
    if let Some(owed) = row.owed {
        names.push(format!("owed={}", yes_no(owed)));
    }
    if let Some(seki) = row.seki {
        names.push(format!("seki={}", yes_no(seki)));
    }
    if let Some(source) = row.remark(RemarkKind::RulesSource) {
        names.push(format!("rules_source={source}"));
    }
    names
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
}
