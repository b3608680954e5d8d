//! A request to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// A request to stop, shared by the code that can make it and the work that it ends. It cannot be
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
    asked: Option<Arc<Asked>>,
}

/// A function that makes the request by returning true, and the number of checks so far.
#[derive(Debug)]
struct Asked {
    is_over: fn() -> bool,
    checks: AtomicU32,
}

/// The function is called once in this many checks for a request; each playout makes one check.
const CHECKS: u32 = 16;

impl Stop {
    /// Returns a request to stop that takes effect once `is_over` returns true. The function is
    /// called now and then during the work, so that a single-threaded program can end the work.
    #[must_use]
    pub fn asking(is_over: fn() -> bool) -> Self {
        let checks = AtomicU32::new(0);
        Self {
            asked: Some(Arc::new(Asked { is_over, checks })),
            ..Self::default()
        }
    }

    /// Returns a request to stop only a part of the work. The returned request also takes effect
    /// once this one is made, but making it does not affect this one.
    #[must_use]
    pub fn nested(&self) -> Self {
        Self {
            is_set: Arc::default(),
            outer: Some(Arc::new(self.clone())),
            asked: None,
        }
    }

    /// Requests to stop.
    pub fn set(&self) {
        self.is_set.store(true, Ordering::Relaxed);
    }

    /// Returns whether a stop was requested.
    pub fn is_set(&self) -> bool {
        if let Some(asked) = &self.asked
            && asked.checks.fetch_add(1, Ordering::Relaxed) % CHECKS == 0
            && (asked.is_over)()
        {
            self.set();
        }
        self.is_set.load(Ordering::Relaxed)
            || self.outer.as_ref().is_some_and(|outer| outer.is_set())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn function_ends_the_work_that_asks_it() {
        let stop = Stop::asking(|| false);
        assert!((0..100).all(|_| !stop.is_set()));
        let over = Stop::asking(|| true);
        assert!(over.nested().is_set() && over.clone().is_set());
        assert!(!Stop::default().is_set());
    }
}
