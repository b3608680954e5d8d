//! The worker pool: one thread produces tasks, others do them, and the calling thread takes the results in order.

use std::sync::Arc;
use std::thread::{Builder, scope};

use super::plan::FILES_IN_FLIGHT;
use super::producer::Producer;
use super::reorder::{Results, TaskQueue, reorder_buffer};
use super::stop::Stop;
use super::turns::Turns;
use super::worker::{Batch, Worker};
use super::{GameOutcome, Pipeline, Timings};
use crate::input::Entry;

/// The threads of a run, which start in [`WorkerPool::run`].
pub(super) struct WorkerPool<'p, 'a, F> {
    pipeline: &'p Pipeline<'a>,
    format: &'p F,
    stop: Stop<'a>,
    turns: Arc<Turns>,
}

impl<'p, 'a, T: Send, F: Fn(&Entry, Vec<GameOutcome>) -> T + Sync> WorkerPool<'p, 'a, F> {
    /// Creates the pool of a run. No thread starts yet.
    pub(super) fn new(pipeline: &'p Pipeline<'a>, format: &'p F) -> Self {
        Self { pipeline, format, stop: Stop::new(pipeline.stop), turns: Arc::default() }
    }

    /// Does all tasks of the run and passes the results to `take` in order, until `take` wants no more. Returns the
    /// time that each stage took, over all threads.
    pub(super) fn run<E>(&self, mut take: impl FnMut(Batch<'a, T>) -> Result<bool, E>) -> Result<Timings, E> {
        let threads = self.pipeline.threads();
        if threads == 1 {
            return self.run_here(take);
        }
        let (sender, queue, results) = reorder_buffer(threads * FILES_IN_FLIGHT / self.pipeline.batch_size());
        let serve = || {
            let mut worker = self.worker();
            TaskQueue::serve(&queue, |task| worker.work(task));
            worker.timings()
        };
        scope(|scope| {
            let workers: Vec<_> = (0..threads).map_while(|_| Builder::new().spawn_scoped(scope, serve).ok()).collect();
            let produce = move || {
                let mut number = 0;
                self.producer().produce(|task| {
                    number += 1;
                    sender.send((number - 1, task))
                });
            };
            // where the system starts no threads, the calling thread does the work
            if workers.is_empty() || Builder::new().spawn_scoped(scope, produce).is_err() {
                return self.run_here(take);
            }
            self.take_all(results, &mut take)?;
            let mut timings = Timings::default();
            for worker in workers {
                timings.add(&worker.join().expect("no worker panics"));
            }
            Ok(timings)
        })
    }

    /// Does the tasks one after another on the calling thread.
    fn run_here<E>(&self, mut take: impl FnMut(Batch<'a, T>) -> Result<bool, E>) -> Result<Timings, E> {
        let (mut worker, mut end) = (self.worker(), Ok(true));
        let mut number = 0;
        self.producer().produce(|task| {
            end = take(worker.work((number, task)));
            number += 1;
            matches!(end, Ok(true))
        });
        end.map(|_| worker.timings())
    }

    /// Passes `results` to `take` until it wants no more, and tells the other threads.
    fn take_all<E>(
        &self,
        mut results: Results<Batch<'a, T>>,
        take: &mut impl FnMut(Batch<'a, T>) -> Result<bool, E>,
    ) -> Result<(), E> {
        let end = results.find_map(|result| match take(result) {
            Ok(true) => None,
            end => Some(end.map(drop)),
        });
        if end.is_some() {
            self.stop.set_unwanted();
        }
        end.unwrap_or(Ok(()))
    }

    /// Creates the state of a thread that does tasks.
    fn worker(&self) -> Worker<'_, 'a, F> {
        Worker::new(self.pipeline, self.format, &self.stop, Arc::clone(&self.turns))
    }

    /// Creates the producer of the tasks.
    fn producer(&self) -> Producer<'_, 'a> {
        Producer { pipeline: self.pipeline, stop: &self.stop }
    }
}
