//! External programs: Go engines and scorers that run as processes and exchange lines with this program.

// public for tests of misbehaving programs
#[doc(hidden)]
pub mod cache;
#[doc(hidden)]
pub mod dead_stones;
#[doc(hidden)]
pub mod gtp;
pub mod ownership;
#[doc(hidden)]
pub mod process;
pub mod scorer;

use std::fmt;
use std::sync::atomic::AtomicBool;

use crate::board::Position;
use process::NoAnswer;

/// An engine that answers one question about positions: which stones are dead, or who owns each point. Threads share
/// it.
///
/// The trait keeps the code of engines out of builds that start none, such as for browsers.
pub trait PositionEngine<A>: fmt::Debug + Send + Sync {
    /// Returns the name, version and settings of the engine.
    fn name(&self) -> &str;

    /// Returns the answer for `position`. Stops waiting once `stop` is set.
    ///
    /// # Errors
    /// If the engine has no answer.
    fn answer(&self, position: &Position, stop: &AtomicBool) -> Result<A, NoAnswer>;

    /// Returns a message about the first error in caching answers, and clears it.
    fn cache_error(&self) -> Option<String> {
        None
    }
}
