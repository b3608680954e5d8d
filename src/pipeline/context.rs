//! The data shared by the evaluations of all games in a run.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{Options, Survey};
use crate::Stop;
use crate::input::Labels;
use crate::skip::{Reason, Skip};

/// The data shared by the evaluations of all games in a run.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The options of the evaluation.
    pub options: &'a Options,
    /// The labels of the games.
    pub labels: &'a Labels,
    /// The survey of all records; `None` if every record is evaluated separately. `seichi eval`
    /// surveys the records if a folder has both area games and games without rules, because the
    /// rules of the latter are then in doubt: see [`Survey::add`].
    pub survey: Option<&'a Survey>,
    /// Set when the user wants to stop. This ends searches and the wait for engines.
    pub stop: &'a Stop,
}

impl Context<'_> {
    /// Returns a skip if the user wants to stop, to end a batch of games early. A run drops the
    /// results of the batch.
    pub(super) fn check_stop(&self) -> Result<(), Skip> {
        if self.stop.is_set() {
            return Err(Skip::new(Reason::EngineFailed, "interrupted"));
        }
        Ok(())
    }
}

/// Calls `work` and turns a panic into a skip, so that a bug in one game does not affect the
/// others.
///
/// # Errors
/// The skip that `work` returns, or [`crate::skip::Reason::Internal`] if it panics.
pub fn guarded<T>(work: impl FnOnce() -> Result<T, Skip>) -> Result<T, Skip> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(Skip::internal(&*panic)))
}
