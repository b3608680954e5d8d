//! The comparison of one strategy with its baseline.

use serde::Serialize;

use super::{Baseline, Change, ChangeKind, Mismatch, StrategyCounts};
use crate::stats::mcnemar_exact;

/// The gate's comparison of one strategy with its baseline.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct StrategyVerdict {
    /// The name of the strategy.
    pub strategy: String,
    /// The counts in the baseline; `None` if the baseline does not have the strategy.
    pub before: Option<StrategyCounts>,
    /// The counts in the run; `None` if the strategy did not run.
    pub now: Option<StrategyCounts>,
    /// Whether other games than in the baseline have no map, so that a game may have lost its map.
    pub other_maps: bool,
    /// The number of unchanged mismatches.
    pub known: u64,
    /// The number of new mismatches.
    pub new: u64,
    /// The number of new mismatches with the right margin, where only the map differs.
    pub new_in_map: u64,
    /// The number of mismatches that are worse.
    pub worse: u64,
    /// The number of mismatches that differ but are not worse.
    pub changed: u64,
    /// The number of mismatches that are fixed.
    pub fixed: u64,
    /// The number of games whose margin was right in the baseline and is wrong in the run.
    pub newly_wrong: u64,
    /// The number of games whose margin was wrong in the baseline and is right in the run.
    pub newly_right: u64,
    /// The p-value of McNemar's exact test, after Holm's correction across the strategies, which [`super::judge()`]
    /// applies.
    pub holm_p: f64,
}

impl StrategyVerdict {
    /// Returns whether the strategy ran and has no answer for any game. Its mismatches then can't be compared.
    #[must_use]
    pub fn is_silent(&self) -> bool {
        self.now.is_some_and(|now| now.games == 0)
    }

    /// Says how the counts contradict the changes, if they do: a regression could then hide in the difference.
    pub(super) fn contradiction(&self) -> Option<String> {
        let (before, now) = self.before.zip(self.now.filter(|_| !self.is_silent()))?;
        let Self { strategy, newly_right, newly_wrong, .. } = self;
        (before.exact.saturating_add(*newly_right) != now.exact.saturating_add(*newly_wrong)).then(|| {
            format!(
                "the counts of {strategy} do not match its mismatches: {} exact in the baseline, {} in the run, \
                 {newly_right} newly right, {newly_wrong} newly wrong",
                before.exact, now.exact
            )
        })
    }
}

/// Compares one strategy with its baseline; its p-value is not yet corrected.
pub(super) fn verdict(name: &str, baseline: &Baseline, now: &Baseline, changes: &[Change]) -> StrategyVerdict {
    let own = || changes.iter().filter(|change| change.strategy == name);
    let number = |kind| own().filter(|change| change.kind == kind).count() as u64;
    let right = |mismatch: &Option<Mismatch>| mismatch.is_none_or(|mismatch| mismatch.is_exact());
    let turned = |was: bool, is: bool| {
        own().filter(|change| right(&change.before) == was && right(&change.now) == is).count() as u64
    };
    let without_map = now.without_map.get(name);
    let other_maps = without_map.is_some() && without_map != baseline.without_map.get(name);
    let [before, now] = [baseline, now].map(|baseline| baseline.strategies.get(name).copied());
    let (newly_wrong, newly_right) = (turned(true, false), turned(false, true));
    let mut verdict = StrategyVerdict {
        strategy: name.to_owned(),
        before,
        now,
        other_maps: other_maps && before.is_some_and(|before| before.maps > 0),
        known: 0,
        new: number(ChangeKind::New),
        new_in_map: own().filter(|change| change.kind == ChangeKind::New && right(&change.now)).count() as u64,
        worse: number(ChangeKind::Worse),
        changed: number(ChangeKind::Changed),
        fixed: number(ChangeKind::Fixed),
        newly_wrong,
        newly_right,
        holm_p: mcnemar_exact(newly_wrong, newly_right),
    };
    if now.is_some() && !verdict.is_silent() {
        let listed = baseline.mismatches.keys().filter(|(_, strategy)| strategy == name).count() as u64;
        verdict.known = listed.saturating_sub(verdict.worse + verdict.changed + verdict.fixed);
    }
    verdict
}
