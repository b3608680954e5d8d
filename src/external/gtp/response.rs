//! A response from a GTP engine, read line by line.

use crate::external::process::{NoAnswer, Running};

/// The maximum size of a response in bytes, including lines that the engine writes before it.
const MAX_BYTES: usize = 1 << 20;

/// Reads the response to `command`, which was sent with the number `id`. `next` returns the
/// engine's next line. Returns the answer without its `=` and number, with its lines separated by
/// `\n`.
///
/// # Errors
/// [`NoAnswer::Refused`] if the answer begins with `?`, and [`NoAnswer::Nonsense`] if it does not
/// have the command's number or is too long; otherwise, the error of `next`.
pub(crate) fn read_response(
    id: u64,
    command: &str,
    mut next: impl FnMut() -> Result<Vec<u8>, NoAnswer>,
) -> Result<String, NoAnswer> {
    let mut bytes = 0;
    // the lines so far, the first without its `=` or `?` and number
    let mut lines = Vec::new();
    let mut is_refused = false;
    loop {
        let line = next()?;
        bytes += line.len();
        if bytes > MAX_BYTES
            || (!line.ends_with(b"\n") && line.len() as u64 == Running::LONGEST_LINE)
        {
            let why = format!("the answer to {command} is missing or incomplete");
            return Err(NoAnswer::nonsense(&line, &why));
        }
        let text = clean(&line);
        if lines.is_empty() {
            lines.extend(first_line(id, command, &text)?);
            is_refused = text.starts_with('?');
        } else if text.is_empty() {
            break;
        } else {
            lines.push(text);
        }
    }
    let text = lines.join("\n").trim().to_owned();
    match (is_refused, text.is_empty()) {
        (false, _) => Ok(text),
        (true, false) => Err(NoAnswer::Refused(text)),
        (true, true) => Err(NoAnswer::Refused("? without a reason".to_owned())),
    }
}

/// Reads the first line of an answer. Returns `None` for other text, because engines write banners
/// and messages between answers.
fn first_line(id: u64, command: &str, line: &str) -> Result<Option<String>, NoAnswer> {
    let Some(rest) = line.strip_prefix(['=', '?']) else {
        return Ok(None);
    };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (number, text) = rest.split_at(digits);
    if !(text.is_empty() || text.starts_with(' ')) {
        return Ok(None);
    }
    if number.parse() != Ok(id) {
        let found = if number.is_empty() {
            "no number".to_owned()
        } else {
            format!("the number {number}")
        };
        let why =
            format!("the answer to {command} has {found} instead of the command's number, {id}");
        return Err(NoAnswer::nonsense(line.as_bytes(), &why));
    }
    Ok(Some(text.trim_start().to_owned()))
}

/// Returns a line without its line end and control characters, and with spaces instead of tabs
/// (section 2.2 of the specification).
fn clean(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line).replace('\t', " ");
    text.chars()
        .filter(|letter| !letter.is_control())
        .collect::<String>()
        .trim_end()
        .to_owned()
}
