//! External programs that are talked to line by line over pipes: starts them, watches them, kills them and their
//! children.
//!
//! This module knows no protocol: `scorer` and `gtp` define questions and answers.

mod running;

pub use running::{Running, kill_all};

use std::fmt;
use std::time::Duration;

/// The number of failures in a row after which a program is given up.
pub const PATIENCE: u32 = 3;

/// The most characters that are quoted of a wrong answer.
const QUOTED: usize = 200;

/// Splits a command into words as a shell does; no shell is started.
///
/// # Errors
/// If `text` has a NUL character or an unclosed quote, or is empty.
pub fn command_words(text: &str) -> Result<Vec<String>, String> {
    // neither an argument nor a quoted word can contain NUL
    if text.contains('\0') {
        return Err("it has a NUL character".to_owned());
    }
    let words = shlex::split(text).ok_or("a quote is not closed")?;
    if words.is_empty() { Err("the command is missing".to_owned()) } else { Ok(words) }
}

/// Joins words into a command that [`command_words`] splits into the same words.
#[must_use]
pub fn command_line(words: &[String]) -> String {
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
}

/// Reasons why an external program has no answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// The program can't be started: the error of the operating system.
    NotStarted(String),
    /// The program did not answer in time.
    Timeout(Duration),
    /// The program exited or closed its output: its exit status, and its last lines on standard error.
    Died(String),
    /// The program wrote a line that is no valid answer: the line, and why it is invalid.
    Nonsense(String),
    /// The program reported that it has no answer.
    Refused(String),
    /// The program failed too often before.
    GivenUp,
    /// The user interrupted the run.
    Interrupted,
}

impl NoAnswer {
    /// Returns the name in reports.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::NotStarted(_) => "not_started",
            Self::Timeout(_) => "timeout",
            Self::Died(_) => "died",
            Self::Nonsense(_) => "nonsense",
            Self::Refused(_) => "error",
            Self::GivenUp => "given_up",
            Self::Interrupted => "interrupted",
        }
    }

    /// Returns an error that says `why` the answer is invalid and quotes `written`, shortened if it is long.
    #[must_use]
    pub fn nonsense(written: &[u8], why: &str) -> Self {
        let text = String::from_utf8_lossy(written);
        let text = text.trim_end();
        let quoted: String = text.chars().take(QUOTED).collect();
        let more = if quoted.len() < text.len() { "…" } else { "" };
        Self::Nonsense(format!("{why}: it wrote {quoted:?}{more}"))
    }
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotStarted(why) => write!(f, "it can't be started: {why}"),
            Self::Timeout(time) => write!(f, "no answer within {} s", time.as_secs_f64()),
            Self::Died(how) => write!(f, "it ended: {how}"),
            Self::Nonsense(what) => write!(f, "{what}"),
            Self::Refused(why) => write!(f, "it says: {why}"),
            Self::GivenUp => f.write_str("it was given up after failing three times in a row"),
            Self::Interrupted => f.write_str("interrupted"),
        }
    }
}
