//! The mismatches that differ between a baseline and a run.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::compare::{Baseline, Mismatch, SavedRow, StrategyCounts};

/// The kind of a change to a mismatch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ChangeKind {
    /// The baseline has no mismatch, and the run has one.
    New,
    /// Both have a mismatch, and the run's is worse: see [`Mismatch::is_worse_than`].
    Worse,
    /// Both have a mismatch; the run's differs, and is not worse.
    Changed,
    /// The baseline has a mismatch, and the run has none.
    Fixed,
}

impl ChangeKind {
    /// Returns whether the gate may fail because of it.
    #[must_use]
    pub fn is_bad(self) -> bool {
        matches!(self, Self::New | Self::Worse)
    }

    /// Returns the name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Worse => "worse",
            Self::Changed => "changed",
            Self::Fixed => "fixed",
        }
    }
}

/// A mismatch that differs between the baseline and the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The kind of the change.
    pub kind: ChangeKind,
    /// The name of the game.
    pub game: String,
    /// The strategy with the mismatch.
    pub strategy: String,
    /// The mismatch in the baseline.
    pub before: Option<Mismatch>,
    /// The mismatch in the run.
    pub now: Option<Mismatch>,
    /// The category of the run's mismatch; empty if there is none.
    pub category: String,
    /// The command that shows the game; empty if the run has no mismatch.
    pub explain: String,
}

impl Change {
    /// Describes the mismatch in the run and in the baseline.
    #[must_use]
    pub fn words(&self) -> String {
        match (&self.now, &self.before) {
            (Some(now), None) if now.is_exact() => format!("{}; the map was right", now.words()),
            (Some(now), None) => format!("{}; it was right", now.words()),
            (now, before) => {
                let text = |mismatch: &Option<Mismatch>| mismatch.as_ref().map_or("right".to_owned(), Mismatch::words);
                format!("{}; before: {}", text(now), text(before))
            }
        }
    }
}

/// Returns the mismatches that differ, for the strategies that both the baseline and the run have. A scorer without any
/// answer has none: a list of all games would hide why.
pub(super) fn changes(
    baseline: &Baseline,
    strategies: &BTreeMap<String, StrategyCounts>,
    rows: &[SavedRow],
) -> Vec<Change> {
    let mut now: BTreeMap<(String, String), (&SavedRow, Mismatch)> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.is_counted()) {
        if let Some(mismatch) = row.mismatch() {
            now.insert((row.game.clone(), row.strategy.clone()), (row, mismatch));
        }
    }
    let keys: BTreeSet<&(String, String)> = baseline.mismatches.keys().chain(now.keys()).collect();
    let in_both = |name: &String| {
        baseline.strategies.contains_key(name) && strategies.get(name).is_some_and(|counts| counts.games > 0)
    };
    let mut changes: Vec<Change> = keys
        .into_iter()
        .filter(|(_, strategy)| in_both(strategy))
        .filter_map(|key| {
            let before = baseline.mismatches.get(key).copied();
            let (row, mismatch) = now.get(key).map_or((None, None), |&(row, mismatch)| (Some(row), Some(mismatch)));
            let kind = match (before, mismatch) {
                (None, Some(_)) => ChangeKind::New,
                (Some(_), None) => ChangeKind::Fixed,
                (Some(before), Some(now)) if before == now => return None,
                (Some(before), Some(now)) if now.is_worse_than(&before) => ChangeKind::Worse,
                _ => ChangeKind::Changed,
            };
            Some(Change {
                kind,
                game: key.0.clone(),
                strategy: key.1.clone(),
                before,
                now: mismatch,
                category: row.map(|row| row.category.clone()).unwrap_or_default(),
                explain: row.map(|row| row.explain.clone()).unwrap_or_default(),
            })
        })
        .collect();
    // the sort is stable: games with equal mismatches stay sorted by name
    let severity = |change: &Change| Reverse(change.now.filter(|_| change.kind.is_bad()).map(|now| now.severity()));
    changes.sort_by_cached_key(|change| (!change.kind.is_bad(), severity(change), change.kind));
    changes
}
