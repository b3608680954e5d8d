//! What a run found, as plain values: all that a table or a verdict needs, and what `run.json` holds.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::stats::{Pair, Tally};

/// The stratum of the headline figures: territory games with a label that does not contradict itself.
pub const ALL: &str = "all";

/// The figures of a run. They are made by [`super::Summary::figures`], or read from `run.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// The version of the program that made them.
    pub version: String,
    /// The headline's signature, with `*` for the strategy.
    pub signature: String,
    /// The SHA-256 over all counted games, whatever their rules: their names, content, labels and dead stones.
    pub corpus: String,
    /// The strategies, the reference first.
    pub strategies: Vec<String>,
    /// Evaluated games to which a scorer from outside has no answer, by scorer and reason.
    #[serde(default)]
    pub no_answers: BTreeMap<String, BTreeMap<String, u64>>,
    /// Games, evaluated or not, and files without one.
    pub games: u64,
    /// Games that were evaluated.
    pub evaluated: u64,
    /// Games that were left out, by reason.
    pub skipped: BTreeMap<String, u64>,
    /// Evaluated games by what became of the check of their labels.
    pub label_checks: BTreeMap<String, u64>,
    /// By name; [`ALL`] is there even where it has no games.
    pub strata: BTreeMap<String, StratumFigures>,
    /// The seed of the bootstrap intervals.
    pub seed: u64,
    /// Every two strategies, on the games of [`ALL`] that both evaluated.
    pub pairwise: Vec<PairFigures>,
}

/// The figures of the games that have something in common.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StratumFigures {
    /// Games.
    pub games: u64,
    /// The SHA-256 over them.
    pub corpus: String,
    /// In the order of [`Figures::strategies`].
    pub strategies: Vec<StrategyFigures>,
}

/// A row of `summary.csv`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)] // what each means is in `report::MEASURES`, which the user can list
pub struct StrategyFigures {
    pub strategy: String,
    pub games: u64,
    pub exact: u64,
    pub exact_rate: Option<f64>,
    pub exact_interval: (f64, f64),
    pub winner: u64,
    pub winner_rate: Option<f64>,
    pub winner_interval: (f64, f64),
    pub mae: Option<f64>,
    pub bias: Option<f64>,
    pub maps: u64,
    pub maps_exact: u64,
    pub points_wrong: u64,
    pub seki_precision: Option<f64>,
    pub seki_recall: Option<f64>,
    pub seki_f1: Option<f64>,
    pub signature: String,
}

/// A row of `pairwise.csv`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairFigures {
    /// The one.
    pub a: String,
    /// The other.
    pub b: String,
    /// How they compare.
    #[serde(flatten)]
    pub pair: Pair,
}

impl Figures {
    /// The headline stratum.
    ///
    /// # Panics
    /// When it is missing, which [`Self::is_whole`] excludes.
    #[must_use]
    pub fn all(&self) -> &StratumFigures {
        &self.strata[ALL]
    }

    /// Whether every stratum has every strategy and the counts can be, as in figures that were not tampered with.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        let whole = |stratum: &StratumFigures| {
            stratum.strategies.iter().map(|figures| &figures.strategy).eq(self.strategies.iter())
        };
        let distinct = self.strategies.iter().collect::<BTreeSet<_>>().len() == self.strategies.len();
        let figures = self.strata.values().flat_map(|stratum| &stratum.strategies);
        let add_up = |one: &StrategyFigures| {
            one.exact <= one.winner
                && one.winner <= one.games
                && one.games <= self.evaluated
                && one.maps_exact <= one.maps
        };
        self.strata.contains_key(ALL)
            && self.strata.values().all(whole)
            && distinct
            && figures.clone().all(add_up)
            && self.evaluated <= self.games
    }

    /// The share of games that were left out.
    #[must_use]
    pub fn skip_rate(&self) -> f64 {
        skip_rate(self.games, self.evaluated)
    }

    /// Games whose labels were used: all evaluated ones but those with a label that contradicts itself.
    #[must_use]
    pub fn counted(&self) -> u64 {
        self.by_method().fold(0, |sum, stratum| sum.saturating_add(stratum.games))
    }

    /// Territory games and area games.
    pub fn by_method(&self) -> impl Iterator<Item = &StratumFigures> {
        self.strata.iter().filter(|(name, _)| name.starts_with("method=")).map(|(_, stratum)| stratum)
    }
}

/// The share of `games` that were left out.
#[must_use]
#[allow(clippy::cast_precision_loss)] // games are fewer than 2^52
pub(super) fn skip_rate(games: u64, evaluated: u64) -> f64 {
    if games == 0 { 0.0 } else { (games - evaluated) as f64 / games as f64 }
}

impl StrategyFigures {
    pub(super) fn new(strategy: &str, tally: &Tally, signature: String) -> Self {
        Self {
            strategy: strategy.to_owned(),
            games: tally.games,
            exact: tally.exact,
            exact_rate: tally.exact_rate(),
            exact_interval: tally.exact_interval(),
            winner: tally.winner,
            winner_rate: tally.winner_rate(),
            winner_interval: tally.winner_interval(),
            mae: tally.mean_absolute_error(),
            bias: tally.bias(),
            maps: tally.maps,
            maps_exact: tally.maps_exact,
            points_wrong: tally.points_wrong,
            seki_precision: tally.seki.precision(),
            seki_recall: tally.seki.recall(),
            seki_f1: tally.seki.f1(),
            signature,
        }
    }
}
