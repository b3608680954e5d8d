//! What the evaluation of every game of a run shares.

use std::sync::atomic::AtomicBool;

use super::{Options, Survey};
use crate::input::Labels;

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
