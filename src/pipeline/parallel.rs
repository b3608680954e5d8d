//! Works on the chunks of a walk on several threads, and returns the results in the order of the walk.

use std::collections::VecDeque;
use std::iter;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::{available_parallelism, scope};

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::Context;
use super::chunks::{Chunk, Chunks};
use crate::input::{Entry, TOO_MANY_OPEN};

/// The number of chunks per thread that are under way or wait for the consumer. One game may take as long as hundreds of
/// others.
pub(super) const AHEAD: usize = 8;

/// The reason why a run ends before all results are ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Interrupted {
    /// The user stopped it.
    #[error("interrupted")]
    ByUser,
    /// A file could not be opened or a program could not be started, because too many files are open. Chance decides
    /// which one, so the results would mean nothing.
    #[error("{TOO_MANY_OPEN}")]
    TooManyOpen,
}

/// Returns a pool of `jobs` threads (0: one per core), or `None` if the system can't start them. (The global pool would
/// panic then.)
pub(super) fn pool(jobs: usize) -> Option<ThreadPool> {
    let pool = ThreadPoolBuilder::new().num_threads(jobs);
    pool.build().ok()
}

/// Divides `entries` into chunks, calls `work` for each on `jobs` threads (0: one per core), and passes the results to
/// `consume` on the calling thread, in the order of the chunks. Threads work ahead of the consumer, but only by
/// [`AHEAD`] chunks each. The results end when [`Context::stop`] is set, with [`Interrupted::ByUser`].
pub(super) fn in_parallel<'a, T: Send, R>(
    entries: &'a [Entry],
    jobs: usize,
    context: &Context<'_>,
    work: impl Fn(Chunk<'a>) -> T + Sync,
    consume: impl FnOnce(&mut dyn Iterator<Item = Result<T, Interrupted>>) -> R,
) -> R {
    let threads = NonZero::new(jobs).or_else(|| available_parallelism().ok()).map_or(1, NonZero::get);
    // if the system can't start threads, the calling thread does the work
    let pool = if threads > 1 { pool(threads) } else { None };
    let is_over = AtomicBool::new(false);
    let goes_on = || !is_over.load(Ordering::Relaxed) && !context.stop.load(Ordering::Relaxed);
    scope(|readers| {
        let mut chunks = Chunks::new(entries, threads, context.options, readers, &goes_on);
        let result = match pool {
            None => consume(&mut until_stopped(chunks.map(work), context.stop)),
            Some(pool) => pool.in_place_scope_fifo(|workers| {
                let mut ahead: VecDeque<Receiver<T>> = VecDeque::new();
                let results = iter::from_fn(|| {
                    while ahead.len() < AHEAD * threads
                        && let Some(chunk) = chunks.next()
                    {
                        let (sender, receiver) = sync_channel(1);
                        let (work, goes_on) = (&work, &goes_on);
                        workers.spawn_fifo(move |_| {
                            if goes_on() {
                                // the receiver is gone once the consumer wants no more
                                let _ = sender.send(work(chunk));
                            }
                        });
                        ahead.push_back(receiver);
                    }
                    ahead.pop_front()?.recv().ok()
                });
                let result = consume(&mut until_stopped(results, context.stop));
                is_over.store(true, Ordering::Relaxed);
                result
            }),
        };
        is_over.store(true, Ordering::Relaxed);
        result
    })
}

/// Returns the items until `stop` is set, and then an error.
fn until_stopped<T>(
    mut items: impl Iterator<Item = T>,
    stop: &AtomicBool,
) -> impl Iterator<Item = Result<T, Interrupted>> {
    let mut is_stopped = false;
    iter::from_fn(move || {
        if is_stopped {
            return None;
        }
        let item = items.next();
        is_stopped = stop.load(Ordering::Relaxed);
        if is_stopped { Some(Err(Interrupted::ByUser)) } else { item.map(Ok) }
    })
}
