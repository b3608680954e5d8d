//! Many files at once, their games handed on in the walk's order.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::available_parallelism;

use super::crew::{Crew, Lot};
use super::{GameOutcome, Options, Timings};
use crate::source::{Entry, Labels};

/// The user wants to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// Evaluates the games of `entries` on `jobs` threads (0: one for each core), makes of each file's outcomes what
/// `prepare` does, on the same threads, and hands that to `sink` in the order of `entries`, the members of an archive in
/// the order of their names: what comes out does not depend on `jobs`.
///
/// Ends early when `stop` is set, or `sink` returns an error, or that it wants no more. Returns the time that each stage
/// took, over all threads. What was made of an archive is held until its end, for only then its order is known.
///
/// # Errors
/// What `sink` returned, or [`Interrupted`].
pub fn drive<T: Send, E: From<Interrupted>>(
    entries: &[Entry],
    labels: &Labels,
    options: &Options,
    jobs: usize,
    stop: &AtomicBool,
    prepare: impl Fn(&Entry, Vec<GameOutcome>) -> T + Sync,
    sink: impl FnMut(&Entry, T) -> Result<bool, E>,
) -> Result<Timings, E> {
    Drive { entries, labels, options, jobs, stop, is_known: &|_| false }.run(prepare, sink)
}

/// [`drive`], where some files were evaluated before.
#[derive(Clone, Copy)]
pub struct Drive<'a> {
    /// The files.
    pub entries: &'a [Entry],
    /// Labels of their games.
    pub labels: &'a Labels,
    /// How the games are evaluated.
    pub options: &'a Options,
    /// Threads; 0 is one for each core.
    pub jobs: usize,
    /// Set by a user who wants to stop.
    pub stop: &'a AtomicBool,
    /// Asked of every file, of an archive too, before it is opened: whether what is in it is known, and it is handed on
    /// as if it had no games.
    pub is_known: &'a (dyn Fn(&Entry) -> bool + Sync),
}

impl Drive<'_> {
    /// Evaluates the games.
    ///
    /// # Errors
    /// As [`drive`].
    pub fn run<T: Send, E: From<Interrupted>>(
        &self,
        prepare: impl Fn(&Entry, Vec<GameOutcome>) -> T + Sync,
        mut sink: impl FnMut(&Entry, T) -> Result<bool, E>,
    ) -> Result<Timings, E> {
        let threads = NonZero::new(self.jobs).or_else(|| available_parallelism().ok()).map_or(1, NonZero::get);
        let crew = Crew::new(self, threads, prepare);
        let take = |lot: Lot<'_, T>| -> Result<bool, E> {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Interrupted.into());
            }
            for (entry, outcomes) in lot {
                if !sink(&entry, outcomes)? {
                    return Ok(false);
                }
            }
            Ok(true)
        };
        crew.run(take)?;
        Ok(crew.timings())
    }

    /// Whether scorers or an engine are asked: that takes its time, and they are not to be asked what nobody may want.
    pub(super) fn asks_outside(&self) -> bool {
        !self.options.scorers.is_empty() || self.options.engine.is_some()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::super::crew::{FILES_AHEAD, FILES_AT_ONCE};
    use super::*;

    /// Files that are not there: nothing is faster to evaluate.
    fn entries() -> Vec<Entry> {
        let entry = |number| {
            let mut entry = Entry::default();
            entry.name = format!("{number}");
            entry
        };
        (0..20 * FILES_AT_ONCE).map(entry).collect()
    }

    /// Hands names to `sink`. Returns what came of that, and how many files were evaluated.
    fn names(jobs: usize, stop: &AtomicBool, mut sink: impl FnMut(&str) -> bool) -> (Result<(), Interrupted>, usize) {
        let evaluated = AtomicUsize::new(0);
        let prepare = |_: &Entry, _| evaluated.fetch_add(1, Ordering::Relaxed);
        let (entries, labels, options) = (entries(), Labels::default(), Options::default());
        let end = drive(&entries, &labels, &options, jobs, stop, prepare, |entry, _| Ok(sink(&entry.name))).map(drop);
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
        for (jobs, most) in [(1, FILES_AT_ONCE), (2, 2 * FILES_AHEAD), (3, 3 * FILES_AHEAD)] {
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
