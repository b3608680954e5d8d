//! Converts between command lines and their words.

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
