//! Decides when external scorers and engines are abandoned.
//!
//! A program is abandoned after some failures in a row, in the order of the games. Threads evaluate
//! chunks before all earlier chunks are done, so a chunk is evaluated as if no failure came before
//! it. Failures are then counted in the order of the games. If this count shows that a program
//! should have been abandoned before it was asked, the chunk is evaluated again with the right
//! count. So the results depend neither on the number of threads nor on the chunks.

use super::Options;
use crate::external::process::{Failures, NoAnswer};

/// The programs that answer questions about games.
#[derive(Clone, Debug, Default)]
pub(super) struct Programs {
    /// The engine that names dead stones.
    pub(super) engine: Program,
    /// The external scorers.
    pub(super) scorers: Vec<Program>,
}

impl Programs {
    /// Returns the programs of a run, before its first game.
    pub(super) fn of_run(options: &Options) -> Self {
        let scorer = Program::new(options.scorer_failures);
        Self {
            engine: Program::default(),
            scorers: vec![scorer; options.scorers.len()],
        }
    }

    /// Returns the programs for games outside a run, where no program is abandoned.
    pub(super) fn patient(options: &Options) -> Self {
        let program = Program::new(Failures::up_to(0));
        Self {
            engine: program.clone(),
            scorers: vec![program; options.scorers.len()],
        }
    }

    /// Returns the programs for a chunk before all earlier games are evaluated: without failures,
    /// except where a program has already been abandoned.
    pub(super) fn ahead(&self) -> Self {
        Self {
            engine: self.engine.ahead(),
            scorers: self.scorers.iter().map(Program::ahead).collect(),
        }
    }

    /// Returns the programs after a chunk. `chunk` has its answers; `None` if a program should have
    /// been abandoned before it was asked.
    pub(super) fn after(&self, chunk: &Self) -> Option<Self> {
        let scorers = self
            .scorers
            .iter()
            .zip(&chunk.scorers)
            .map(|(program, chunk)| program.after(chunk));
        Some(Self {
            engine: self.engine.after(&chunk.engine)?,
            scorers: scorers.collect::<Option<_>>()?,
        })
    }
}

/// A program, and its answers to the games of a chunk.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    /// The failures since the last answer.
    failures: Failures,
    /// For each question, in order, whether the program answered, or why it did not.
    answers: Vec<Result<(), NoAnswer>>,
}

impl Program {
    fn new(failures: Failures) -> Self {
        Self {
            failures,
            answers: Vec::new(),
        }
    }

    fn ahead(&self) -> Self {
        Self::new(self.failures.restarted())
    }

    fn after(&self, chunk: &Self) -> Option<Self> {
        let mut failures = self.failures;
        for answer in &chunk.answers {
            let mut counted = answer.clone();
            failures.count(&mut counted);
            if counted != *answer {
                return None;
            }
        }
        Some(Self::new(failures))
    }

    /// Returns whether the program is abandoned.
    pub(super) fn is_given_up(&self) -> bool {
        self.failures.is_given_up()
    }

    /// Counts an answer. If the program was abandoned before, replaces it with
    /// [`NoAnswer::GivenUp`].
    pub(super) fn count<T>(&mut self, mut answer: Result<T, NoAnswer>) -> Result<T, NoAnswer> {
        self.failures.count(&mut answer);
        self.answers
            .push(answer.as_ref().map(drop).map_err(NoAnswer::clone));
        answer
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// Evaluates chunks with `size` games, all of them ahead of the first count, and counts them in
    /// order. Each letter of `answers` is the engine's answer about a game: `+` an answer, `-` no
    /// answer in time, `?` a refusal, `!` an interruption, and ` ` a game that it is not asked
    /// about. Returns a letter for each game, with `.` where the engine is abandoned.
    fn counted(answers: &str, size: usize) -> String {
        let answer = |letter| match letter {
            '+' => Ok(()),
            '?' => Err(NoAnswer::Refused(String::new())),
            '!' => Err(NoAnswer::Interrupted),
            _ => Err(NoAnswer::Timeout(Duration::ZERO)),
        };
        let evaluate = |chunk: &[char], mut programs: Programs| -> (String, Programs) {
            let mut letters = String::new();
            for &letter in chunk {
                let is_given_up = letter != ' '
                    && programs.engine.count(answer(letter)) == Err(NoAnswer::GivenUp);
                letters.push(if is_given_up { '.' } else { letter });
            }
            (letters, programs)
        };
        let letters: Vec<char> = answers.chars().collect();
        let ahead: Vec<_> = letters
            .chunks(size)
            .map(|chunk| evaluate(chunk, Programs::default().ahead()))
            .collect();
        let (mut programs, mut all) = (Programs::default(), String::new());
        for (chunk, (answers, asked)) in letters.chunks(size).zip(ahead) {
            if let Some(after) = programs.after(&asked) {
                programs = after;
                all += &answers;
            } else {
                let (answers, after) = evaluate(chunk, programs);
                programs = after;
                all += &answers;
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
    fn failures_are_counted_by_program() {
        let mut programs = Programs {
            scorers: vec![Program::default(); 2],
            ..Programs::default()
        };
        for _ in 0..3 {
            programs.scorers[1]
                .count::<()>(Err(NoAnswer::Timeout(Duration::ZERO)))
                .unwrap_err();
        }
        assert!(programs.scorers[1].is_given_up() && !programs.scorers[0].is_given_up());
        assert_eq!(programs.engine.count(Ok(1)), Ok(1));
    }
}
