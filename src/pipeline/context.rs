//! What the evaluation of every game of a run shares.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;

use super::{Options, Survey};
use crate::input::Labels;
use crate::skip::Skip;

/// Whether there are programs to ask. WebAssembly starts none, and the npm package has no room for the code.
pub(super) const HAS_PROGRAMS: bool = !cfg!(target_family = "wasm");

/// Whether the build has labels by reading, a filter for finished games, and surveys. The npm package has no flags for them and no
/// room for their code; the page made with it has the feature `dead-checks`.
pub(super) const HAS_ALL_CHECKS: bool = cfg!(feature = "dead-checks") || !cfg!(target_family = "wasm");

/// What the evaluation of every game of a run shares.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// How the games are evaluated.
    pub options: &'a Options,
    /// The labels and descriptions of the games.
    pub labels: &'a Labels,
    /// What all records together show; `None` if every record is evaluated by itself.
    pub survey: Option<&'a Survey>,
    /// Set when the user wants to stop. No engine is waited for then.
    pub stop: &'a AtomicBool,
}

/// Calls `work` and turns a panic into a skip, so that a bug in one game does not lose the others.
///
/// # Errors
/// The skip that `work` returns, or [`crate::skip::Reason::Internal`] if it panics.
pub fn guarded<T>(work: impl FnOnce() -> Result<T, Skip>) -> Result<T, Skip> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(Skip::internal(&*panic)))
}
