//! Evaluates files in parallel and returns their games in the order of the walk.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::available_parallelism;

use super::pool::{Batch, WorkerPool};
use super::{GameOutcome, Options, Timings};
use crate::input::{Entry, Labels};

/// The error of a run that the user has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// Evaluates the games of `entries` on `jobs` threads (0: one per core). Calls `prepare` with the outcomes of each file on
/// the same threads, and `sink` with its results on the calling thread, in the order of `entries`; members of an archive
/// come in the order of their names. The results do not depend on `jobs`.
///
/// Ends early when `stop` is set, when `sink` returns an error, or when it returns `false`. Returns the time that each stage
/// took, over all threads. The results of an archive stay in memory until all its members are read, because only then is
/// their order known.
///
/// # Errors
/// The error of `sink`, or [`Interrupted`].
pub fn evaluate_all<T: Send, E: From<Interrupted>>(
    entries: &[Entry],
    labels: &Labels,
    options: &Options,
    jobs: usize,
    stop: &AtomicBool,
    prepare: impl Fn(&Entry, Vec<GameOutcome>) -> T + Sync,
    sink: impl FnMut(&Entry, T) -> Result<bool, E>,
) -> Result<Timings, E> {
    Pipeline { entries, labels, options, jobs, stop, is_known: &|_| false }.run(prepare, sink)
}

/// A run over many files, some of which may have been evaluated before: [`evaluate_all`] with a checkpoint.
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
    /// Returns whether a file, or an archive, was evaluated before: its games are then left out of the results. Called
    /// before the file is opened.
    pub is_known: &'a (dyn Fn(&Entry) -> bool + Sync),
}

impl Pipeline<'_> {
    /// Evaluates the games, as [`evaluate_all`] does.
    ///
    /// # Errors
    /// The error of `sink`, or [`Interrupted`].
    pub fn run<T: Send, E: From<Interrupted>>(
        &self,
        prepare: impl Fn(&Entry, Vec<GameOutcome>) -> T + Sync,
        mut sink: impl FnMut(&Entry, T) -> Result<bool, E>,
    ) -> Result<Timings, E> {
        let threads = NonZero::new(self.jobs).or_else(|| available_parallelism().ok()).map_or(1, NonZero::get);
        let pool = WorkerPool::new(self, threads, prepare);
        let take = |batch: Batch<'_, T>| -> Result<bool, E> {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Interrupted.into());
            }
            for (entry, outcomes) in batch {
                if !sink(&entry, outcomes)? {
                    return Ok(false);
                }
            }
            Ok(true)
        };
        pool.run(take)?;
        Ok(pool.timings())
    }

    /// Returns whether external scorers or an engine are asked. They are slow, and are not asked about games that may not be
    /// wanted.
    pub(super) fn asks_outside(&self) -> bool {
        !self.options.scorers.is_empty() || self.options.engine.is_some()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::super::pool::{FILES_AT_ONCE, FILES_IN_FLIGHT};
    use super::*;

    /// Returns entries of files that do not exist, which are evaluated fastest.
    fn entries() -> Vec<Entry> {
        let entry = |number| {
            let mut entry = Entry::default();
            entry.name = format!("{number}");
            entry
        };
        (0..20 * FILES_AT_ONCE).map(entry).collect()
    }

    /// Runs a pipeline that passes names to `sink`. Returns its result and the number of files that were evaluated.
    fn names(jobs: usize, stop: &AtomicBool, mut sink: impl FnMut(&str) -> bool) -> (Result<(), Interrupted>, usize) {
        let evaluated = AtomicUsize::new(0);
        let prepare = |_: &Entry, _| evaluated.fetch_add(1, Ordering::Relaxed);
        let (entries, labels, options) = (entries(), Labels::default(), Options::default());
        let end =
            evaluate_all(&entries, &labels, &options, jobs, stop, prepare, |entry, _| Ok(sink(&entry.name))).map(drop);
        (end, evaluated.into_inner())
    }

    #[test]
    fn files_come_in_their_order() {
        let all: Vec<_> = entries().into_iter().map(|entry| entry.name).collect();
        for jobs in [1, 2, 5] {
            let mut came = Vec::new();
            let end = names(jobs, &AtomicBool::new(false), |name| {
                came.push(name.to_owned());
                true
            });
            assert_eq!((end, &came), ((Ok(()), all.len()), &all), "{jobs} jobs");
        }
    }

    #[test]
    fn of_what_nobody_wants_little_is_evaluated() {
        for (jobs, most) in [(1, FILES_AT_ONCE), (2, 2 * FILES_IN_FLIGHT), (3, 3 * FILES_IN_FLIGHT)] {
            let (end, evaluated) = names(jobs, &AtomicBool::new(false), |_| false);
            assert!(end == Ok(()) && (1..=most).contains(&evaluated), "{jobs} jobs: {end:?}, {evaluated}");
            let stop = AtomicBool::new(false);
            let (end, evaluated) = names(jobs, &stop, |_| {
                stop.store(true, Ordering::Relaxed);
                true
            });
            assert!(end == Err(Interrupted) && evaluated <= most, "{jobs} jobs: {end:?}, {evaluated}");
        }
    }
}
