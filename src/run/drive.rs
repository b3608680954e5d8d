//! Many files at once, their games handed on in the walk's order.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::{GameOutcome, Options, Timings, Worker};
use crate::source::{Entry, Labels};

/// Files that are worked on before their games are handed on: enough to keep all cores busy, few enough to hold.
const FILES_AT_ONCE: usize = 512;

/// The user wants to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// Evaluates the games of `entries` on `jobs` threads (0: one for each core), and hands the outcomes to `sink` file by
/// file in the order of `entries`: what comes out does not depend on `jobs`.
///
/// Ends early when `stop` is set, or `sink` returns an error, or that it wants no more. Returns the time that each stage took, over all threads.
///
/// # Errors
/// What `sink` returned, or [`Interrupted`].
///
/// # Panics
/// When the system gives no threads.
pub fn drive<E: From<Interrupted>>(
    entries: &[Entry],
    labels: &Labels,
    options: &Options,
    jobs: usize,
    stop: &AtomicBool,
    mut sink: impl FnMut(&Entry, Vec<GameOutcome>) -> Result<bool, E>,
) -> Result<Timings, E> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build().expect("threads can be started");
    let workers: Vec<Mutex<Worker>> = (0..pool.current_num_threads()).map(|_| Mutex::default()).collect();
    let work = |entry: &Entry| {
        if stop.load(Ordering::Relaxed) {
            return Vec::new();
        }
        let thread = rayon::current_thread_index().expect("in the pool");
        // a game that panicked is caught within, so a worker is never poisoned
        workers[thread].lock().expect("a worker of this thread alone").file(entry, labels, options)
    };
    'files: for chunk in entries.chunks(FILES_AT_ONCE) {
        let outcomes: Vec<Vec<GameOutcome>> = pool.install(|| chunk.par_iter().map(work).collect());
        if stop.load(Ordering::Relaxed) {
            return Err(Interrupted.into());
        }
        for (entry, outcomes) in chunk.iter().zip(outcomes) {
            if !sink(entry, outcomes)? {
                break 'files;
            }
        }
    }
    let mut timings = Timings::default();
    for worker in workers {
        timings.add(&worker.into_inner().expect("a worker is never poisoned").timings);
    }
    Ok(timings)
}
