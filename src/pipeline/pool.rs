//! The worker pool of a pipeline: threads take batches of files, and a reorder buffer returns the results in order.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, SyncSender, channel, sync_channel};
use std::thread::Builder;

use super::evaluate::guarded;
use super::{GameEvaluator, GameOutcome, Options, Pipeline, Timings};
use crate::input::{Entry, Format, Member};
use crate::skip::{Reason, Skip};

/// The largest number of files, or of an archive's members, in a batch. A batch amortises the cost of a channel; a small one
/// keeps its rows in the processor's cache until they are written.
pub(super) const FILES_AT_ONCE: usize = 64;

/// The number of bytes at which a batch of an archive's members is sent, however few members it has.
const BYTES_AT_ONCE: usize = 1 << 17;

/// The number of files per thread that may be in flight: sent to the pool, or evaluated and waiting in the reorder buffer.
/// One game may take as long as hundreds of others.
pub(super) const FILES_IN_FLIGHT: usize = 256;

/// The number of batches of an archive's members that the reader may send before any is taken: back pressure.
const BATCHES_WAITING: usize = 4;

/// Files, each with the result of `prepare`.
pub(super) type Batch<'e, T> = Vec<(Cow<'e, Entry>, T)>;

/// The work of one batch.
enum Task<'e> {
    Files(&'e [Entry]),
    /// An archive, and some of its members.
    Members(&'e Entry, Vec<Member>),
}

/// A task with the channel for its result.
type QueuedTask<'e, T> = (Task<'e>, SyncSender<Batch<'e, T>>);

/// The queue from which the threads take tasks.
struct TaskQueue<'e, T> {
    send: Sender<QueuedTask<'e, T>>,
    /// The number of threads; with none, the caller does each task itself.
    threads: usize,
}

/// The threads of a pipeline, each with its own memory.
pub(super) struct WorkerPool<'a, F> {
    /// One evaluator per thread, which no other thread locks. A panic is caught inside, so no lock is ever poisoned.
    workers: Vec<Mutex<GameEvaluator>>,
    pipeline: &'a Pipeline<'a>,
    /// Whether the sink wants no more results.
    is_enough: AtomicBool,
    prepare: F,
}

impl<'a, T: Send, F: Fn(&Entry, Vec<GameOutcome>) -> T + Sync> WorkerPool<'a, F> {
    /// Returns a pool of `threads` threads, which are not started yet.
    pub(super) fn new(pipeline: &'a Pipeline<'a>, threads: usize, prepare: F) -> Self {
        let workers = (0..threads).map(|_| Mutex::default()).collect();
        Self { workers, pipeline, is_enough: AtomicBool::new(false), prepare }
    }

    /// Returns the time that each stage took, over all threads.
    pub(super) fn timings(self) -> Timings {
        let mut timings = Timings::default();
        for worker in self.workers {
            timings.add(&worker.into_inner().expect("a worker is never poisoned").timings);
        }
        timings
    }

    /// Starts the threads, evaluates all files and passes the batches to `take` in order, until `take` wants no more.
    pub(super) fn run<E>(&self, take: impl FnMut(Batch<'a, T>) -> Result<bool, E>) -> Result<bool, E> {
        let (send, receive) = channel::<QueuedTask<'a, T>>();
        let receive = Mutex::new(receive);
        let serve = &|worker: &Mutex<GameEvaluator>| {
            let next = || receive.lock().expect("nobody panics here").recv();
            while let Ok((task, answer)) = next() {
                // the receiver is gone once no more results are wanted
                let _ = answer.send(self.done(worker, task));
            }
        };
        std::thread::scope(|scope| {
            let start = |worker| Builder::new().spawn_scoped(scope, move || serve(worker)).ok();
            // with one thread, or where the system starts none, the calling thread does the work
            let others = if let [_] = *self.workers { &[] } else { &self.workers[..] };
            let threads = others.iter().map_while(start).count();
            let queue = TaskQueue { send, threads };
            let has_archives = self.pipeline.entries.iter().any(|entry| entry.archive.is_some());
            if threads == 0 || self.pipeline.asks_outside() || !has_archives {
                return self.all(&queue, take);
            }
            // an archive's results are taken all at once, and the next archive is evaluated meanwhile
            let (send, receive) = sync_channel(0);
            let evaluate = move || self.all(&queue, |batch| Ok::<_, Infallible>(send.send(batch).is_ok()));
            match Builder::new().spawn_scoped(scope, evaluate) {
                Ok(_) => self.find_end(receive.into_iter(), take),
                Err(_) => self.all(&TaskQueue { send: channel().0, threads: 0 }, take),
            }
        })
    }

    /// Evaluates all files and archives in order. Returns whether `take` still wants more.
    fn all<E>(
        &self,
        queue: &TaskQueue<'a, T>,
        mut take: impl FnMut(Batch<'a, T>) -> Result<bool, E>,
    ) -> Result<bool, E> {
        let is_file = |entry: &Entry| entry.archive.is_none();
        for entries in self.pipeline.entries.chunk_by(|a, b| is_file(a) && is_file(b)) {
            let goes_on = match (entries, entries[0].archive) {
                ([archive], Some(format)) => take(self.archive(archive, format, queue))?,
                (files, _) => self.in_order(self.batches(files).map(Task::Files), queue, &mut take)?,
            };
            if !goes_on {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Does `tasks` and passes their results to `take` in order. Returns whether `take` still wants more.
    fn in_order<E>(
        &self,
        tasks: impl Iterator<Item = Task<'a>>,
        queue: &TaskQueue<'a, T>,
        take: impl FnMut(Batch<'a, T>) -> Result<bool, E>,
    ) -> Result<bool, E> {
        match queue.threads {
            0 => self.find_end(tasks.map(|task| self.done(&self.workers[0], task)), take),
            _ => self.find_end(self.in_flight(tasks, queue), take),
        }
    }

    /// Passes `results` to `take` until it wants no more. Returns whether it still does.
    fn find_end<R, E>(
        &self,
        results: impl Iterator<Item = R>,
        take: impl FnMut(R) -> Result<bool, E>,
    ) -> Result<bool, E> {
        let end = results.map(take).find(|taken| !matches!(taken, Ok(true))).unwrap_or(Ok(true));
        if !matches!(end, Ok(true)) {
            self.is_enough.store(true, Ordering::Relaxed);
        }
        end
    }

    /// Sends tasks to the threads and returns their results in the order of the tasks: the reorder buffer.
    ///
    /// With external scorers or an engine, all results in flight are taken before new tasks are sent, so that no program is
    /// asked about a game that may not be wanted.
    fn in_flight(
        &self,
        mut tasks: impl Iterator<Item = Task<'a>>,
        queue: &TaskQueue<'a, T>,
    ) -> impl Iterator<Item = Batch<'a, T>> {
        let in_turn = self.pipeline.asks_outside();
        let most = queue.threads * FILES_IN_FLIGHT / self.batch();
        let mut in_flight = VecDeque::new();
        std::iter::from_fn(move || {
            if !in_turn || in_flight.is_empty() {
                for task in tasks.by_ref().take(most - in_flight.len()) {
                    let (answer, result) = sync_channel(1);
                    queue.send.send((task, answer)).expect("the threads listen");
                    in_flight.push_back(result);
                }
            }
            Some(in_flight.pop_front()?.recv().expect("no thread panics"))
        })
    }

    fn done(&self, worker: &Mutex<GameEvaluator>, task: Task<'a>) -> Batch<'a, T> {
        let mut worker = worker.lock().expect("a worker is never poisoned");
        match task {
            Task::Files(files) => self.files(&mut worker, files),
            Task::Members(archive, members) => self.members(&mut worker, archive, members),
        }
    }

    fn is_over(&self) -> bool {
        self.is_enough.load(Ordering::Relaxed) || self.pipeline.stop.load(Ordering::Relaxed)
    }

    /// Returns the largest number of files in a batch: one where an engine is asked, which takes long for each.
    fn batch(&self) -> usize {
        let Options { scorers, engine, .. } = self.pipeline.options;
        if scorers.is_empty() && engine.is_some() { 1 } else { FILES_AT_ONCE }
    }

    /// Splits `files` into batches that become smaller towards the end, so that no thread waits long for another.
    fn batches<'e>(&self, mut files: &'e [Entry]) -> impl Iterator<Item = &'e [Entry]> {
        let least = if self.pipeline.options.scorers.is_empty() { 1 } else { FILES_AT_ONCE };
        let (most, turns) = (self.batch(), 8 * self.workers.len());
        std::iter::from_fn(move || {
            let batch = files.split_off(..(files.len() / turns).clamp(least, most).min(files.len()))?;
            (!batch.is_empty()).then_some(batch)
        })
    }

    /// Evaluates the files of a batch, asks the external scorers about their games, and prepares the results. Returns an empty
    /// batch once the run is over.
    fn work<'e, I>(
        &self,
        worker: &mut GameEvaluator,
        items: impl IntoIterator<Item = I>,
        evaluate: impl Fn(&mut GameEvaluator, I) -> (Cow<'e, Entry>, Vec<GameOutcome>),
    ) -> Batch<'e, T> {
        if self.is_over() {
            return Vec::new();
        }
        let mut files: Vec<_> = items.into_iter().map(|item| evaluate(worker, item)).collect();
        let games = files.iter_mut().flat_map(|(_, outcomes)| outcomes);
        let games = games.filter_map(|outcome| outcome.result.as_deref_mut().ok()).collect();
        let asked = guarded(|| {
            worker.ask_outside(games, self.pipeline.options, self.pipeline.stop);
            Ok(())
        });
        if let Err(skip) = asked {
            files.iter_mut().flat_map(|(_, outcomes)| outcomes).for_each(|outcome| outcome.fail(&skip));
        }
        let prepare = |(entry, outcomes): (Cow<'e, Entry>, _)| {
            let prepared = (self.prepare)(&entry, outcomes);
            (entry, prepared)
        };
        files.into_iter().map(prepare).collect()
    }

    fn files(&self, worker: &mut GameEvaluator, files: &'a [Entry]) -> Batch<'a, T> {
        self.work(worker, files, |worker: &mut GameEvaluator, entry: &'a Entry| {
            let Pipeline { labels, options, stop, is_known, .. } = *self.pipeline;
            let outcomes = if is_known(entry) { Vec::new() } else { worker.file(entry, labels, options, stop) };
            (Cow::Borrowed(entry), outcomes)
        })
    }

    fn members(&self, worker: &mut GameEvaluator, archive: &Entry, members: Vec<Member>) -> Batch<'a, T> {
        self.work(worker, members, |worker: &mut GameEvaluator, Member { name, bytes }: Member| {
            let entry = archive.member(&name);
            let Pipeline { labels, options, stop, is_known, .. } = *self.pipeline;
            let bytes = bytes.as_deref().map_err(Skip::clone);
            let outcomes =
                if is_known(&entry) { Vec::new() } else { worker.bytes(&entry, bytes, labels, options, stop) };
            (Cow::Owned(entry), outcomes)
        })
    }

    /// Evaluates an archive: one thread reads its members while the others evaluate those that were read.
    fn archive(&self, archive: &'a Entry, format: Format, queue: &TaskQueue<'a, T>) -> Batch<'a, T> {
        let mut outcomes = Vec::new();
        // a checkpoint may know the archive itself, and still lack some of its members
        (self.pipeline.is_known)(archive);
        let read = std::thread::scope(|scope| {
            let (send, receive) = sync_channel::<Vec<Member>>(BATCHES_WAITING);
            let reader = Builder::new().spawn_scoped(scope, move || {
                let (mut batch, mut bytes) = (Vec::new(), 0);
                let read = format.read(&archive.path, self.pipeline.options.files, &mut |member| {
                    if archive.wants_member(&member.name) {
                        bytes += member.bytes.as_ref().map_or(0, Vec::len);
                        batch.push(member);
                    }
                    let is_full = batch.len() == self.batch() || bytes >= BYTES_AT_ONCE;
                    bytes *= usize::from(!is_full);
                    let goes_on = !is_full || send.send(std::mem::take(&mut batch)).is_ok();
                    goes_on && !self.is_over()
                });
                // the receiver is gone once the run is interrupted
                let _ = send.send(batch);
                read
            });
            let reader = reader.map_err(|error| {
                Skip::new(Reason::Unreadable, format!("failed to start a thread to read the archive: {error}"))
            })?;
            let tasks = receive.into_iter().map(|members| Task::Members(archive, members));
            let taken = self.in_order(tasks, queue, |batch| {
                outcomes.extend(batch);
                Ok::<_, Infallible>(true)
            });
            taken.map_err(|never| match never {})?;
            reader.join().unwrap_or_else(|panic| Err(Skip::internal(&*panic)))
        });
        outcomes.sort_by(|(a, _), (b, _)| a.name.cmp(&b.name));
        if let (Err(skip), true) = (read, archive.speaks_for_itself()) {
            let failed = (self.prepare)(archive, vec![GameOutcome::without_game(archive, skip)]);
            outcomes.push((Cow::Borrowed(archive), failed));
        }
        outcomes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Labels;

    #[test]
    fn threads_share_the_last_files() {
        let (labels, options) = (Labels::default(), Options::default());
        let pipeline = Pipeline {
            entries: &[],
            labels: &labels,
            options: &options,
            jobs: 2,
            stop: &AtomicBool::new(false),
            is_known: &|_| false,
        };
        let pool = WorkerPool::new(&pipeline, 2, |_: &Entry, _| ());
        let entries = vec![Entry::default(); 20 * FILES_AT_ONCE];
        let batches: Vec<usize> = pool.batches(&entries).map(<[Entry]>::len).collect();
        assert_eq!((batches.iter().sum(), batches[0]), (entries.len(), FILES_AT_ONCE));
        assert!(batches.is_sorted_by(|a, b| a >= b) && batches.ends_with(&[1; 16]), "{batches:?}");
        assert!(pool.batches(&entries[..9]).all(|batch| batch.len() == 1), "a few files may be large ones");
    }
}
