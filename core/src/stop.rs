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
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Requests to stop.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether a stop was requested.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
