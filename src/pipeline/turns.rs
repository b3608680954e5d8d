//! Counts the failures of external programs in the order of the games. The game at which a program is given up on
//! does not depend on the number of threads.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::external::process::{Failures, NoAnswer};
use crate::skip::{Reason, Skip};

/// The number of an external program in a run.
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

/// How often a thread that waits for earlier games checks whether the user wants to stop.
const TICK: Duration = Duration::from_millis(50);

/// The finished tasks of a run, and the failures of each program in the tasks before the first unfinished one.
#[derive(Debug, Default)]
pub(super) struct Turns {
    state: Mutex<Finished>,
    changed: Condvar,
    /// The patience with external scorers.
    scorers: Failures,
}

#[derive(Debug, Default)]
struct Finished {
    /// The first unfinished task.
    first: u64,
    /// The finished tasks after it.
    done: BTreeSet<u64>,
    /// For each program, its failures since its last answer.
    failures: Vec<Failures>,
}

impl Finished {
    /// Returns the failures of a program since its last answer. `scorers` is the patience with external scorers.
    fn failures(&mut self, Program(program): Program, scorers: Failures) -> &mut Failures {
        while self.failures.len() <= program {
            let is_scorer = self.failures.len() >= Program::scorer(0).0;
            self.failures.push(if is_scorer { scorers } else { Failures::default() });
        }
        &mut self.failures[program]
    }
}

impl Turns {
    /// Starts a run that gives up on external scorers according to `scorers`.
    pub(super) fn new(scorers: Failures) -> Self {
        Self { scorers, ..Self::default() }
    }

    /// Marks a task as finished.
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
    /// Returns the answers of a program to the games of the task, in order. Calls `ask` for them at once, so threads
    /// ask at the same time, and waits until the tasks before this one are finished. Once the program
    /// is given up on (see [`Failures`]), all later answers are [`NoAnswer::GivenUp`]. `ask` gets `false` if the program was given up on
    /// before and must not be asked.
    pub(super) fn answers_in_turn<T, A: AsMut<[Result<T, NoAnswer>]>>(
        &self,
        program: Program,
        ask: impl FnOnce(bool) -> A,
        stop: &AtomicBool,
    ) -> A {
        let scorers = self.turns.scorers;
        let is_given_up = self.turns.state().failures(program, scorers).is_given_up();
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
        let failures = state.failures(program, scorers);
        answers.as_mut().iter_mut().for_each(|answer| failures.count(answer));
        answers
    }
}

/// Returns the engine's answer from `ask`. In a run, waits for the turn of its task.
///
/// # Errors
/// The skip for the game if the engine has no answer.
pub(super) fn ask<T>(
    turn: Option<Turn<'_>>,
    program: Program,
    stop: &AtomicBool,
    ask: impl FnOnce() -> Result<T, NoAnswer>,
) -> Result<T, Skip> {
    let answer = match turn {
        Some(turn) => {
            let [answer] =
                turn.answers_in_turn(program, |is_asked| [if is_asked { ask() } else { Err(NoAnswer::GivenUp) }], stop);
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
    use crate::external::process::MAX_FAILURES;

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
                        let [answer] = turn.answers_in_turn(
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
    fn program_is_abandoned_after_three_failures_with_any_number_of_threads() {
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
    fn failures_are_counted_by_program() {
        let programs =
            [Program::DEAD_STONES, Program::OWNERSHIP, Program::scorer(0), Program::scorer(1), Program::scorer(2)];
        let was_asked = |turn: Turn<'_>, program, answer: Result<(), NoAnswer>| {
            let mut was_asked = false;
            let ask = |is_asked| {
                was_asked = is_asked;
                [answer]
            };
            let _ = turn.answers_in_turn(program, ask, &AtomicBool::new(false));
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
    fn stop_ends_the_wait_for_earlier_tasks() {
        let turns = Turns::default();
        let turn = Turn { turns: &turns, task: 1 };
        assert_eq!(
            turn.answers_in_turn(Program::DEAD_STONES, |_| [Ok(())], &AtomicBool::new(true)),
            [Err(NoAnswer::Interrupted)]
        );
    }
}
