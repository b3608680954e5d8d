//! External programs: Go engines and scorers that run as processes and exchange lines with this
//! program.

pub(crate) mod cache;
pub(crate) mod dead_stones;
pub(crate) mod gtp;
mod process;
pub(crate) mod scorer;

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::Stop;
use crate::board::{Point, Position};

pub use gtp::{Engine, parse_vertex, surrounded};
#[cfg(target_os = "linux")]
pub use process::adopt_orphans;
pub use process::{CommandError, NoAnswer, command_words, kill_all};
pub(crate) use process::{Failures, GIVEN_UP_ADVICE, Running, command_line};
pub(crate) use scorer::{Contradiction, ExternalScorer, Given, GivenBoard, Winner};
pub use scorer::{Question, ScoringFunction, Spec, SpecError, Territory};

/// An engine that finds the dead stones of positions. Several threads share it.
///
/// The trait keeps the code for engines out of builds that start no engines, such as builds for
/// browsers.
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

/// Locks a mutex, even if a thread panicked while it held the lock. This is safe, because all
/// values here stay valid.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
