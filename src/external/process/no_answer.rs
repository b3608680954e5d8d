//! The reasons why an external program has no answer to a question.

use std::time::Duration;

use crate::input::TOO_MANY_OPEN;

/// A program is abandoned after this number of failures in a row.
const MAX_FAILURES: usize = 3;

/// The advice that is given if a scorer was abandoned.
pub(crate) const GIVEN_UP_ADVICE: &str = "\
    let it answer {\"unsupported\": \"why\"} for boards that it does not support";

/// The number of failures in a row, in the order of the games. After [`MAX_FAILURES`], the program
/// is abandoned. It is not a failure if a program declines to answer or contradicts itself.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Failures {
    in_a_row: usize,
}

impl Failures {
    /// Returns whether the program is abandoned.
    pub(crate) fn is_given_up(self) -> bool {
        self.in_a_row >= MAX_FAILURES
    }

    /// Returns whether the program is abandoned because the last answers are failures.
    pub(crate) fn is_given_up_after<T>(answers: &[Result<T, NoAnswer>]) -> bool {
        let last = answers.last_chunk::<MAX_FAILURES>();
        last.is_some_and(|last| last.iter().all(is_failure))
    }

    /// Counts the answer to the next game. If the program was abandoned before, replaces the answer
    /// with [`NoAnswer::GivenUp`].
    pub(crate) fn count<T>(&mut self, answer: &mut Result<T, NoAnswer>) {
        match answer {
            _ if self.is_given_up() => *answer = Err(NoAnswer::GivenUp),
            _ if is_failure(answer) => self.in_a_row += 1,
            Err(NoAnswer::Interrupted) => {}
            _ => self.in_a_row = 0,
        }
    }
}

/// Returns whether an answer counts as a failure of the program.
fn is_failure<T>(answer: &Result<T, NoAnswer>) -> bool {
    use NoAnswer::{Contradictory, Interrupted, Refused, Unsupported};
    answer.as_ref().is_err_and(|why| {
        !matches!(
            why,
            Refused(_) | Unsupported(_) | Contradictory(_) | Interrupted
        )
    })
}

/// The maximum number of characters quoted from an invalid answer.
pub(crate) const MAX_QUOTE: usize = 200;

/// Reasons why an external program has no answer to a question.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum NoAnswer {
    /// The program can't be started. Contains the program's name and the operating system's error.
    #[error("can't start {0}")]
    NotStarted(String),
    /// The program can't be started because too many files are open. The run then ends with an
    /// error.
    #[error("can't start the program: {TOO_MANY_OPEN}")]
    #[strum(serialize = "not_started")]
    TooManyOpen,
    /// The program did not answer in time.
    // in most languages, output that is not flushed waits in a buffer, unless it goes to a terminal
    #[error("no answer within {} s: check that it flushes its output", .0.as_secs_f64())]
    Timeout(Duration),
    /// The program exited or closed its output.
    #[error("it ended: {how}{errors}")]
    Died {
        /// Its exit status.
        how: String,
        /// Lines from its standard error, each after a line break.
        errors: String,
    },
    /// The program wrote an invalid answer. Contains the answer, and why it is invalid.
    #[error("{0}")]
    Nonsense(String),
    /// The program wrote an answer that contradicts itself. Contains a description.
    #[error("{0}")]
    Contradictory(String),
    /// The program reported that it does not support the rules, or the size or shape of the board.
    #[error("it does not support this board: {0}")]
    Unsupported(String),
    /// The program reported that it has no answer.
    #[error("it reported: {0}")]
    #[strum(serialize = "error")]
    Refused(String),
    /// The program failed too often before.
    #[error("it was abandoned after too many failures in a row")]
    GivenUp,
    /// The user interrupted the run.
    #[error("interrupted")]
    Interrupted,
}

impl NoAnswer {
    /// Returns the name in reports.
    pub(crate) fn name(&self) -> &'static str {
        self.into()
    }

    /// Returns the reason with this [`Self::name`] as text that can follow "in 3 games". An unknown
    /// name is returned unchanged.
    pub(crate) fn words(name: &str) -> &str {
        match name {
            "not_started" => "it could not be started",
            "timeout" => "it was too slow",
            "died" => "it exited",
            "nonsense" => "it wrote an invalid answer",
            "contradictory" => "its answer contradicts itself",
            "unsupported" => "it does not support the board or its rules",
            "error" => "it reported an error",
            "given_up" => "it was abandoned after too many failures in a row",
            other => other,
        }
    }

    /// Returns the message as one line, for the files of a run. It leaves out standard error, which
    /// may depend on the games that the program judged before, and therefore on `--jobs`.
    pub(crate) fn line(&self) -> String {
        let text = match self {
            Self::Died { how, .. } => format!("it ended: {how}"),
            other => other.to_string(),
        };
        text.lines().map(str::trim).collect::<Vec<_>>().join("; ")
    }

    /// Returns an error that says `why` the answer is invalid and quotes `written`, shortened if it
    /// is long.
    pub(crate) fn nonsense(written: &[u8], why: &str) -> Self {
        let text = String::from_utf8_lossy(written);
        let text = text.trim_end();
        let quoted: String = text.chars().take(MAX_QUOTE).collect();
        let more = if quoted.len() < text.len() { "…" } else { "" };
        Self::Nonsense(format!("{why}: it wrote {quoted:?}{more}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_for_a_skip_is_one_line() {
        let [how, errors] = ["exit status: 1", "\n    one\n    two"].map(str::to_owned);
        let why = NoAnswer::Died { how, errors };
        assert_eq!(
            why.to_string(),
            "it ended: exit status: 1\n    one\n    two"
        );
        assert_eq!(why.line(), "it ended: exit status: 1");
        assert_eq!(NoAnswer::words(why.name()), "it exited");
        assert_eq!(
            NoAnswer::words("a reason of a later version"),
            "a reason of a later version"
        );
    }
}
