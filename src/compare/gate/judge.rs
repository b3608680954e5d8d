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
    /// The mismatches that differ from the baseline, the worst kinds first, then by game and strategy.
    pub changes: Vec<Change>,
}

/// An error: the run and the baseline are about different games, labels or dead stones.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the baseline was made from other games, labels or dead stones, so the runs cannot be compared\n  \
     baseline: {baseline}\n  run:      {run}"
)]
pub struct Incomparable {
    baseline: String,
    run: String,
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
        let line = |games, evaluated, corpus: &str, signature: &str| {
            let digest = corpus.get(..12).unwrap_or(corpus);
            format!("{evaluated} of {games} games evaluated, all of them {digest}, {signature}")
        };
        let Baseline { games, evaluated, corpus, signature, .. } = baseline;
        return Err(Incomparable {
            baseline: line(*games, *evaluated, corpus, signature),
            run: line(figures.games, figures.evaluated, &figures.corpus, &figures.signature),
        });
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
        let own = rows.iter().filter(|row| row.is_counted() && row.strategy == name);
        let wrong = own.filter(|row| row.outcome.is_some_and(|outcome| outcome != Outcome::Exact)).count() as u64;
        if known.games.checked_sub(known.exact) != Some(wrong) {
            let StrategyCounts { games, exact, .. } = known;
            return Err(format!("{name} is exact in {exact} of {games} games, and {wrong} mismatches are listed"));
        }
    }
    Ok(())
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
