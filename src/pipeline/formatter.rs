//! The formatting of outcomes, which the pipeline leaves to its caller.

use super::GameOutcome;
use crate::input::Entry;

/// Formats the outcomes of a file, on the thread that evaluated the file.
pub trait OutcomeFormatter: Sync {
    /// The formatted outcomes of a file.
    type Output: Send;

    /// Prepares for a file, or for an archive and its members. Called before the file is opened.
    fn begin(&self, _entry: &Entry) {}

    /// Returns whether the rows of a file are known from an earlier run: its games are then not evaluated. Called after
    /// [`Self::begin`] for the file, or for the archive that it is in.
    fn is_known(&self, _entry: &Entry) -> bool {
        false
    }

    /// Returns whether rows could not be kept. Nothing more is evaluated then, since the sink will fail.
    fn has_failed(&self) -> bool {
        false
    }

    /// Formats the outcomes of a file. There are none if the file is known.
    fn rows(&self, entry: &Entry, outcomes: Vec<GameOutcome>) -> Self::Output;
}

impl<T: Send, F: Fn(&Entry, Vec<GameOutcome>) -> T + Sync> OutcomeFormatter for F {
    type Output = T;

    fn rows(&self, entry: &Entry, outcomes: Vec<GameOutcome>) -> T {
        self(entry, outcomes)
    }
}
