//! Decides whether a run is worse than its baseline.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, HashSet};

use serde::Serialize;

use super::violation::{StrategyResult, violations};
use super::{Baseline, Change, ChangeKind, Thresholds, Violation};
use crate::run::{Figures, GameRow, is_external};
use crate::stats::{holm, mcnemar_exact};

/// The gate's verdict on a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct GateResult {
    /// Whether the run passes.
    pub(crate) passed: bool,
    /// The reasons why the run fails.
    #[serde(rename = "objections")]
    pub(crate) violations: Vec<Violation>,
    /// Whether to accept the run as the new baseline, because it has fixed or changed mismatches or
    /// new strategies.
    pub(crate) accept: bool,
    /// The limits that were applied.
    pub(crate) thresholds: Thresholds,
    /// The strategies in the baseline and in the run, by name.
    pub(crate) strategies: Vec<StrategyResult>,
    /// The mismatches that differ from those in the baseline. New or worse mismatches come first,
    /// with the most severe at the top. The rest are sorted by kind, game and strategy.
    pub(crate) changes: Vec<Change>,
}

/// The reasons why a run can't be compared with the baseline, such as different games or labels.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the run can't be compared with the baseline: {}", .0.join("; "))]
pub(crate) struct Incomparable(Vec<String>);

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
            let [now, before] = [&run.signature, &baseline.signature].map(|signature| {
                let mut parts = signature.split('|');
                parts
                    .find_map(|part| part.strip_prefix(key))
                    .unwrap_or_default()
            });
            if now != before {
                differences.push(format!(
                    "the {what} come from {now}; in the baseline, they come from {before}"
                ));
            }
        }
        differences.extend(renamed(baseline, run));
        if differences.is_empty() {
            let words = "the number of evaluated games is the same, but some games, or their \
                         names, labels or dead stones, differ from the baseline";
            differences.push(words.to_owned());
        }
        Self(differences)
    }
}

/// Returns an example of a mismatch in the baseline whose game has a different path in the run.
fn renamed(baseline: &Baseline, run: &Baseline) -> Option<String> {
    // look up the ends of the names, because comparing all pairs of mismatches would be too slow
    let mut whole = HashSet::new();
    let mut longer = HashMap::new();
    for (now, strategy) in run.mismatches.keys() {
        whole.insert((&**now, strategy));
        for end in ends(now) {
            longer.entry((end, strategy)).or_insert(&**now);
        }
    }
    baseline.mismatches.keys().find_map(|(before, strategy)| {
        let longer = longer.get(&(&**before, strategy)).copied();
        let now = longer.or_else(|| ends(before).find(|end| whole.contains(&(*end, strategy))))?;
        Some(format!(
            "games were renamed: {before} is now {now}; give the paths as you did for the baseline"
        ))
    })
}

/// Returns shorter forms of a name: without its first folder, without its first two, and so on.
fn ends(name: &str) -> impl Iterator<Item = &str> {
    name.match_indices('/').map(|(at, _)| &name[at + 1..])
}

/// Compares a run with a baseline. `now` is the baseline that would result from accepting the run,
/// and `rows` are the rows of the run's `mismatches.csv`.
///
/// # Errors
/// If the counted games, their labels or their dead stones differ, or if the changes do not add up
/// to the counts.
pub(crate) fn check_run(
    baseline: &Baseline,
    now: &Baseline,
    figures: &Figures,
    rows: &[GameRow],
    thresholds: Thresholds,
) -> Result<GateResult, Incomparable> {
    if baseline.corpus != now.corpus {
        return Err(Incomparable::of(baseline, now));
    }
    // for a scorer that never answered, list no changes, because a list of all games would hide the
    // cause
    let mut changes = baseline.changes(now, rows);
    changes.retain(|Change { strategy, .. }| {
        let answers = now.strategies.get(strategy).map(|counts| counts.games);
        baseline.strategies.contains_key(strategy) && answers.is_some_and(|games| games > 0)
    });
    // the sort is stable, so games with equally severe mismatches stay sorted by name
    changes.sort_by_cached_key(|change| {
        let bad = change.now.filter(|_| change.kind.is_bad());
        let severity = Reverse(bad.map(|now| now.severity()));
        (!change.kind.is_bad(), severity, change.kind)
    });
    let mut names: BTreeSet<&String> = baseline
        .strategies
        .keys()
        .chain(now.strategies.keys())
        .collect();
    if now.strategies.keys().all(|name| is_external(name)) {
        // in a run with external scorers only, the baseline's built-in strategies are not judged
        names.retain(|name| is_external(name));
    }
    let mut strategies: Vec<StrategyResult> = names
        .into_iter()
        .map(|name| strategy_result(name, baseline, now, &changes))
        .collect();
    let mut compared: Vec<&mut StrategyResult> = strategies
        .iter_mut()
        .filter(|verdict| verdict.before.is_some() && verdict.now.is_some())
        .collect();
    let p: Vec<f64> = compared.iter().map(|verdict| verdict.holm_p).collect();
    for (verdict, p) in compared.iter_mut().zip(holm(&p)) {
        verdict.holm_p = p;
    }
    if let Some(contradiction) = strategies.iter().find_map(StrategyResult::contradiction) {
        return Err(Incomparable(vec![contradiction]));
    }
    let violations = violations(&strategies, figures, &thresholds);
    if violations.is_empty() && strategies.iter().all(|verdict| verdict.before.is_none()) {
        let [known, new] = [baseline, now].map(|run| {
            let names: Vec<&str> = run.strategies.keys().map(String::as_str).collect();
            names.join(", ")
        });
        return Err(Incomparable(vec![format!(
            "the baseline has only {known}, and the run only {new}"
        )]));
    }
    let accept = strategies
        .iter()
        .any(|verdict| verdict.before.is_none() || verdict.fixed + verdict.changed > 0);
    Ok(GateResult {
        passed: violations.is_empty(),
        violations,
        accept,
        thresholds,
        strategies,
        changes,
    })
}

/// Compares one strategy with its baseline. [`check_run`] corrects the p-value later.
fn strategy_result(
    name: &str,
    baseline: &Baseline,
    now: &Baseline,
    changes: &[Change],
) -> StrategyResult {
    let without_map = now.without_map.get(name);
    let lacking = [baseline, now].map(|baseline| baseline.not_whole.get(name).copied());
    let other_maps = without_map.is_some() && without_map != baseline.without_map.get(name);
    let [before, now] = [baseline, now].map(|baseline| baseline.strategies.get(name).copied());
    let mut verdict = StrategyResult {
        strategy: name.to_owned(),
        before,
        now,
        not_whole: lacking[0].zip(lacking[1]),
        other_maps: other_maps && before.is_some_and(|before| before.maps > 0),
        ..StrategyResult::default()
    };
    for change in changes.iter().filter(|change| change.strategy == name) {
        match change.kind {
            ChangeKind::New => verdict.new += 1,
            ChangeKind::Worse => verdict.worse += 1,
            ChangeKind::Changed => verdict.changed += 1,
            ChangeKind::Fixed => verdict.fixed += 1,
        }
        let [was_right, is_right] = [change.before, change.now]
            .map(|mismatch| mismatch.is_none_or(|mismatch| mismatch.is_exact()));
        verdict.newly_wrong += u64::from(was_right && !is_right);
        verdict.newly_right += u64::from(!was_right && is_right);
    }
    verdict.holm_p = mcnemar_exact(verdict.newly_wrong, verdict.newly_right);
    if now.is_some() && !verdict.is_silent() {
        let listed = baseline
            .mismatches
            .keys()
            .filter(|(_, strategy)| strategy == name)
            .count() as u64;
        verdict.known = listed.saturating_sub(verdict.worse + verdict.changed + verdict.fixed);
    }
    verdict
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
