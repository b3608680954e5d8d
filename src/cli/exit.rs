//! Exit codes. They are fixed, because CI jobs depend on them.

use std::fmt;

use crate::external::NoAnswer;
use crate::run::RunError;

/// Success.
pub(super) const DONE: u8 = 0;
/// The user interrupted the program.
pub(super) const INTERRUPTED: u8 = 130;

/// The reason why a command ended early.
#[derive(Debug)]
pub enum Failure {
    /// The command line has an error or asks for help; clap reports both in the same way.
    Usage(clap::Error),
    /// An I/O error occurred, or the program itself failed on a game.
    Error(anyhow::Error),
    /// The gate failed, `audit --known` found new suspects, a labels file has errors, or
    /// `score --require-safe` found a game that is not safe to score. The text sums up the verdict.
    Failed(String),
    /// No games, or too few, were evaluated, or there is nothing to check; the text names the
    /// reason.
    Nothing(String),
    /// The baseline is missing, damaged or not comparable, or two runs have different games; the
    /// text says why.
    Baseline(String),
    /// The user pressed Ctrl-C, and nothing was written.
    Interrupted,
    /// The user pressed Ctrl-C. The text says which work is kept.
    Stopped(String),
}

impl Failure {
    /// Returns the exit code.
    pub fn code(&self) -> u8 {
        match self {
            Self::Usage(error) if !error.use_stderr() => DONE,
            Self::Failed(_) => 1,
            Self::Usage(_) | Self::Error(_) => 2,
            Self::Nothing(_) => 3,
            Self::Baseline(_) => 4,
            Self::Interrupted | Self::Stopped(_) => INTERRUPTED,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(error) => {
                // the rest of clap's text is advice about the command line
                let text = error.to_string();
                let message = text.split("\n\n").next().unwrap_or_default();
                f.write_str(message.trim_start_matches("error: "))
            }
            Self::Error(error) => write!(f, "{error:#}"),
            Self::Failed(why) | Self::Nothing(why) | Self::Baseline(why) | Self::Stopped(why) => {
                f.write_str(why)
            }
            Self::Interrupted => f.write_str("interrupted: nothing was written"),
        }
    }
}

impl<E: Into<anyhow::Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        let error = error.into();
        let is_interrupted = match error.downcast_ref::<NoAnswer>() {
            Some(why) => *why == NoAnswer::Interrupted,
            None => matches!(error.downcast_ref(), Some(RunError::Interrupted)),
        };
        if is_interrupted {
            Self::Interrupted
        } else {
            Self::Error(error)
        }
    }
}
