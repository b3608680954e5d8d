//! Programs from outside, talked to a line at a time over pipes: started, watched, ended with all that they started.
//!
//! It knows no protocol. What is asked and what an answer is, `scorer` and `gtp` know.

mod running;

pub use running::{Running, kill_all};

use std::fmt;
use std::time::Duration;

/// Failures without an answer between them, after which a program is given up.
pub const PATIENCE: u32 = 3;

/// What is quoted of nonsense, in characters.
const QUOTED: usize = 200;

/// The words of a command, as a shell parts them; no shell is started.
///
/// # Errors
/// What can't be understood.
pub fn command_words(text: &str) -> Result<Vec<String>, String> {
    // no program can be handed one, and none can be quoted
    if text.contains('\0') {
        return Err("it has a NUL character".to_owned());
    }
    let words = shlex::split(text).ok_or("a quote is not closed")?;
    if words.is_empty() { Err("the command is missing".to_owned()) } else { Ok(words) }
}

/// A command as [`command_words`] reads it.
#[must_use]
pub fn command_line(words: &[String]) -> String {
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
}

/// Why a program from outside has no answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// It can't be started: what the system says.
    NotStarted(String),
    /// It was silent for too long.
    Timeout(Duration),
    /// It ended: how, and what it said last on standard error.
    Died(String),
    /// It wrote something that is no answer: what, and why it is none.
    Nonsense(String),
    /// It said that it has no answer.
    Refused(String),
    /// It had failed too often before.
    GivenUp,
    /// The user wants to stop.
    Interrupted,
}

impl NoAnswer {
    /// The name in reports.
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

    /// What was written, cut where it is long, and why it is no answer.
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
