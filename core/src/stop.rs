//! A request to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A request to stop, shared by the code that may make the request and the work that it ends. It is
/// never taken back.
///
/// Searches and playouts that watch for it end soon afterwards. Their answers are then meaningless.
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
    /// Returns a request for a part of the work: it is also made when this one is made, but not the
    /// other way round.
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
