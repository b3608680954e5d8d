//! What the evaluation of every game of a run shares.

use std::sync::atomic::AtomicBool;

use super::{Options, Survey};
use crate::input::Labels;

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
