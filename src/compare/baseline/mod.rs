//! Baselines, with which later runs are compared: counts, and every known mismatch.
//!
//! A baseline is a text file for a repository: sorted, with one line per mismatch, so that its diff is a review of the
//! changes. Its lines are CSV; the first field is the type of the line, and lines that begin with `#` are comments.

mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde::Serialize;

pub use text::Damage;

use super::Row;
use crate::outcome::Outcome;
use crate::pipeline::Figures;
use crate::rules::Points;

/// The difference between an answer and the label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Mismatch {
    /// The comparison of the margins; `None` if there is no answer.
    pub outcome: Option<Outcome>,
    /// The margin minus the label's; 0 if there is no answer.
    pub delta: Points,
    /// The number of points whose owner differs from the label's map; `None` without a map.
    pub map_diff: Option<u32>,
}

impl Mismatch {
    /// Returns whether the answer agrees with the label, so that there is no mismatch.
    pub(super) fn is_none(&self) -> bool {
        self.is_exact() && self.map_diff.unwrap_or_default() == 0
    }

    /// Returns whether the margin equals the label's.
    pub(super) fn is_exact(&self) -> bool {
        self.outcome == Some(Outcome::Exact)
    }

    /// Returns whether the mismatch is worse than `known` in any respect: the winner, the size of the error, or the
    /// map.
    #[must_use]
    pub fn is_worse_than(&self, known: &Self) -> bool {
        // a missing answer is worse than any answer
        (self.outcome.is_none(), self.outcome) > (known.outcome.is_none(), known.outcome)
            || self.delta.abs() > known.delta.abs()
            || self.map_diff.unwrap_or_default() > known.map_diff.unwrap_or_default()
    }

    /// Describes the mismatch for the user, such as `off by +2, 4 points of the map`.
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

/// The counts of a strategy over all counted games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Known {
    /// The number of games.
    pub games: u64,
    /// The number of games with the label's margin.
    pub exact: u64,
    /// The number of games with the label's winner.
    pub winner: u64,
    /// The number of games with a map.
    pub maps: u64,
    /// The number of games whose map equals the label's.
    pub maps_exact: u64,
}

/// A baseline, with which later runs are compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Baseline {
    /// The version of the program that made the run.
    pub version: String,
    /// The signature of the run.
    pub signature: String,
    /// The digest of the run's counted games, with their labels and dead stones.
    pub corpus: String,
    /// The number of games, evaluated or not.
    pub games: u64,
    /// The number of evaluated games.
    pub evaluated: u64,
    /// The counts of each strategy, by name.
    pub strategies: BTreeMap<String, Known>,
    /// The known mismatches, by game and strategy.
    pub mismatches: BTreeMap<(String, String), Mismatch>,
}

impl Baseline {
    /// Returns the baseline of a run. `mismatches` are the rows of its `mismatches.csv`; rows of games that are not
    /// counted are left out.
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

    /// Returns the changes from `self` to the baseline `new`, as lines that begin with `-`, `+` or `~`.
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

/// The changes that accepting a run would make to its baseline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaselineDifference {
    /// One line for each value or mismatch that differs; empty if nothing does. A changed value of the header takes two
    /// lines.
    pub text: String,
    /// The number of mismatches that are not yet known.
    pub added: u64,
    /// The number of known mismatches that no longer occur.
    pub gone: u64,
    /// The number of known mismatches that differ now.
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

/// Returns the counts of each strategy over all counted games.
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
