//! The strata of a game: the parts of the games for which a summary has separate figures.

use serde::{Deserialize, Serialize};

use super::figures::ALL;
use super::{Evaluated, GameFacts};
use crate::board::Size;
use crate::dead::DeadFrom;
use crate::rules::{Method, Rules};
use crate::safety::Safety;

/// The properties of a game that decide which strata it is in.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Traits {
    pub(super) rules: Rules,
    size: Size,
    origin: String,
    disputed: bool,
    seki: Option<bool>,
    pub(super) dead_from: DeadFrom,
    finished: bool,
    /// Whether the game is safe to score; `None` where that was not judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    safe: Option<bool>,
    /// The index in [`DAME`] of the range of its number of neutral points.
    dame: usize,
    /// The index in [`ERAS`] of the range of its year; `None` where the record does not say when it was played.
    era: Option<usize>,
    /// The range of the rank of the weaker player.
    rank: String,
    /// The year, if it is [`SINGLE_YEARS`] or later.
    #[serde(default)]
    year: Option<u32>,
    /// The index in [`HANDICAPS`] of the range of the handicap.
    #[serde(default)]
    handicap: usize,
}

/// Ranges of numbers of neutral points, by the least that is in each.
const DAME: [(u32, &str); 6] = [(0, "0"), (1, "1-4"), (5, "5-9"), (10, "10-19"), (20, "20-39"), (40, "40-")];

/// Ranges of years, by the first of each.
const ERAS: [(u32, &str); 6] = [
    (0, "before-1900"),
    (1900, "1900-1949"),
    (1950, "1950-1969"),
    (1970, "1970-1989"),
    (1990, "1990-2009"),
    (2010, "2010-"),
];

/// The first of the years that are strata of their own: since then, most games are played on servers.
const SINGLE_YEARS: u32 = 2000;

/// Ranges of handicaps, by the least of each. One stone is no handicap.
const HANDICAPS: [(u32, &str); 4] = [(0, "0"), (2, "2-4"), (5, "5-9"), (10, "10-")];

/// Returns the index of the range that a number is in.
fn range_of(ranges: &[(u32, &str)], number: u32) -> usize {
    ranges.partition_point(|&(least, _)| least <= number) - 1
}

/// Returns the year of a date as records have it: its first number of four digits.
fn year(date: &str) -> Option<u32> {
    let numbers = date.split(|letter: char| !letter.is_ascii_digit());
    numbers.filter(|digits| digits.len() == 4).find_map(|digits| digits.parse().ok())
}

impl Traits {
    /// Returns the traits of an evaluated game with these headers.
    pub(super) fn of(facts: &GameFacts, game: &Evaluated) -> Self {
        let year = year(&facts.date);
        Self {
            rules: game.count.rules,
            size: game.size,
            origin: facts.origin.clone(),
            disputed: game.disputed,
            seki: game.seki,
            dead_from: game.dead_from,
            finished: game.is_finished(),
            safe: game.safety.as_ref().map(|judged| judged.safety.is_safe()),
            dame: range_of(&DAME, game.completeness.neutral),
            rank: facts.rank.to_owned(),
            era: year.map(|year| range_of(&ERAS, year)),
            year: year.filter(|&year| year >= SINGLE_YEARS),
            handicap: range_of(&HANDICAPS, game.count.handicap),
        }
    }

    /// Returns the names of the strata of a game; [`ALL`] has the territory games.
    pub(super) fn strata(&self) -> Vec<String> {
        let method = self.rules.method();
        let yes_no = |is: bool| if is { "yes" } else { "no" };
        let mut names = vec![
            format!("method={}", method.name()),
            format!("origin={}", self.origin),
            format!("size={}", self.size),
            format!("rules={}", self.rules.name()),
            format!("disputed={}", yes_no(self.disputed)),
            format!("dead={}", self.dead_from.name()),
            format!("finished={}", yes_no(self.finished)),
            format!("dame={}", DAME[self.dame].1),
            format!("rank={}", self.rank),
            format!("era={}", self.era.map_or("unknown", |era| ERAS[era].1)),
            format!("handicap={}", HANDICAPS[self.handicap].1),
        ];
        names.extend(self.year.map(|year| format!("year={year}")));
        names.extend(self.safe.map(|safe| format!("safety={}", Safety::name_of(safe))));
        names.extend(self.seki.map(|seki| format!("seki={}", yes_no(seki))));
        if method == Method::Territory {
            names.push(ALL.to_owned());
        }
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_begin_with_their_least() {
        let names = [0, 1, 4, 5, 19, 20, 39, 40, 2704].map(|dame| DAME[range_of(&DAME, dame)].1);
        assert_eq!(names, ["0", "1-4", "1-4", "5-9", "10-19", "20-39", "20-39", "40-", "40-"]);
        let handicaps = [0, 1, 2, 4, 5, 9, 10, 25].map(|stones| HANDICAPS[range_of(&HANDICAPS, stones)].1);
        assert_eq!(handicaps, ["0", "0", "2-4", "2-4", "5-9", "5-9", "10-", "10-"]);
        let eras = [0, 1899, 1900, 1969, 2026].map(|year| ERAS[range_of(&ERAS, year)].1);
        assert_eq!(eras, ["before-1900", "before-1900", "1900-1949", "1950-1969", "2010-"]);
    }

    #[test]
    fn a_year_is_found_in_any_date() {
        let years = ["1969-08-14", "14.8.1969", "Published 1926-05", "", "1926年5月", "12-08"].map(year);
        assert_eq!(years, [Some(1969), Some(1969), Some(1926), None, Some(1926), None]);
    }
}
