//! The plan of a run over many files.

use std::num::NonZero;
use std::sync::atomic::AtomicBool;
use std::thread::available_parallelism;

use super::Options;
use crate::input::{Entry, Labels};

/// The largest number of files, or of an archive's members, in a batch. A batch amortises the cost of a channel; a
/// small one keeps its rows in the processor's cache until they are written.
pub(super) const FILES_AT_ONCE: usize = 64;

/// The number of files per thread that may be in flight: sent to the pool, or evaluated and waiting in the reorder
/// buffer. One game may take as long as hundreds of others.
pub(super) const FILES_IN_FLIGHT: usize = 256;

/// A run over many files, on several threads.
#[derive(Clone, Copy)]
pub struct Pipeline<'a> {
    /// The files, in the order of the walk.
    pub entries: &'a [Entry],
    /// The labels and descriptions of their games.
    pub labels: &'a Labels,
    /// How the games are evaluated.
    pub options: &'a Options,
    /// The number of threads; 0 is one per core.
    pub jobs: usize,
    /// Set when the user wants to stop.
    pub stop: &'a AtomicBool,
}

impl Pipeline<'_> {
    /// Returns the number of threads that evaluate games.
    pub(super) fn threads(&self) -> usize {
        NonZero::new(self.jobs).or_else(|| available_parallelism().ok()).map_or(1, NonZero::get)
    }

    /// Returns the largest number of files in a batch: one where an engine finds dead stones, which takes long for
    /// each.
    pub(super) fn batch_size(&self) -> usize {
        let Options { scorers, engine, ownership, .. } = self.options;
        let has_engine = engine.is_some() || ownership.as_ref().is_some_and(|source| source.engine.is_some());
        if scorers.is_empty() && has_engine { 1 } else { FILES_AT_ONCE }
    }
}
