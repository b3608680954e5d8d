//! Decides whether a run is worse than its baseline.

use std::collections::BTreeSet;

use serde::Serialize;

use super::change::{Change, changes};
use super::thresholds::Thresholds;
use super::verdict::{StrategyVerdict, verdict};
use super::violation::{Violation, violations};
use crate::compare::baseline::counts;
use crate::compare::{Baseline, SavedRow, StrategyCounts};
use crate::outcome::Outcome;
use crate::pipeline::Figures;
use crate::stats::holm;

/// The gate's verdict on a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judgement {
    /// Whether the run passes.
    pub passed: bool,
    /// The reasons why the run fails.
    #[serde(rename = "objections")]
    pub violations: Vec<Violation>,
    /// Whether the baseline needs to be accepted again to record fixed or changed mismatches, or new strategies.
    pub accept: bool,
    /// The limits that were applied.
    pub thresholds: Thresholds,
    /// The strategies of the baseline and the run, by name.
    pub strategies: Vec<StrategyVerdict>,
    /// The mismatches that differ from the baseline: first those that are new or worse, the most severe ones first, then
    /// the others by kind, game and strategy.
    pub changes: Vec<Change>,
}

/// An error: the run and the baseline are about different games, labels or dead stones.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the run can't be compared with the baseline: {}", .0.join("; "))]
pub struct Incomparable(Vec<String>);

impl Incomparable {
    /// Returns what differs between a baseline and a run with another corpus.
    fn of(baseline: &Baseline, figures: &Figures) -> Self {
        let mut differences = Vec::new();
        if (baseline.games, baseline.evaluated) != (figures.games, figures.evaluated) {
            differences.push(format!(
                "the games have changed: {} of {} were evaluated, in the baseline {} of {}",
                figures.evaluated, figures.games, baseline.evaluated, baseline.games
            ));
        }
        for (key, what) in [("dead:", "dead stones"), ("label:", "labels")] {
            let part = |signature: &str| -> String {
                signature.split('|').find_map(|part| part.strip_prefix(key)).unwrap_or_default().to_owned()
            };
            let [now, before] = [&figures.signature, &baseline.signature].map(|signature| part(signature));
            if now != before {
                differences.push(format!("the {what} are from {now}, in the baseline from {before}"));
            }
        }
        if differences.is_empty() {
            let words = "as many games as in the baseline were evaluated, but some, their labels or their dead stones \
                         are others";
            differences.push(words.to_owned());
        }
        Self(differences)
    }
}

/// Compares a run, given its figures and the rows of its `mismatches.csv`, with a baseline.
///
/// # Errors
/// If the counted games, their labels or their dead stones differ.
pub fn judge(
    baseline: &Baseline,
    figures: &Figures,
    mismatches: &[SavedRow],
    thresholds: Thresholds,
) -> Result<Judgement, Incomparable> {
    if baseline.corpus != figures.corpus {
        return Err(Incomparable::of(baseline, figures));
    }
    let strategies = counts(figures);
    let changes = changes(baseline, &strategies, mismatches);
    let mut verdicts: Vec<StrategyVerdict> = baseline
        .strategies
        .keys()
        .chain(strategies.keys())
        .collect::<BTreeSet<_>>()
        .into_iter()
        .map(|name| verdict(name, baseline, &strategies, &changes))
        .collect();
    let mut compared: Vec<&mut StrategyVerdict> =
        verdicts.iter_mut().filter(|verdict| verdict.before.is_some() && verdict.now.is_some()).collect();
    let p: Vec<f64> = compared.iter().map(|verdict| verdict.holm_p).collect();
    for (verdict, p) in compared.iter_mut().zip(holm(&p)) {
        verdict.holm_p = p;
    }
    let violations = violations(&verdicts, figures, &thresholds);
    let accept = verdicts.iter().any(|verdict| verdict.before.is_none() || verdict.fixed + verdict.changed > 0);
    Ok(Judgement { passed: violations.is_empty(), violations, accept, thresholds, strategies: verdicts, changes })
}

/// Checks that the rows of `mismatches.csv` agree with the figures: a run that was partly overwritten by another, or
/// edited by hand, is no basis for a verdict.
///
/// # Errors
/// If the numbers of mismatches differ; the message says for which strategy.
pub fn check_rows(figures: &Figures, rows: &[SavedRow]) -> Result<(), String> {
    for (name, known) in counts(figures) {
        let own: Vec<&SavedRow> = rows.iter().filter(|row| row.is_counted() && row.strategy == name).collect();
        let count = |differs: fn(&SavedRow) -> bool| own.iter().filter(|row| differs(row)).count() as u64;
        let inexact = count(|row| row.outcome.is_some_and(|outcome| outcome != Outcome::Exact));
        let wrong = count(|row| row.outcome == Some(Outcome::Wrong));
        let maps = count(|row| row.map_diff.is_some_and(|points| points > 0));
        let StrategyCounts { games, exact, winner, maps: all_maps, maps_exact } = known;
        for (what, of, right, listed) in [
            ("is exact in", games, exact, inexact),
            ("has the right winner in", games, winner, wrong),
            ("has the label's map in", all_maps, maps_exact, maps),
        ] {
            if of.checked_sub(right) != Some(listed) {
                return Err(format!("{name} {what} {right} of {of} games, and {listed} others are listed"));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
