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
    is_enough: AtomicBool,
}

impl<'a> Stop<'a> {
    pub(super) fn new(by_user: &'a AtomicBool) -> Self {
        Self { by_user, is_enough: AtomicBool::new(false) }
    }

    /// Returns whether to stop, for either reason.
    pub(super) fn is_set(&self) -> bool {
        self.is_enough.load(Ordering::Relaxed) || self.by_user.load(Ordering::Relaxed)
    }

    /// Ends the run, since the sink wants no more results.
    pub(super) fn set_enough(&self) {
        self.is_enough.store(true, Ordering::Relaxed);
    }
}
