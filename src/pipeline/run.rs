//! Does the tasks of a run on several threads, and returns their results in the order of the walk.
//!
//! One thread produces tasks ([`super::tasks`]), others do them ([`super::worker`]), and the calling thread takes the results.
//! Each task travels with a channel for its result. The receiving ends of these channels wait in a queue of limited length:
//! the results leave in the order of their tasks, and a full queue blocks the producer.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::thread::{available_parallelism, scope};

use super::Context;
use super::tasks::{Producer, Task};
use crate::input::system::spawn_scoped;
use crate::input::{Entry, TOO_MANY_OPEN};

/// The number of files per thread that may be in flight: sent to the threads, or evaluated and waiting in the queue. One game
/// may take as long as hundreds of others.
pub(super) const FILES_IN_FLIGHT: usize = 256;

/// The reason why a run ends before all results are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Interrupted {
    /// The user stopped it.
    #[error("interrupted")]
    ByUser,
    /// A file could not be opened or a program could not be started, because too many files are open. Chance decides
    /// which one, so the results would mean nothing.
    #[error("{TOO_MANY_OPEN}")]
    TooManyOpen,
}

/// Does the tasks of a run on `jobs` threads (0: one per core), each with a worker of its own, and passes the results to `take`
/// on the calling thread. Tasks are numbered from 0, and their results arrive in that order.
///
/// Ends early when [`Context::stop`] is set, when `take` returns an error, or when it returns `false`.
///
/// # Errors
/// The error of `take`, or [`Interrupted::ByUser`].
pub(super) fn run_all<'a, R: Send, W: FnMut(u64, Task<'a>) -> R, E: From<Interrupted>>(
    entries: &'a [Entry],
    jobs: usize,
    context: &'a Context<'a>,
    worker: impl Fn() -> W + Sync,
    mut take: impl FnMut(R) -> Result<bool, E>,
) -> Result<(), E> {
    let threads = NonZero::new(jobs).or_else(|| available_parallelism().ok()).map_or(1, NonZero::get);
    // set when `take` wants no more results
    let is_over = AtomicBool::new(false);
    let is_stopped = || context.stop.load(Ordering::Relaxed);
    let goes_on = || !is_over.load(Ordering::Relaxed) && !is_stopped();
    let take = &mut |result| if is_stopped() { Ok(false) } else { Ok(take(result)? && !is_stopped()) };
    let producer = Producer { entries, threads, options: context.options, goes_on: &goes_on };
    let ended = if threads > 1 { on_threads(&producer, &worker, take, &is_over) } else { None };
    // if the system can't start threads, the calling thread does the work
    let ended = ended.unwrap_or_else(|| {
        let (mut work, mut end, mut number) = (worker(), Ok(true), 0);
        producer.produce(|task| {
            end = take(work(number, task));
            number += 1;
            matches!(end, Ok(true))
        });
        end.map(drop)
    });
    if ended.is_ok() && is_stopped() { Err(Interrupted::ByUser.into()) } else { ended }
}

/// Does the tasks of `producer` on other threads, and sets `is_over` when `take` wants no more results. If the system
/// can't start threads, does nothing and returns `None`.
fn on_threads<'a, R: Send, W: FnMut(u64, Task<'a>) -> R, E>(
    producer: &Producer<'a, '_>,
    worker: &(impl Fn() -> W + Sync),
    take: &mut impl FnMut(R) -> Result<bool, E>,
    is_over: &AtomicBool,
) -> Option<Result<(), E>> {
    let (tasks, queue) = channel::<(u64, Task<'a>, SyncSender<R>)>();
    let queue = Mutex::new(queue);
    // one more is in flight while the calling thread waits for its result
    let most = producer.threads * FILES_IN_FLIGHT / producer.options.batch_size();
    let (order, results) = sync_channel(most.saturating_sub(1));
    let serve = || {
        let mut work = worker();
        let next = || queue.lock().expect("nothing panics while it is held").recv();
        while let Ok((number, task, result)) = next() {
            if (producer.goes_on)() {
                // the receiver is gone once no more results are wanted
                let _ = result.send(work(number, task));
            }
        }
    };
    let produce = move || {
        let mut number = 0;
        producer.produce(|task| {
            let (sender, result) = sync_channel(1);
            let is_sent = order.send(result).is_ok() && tasks.send((number, task, sender)).is_ok();
            number += 1;
            is_sent
        });
    };
    scope(|scope| {
        let workers = (0..producer.threads).map_while(|_| spawn_scoped(scope, serve).ok()).count();
        if workers == 0 || spawn_scoped(scope, produce).is_err() {
            return None;
        }
        // a worker drops the task of a result only once the run is over
        let mut ends = results.into_iter().map_while(|result: Receiver<R>| result.recv().ok()).map(take);
        let end = ends.find(|end| !matches!(end, Ok(true)));
        drop(ends);
        is_over.store(true, Ordering::Relaxed);
        Some(end.unwrap_or(Ok(true)).map(drop))
    })
}
