//! The answers of other programs to the games of a chunk, and when a program is abandoned.
//!
//! A program is abandoned after some failures in a row, in the order of the games. Threads evaluate chunks ahead of
//! that order, so a chunk is evaluated as if no failure came before it. Its answers are kept; if a count in order shows that the
//! program was abandoned earlier, the chunk is evaluated again with the same answers and the right count. So the
//! results depend neither on the number of threads nor on the chunks.

use std::collections::BTreeMap;

use super::Options;
use crate::board::Point;
use crate::external::process::{Failures, NoAnswer};
use crate::external::scorer::Given;
use crate::skip::{Reason, Skip};

/// The programs that answer questions about games.
#[derive(Clone, Debug, Default)]
pub(super) struct Programs {
    /// The engine that names dead stones.
    pub(super) dead_stones: Program<Vec<Point>>,
    /// The external scorers.
    pub(super) scorers: Vec<Program<Given>>,
}

impl Programs {
    /// Returns the programs of a run, before its first game.
    pub(super) fn of_run(options: &Options) -> Self {
        let scorer = Program { failures: options.scorer_failures, answers: BTreeMap::new() };
        Self { scorers: vec![scorer; options.scorers.len()], ..Self::default() }
    }

    /// Returns the programs for games outside a run, where none is abandoned.
    pub(super) fn patient(options: &Options) -> Self {
        Self { dead_stones: Program::patient(), scorers: vec![Program::patient(); options.scorers.len()] }
    }

    /// Returns the programs for a chunk before all earlier games are evaluated: without failures, except where a program
    /// has already been abandoned.
    pub(super) fn ahead(&self) -> Self {
        Self { dead_stones: self.dead_stones.ahead(), scorers: self.scorers.iter().map(Program::ahead).collect() }
    }

    /// Returns the state of the programs after the answers to `chunk`, which was evaluated [`Self::ahead`]; `None` if a
    /// program was asked after it should have been abandoned, so the chunk has to be evaluated again.
    pub(super) fn after(&self, chunk: &Self) -> Option<Self> {
        let scorers = self.scorers.iter().zip(&chunk.scorers).map(|(program, chunk)| program.after(chunk));
        Some(Self {
            dead_stones: self.dead_stones.after(&chunk.dead_stones)?,
            scorers: scorers.collect::<Option<_>>()?,
        })
    }

    /// Returns the programs for the second evaluation of a chunk: with the failures before it, and its answers.
    pub(super) fn again(&self, chunk: Self) -> Self {
        let scorers = self.scorers.iter().zip(chunk.scorers).map(|(program, chunk)| program.again(chunk));
        Self { dead_stones: self.dead_stones.again(chunk.dead_stones), scorers: scorers.collect() }
    }
}

/// A program, with its answers to the games of a chunk.
#[derive(Clone, Debug)]
pub(super) struct Program<T> {
    /// The failures since the last answer.
    failures: Failures,
    /// The answers, by the number of the game in its chunk.
    answers: BTreeMap<usize, Result<T, NoAnswer>>,
}

impl<T> Default for Program<T> {
    fn default() -> Self {
        Self { failures: Failures::default(), answers: BTreeMap::new() }
    }
}

impl<T: Clone> Program<T> {
    fn patient() -> Self {
        Self { failures: Failures::up_to(0), ..Self::default() }
    }

    fn ahead(&self) -> Self {
        Self { failures: self.failures.restarted(), ..Self::default() }
    }

    fn after(&self, chunk: &Self) -> Option<Self> {
        let mut failures = self.failures;
        for answer in chunk.answers.values() {
            let mut counted = answer.as_ref().map(drop).map_err(NoAnswer::clone);
            failures.count(&mut counted);
            if counted == Err(NoAnswer::GivenUp) && !matches!(answer, Err(NoAnswer::GivenUp)) {
                return None;
            }
        }
        Some(Self { failures, ..Self::default() })
    }

    fn again(&self, chunk: Self) -> Self {
        Self { failures: self.failures, ..chunk }
    }

    /// Returns the answer to a game: the answer of the first evaluation, or else the result of `ask`.
    ///
    /// # Errors
    /// [`NoAnswer::GivenUp`] if the program is abandoned, or the reason that `ask` gives.
    pub(super) fn answer(&mut self, game: usize, ask: impl FnOnce() -> Result<T, NoAnswer>) -> Result<T, NoAnswer> {
        let known = self.answers.remove(&game);
        let mut answer = if self.failures.is_given_up() { Err(NoAnswer::GivenUp) } else { known.unwrap_or_else(ask) };
        self.failures.count(&mut answer);
        self.answers.insert(game, answer.clone());
        answer
    }

    /// Returns whether a game has no answer yet, and the program may be asked.
    pub(super) fn is_open(&self, game: usize) -> bool {
        !self.failures.is_given_up() && !self.answers.contains_key(&game)
    }
}

/// Returns the skip for a game without an answer from an engine.
pub(super) fn no_dead_stones(why: &NoAnswer) -> Skip {
    let reason = match why {
        NoAnswer::TooManyOpen => Reason::TooManyOpen,
        _ => Reason::EngineFailed,
    };
    Skip::new(reason, why.line())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// Evaluates chunks with `size` games, all of them ahead of the first count, and counts them in order. Each letter
    /// of `answers` is the engine's answer about a game: `+` an answer, `-` no answer in time, `?` a refusal, `!` an
    /// interruption, and ` ` a game that it is not asked about. Returns a letter for each game, with `.` where the
    /// engine is abandoned.
    fn counted(answers: &str, size: usize) -> String {
        let ask = |letter| match letter {
            '+' => Ok(Vec::new()),
            '?' => Err(NoAnswer::Refused(String::new())),
            '!' => Err(NoAnswer::Interrupted),
            _ => Err(NoAnswer::Timeout(Duration::ZERO)),
        };
        let evaluate = |chunk: &[char], programs: &mut Programs| -> String {
            let mut letters = String::new();
            for (number, &letter) in chunk.iter().enumerate() {
                letters.push(match letter {
                    ' ' => ' ',
                    _ => match programs.dead_stones.answer(number, || ask(letter)) {
                        Err(NoAnswer::GivenUp) => '.',
                        _ => letter,
                    },
                });
            }
            letters
        };
        let first = Programs::default();
        let letters: Vec<char> = answers.chars().collect();
        let ahead: Vec<(String, Programs)> = letters
            .chunks(size)
            .map(|chunk| {
                let mut programs = first.ahead();
                (evaluate(chunk, &mut programs), programs)
            })
            .collect();
        let (mut programs, mut all) = (first, String::new());
        for (chunk, (answers, asked)) in letters.chunks(size).zip(ahead) {
            if let Some(after) = programs.after(&asked) {
                programs = after;
                all += &answers;
            } else {
                programs = programs.again(asked);
                all += &evaluate(chunk, &mut programs);
            }
        }
        all
    }

    #[test]
    fn engine_is_given_up_on_after_three_failures_in_chunks_of_any_size() {
        for (answers, expected) in [
            ("++--+--?--+", "++--+--?--+"),
            ("+-- +- - -+++-", "+-- +- - -...."),
            ("---", "---"),
            ("  -  -  -  +", "  -  -  -  ."),
            ("--!-+", "--!-."),
            ("-+--+---+-++", "-+--+---...."),
        ] {
            for size in [1, 2, 3, 5, 20] {
                assert_eq!(counted(answers, size), expected, "chunks of {size}");
            }
        }
    }

    #[test]
    fn second_evaluation_asks_nothing_twice() {
        let mut programs = Programs::default();
        programs.dead_stones.answer(0, || Err(NoAnswer::Timeout(Duration::ZERO))).unwrap_err();
        let mut again = Programs::default().again(programs);
        let answer = again.dead_stones.answer(0, || panic!("it has been asked"));
        assert_eq!(answer, Err(NoAnswer::Timeout(Duration::ZERO)));
    }

    #[test]
    fn failures_are_counted_by_program() {
        let fail = || Err(NoAnswer::Timeout(Duration::ZERO));
        let mut programs = Programs { scorers: vec![Program::default(); 2], ..Programs::default() };
        for game in 0..3 {
            programs.scorers[1].answer(game, fail).unwrap_err();
        }
        assert!(!programs.scorers[1].is_open(3) && programs.scorers[0].is_open(3));
        assert_eq!(programs.dead_stones.answer(3, || Ok(Vec::new())), Ok(Vec::new()));
    }
}
