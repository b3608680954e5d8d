//! What a run is held against: counts, and every mismatch that is known.
//!
//! A baseline is text for a repository: sorted, a line a mismatch, so that its diff is a review of what changed. Lines
//! are CSV; the first field says what a line is, and lines that begin with `#` are comments.

mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde::Serialize;

pub use text::Damage;

use super::Row;
use crate::run::Figures;
use crate::score::{Outcome, Points};

/// How an answer differs from the label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Mismatch {
    /// How the margins compare; `None` where there is no answer.
    pub outcome: Option<Outcome>,
    /// The margin minus the label's; nothing where there is no answer.
    pub delta: Points,
    /// Points with another owner than on the label's map; `None` without a map.
    pub map_diff: Option<u32>,
}

impl Mismatch {
    /// Whether it is none.
    pub(super) fn is_none(&self) -> bool {
        self.is_exact() && self.map_diff.unwrap_or_default() == 0
    }

    /// Whether the margin is the label's.
    pub(super) fn is_exact(&self) -> bool {
        self.outcome == Some(Outcome::Exact)
    }

    /// Whether it is worse than `known` in any respect: the winner, the size of the error, the map.
    #[must_use]
    pub fn is_worse_than(&self, known: &Self) -> bool {
        // no answer is worse than any
        (self.outcome.is_none(), self.outcome) > (known.outcome.is_none(), known.outcome)
            || self.delta.abs() > known.delta.abs()
            || self.map_diff.unwrap_or_default() > known.map_diff.unwrap_or_default()
    }

    /// For a person: `off by +2, 4 points of the map`.
    #[must_use]
    pub fn words(&self) -> String {
        let margin = match self.outcome {
            None => return "no answer".to_owned(),
            Some(Outcome::Exact) => "right margin".to_owned(),
            Some(Outcome::Winner) => format!("off by {}", self.delta.signed()),
            Some(Outcome::Wrong) => format!("off by {}, wrong winner", self.delta.signed()),
        };
        match self.map_diff {
            None => margin,
            Some(points) => format!("{margin}, {points} points of the map"),
        }
    }
}

/// What is counted of a strategy, over all counted games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Known {
    /// Games.
    pub games: u64,
    /// Those with the label's margin.
    pub exact: u64,
    /// Those with the label's winner.
    pub winner: u64,
    /// Games with a map.
    pub maps: u64,
    /// Those whose map is the label's.
    pub maps_exact: u64,
}

/// What a run is held against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Baseline {
    /// The version of the program that made the run.
    pub version: String,
    /// The run's signature.
    pub signature: String,
    /// The digest of its counted games, their labels and dead stones.
    pub corpus: String,
    /// Games, evaluated or not.
    pub games: u64,
    /// Games that were evaluated.
    pub evaluated: u64,
    /// By name.
    pub strategies: BTreeMap<String, Known>,
    /// By game and strategy.
    pub mismatches: BTreeMap<(String, String), Mismatch>,
}

impl Baseline {
    /// The baseline that a run is. `mismatches` are the rows of `mismatches.csv`; those that are not counted are left
    /// out.
    #[must_use]
    pub fn of(figures: &Figures, mismatches: &[Row]) -> Self {
        let mismatch = |row: &Row| Some(((row.game.clone(), row.strategy.clone()), row.mismatch()?));
        Self {
            version: figures.version.clone(),
            signature: figures.signature.clone(),
            corpus: figures.corpus.clone(),
            games: figures.games,
            evaluated: figures.evaluated,
            strategies: known(figures),
            mismatches: mismatches.iter().filter(|row| row.is_counted()).filter_map(mismatch).collect(),
        }
    }

    /// What of `self` another baseline would change, as lines with `-`, `+` or `~` at their beginning.
    #[must_use]
    pub fn difference(&self, new: &Self) -> BaselineDifference {
        let mut text = String::new();
        let mut header = |name: &str, old: &str, new: &str| {
            if old != new {
                let _ = writeln!(text, "- {name} {old}\n+ {name} {new}");
            }
        };
        header("version", &self.version, &new.version);
        header("signature", &self.signature, &new.signature);
        header("corpus", &self.corpus, &new.corpus);
        header("games", &self.games.to_string(), &new.games.to_string());
        header("evaluated", &self.evaluated.to_string(), &new.evaluated.to_string());
        let names: BTreeSet<&String> = self.strategies.keys().chain(new.strategies.keys()).collect();
        for name in names {
            let counts =
                |known: &Known| format!("{} games, {} exact, {} maps", known.games, known.exact, known.maps_exact);
            let texts = [self, new].map(|baseline| baseline.strategies.get(name).map(counts));
            line(&mut text, name, texts);
        }
        let keys: BTreeSet<&(String, String)> = self.mismatches.keys().chain(new.mismatches.keys()).collect();
        let (mut added, mut gone, mut changed) = (0, 0, 0);
        for key in keys {
            let pair = [self, new].map(|baseline| baseline.mismatches.get(key));
            match pair {
                [None, Some(_)] => added += 1,
                [Some(_), None] => gone += 1,
                [before, now] => changed += u64::from(before != now),
            }
            line(&mut text, &format!("{} {}", key.0, key.1), pair.map(|mismatch| mismatch.map(Mismatch::words)));
        }
        BaselineDifference { text, added, gone, changed }
    }
}

/// What accepting a run would change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaselineDifference {
    /// A line for each difference; empty where there is none.
    pub text: String,
    /// Mismatches that are not yet known.
    pub added: u64,
    /// Known mismatches that are no more.
    pub gone: u64,
    /// Known mismatches that are other ones now.
    pub changed: u64,
}

fn line(text: &mut String, name: &str, [old, new]: [Option<String>; 2]) {
    let _ = match (old, new) {
        (Some(old), None) => writeln!(text, "- {name}: {old}"),
        (None, Some(new)) => writeln!(text, "+ {name}: {new}"),
        (Some(old), Some(new)) if old != new => writeln!(text, "~ {name}: {old} -> {new}"),
        _ => Ok(()),
    };
}

/// The strategies' counts over all counted games.
pub(super) fn known(figures: &Figures) -> BTreeMap<String, Known> {
    let mut strategies: BTreeMap<String, Known> =
        figures.strategies.iter().map(|name| (name.clone(), Known::default())).collect();
    for strategy in figures.by_method().flat_map(|stratum| &stratum.strategies) {
        let known = strategies.entry(strategy.strategy.clone()).or_default();
        known.games = known.games.saturating_add(strategy.games);
        known.exact = known.exact.saturating_add(strategy.exact);
        known.winner = known.winner.saturating_add(strategy.winner);
        known.maps = known.maps.saturating_add(strategy.maps);
        known.maps_exact = known.maps_exact.saturating_add(strategy.maps_exact);
    }
    strategies
}

#[cfg(test)]
mod tests {
    use super::*;

    fn off(outcome: Outcome, delta: &str, map_diff: Option<u32>) -> Mismatch {
        Mismatch { outcome: Some(outcome), delta: Points::parse(delta).unwrap(), map_diff }
    }

    #[test]
    fn worse_is_worse_in_any_respect() {
        let known = off(Outcome::Winner, "-2", Some(2));
        for (mismatch, worse) in [
            (off(Outcome::Winner, "2", Some(2)), false),
            (off(Outcome::Winner, "1", Some(1)), false),
            (off(Outcome::Winner, "-3", Some(1)), true),
            (off(Outcome::Wrong, "-1", Some(1)), true),
            (off(Outcome::Exact, "0", Some(4)), true),
            (Mismatch { outcome: None, ..off(Outcome::Exact, "0", None) }, true),
        ] {
            assert_eq!(mismatch.is_worse_than(&known), worse, "{mismatch:?}");
        }
    }
}
