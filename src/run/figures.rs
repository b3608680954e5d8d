//! The figures of a run as plain data: the contents of its tables, its verdicts and `run.json`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::{Deserialize, Serialize};

use super::WeakStratum;
use super::tally::{DeadTally, Tally};
use crate::external::NoAnswer;
use crate::game::SekiEyes;
use crate::stats::{Pair, share, wilson};
use crate::territory::strategy;

/// The stratum of the headline figures: territory games, except those with a contradictory label.
pub(crate) const ALL: &str = "all";

/// Returns whether `name` isn't the name of a built-in strategy. It is then the name of an external
/// scorer, or of a new strategy in the calling program. A scorer can't have the name of a built-in
/// strategy.
pub(crate) fn is_external(name: &str) -> bool {
    strategy(name).is_none()
}

/// The figures of a run, made by [`super::Summary::figures`] or read from `run.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Figures {
    /// The version of the program that made the figures.
    pub(crate) version: String,
    /// The headline's signature, with `*` for the strategy.
    pub signature: String,
    /// The SHA-256 over all counted games, whatever their rules. It covers their names (including
    /// their archives), contents, labels and dead stones.
    pub(crate) corpus: String,
    /// The SHA-256 over the counted games where the label has a map and the answer has none, for
    /// each strategy with such games.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) without_map: BTreeMap<String, String>,
    /// The strategies, in the order of [`crate::game::Options::strategies`], then the external
    /// scorers.
    pub strategies: Vec<String>,
    /// The number of counted games that an external scorer has no answer for, by scorer and reason.
    pub(crate) no_answers: BTreeMap<String, BTreeMap<String, u64>>,
    /// For each external scorer, the number of answers that do not give the whole result.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) not_whole: BTreeMap<String, u64>,
    /// The first game without an answer, by scorer.
    pub(crate) first_no_answers: BTreeMap<String, NoAnswerExample>,
    /// The number of games, evaluated or skipped, plus the number of files without a game.
    pub games: u64,
    /// The number of games that were evaluated.
    pub evaluated: u64,
    /// The number of skipped games, by reason.
    pub skipped: BTreeMap<String, u64>,
    /// The number of evaluated games, by the result of the label check.
    pub label_checks: BTreeMap<String, u64>,
    /// The strata by name; `ALL` exists even without games.
    pub strata: BTreeMap<String, StratumFigures>,
    /// For each strategy, the strata where it is exact significantly less often than in the other
    /// territory games, weakest first.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) weak: BTreeMap<String, Vec<WeakStratum>>,
    /// The seed of the playouts.
    pub(crate) seed: u64,
    /// The comparison of every pair of strategies, on the games in [`ALL`] that both evaluated.
    pub(crate) pairwise: Vec<PairFigures>,
}

/// A game that an external scorer has no answer for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct NoAnswerExample {
    /// The name of the game.
    pub(crate) game: String,
    /// The reason; it may have several lines.
    pub(crate) why: String,
}

impl fmt::Display for NoAnswerExample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the first is {}: {}", self.game, self.why)
    }
}

/// The figures of a stratum.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StratumFigures {
    /// The number of games.
    pub games: u64,
    /// The SHA-256 over these games.
    pub(crate) corpus: String,
    /// The figures of each strategy, in the order of [`Figures::strategies`].
    pub strategies: Vec<StrategyFigures>,
    /// The agreement of other sources of dead stones with the labels.
    pub(crate) dead: Vec<DeadFigures>,
}

/// A row in `dead.csv`: the agreement of a source of dead stones with the labels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct DeadFigures {
    /// The source of the dead stones, such as `engine(GNU Go 3.8)` or `none`.
    pub(crate) source: String,
    /// The source of the labels' dead stones: `marks` or `labels`.
    pub(crate) label: String,
    /// The counts of games and stones.
    #[serde(flatten)]
    pub(crate) tally: DeadTally,
    /// The signature of the stratum, with `*` for the strategy.
    pub(crate) signature: String,
}

/// A row in `summary.csv`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)] // named after the columns of `summary.csv`, which docs/files.md describes
#[non_exhaustive]
pub struct StrategyFigures {
    pub strategy: String,
    pub games: u64,
    pub exact: u64,
    pub exact_rate: Option<f64>,
    pub(crate) exact_interval: (f64, f64),
    pub(crate) winner: u64,
    pub(crate) winner_rate: Option<f64>,
    pub(crate) winner_interval: (f64, f64),
    pub(crate) mae: Option<f64>,
    pub(crate) bias: Option<f64>,
    pub(crate) maps: u64,
    pub(crate) maps_exact: u64,
    pub(crate) points_wrong: u64,
    pub(crate) seki_precision: Option<f64>,
    pub(crate) seki_recall: Option<f64>,
    pub(crate) seki_f1: Option<f64>,
    pub(crate) signature: String,
    pub(crate) eyes_games: u64,
    pub(crate) eyes: SekiEyes,
    /// The number of answers whose margin and map contradict each other.
    #[serde(default)]
    pub(crate) contradictory: u64,
    /// The number of answers that name only the winner. They do not count in `exact_rate`, `mae` or
    /// `bias`.
    #[serde(default)]
    pub(crate) only_winner: u64,
    /// The number of these answers with the label's winner.
    #[serde(default)]
    pub(crate) right_winners: u64,
}

/// A row in `pairwise.csv`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct PairFigures {
    /// The name of the first strategy.
    pub(crate) a: String,
    /// The name of the second strategy.
    pub(crate) b: String,
    /// The comparison of the two.
    #[serde(flatten)]
    pub(crate) pair: Pair,
    /// The number of comparisons that Holm's correction covers.
    pub(crate) family: u64,
    /// The signature, which includes the size of the family.
    pub(crate) signature: String,
}

impl PairFigures {
    /// Returns whether one of the two is an external scorer. Such pairs form one family for Holm's
    /// correction, and the remaining pairs form another. Otherwise, every strategy that runs
    /// alongside a scorer would weaken the scorer's comparisons.
    pub(crate) fn has_scorer(&self) -> bool {
        is_external(&self.a) || is_external(&self.b)
    }
}

impl Figures {
    /// Returns the figures of the headline stratum.
    ///
    /// # Panics
    /// If the stratum is missing. `Self::is_whole` checks that it exists.
    pub fn all(&self) -> &StratumFigures {
        &self.strata[ALL]
    }

    /// Returns whether every stratum has every strategy and all counts are possible. Edited or
    /// damaged figures may fail this check.
    pub(crate) fn is_whole(&self) -> bool {
        let distinct: BTreeSet<&String> = self.strategies.iter().collect();
        let mut is_whole = distinct.len() == self.strategies.len() && self.strata.contains_key(ALL);
        for stratum in self.strata.values() {
            let names = stratum.strategies.iter().map(|one| &one.strategy);
            is_whole &= names.eq(&self.strategies);
            for one in &stratum.strategies {
                is_whole &= one.winner.checked_sub(one.right_winners) >= Some(one.exact)
                    && one.games.checked_sub(one.only_winner) >= Some(one.exact)
                    && one.winner <= one.games
                    && one.games <= self.evaluated
                    && one.maps_exact <= one.maps;
            }
        }
        is_whole
            && self.evaluated <= self.games
            && sum(&self.skipped) == Some(self.games - self.evaluated)
            && sum(&self.label_checks) == Some(self.evaluated)
    }

    /// Returns the share of games that were skipped.
    pub(crate) fn skip_rate(&self) -> f64 {
        skip_rate(self.games, self.evaluated)
    }

    /// Returns the number of counted games, that is, evaluated games without a contradictory label.
    pub(crate) fn counted(&self) -> u64 {
        self.by_method()
            .fold(0, |sum, stratum| sum.saturating_add(stratum.games))
    }

    /// Returns the names of the external scorers.
    pub(crate) fn scorers(&self) -> impl Iterator<Item = &String> {
        self.strategies.iter().filter(|name| is_external(name))
    }

    /// Returns the external scorers, each with the number of counted games that it has no answer
    /// for.
    pub(crate) fn unanswered(&self) -> impl Iterator<Item = (&str, u64)> {
        let scorers = self.no_answers.iter();
        scorers.map(|(name, reasons)| (name.as_str(), reasons.values().sum()))
    }

    /// Returns the external scorers that were abandoned, each with the number of games that it was
    /// not asked about.
    pub(crate) fn given_up(&self) -> impl Iterator<Item = (&str, u64)> {
        self.no_answers.iter().filter_map(|(name, reasons)| {
            let games = reasons.get(NoAnswer::GivenUp.name())?;
            Some((name.as_str(), *games))
        })
    }

    /// Returns the strata of the territory games and of the area games.
    pub(crate) fn by_method(&self) -> impl Iterator<Item = &StratumFigures> {
        self.strata
            .iter()
            .filter(|(name, _)| name.starts_with("method="))
            .map(|(_, stratum)| stratum)
    }
}

/// Returns the sum of counts; `None` if it is too large.
fn sum(counts: &BTreeMap<String, u64>) -> Option<u64> {
    let mut counts = counts.values();
    counts.try_fold(0, |sum: u64, &count| sum.checked_add(count))
}

/// Returns the share of `games` that were skipped.
pub(super) fn skip_rate(games: u64, evaluated: u64) -> f64 {
    share(games - evaluated, games).unwrap_or_default()
}

impl StrategyFigures {
    /// Returns the figures for one strategy's tally.
    pub(super) fn new(strategy: &str, tally: &Tally, signature: String) -> Self {
        Self {
            strategy: strategy.to_owned(),
            games: tally.games,
            exact: tally.exact,
            exact_rate: share(tally.exact, tally.margins()),
            exact_interval: wilson(tally.exact, tally.margins()),
            winner: tally.winner,
            winner_rate: share(tally.winner, tally.games),
            winner_interval: wilson(tally.winner, tally.games),
            mae: tally.mean(tally.delta_sizes),
            bias: tally.mean(tally.deltas),
            maps: tally.maps,
            maps_exact: tally.maps_exact,
            points_wrong: tally.points_wrong,
            seki_precision: tally.seki.precision(),
            seki_recall: tally.seki.recall(),
            seki_f1: tally.seki.f1(),
            signature,
            eyes_games: tally.with_owners,
            eyes: tally.eyes,
            contradictory: tally.contradictory,
            only_winner: tally.only_winner,
            right_winners: tally.right_winners,
        }
    }

    /// Returns the number of games where the answer has a margin.
    pub(crate) fn margins(&self) -> u64 {
        self.games - self.only_winner
    }
}
