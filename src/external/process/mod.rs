//! Runs external programs that exchange lines over pipes: starts them, watches them, and kills them
//! and their children.
//!
//! The protocols are in `scorer` and `gtp`.

#[cfg(target_os = "linux")]
mod descendants;
mod error_lines;
mod no_answer;
mod running;

#[cfg(target_os = "linux")]
pub use descendants::adopt_orphans;
pub use no_answer::NoAnswer;
pub(crate) use no_answer::{Failures, GIVEN_UP_ADVICE, MAX_QUOTE};
pub(crate) use running::Running;
pub use running::kill_all;

/// Reasons why a text is not a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// The text contains NUL, which neither an argument nor a quoted word can contain.
    #[error("the command contains a NUL character")]
    Nul,
    /// A quote is not closed.
    #[error("a quote is not closed")]
    OpenQuote,
    /// The text contains no words.
    #[error("the command is missing")]
    Missing,
}

/// Splits a command into words as a shell does, but without starting a shell. On Windows, `\` is
/// part of a path.
///
/// # Errors
/// If `text` contains a NUL character or an unclosed quote, or is empty.
pub fn command_words(text: &str) -> Result<Vec<String>, CommandError> {
    if text.contains('\0') {
        return Err(CommandError::Nul);
    }
    // on Windows, NUL replaces `\` during the split, because `\` would escape the next letter
    let text = if cfg!(windows) {
        text.replace('\\', "\0")
    } else {
        text.to_owned()
    };
    let words = shlex::split(&text).ok_or(CommandError::OpenQuote)?;
    if words.is_empty() {
        return Err(CommandError::Missing);
    }
    Ok(words.iter().map(|word| word.replace('\0', "\\")).collect())
}

/// Joins words into a command that [`command_words`] splits into the same words.
pub(crate) fn command_line(words: &[String]) -> String {
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
}
