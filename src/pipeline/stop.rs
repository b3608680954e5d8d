//! The flags that end a run early.

use std::sync::atomic::{AtomicBool, Ordering};

/// The error of a run that the user has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// Tells the threads of a run when nobody wants its results any more.
pub(super) struct Stop<'a> {
    /// Set when the user wants to stop.
    by_user: &'a AtomicBool,
    /// Set when the sink wants no more results.
    is_unwanted: AtomicBool,
}

impl<'a> Stop<'a> {
    /// Creates the flags of a run, which goes on until one is set.
    pub(super) fn new(by_user: &'a AtomicBool) -> Self {
        Self { by_user, is_unwanted: AtomicBool::new(false) }
    }

    /// Returns whether to stop, for either reason.
    pub(super) fn is_set(&self) -> bool {
        self.is_unwanted.load(Ordering::Relaxed) || self.by_user.load(Ordering::Relaxed)
    }

    /// Ends the run, since the sink wants no more results.
    pub(super) fn set_unwanted(&self) {
        self.is_unwanted.store(true, Ordering::Relaxed);
    }
}
