//! Decides whether a run is worse than its baseline.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use serde::Serialize;

use super::verdict::verdict;
use super::violation::violations;
use super::{Baseline, Change, StrategyVerdict, Thresholds, Violation};
use crate::pipeline::Figures;
use crate::run::SavedRow;
use crate::stats::holm;
use crate::territory::strategy;

/// The gate's verdict on a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Judgement {
    /// Whether the run passes.
    pub passed: bool,
    /// The reasons why the run fails.
    #[serde(rename = "objections")]
    pub violations: Vec<Violation>,
    /// Whether the run needs to be accepted as the new baseline to record fixed or changed mismatches, or new
    /// strategies.
    pub accept: bool,
    /// The limits that were applied.
    pub thresholds: Thresholds,
    /// The strategies of the baseline and the run, by name.
    pub strategies: Vec<StrategyVerdict>,
    /// The mismatches that differ from the baseline: first new or worse mismatches, the most severe first, then the
    /// others by kind, game and strategy.
    pub changes: Vec<Change>,
}

/// An error: the run and the baseline have different games, labels or dead stones.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the run can't be compared with the baseline: {}", .0.join("; "))]
#[non_exhaustive]
pub struct Incomparable(Vec<String>);

impl Incomparable {
    /// Returns the error for a run whose corpus differs from the baseline's.
    fn of(baseline: &Baseline, run: &Baseline) -> Self {
        let mut differences = Vec::new();
        if (baseline.games, baseline.evaluated) != (run.games, run.evaluated) {
            differences.push(format!(
                "the games have changed: {} of {} were evaluated; in the baseline, {} of {}",
                run.evaluated, run.games, baseline.evaluated, baseline.games
            ));
        }
        for (key, what) in [("dead:", "dead stones"), ("label:", "labels")] {
            let part = |signature: &str| -> String {
                signature.split('|').find_map(|part| part.strip_prefix(key)).unwrap_or_default().to_owned()
            };
            let [now, before] = [&run.signature, &baseline.signature].map(|signature| part(signature));
            if now != before {
                differences.push(format!("the {what} come from {now}; in the baseline, they come from {before}"));
            }
        }
        if differences.is_empty() {
            let words = "the number of evaluated games is the same, but some games, their names, labels or dead \
                         stones differ from the baseline";
            differences.push(words.to_owned());
        }
        Self(differences)
    }
}

/// Compares a run with a baseline. `now` is the baseline that would result from accepting the run, and `rows` has the
/// rows of the run's `mismatches.csv`.
///
/// # Errors
/// If the counted games, their labels or their dead stones differ, or if the changes do not add up to the counts.
pub fn judge(
    baseline: &Baseline,
    now: &Baseline,
    figures: &Figures,
    rows: &[SavedRow],
    thresholds: Thresholds,
) -> Result<Judgement, Incomparable> {
    if baseline.corpus != now.corpus {
        return Err(Incomparable::of(baseline, now));
    }
    // list no changes for a scorer that never answered: a list of all games would hide the cause
    let in_both = |name: &String| {
        baseline.strategies.contains_key(name) && now.strategies.get(name).is_some_and(|counts| counts.games > 0)
    };
    let mut changes = baseline.changes(now, rows);
    changes.retain(|change| in_both(&change.strategy));
    // the sort is stable: games with equal mismatches stay sorted by name
    let severity = |change: &Change| Reverse(change.now.filter(|_| change.kind.is_bad()).map(|now| now.severity()));
    changes.sort_by_cached_key(|change| (!change.kind.is_bad(), severity(change), change.kind));
    // in a run with only scorers, nothing else is judged
    let is_judged =
        |name: &&String| strategy(name).is_none() || now.strategies.keys().any(|now| strategy(now).is_some());
    let names: BTreeSet<&String> = baseline.strategies.keys().chain(now.strategies.keys()).filter(is_judged).collect();
    let mut strategies: Vec<StrategyVerdict> =
        names.into_iter().map(|name| verdict(name, baseline, now, &changes)).collect();
    let mut compared: Vec<&mut StrategyVerdict> =
        strategies.iter_mut().filter(|verdict| verdict.before.is_some() && verdict.now.is_some()).collect();
    let p: Vec<f64> = compared.iter().map(|verdict| verdict.holm_p).collect();
    for (verdict, p) in compared.iter_mut().zip(holm(&p)) {
        verdict.holm_p = p;
    }
    if let Some(contradiction) = strategies.iter().find_map(StrategyVerdict::contradiction) {
        return Err(Incomparable(vec![contradiction]));
    }
    let violations = violations(&strategies, figures, &thresholds);
    if violations.is_empty() && strategies.iter().all(|verdict| verdict.before.is_none()) {
        let [known, new] = [baseline, now].map(|run| run.strategies.keys().cloned().collect::<Vec<_>>().join(", "));
        return Err(Incomparable(vec![format!("the baseline has only {known}, and the run only {new}")]));
    }
    let accept = strategies.iter().any(|verdict| verdict.before.is_none() || verdict.fixed + verdict.changed > 0);
    Ok(Judgement { passed: violations.is_empty(), violations, accept, thresholds, strategies, changes })
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
