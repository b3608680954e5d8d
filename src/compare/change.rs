//! The mismatches that differ between a baseline and a run.

use serde::Serialize;

use super::Mismatch;

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
    /// Returns the kind of the change from one mismatch to another; `None` if nothing changes.
    pub(super) fn of(before: Option<Mismatch>, now: Option<Mismatch>) -> Option<Self> {
        match (before, now) {
            (None, Some(_)) => Some(Self::New),
            (Some(_), None) => Some(Self::Fixed),
            (Some(before), Some(now)) if now.is_worse_than(&before) => Some(Self::Worse),
            (before, now) => (before != now).then_some(Self::Changed),
        }
    }

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
