//! Evaluates files in parallel and returns their rows in the order of the walk.

use std::sync::atomic::{AtomicBool, Ordering};

use super::pool::WorkerPool;
use super::worker::{Batch, Finished};
use super::{GameOutcome, Interrupted, Options, OutcomeFormatter, Pipeline, Timings};
use crate::input::{Entry, Labels, too_many_open};

/// Evaluates the games of `entries` on `jobs` threads (0: one per core). Calls `prepare` with the outcomes of each file
/// on the same threads, and `sink` with its results on the calling thread: see [`Pipeline::run`].
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
    Pipeline { entries, labels, options, jobs, stop }.run(&prepare, sink)
}

impl<'a> Pipeline<'a> {
    /// Evaluates the games, formats the outcomes of each file on the same threads, and calls `sink` with each file and
    /// its rows on the calling thread, in the order of [`Self::entries`]; members of an archive come in the order of
    /// their names. The rows do not depend on [`Self::jobs`].
    ///
    /// Ends early when [`Self::stop`] is set, when `sink` returns an error, or when it returns `false`. Returns the
    /// time that each stage took, over all threads.
    ///
    /// # Errors
    /// The error of `sink`, or [`Interrupted`].
    pub fn run<F: OutcomeFormatter, E: From<Interrupted>>(
        &self,
        formatter: &F,
        sink: impl FnMut(&Entry, F::Output) -> Result<bool, E>,
    ) -> Result<Timings, E> {
        let mut archive = ArchiveBuffer(Vec::new());
        self.run_with(formatter, |finished| archive.in_order(finished), sink)
    }

    /// Evaluates the games as [`Self::run`] does, but members of an archive come in the order of the archive: their rows
    /// do not wait in memory for its end.
    ///
    /// # Errors
    /// The error of `sink`, or [`Interrupted`].
    pub fn run_as_read<F: OutcomeFormatter, E: From<Interrupted>>(
        &self,
        formatter: &F,
        sink: impl FnMut(&Entry, F::Output) -> Result<bool, E>,
    ) -> Result<Timings, E> {
        let as_read = |finished| match finished {
            Finished::Files(files) | Finished::Members(files) | Finished::ArchiveEnd(files) => files,
        };
        self.run_with(formatter, as_read, sink)
    }

    fn run_with<F: OutcomeFormatter, E: From<Interrupted>>(
        &self,
        formatter: &F,
        mut files: impl FnMut(Finished<'a, F::Output>) -> Batch<'a, F::Output>,
        mut sink: impl FnMut(&Entry, F::Output) -> Result<bool, E>,
    ) -> Result<Timings, E> {
        let failures = too_many_open();
        WorkerPool::new(self, formatter).run(|finished| {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Interrupted::ByUser.into());
            }
            if too_many_open() > failures {
                return Err(Interrupted::TooManyOpen.into());
            }
            for (entry, rows) in files(finished) {
                if !sink(&entry, rows)? {
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }
}

/// The rows of an archive's members. They stay in memory until all members are read, because only then is their order
/// known.
struct ArchiveBuffer<'a, R>(Batch<'a, R>);

impl<'a, R> ArchiveBuffer<'a, R> {
    /// Returns the files whose turn it is once a task is finished.
    fn in_order(&mut self, finished: Finished<'a, R>) -> Batch<'a, R> {
        match finished {
            Finished::Files(files) => files,
            Finished::Members(members) => {
                self.0.extend(members);
                Vec::new()
            }
            Finished::ArchiveEnd(archive) => {
                let mut files = std::mem::take(&mut self.0);
                files.sort_by(|(a, _), (b, _)| a.name.cmp(&b.name));
                files.extend(archive);
                files
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::super::plan::{FILES_AT_ONCE, FILES_IN_FLIGHT};
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
            assert!(end == Err(Interrupted::ByUser) && evaluated <= most, "{jobs} jobs: {end:?}, {evaluated}");
        }
    }
}
