//! Counts the failures of external programs in the order of the games. When a program is given up depends on the games, and not
//! on the number of threads.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::external::process::{MAX_FAILURES, NoAnswer};
use crate::skip::{Reason, Skip};

/// A program from outside whose failures count, by its number among those of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Program(usize);

impl Program {
    /// The engine that names dead stones.
    pub(super) const DEAD_STONES: Self = Self(0);

    /// The engine that gives the ownership of each point.
    pub(super) const OWNERSHIP: Self = Self(1);

    /// Returns the external scorer with this number.
    pub(super) const fn scorer(number: usize) -> Self {
        Self(2 + number)
    }
}

/// How often a thread that waits for the games before its own checks whether the user wants to stop.
const TICK: Duration = Duration::from_millis(50);

/// The tasks of a run that are done, and the failures of each program in those before the first that is not.
#[derive(Debug, Default)]
pub(super) struct Turns {
    state: Mutex<Finished>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Finished {
    /// The first task that is not done.
    first: u64,
    /// Later tasks that are done.
    done: BTreeSet<u64>,
    /// For each program, the number of failures since its last answer; it grows no more once the program is given up.
    failures: Vec<u32>,
}

impl Finished {
    /// Returns the number of failures of a program since its last answer.
    fn failures(&mut self, program: usize) -> &mut u32 {
        if self.failures.len() <= program {
            self.failures.resize(program + 1, 0);
        }
        &mut self.failures[program]
    }
}

impl Turns {
    /// Notes that a task is done.
    pub(super) fn finish(&self, task: u64) {
        let mut guard = self.state();
        let state = &mut *guard;
        state.done.insert(task);
        while state.done.remove(&state.first) {
            state.first += 1;
        }
        drop(guard);
        self.changed.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, Finished> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The turn of a task among the tasks of its run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn<'a> {
    pub(super) turns: &'a Turns,
    /// The number of the task, from 0.
    pub(super) task: u64,
}

impl Turn<'_> {
    /// Returns the answers of a program to games of the task, in order, which `ask` returns, once the tasks before this one
    /// are done. The program is asked without waiting, so threads ask at the same time. The answer is
    /// [`NoAnswer::GivenUp`] for all games after [`MAX_FAILURES`] in a row on which the program failed. `ask` gets `false`
    /// if the program was given up before and is not to be asked.
    pub(super) fn pass<T, A: AsMut<[Result<T, NoAnswer>]>>(
        &self,
        program: Program,
        ask: impl FnOnce(bool) -> A,
        stop: &AtomicBool,
    ) -> A {
        let Program(program) = program;
        let is_given_up = *self.turns.state().failures(program) >= MAX_FAILURES;
        let mut answers = ask(!is_given_up);
        let mut state = self.turns.state();
        while !is_given_up && state.first < self.task {
            if stop.load(Ordering::Relaxed) {
                answers.as_mut().iter_mut().for_each(|answer| *answer = Err(NoAnswer::Interrupted));
                return answers;
            }
            let waited = self.turns.changed.wait_timeout(state, TICK);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        let failures = state.failures(program);
        for answer in answers.as_mut() {
            match answer {
                _ if *failures >= MAX_FAILURES => *answer = Err(NoAnswer::GivenUp),
                Ok(_) | Err(NoAnswer::Refused(_)) => *failures = 0,
                Err(NoAnswer::Interrupted) => {}
                Err(_) => *failures += 1,
            }
        }
        answers
    }
}

/// Returns the engine's answer that `ask` returns: in a run, at the turn of its task.
///
/// # Errors
/// The skip of a game about which the engine has no answer.
pub(super) fn ask<T>(
    turn: Option<Turn<'_>>,
    program: Program,
    stop: &AtomicBool,
    ask: impl FnOnce() -> Result<T, NoAnswer>,
) -> Result<T, Skip> {
    let answer = match turn {
        Some(turn) => {
            let [answer] = turn.pass(program, |is_asked| [if is_asked { ask() } else { Err(NoAnswer::GivenUp) }], stop);
            answer
        }
        None => ask(),
    };
    let reason = |why: &NoAnswer| match why {
        NoAnswer::TooManyOpen => Reason::TooManyOpen,
        _ => Reason::EngineFailed,
    };
    answer.map_err(|why| Skip::new(reason(&why), why.line()))
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    /// Returns, for each task in order, whether it has an answer, is a failure, or is given up.
    fn outcomes(answers: &str, threads: u64) -> String {
        let turns = Turns::default();
        let (answers, count) = (answers.as_bytes(), answers.len() as u64);
        let work = |thread: u64| {
            let mut outcomes = Vec::new();
            for task in (thread..count).step_by(usize::try_from(threads).unwrap()) {
                let turn = Turn { turns: &turns, task };
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
                                b'!' => Err(NoAnswer::Interrupted),
                                _ => Err(NoAnswer::Timeout(Duration::ZERO)),
                            }
                        };
                        let [answer] = turn.pass(
                            Program::OWNERSHIP,
                            |is_asked| [if is_asked { ask() } else { Err(NoAnswer::GivenUp) }],
                            &AtomicBool::new(false),
                        );
                        match answer {
                            Ok(()) => '+',
                            Err(NoAnswer::Refused(_)) => '?',
                            Err(NoAnswer::Interrupted) => '!',
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
            ("--!-+", "--!-."),
        ] {
            for threads in [1, 2, 3, 8] {
                assert_eq!(outcomes(answers, threads), expected, "{threads} threads");
            }
        }
    }

    #[test]
    fn the_failures_of_a_program_are_its_own() {
        let programs =
            [Program::DEAD_STONES, Program::OWNERSHIP, Program::scorer(0), Program::scorer(1), Program::scorer(2)];
        let was_asked = |turn: Turn<'_>, program, answer: Result<(), NoAnswer>| {
            let mut was_asked = false;
            let ask = |is_asked| {
                was_asked = is_asked;
                [answer]
            };
            let _ = turn.pass(program, ask, &AtomicBool::new(false));
            was_asked
        };
        for (failing, &program) in programs.iter().enumerate() {
            let turns = Turns::default();
            let turn = Turn { turns: &turns, task: 0 };
            for _ in 0..MAX_FAILURES {
                assert!(was_asked(turn, program, Err(NoAnswer::Timeout(Duration::ZERO))));
            }
            let asked = programs.map(|program| was_asked(turn, program, Ok(())));
            assert_eq!(asked, std::array::from_fn(|number| number != failing), "{program:?}");
        }
    }

    #[test]
    fn a_user_who_wants_to_stop_is_not_kept() {
        let turns = Turns::default();
        let turn = Turn { turns: &turns, task: 1 };
        assert_eq!(turn.pass(Program::DEAD_STONES, |_| [Ok(())], &AtomicBool::new(true)), [Err(NoAnswer::Interrupted)]);
    }
}
