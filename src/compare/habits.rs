//! What the games in a folder have in common.

use std::collections::{BTreeMap, HashMap};

use super::AuditedGame;
use crate::rules::{Points, Rules};
use crate::run::year;

/// The habits of the games around each game. The games around a game are in the same folder, have
/// the same rules, and were played within a few years of it. Games without a year form their own
/// groups.
#[derive(Debug)]
pub(super) struct Habits<'a> {
    around: HashMap<(Group<'a>, Option<u32>), Usual>,
}

/// The habits of a group of games.
#[derive(Debug)]
pub(super) struct Usual {
    games: usize,
    /// The number of games whose records say how they ended.
    pub(super) results: usize,
    /// The number of games with a komi.
    pub(super) with_komi: usize,
    /// The number of games with an absurdly large komi.
    with_absurd_komi: usize,
    /// The usual komi, if there is one, and a phrase that says how many games have it: first for
    /// games without a handicap, then for games with one.
    komi: [Option<(Points, String)>; 2],
}

/// The numbers of games in a folder with the same rules and the same year.
#[derive(Debug, Default)]
struct Tally {
    games: usize,
    results: usize,
    /// The number of games with each komi: first without a handicap, then with one.
    komi: [BTreeMap<Points, usize>; 2],
}

/// The minimum number of games that show what is usual.
const FEWEST: usize = 5;

/// A komi is usual only if at least this share of the games with a komi, in per cent, have it.
const USUAL: usize = 60;

/// Games played at most this many years before or after a game should have the same komi.
const YEARS: u32 = 5;

/// The largest komi, in points and in favour of either player, that is not absurd.
const MOST_KOMI: i64 = 50;

impl<'a> Habits<'a> {
    /// Returns the habits of the games around each game. Games without a board do not count.
    pub(super) fn of(games: &'a [Box<AuditedGame>]) -> Self {
        let mut groups: HashMap<Group<'a>, BTreeMap<Option<u32>, Tally>> = HashMap::new();
        for game in games.iter().filter(|game| game.size.is_some()) {
            let years = groups.entry(group(game)).or_default();
            let tally = years.entry(year(&game.date)).or_default();
            tally.games += 1;
            tally.results += usize::from(game.content() > 0);
            if let Some(komi) = game.komi {
                let games = &mut tally.komi[usize::from(game.has_handicap)];
                *games.entry(komi).or_default() += 1;
            }
        }
        let mut around = HashMap::new();
        for game in games {
            let (group, year) = (group(game), year(&game.date));
            if let Some(years) = groups.get(&group) {
                around
                    .entry((group, year))
                    .or_insert_with(|| Usual::around(years, year));
            }
        }
        Self { around }
    }

    /// Returns the habits of the games around a game; `None` if there are no such games.
    pub(super) fn around(&self, game: &'a AuditedGame) -> Option<&Usual> {
        let usual = self.around.get(&(group(game), year(&game.date)))?;
        (usual.games > 0).then_some(usual)
    }
}

/// The folder and the rules that the games of a group have in common.
type Group<'a> = (&'a str, Option<Rules>);

fn group(game: &AuditedGame) -> Group<'_> {
    let folder = game.name.rsplit_once('/').map_or("", |(folder, _)| folder);
    (folder, game.rules)
}

/// Returns whether a komi is absurdly large.
fn is_large(komi: Points) -> bool {
    komi.abs() > Points::whole(MOST_KOMI)
}

impl Usual {
    /// Returns the habits of the games within a few years of `year`.
    fn around(years: &BTreeMap<Option<u32>, Tally>, year: Option<u32>) -> Self {
        let near = match year {
            Some(year) => Some(year.saturating_sub(YEARS))..=Some(year + YEARS),
            None => None..=None,
        };
        let mut sum = Tally::default();
        for (_, tally) in years.range(near) {
            sum.games += tally.games;
            sum.results += tally.results;
            for (sum, komi) in sum.komi.iter_mut().zip(&tally.komi) {
                for (&komi, have) in komi {
                    *sum.entry(komi).or_default() += have;
                }
            }
        }
        let all_komi = sum.komi.iter().flatten();
        let large = all_komi.clone().filter(|(komi, _)| is_large(**komi));
        Self {
            games: sum.games,
            results: sum.results,
            with_komi: all_komi.map(|(_, games)| games).sum(),
            with_absurd_komi: large.map(|(_, games)| games).sum(),
            komi: sum.komi.each_ref().map(|komi| usual_komi(komi, year)),
        }
    }

    /// Returns the usual komi for a game, if there is one, and a phrase that says how many games
    /// have it. A handicap game is compared only with handicap games, and an even game only with
    /// even games.
    pub(super) fn komi_for(&self, game: &AuditedGame) -> Option<&(Points, String)> {
        self.komi[usize::from(game.has_handicap)].as_ref()
    }

    /// Returns a phrase about a header that a game lacks, if nearly all other games have it. `have`
    /// is the number of games that have it. The limit is strict, because on Go servers more than
    /// one game in a hundred remains unfinished and so has no result.
    pub(super) fn lacks(&self, header: &str, have: usize) -> Option<String> {
        let others = self.games - 1;
        let lack = others - have;
        (others >= FEWEST && lack <= (others / 10).min(1 + others / 100)).then(|| {
            format!("no {header} is recorded, but {have} of {others} other games here have one")
        })
    }

    /// Returns whether a komi is absurdly large and no other game has an absurdly large komi.
    pub(super) fn is_absurd(&self, komi: Points) -> bool {
        is_large(komi) && self.with_absurd_komi <= 1
    }
}

/// Returns the usual komi, if there is one, and a phrase that says how many games have it. `komi`
/// contains the number of games with each komi.
fn usual_komi(komi: &BTreeMap<Points, usize>, year: Option<u32>) -> Option<(Points, String)> {
    let (usual, have) = komi.iter().max_by_key(|(_, have)| **have)?;
    let all: usize = komi.values().sum();
    let years = year.map_or(String::new(), |year| {
        format!(" from {} to {}", year.saturating_sub(YEARS), year + YEARS)
    });
    (all >= FEWEST && have * 100 >= all * USUAL).then(|| {
        let words = format!("komi {usual}, which {have} of {all} games here{years} have");
        (*usual, words)
    })
}
