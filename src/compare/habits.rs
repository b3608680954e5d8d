//! What the games of a folder have in common.

use std::collections::{BTreeMap, HashMap};

use super::AuditedGame;
use crate::rules::{Points, Rules};
use crate::run::year;

/// The habits of each group of games: those in one folder, under the same rules, in one year. Games
/// without a year form groups of their own.
#[derive(Debug, Default)]
pub(super) struct Habits<'a> {
    groups: HashMap<Group<'a>, BTreeMap<Option<u32>, Usual>>,
}

/// The habits of some games.
#[derive(Clone, Debug, Default)]
pub(super) struct Usual {
    games: usize,
    /// The number of games whose records say how they ended.
    pub(super) results: usize,
    /// The number of games with each komi.
    komi: BTreeMap<Points, usize>,
    year: Option<u32>,
}

/// A komi is usual only if at least this number of games have a komi, and at least this share of
/// them, in per cent, have this komi.
const FEWEST: usize = 5;
const USUAL: usize = 60;

/// Games at most this number of years before or after a game should have the same komi.
const YEARS: u32 = 5;

/// The largest komi, in points and for either player, that is not absurd.
const MOST_KOMI: i64 = 50;

impl<'a> Habits<'a> {
    /// Returns the habits of all games that have a board.
    pub(super) fn of(games: &'a [AuditedGame]) -> Self {
        let mut habits = Self::default();
        for game in games.iter().filter(|game| game.size.is_some()) {
            let years = habits.groups.entry(group(game)).or_default();
            let usual = years.entry(year(&game.date)).or_default();
            usual.games += 1;
            usual.results += usize::from(game.content() > 0);
            if let Some(komi) = game.komi {
                *usual.komi.entry(komi).or_default() += 1;
            }
        }
        habits
    }

    /// Returns the habits of the games in a game's folder, under its rules, within a few years;
    /// `None` if there are no such games.
    pub(super) fn around(&self, game: &AuditedGame) -> Option<Usual> {
        let years = self.groups.get(&group(game))?;
        let year = year(&game.date);
        let near = match year {
            Some(year) => Some(year.saturating_sub(YEARS))..=Some(year + YEARS),
            None => None..=None,
        };
        let mut around = Usual {
            year,
            ..Usual::default()
        };
        for (_, usual) in years.range(near) {
            around.games += usual.games;
            around.results += usual.results;
            for (&komi, have) in &usual.komi {
                *around.komi.entry(komi).or_default() += have;
            }
        }
        (around.games > 0).then_some(around)
    }
}

/// The folder and the rules of games.
type Group<'a> = (&'a str, Option<Rules>);

/// Returns the folder and the rules of a game.
fn group(game: &AuditedGame) -> Group<'_> {
    let folder = game.name.rsplit_once('/').map_or("", |(folder, _)| folder);
    (folder, game.rules)
}

impl Usual {
    /// Returns the usual komi, if there is one, and words that say how many games have it.
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

    /// Returns whether a komi is absurdly large, unlike those of all other games.
    pub(super) fn is_absurd(&self, komi: Points) -> bool {
        let is_large = |komi: Points| komi.abs() > Points::whole(MOST_KOMI);
        let large = self.komi.iter().filter(|(komi, _)| is_large(**komi));
        is_large(komi) && large.map(|(_, games)| games).sum::<usize>() <= 1
    }
}
