//! External programs: Go engines and scorers that run as processes and exchange lines with this
//! program.

// public for tests of misbehaving programs
#[doc(hidden)]
pub mod cache;
#[doc(hidden)]
pub mod dead_stones;
#[doc(hidden)]
pub mod gtp;
#[doc(hidden)]
pub mod process;
pub mod scorer;

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::Stop;
use crate::board::{Point, Position};
use process::NoAnswer;

/// An engine that finds the dead stones of positions. Threads share it.
///
/// The trait keeps the code of engines out of builds that start no engines, such as for browsers.
pub trait PositionEngine: fmt::Debug + Send + Sync {
    /// Returns the name and version of the engine.
    fn name(&self) -> &str;

    /// Returns the dead stones of `position`, sorted. Stops waiting once `stop` is set.
    ///
    /// # Errors
    /// If the engine has no answer.
    fn answer(&self, position: &Position, stop: &Stop) -> Result<Vec<Point>, NoAnswer>;

    /// Returns a message about the first error in caching answers, and clears it.
    fn cache_error(&self) -> Option<String>;
}

/// Locks a mutex, even if a thread panicked while it held the lock: all values here stay valid.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
