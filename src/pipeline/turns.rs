//! The order of the games in which an engine's failures count, so that when it is given up depends on the games alone and
//! not on the number of threads.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::external::process::{MAX_FAILURES, NoAnswer};
use crate::skip::{Reason, Skip};

/// How often a thread that waits for the games before its own checks whether the user wants to stop.
const TICK: Duration = Duration::from_millis(50);

/// The tasks of a run that are done, and the engine's failures in those before the first that is not.
#[derive(Debug, Default)]
pub(super) struct Turns {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// The first task that is not done.
    first: u64,
    /// Later tasks that are done.
    done: BTreeSet<u64>,
    /// The number of failures since the last answer; it grows no more once the engine is given up.
    failures: u32,
}

impl Turns {
    /// Notes that a task is done.
    pub(super) fn finish(&self, task: u64) {
        let mut state = self.state();
        state.done.insert(task);
        while let Some(first) = Some(state.first).filter(|first| state.done.remove(first)) {
            state.first = first + 1;
        }
        drop(state);
        self.changed.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The place of a task among those of its run.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    pub(super) turns: Arc<Turns>,
    pub(super) task: u64,
}

impl Turn {
    /// Returns the engine's answer that `ask` returns; [`NoAnswer::GivenUp`] if the engine failed on three games in a row
    /// before. Games are asked about at the same time, but every answer waits until the games before it have theirs.
    fn pass<T>(&self, ask: impl FnOnce() -> Result<T, NoAnswer>, stop: &AtomicBool) -> Result<T, NoAnswer> {
        let is_given_up = |state: &State| state.failures >= MAX_FAILURES;
        if is_given_up(&self.turns.state()) {
            return Err(NoAnswer::GivenUp);
        }
        let answer = ask();
        let mut state = self.turns.state();
        while state.first < self.task {
            if stop.load(Ordering::Relaxed) {
                return Err(NoAnswer::Interrupted);
            }
            let waited = self.turns.changed.wait_timeout(state, TICK);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        if is_given_up(&state) {
            return Err(NoAnswer::GivenUp);
        }
        match &answer {
            Ok(_) | Err(NoAnswer::Refused(_)) => state.failures = 0,
            Err(NoAnswer::Interrupted) => {}
            Err(_) => state.failures += 1,
        }
        answer
    }
}

/// Returns the engine's answer that `ask` returns, at its turn in a run.
///
/// # Errors
/// The skip of a game about which the engine has no answer.
pub(super) fn ask<T>(
    turn: Option<&Turn>,
    stop: &AtomicBool,
    ask: impl FnOnce() -> Result<T, NoAnswer>,
) -> Result<T, Skip> {
    let answer = match turn {
        Some(turn) => turn.pass(ask, stop),
        None => ask(),
    };
    answer.map_err(|why| Skip::new(Reason::EngineFailed, why.line()))
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    /// Returns, for each task in order, whether it has an answer, is a failure, or is given up.
    fn outcomes(answers: &str, threads: u64) -> String {
        let turns = Arc::new(Turns::default());
        let (answers, count) = (answers.as_bytes(), answers.len() as u64);
        let work = |thread: u64| {
            let mut outcomes = Vec::new();
            for task in (thread..count).step_by(usize::try_from(threads).unwrap()) {
                let turn = Turn { turns: Arc::clone(&turns), task };
                let index = usize::try_from(task).unwrap();
                let outcome = match answers[index] {
                    b' ' => ' ',
                    answer => {
                        let ask = || {
                            // later tasks are faster
                            thread::sleep(Duration::from_millis((count - task) % 5));
                            match answer {
                                b'+' => Ok(()),
                                b'?' => Err(NoAnswer::Refused(String::new())),
                                _ => Err(NoAnswer::Timeout(Duration::ZERO)),
                            }
                        };
                        match turn.pass(ask, &AtomicBool::new(false)) {
                            Ok(()) => '+',
                            Err(NoAnswer::Refused(_)) => '?',
                            Err(NoAnswer::GivenUp) => '.',
                            Err(_) => '-',
                        }
                    }
                };
                outcomes.push((index, outcome));
                turns.finish(task);
            }
            outcomes
        };
        let mut all: Vec<(usize, char)> = thread::scope(|scope| {
            let work = &work;
            let threads: Vec<_> = (0..threads).map(|thread| scope.spawn(move || work(thread))).collect();
            threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
        });
        all.sort_unstable();
        all.into_iter().map(|(_, outcome)| outcome).collect()
    }

    #[test]
    fn three_failures_in_a_row_are_the_end_whatever_the_number_of_threads() {
        for (answers, expected) in [
            ("++--+--?--+", "++--+--?--+"),
            ("+-- +- - -+++-", "+-- +- - -...."),
            ("---", "---"),
            ("  -  -  -  +", "  -  -  -  ."),
        ] {
            for threads in [1, 2, 3, 8] {
                assert_eq!(outcomes(answers, threads), expected, "{threads} threads");
            }
        }
    }

    #[test]
    fn a_user_who_wants_to_stop_is_not_kept() {
        let turn = Turn { turns: Arc::default(), task: 1 };
        assert_eq!(turn.pass(|| Ok(()), &AtomicBool::new(true)), Err(NoAnswer::Interrupted));
    }
}
