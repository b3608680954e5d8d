//! Exit codes. They are fixed, because CI jobs depend on them.

use std::fmt;

use crate::external::NoAnswer;
use crate::run::Interrupted;

/// Success.
pub(super) const DONE: u8 = 0;
/// The gate failed, `audit --known` found new suspects, a labels file has errors, or `score
/// --require-safe` found a game that is not safe to score.
pub(super) const FAILED: u8 = 1;
/// Usage or I/O error, or the program itself failed on a game.
pub(super) const ERROR: u8 = 2;
/// No games, or too few, were evaluated, or there is nothing to check.
pub(super) const NOTHING: u8 = 3;
/// The baseline is missing, damaged or not comparable, or two runs have different games.
pub(super) const INCOMPARABLE: u8 = 4;
/// The user interrupted the program.
pub(super) const INTERRUPTED: u8 = 130;

/// The reason why a command ended early.
#[derive(Debug)]
pub enum Failure {
    /// The command line has an error or asks for help: clap reports both in the same way.
    Usage(clap::Error),
    /// Something failed.
    Error(anyhow::Error),
    /// A check failed: the gate, a labels file, games that are not safe to score, or results that
    /// may be wrong. The text sums up the verdict.
    Failed(String),
    /// No games, or too few, were evaluated; the text says why.
    Nothing(String),
    /// The baseline can't be used, or two runs have different games; the text says why.
    Baseline(String),
    /// Ctrl-C; nothing was written.
    Interrupted,
    /// Ctrl-C; the text says which work is kept.
    Stopped(String),
}

impl Failure {
    /// Returns the exit code.
    pub fn code(&self) -> u8 {
        match self {
            Self::Usage(error) if !error.use_stderr() => DONE,
            Self::Usage(_) | Self::Error(_) => ERROR,
            Self::Failed(_) => FAILED,
            Self::Nothing(_) => NOTHING,
            Self::Baseline(_) => INCOMPARABLE,
            Self::Interrupted | Self::Stopped(_) => INTERRUPTED,
        }
    }

    /// Returns the message.
    pub(crate) fn message(&self) -> String {
        match self {
            Self::Usage(error) => {
                // the rest of clap's text is advice about the command line
                let text = error.to_string();
                text.split("\n\n")
                    .next()
                    .unwrap_or_default()
                    .trim_start_matches("error: ")
                    .to_owned()
            }
            Self::Error(error) => format!("{error:#}"),
            Self::Failed(why) | Self::Nothing(why) | Self::Baseline(why) | Self::Stopped(why) => {
                why.clone()
            }
            Self::Interrupted => "interrupted: nothing was written".to_owned(),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message())
    }
}

impl<E: Into<anyhow::Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        let error = error.into();
        let is_interrupted = match error.downcast_ref::<NoAnswer>() {
            Some(why) => *why == NoAnswer::Interrupted,
            None => matches!(error.downcast_ref(), Some(Interrupted::ByUser)),
        };
        if is_interrupted {
            Self::Interrupted
        } else {
            Self::Error(error)
        }
    }
}
