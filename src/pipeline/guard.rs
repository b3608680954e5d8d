//! Isolates games from each other: a panic in one is a skip.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::skip::Skip;

/// Calls `work` and turns a panic into a skip, so that a bug in one game does not lose the others.
///
/// # Errors
/// The skip that `work` returns, or [`crate::skip::Reason::Internal`] if it panics.
pub fn guarded<T>(work: impl FnOnce() -> Result<T, Skip>) -> Result<T, Skip> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(Skip::internal(&*panic)))
}
