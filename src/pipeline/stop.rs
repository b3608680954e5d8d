//! The flags that end a run early.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::input::TOO_MANY_OPEN;

/// The reason why a run ends early, though its results were wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Interrupted {
    /// The user has stopped it.
    #[error("interrupted")]
    ByUser,
    /// A file could not be opened, or a program not be started, because too many files are open. Which one depends on
    /// luck, so the results mean nothing.
    #[error("{TOO_MANY_OPEN}")]
    TooManyOpen,
}

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
