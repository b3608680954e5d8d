//! The reorder buffer: results leave in the order of their tasks, however long each task takes.
//!
//! Each task travels with a channel for its result. The receiving ends of these channels wait in a queue of limited
//! length, so a full buffer blocks the sender of tasks: back pressure.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};

/// Returns the three ends of a buffer with at most `most` tasks in flight: sent, and their results not yet taken.
pub(super) fn reorder_buffer<T, R>(most: usize) -> (TaskSender<T, R>, TaskQueue<T, R>, Results<R>) {
    let (tasks, queue) = channel();
    // one more is in flight while its result is waited for
    let (order, results) = sync_channel(most.saturating_sub(1));
    (TaskSender { tasks, order }, TaskQueue(Mutex::new(queue)), Results(results))
}

/// The end to which tasks are sent.
pub(super) struct TaskSender<T, R> {
    tasks: Sender<(T, SyncSender<R>)>,
    order: SyncSender<Receiver<R>>,
}

impl<T, R> TaskSender<T, R> {
    /// Sends a task, and waits while the buffer is full. Returns whether more results are wanted.
    pub(super) fn send(&self, task: T) -> bool {
        let (answer, result) = sync_channel(1);
        self.order.send(result).is_ok() && self.tasks.send((task, answer)).is_ok()
    }
}

/// The end from which any number of threads take tasks.
pub(super) struct TaskQueue<T, R>(Mutex<Receiver<(T, SyncSender<R>)>>);

impl<T, R> TaskQueue<T, R> {
    /// Does tasks with `work`, until no more are sent.
    pub(super) fn serve(&self, mut work: impl FnMut(T) -> R) {
        let next = || self.0.lock().expect("nothing panics while it is held").recv();
        while let Ok((task, answer)) = next() {
            // the receiver is gone once no more results are wanted
            let _ = answer.send(work(task));
        }
    }
}

/// The end from which the results are taken, in the order of the tasks.
pub(super) struct Results<R>(Receiver<Receiver<R>>);

impl<R> Iterator for Results<R> {
    type Item = R;

    fn next(&mut self) -> Option<R> {
        Some(self.0.recv().ok()?.recv().expect("no thread panics"))
    }
}
