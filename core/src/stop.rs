//! A request to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A request to stop, shared by the code that may make it and the work that it ends. It cannot be
/// withdrawn.
///
/// Searches and playouts that watch for the request end soon after it is made. Their answers are
/// then meaningless.
///
/// # Examples
/// ```
/// use seichi_core::Stop;
///
/// let stop = Stop::default();
/// let on_signal = stop.clone();
/// on_signal.set();
/// assert!(stop.is_set());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop {
    is_set: Arc<AtomicBool>,
    outer: Option<Arc<Self>>,
}

impl Stop {
    /// Returns a request for a part of the work. Making this request also makes the returned one,
    /// but not the other way round.
    #[must_use]
    pub fn nested(&self) -> Self {
        Self {
            is_set: Arc::default(),
            outer: Some(Arc::new(self.clone())),
        }
    }

    /// Requests to stop.
    pub fn set(&self) {
        self.is_set.store(true, Ordering::Relaxed);
    }

    /// Returns whether a stop was requested.
    pub fn is_set(&self) -> bool {
        self.is_set.load(Ordering::Relaxed)
            || self.outer.as_ref().is_some_and(|outer| outer.is_set())
    }
}
