//! Which part of a record is wrong.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use crate::rules::Points;

/// The part of a record that is wrong. The doc comments are shown to users.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub(crate) enum Field {
    /// the recorded result
    Result,
    /// the komi
    Komi,
    /// the marks of territory or dead stones
    Marks,
    /// the moves
    Moves,
    /// a header that the record gives twice, or that is missing
    Header,
    /// this copy of the game or another one
    Copy,
}

impl Field {
    /// Returns the name in the output of `seichi audit`.
    pub(crate) fn name(self) -> &'static str {
        self.into()
    }
}

/// The habits of a group of games: in one folder, under the same rules, within a few years.
#[derive(Clone, Debug, Default)]
pub(super) struct Usual {
    games: usize,
    /// The number of games that say how they ended.
    pub(super) results: usize,
    /// The number of games with each komi.
    komi: BTreeMap<Points, usize>,
    year: Option<u32>,
}

/// The folder of a game, its rules and its year.
pub(super) type Neighbourhood = (String, String, Option<u32>);

/// The minimum number of games that have a usual komi, and the minimum share of the games, in
/// percent, that have it.
const FEWEST: usize = 5;
const USUAL: usize = 60;

/// The number of years before and after a game in which other games have the same komi.
const YEARS: u32 = 5;

/// The greatest usual komi in points, to either side.
const MOST_KOMI: i64 = 50;

impl Usual {
    /// Returns what games have in common, given for each game whether it has a result, and its
    /// komi. Games without a year are apart.
    pub(super) fn of(
        games: impl Iterator<Item = (Neighbourhood, bool, Option<Points>)>,
    ) -> HashMap<Neighbourhood, Self> {
        let mut all: HashMap<Neighbourhood, Self> = HashMap::new();
        for ((folder, rules, year), has_result, komi) in games {
            let near = year.map_or(0..=0, |year| year.saturating_sub(YEARS)..=year + YEARS);
            for near in near {
                let near = year.map(|_| near);
                let usual = all
                    .entry((folder.clone(), rules.clone(), near))
                    .or_default();
                usual.games += 1;
                usual.results += usize::from(has_result);
                if let Some(komi) = komi {
                    *usual.komi.entry(komi).or_default() += 1;
                }
                usual.year = near;
            }
        }
        all
    }

    /// Returns the komi of most games, and words that say how many have it.
    pub(super) fn komi(&self) -> Option<(Points, String)> {
        let (komi, have) = self.komi.iter().max_by_key(|(_, have)| **have)?;
        let all = self.with_komi();
        let years = self.year.map_or(String::new(), |year| {
            format!(" from {} to {}", year.saturating_sub(YEARS), year + YEARS)
        });
        (all >= FEWEST && have * 100 >= all * USUAL).then(|| {
            let words = format!("komi {komi}, which {have} of {all} games here{years} have");
            (*komi, words)
        })
    }

    /// Returns the number of games with a komi.
    pub(super) fn with_komi(&self) -> usize {
        self.komi.values().sum()
    }

    /// Returns the words that say that a game lacks a header that nearly all others have. `have` is
    /// the number of games that have it. On a server, more than one in a hundred games has no
    /// result because it was not finished.
    pub(super) fn lacks(&self, header: &str, have: usize) -> Option<String> {
        let others = self.games - 1;
        let lack = others - have;
        (others >= FEWEST && lack <= (others / 10).min(1 + others / 100)).then(|| {
            format!("no {header} is recorded, but {have} of {others} other games here have one")
        })
    }

    /// Returns whether a komi is far from those of all other games.
    pub(super) fn is_absurd(&self, komi: Points) -> bool {
        let is_large = |komi: Points| komi.abs() > Points::whole(MOST_KOMI);
        let large = self.komi.iter().filter(|(komi, _)| is_large(**komi));
        is_large(komi) && large.map(|(_, games)| games).sum::<usize>() <= 1
    }
}
