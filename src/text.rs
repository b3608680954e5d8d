//! Formats numbers and lists as text for a person.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt::Write as _;

use strum::EnumMessage;

/// The style of terminal output.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// Whether to use escape codes for colour and bold.
    pub(crate) color: bool,
}

/// Returns the doc comment of a value, on one line. Such comments are shown to users.
pub(crate) fn doc_comment(value: &impl EnumMessage) -> String {
    let lines = value.get_documentation().unwrap_or_default();
    lines.trim_end().replace('\n', " ")
}

/// Returns `yes` or `no`.
pub(crate) const fn yes_no(is: bool) -> &'static str {
    if is { "yes" } else { "no" }
}

impl Style {
    /// Returns text in bold, if escape codes are wanted.
    pub fn bold(self, text: &str) -> String {
        self.escaped("1", text)
    }

    /// Returns text in bold and green or red, if escape codes are wanted.
    pub(crate) fn verdict(self, is_good: bool, text: &str) -> String {
        self.escaped(if is_good { "1;32" } else { "1;31" }, text)
    }

    /// Escapes each line of a finished text as [`clean`] does, but keeps the escape codes of this
    /// style. Every text for a person passes through this function last, so no field can remain
    /// unescaped.
    pub(crate) fn finish(self, text: &str) -> String {
        let mut finished = String::with_capacity(text.len());
        for line in text.split_inclusive('\n') {
            let (line, end) = line.split_at(line.trim_end_matches('\n').len());
            for (number, part) in line.split("\x1b[").enumerate() {
                let rest =
                    part.trim_start_matches(|code: char| code.is_ascii_digit() || code == ';');
                if number > 0 {
                    let is_style = self.color && rest.starts_with('m');
                    finished += if is_style { "\x1b[" } else { "\\u{1b}[" };
                }
                finished += &clean(part);
            }
            finished += end;
        }
        finished
    }

    /// Returns text with an SGR attribute of ECMA-48.
    pub(crate) fn escaped(self, code: &str, text: &str) -> String {
        if self.color {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }
}

/// The maximum width of lines on the terminal, in columns.
pub(crate) const COLUMNS: usize = 80;

/// Wraps lines of prose at spaces to at most [`COLUMNS`] columns, and indents continuation lines
/// further. Words that are too long are not broken.
pub(crate) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let (indent, words) = line.split_at(line.len() - line.trim_start_matches(' ').len());
        let mut column = indent.len();
        folded.push_str(indent);
        for (number, word) in words.split(' ').enumerate() {
            let width = word.trim_end().chars().count();
            if number > 0 && column + 1 + width > COLUMNS {
                folded.push('\n');
                folded.push_str(indent);
                folded.push_str("    ");
                column = indent.len() + 4;
            } else if number > 0 {
                folded.push(' ');
                column += 1;
            }
            folded.push_str(word);
            column += width;
        }
    }
    folded
}

/// Formats a rate in per cent, or returns `–` if there is none.
pub(crate) fn rate(rate: Option<f64>) -> String {
    rate.map_or("–".to_owned(), percent)
}

/// Formats a rate in per cent, with the per cent sign.
pub(crate) fn percent(rate: f64) -> String {
    format!("{} %", percent_digits(rate))
}

/// Formats a rate in per cent with one decimal, without the per cent sign. Only a rate of 1 gives
/// 100.0, and only a rate of 0 gives 0.0.
pub(crate) fn percent_digits(rate: f64) -> String {
    let mut tenths = (rate * 1000.0).round();
    if 0.0 < rate && rate < 1.0 {
        tenths = tenths.clamp(1.0, 999.0);
    }
    format!("{:.1}", tenths / 10.0)
}

/// Formats an interval of rates in per cent.
pub(crate) fn interval((low, high): (f64, f64)) -> String {
    format!("{} – {}", percent_digits(low), percent(high))
}

/// Returns the first few names of points, and the total number if there are more.
pub(crate) fn some(points: &[String]) -> String {
    const SHOWN: usize = 8;
    match points.get(..SHOWN) {
        Some(first) if points.len() > SHOWN => format!("{} … ({})", first.join(" "), points.len()),
        _ => points.join(" "),
    }
}

/// Returns a number with its noun: `1 game`, `2 games`, `2 strategies`, `2 mismatches`.
pub(crate) fn count(number: u64, one: &str) -> String {
    match one.strip_suffix('y') {
        _ if number == 1 => format!("{number} {one}"),
        Some(start) => format!("{number} {start}ies"),
        None if one.ends_with("ch") => format!("{number} {one}es"),
        None => format!("{number} {one}s"),
    }
}

/// Returns `text` as a word for a POSIX shell, quoted if necessary. Text with characters that
/// [`clean`] would escape becomes a call to `printf`. Any other word means the same in PowerShell,
/// unless it contains quotes as well as other characters that the shells interpret.
pub(crate) fn shell_word(text: &str) -> String {
    if clean(text) != text {
        return call_of_printf(text.as_bytes());
    }
    let is_plain = text
        .bytes()
        .all(|letter| letter.is_ascii_alphanumeric() || b"/._-+=:,@%#".contains(&letter));
    if is_plain && !text.is_empty() && !text.starts_with(['#', '@']) {
        return text.to_owned();
    }
    // PowerShell treats curly quotes like straight ones
    let has_quote = text.contains(['\'', '‘', '’', '‚', '‛']);
    if has_quote && !text.contains(['"', '“', '”', '„', '$', '`', '\\', '!']) {
        format!("\"{text}\"")
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

/// Returns a path as a word for a POSIX shell, like [`shell_word`]. A path that is not UTF-8
/// becomes a call to `printf`, because a CSV file or a terminal can't show its bytes.
pub(crate) fn shell_path(path: &OsStr) -> String {
    match path.to_str() {
        Some(text) => shell_word(text),
        None => call_of_printf(path.as_encoded_bytes()),
    }
}

/// Returns a call to `printf` that prints these bytes, as a word for a POSIX shell.
fn call_of_printf(bytes: &[u8]) -> String {
    let mut format = String::new();
    for &byte in bytes {
        if byte == b'%' {
            format.push_str("%%");
        } else if byte.is_ascii_alphanumeric() || b" /._-#!".contains(&byte) {
            format.push(byte.into());
        } else {
            let _ = write!(format, "\\{byte:03o}");
        }
    }
    format!("\"$(printf -- '{format}')\"")
}

/// Escapes a name from a file or a record, for a line of output.
///
/// Escapes characters that move the cursor, begin a line or change the text direction, and text
/// that a CI runner would treat as a command (see `disarmed`).
pub fn clean(text: &str) -> Cow<'_, str> {
    let text = disarmed(text);
    if !text.contains(misleads) {
        return text;
    }
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if misleads(letter) {
            escaped.extend(letter.escape_default());
        } else {
            escaped.push(letter);
        }
    }
    escaped.into()
}

/// Puts a `\` into text that a CI runner would treat as a command.
///
/// GitHub Actions obeys `::name` at the start of a line, even after white space. Output may be
/// indented, and long lines are broken at spaces, so this function escapes `::` at the start of
/// every word. Runners search whole lines for `##[` (GitHub), `##vso[` (Azure Pipelines) and
/// `##teamcity[`.
pub(crate) fn disarmed(text: &str) -> Cow<'_, str> {
    if !text.contains("::") && !text.contains("##") {
        return text.into();
    }
    let mut safe = String::with_capacity(text.len() + 1);
    for (at, letter) in text.char_indices() {
        let before = &text[..at];
        let is_command = match letter {
            ':' if text[at + 1..].starts_with(':') => before
                .chars()
                .next_back()
                .is_none_or(|last| last.is_whitespace() || misleads(last)),
            '[' => before
                .trim_end_matches(|last: char| last.is_ascii_alphanumeric())
                .ends_with("##"),
            _ => false,
        };
        if is_command {
            safe.push('\\');
        }
        safe.push(letter);
    }
    safe.into()
}

/// Escapes each line of a text as [`clean`] does, and puts `indent` before each line except the
/// first.
pub(crate) fn clean_lines(text: &str, indent: &str) -> String {
    text.lines()
        .map(clean)
        .collect::<Vec<_>>()
        .join(&format!("\n{indent}"))
}

/// Returns whether a character is invisible and changes how or where other characters are shown.
///
/// These are control characters, line and paragraph separators, characters that set the direction
/// of writing (Unicode Standard Annex #9, "Directional Formatting Characters"), and the two
/// characters that XML excludes.
pub(crate) fn misleads(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{61c}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2066}'..='\u{2069}'
                | '\u{fffe}'
                | '\u{ffff}'
        )
}

/// Escapes text for HTML, in an element or a quoted attribute.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ if misleads(letter) => escaped.extend(letter.escape_default()),
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// Returns `bytes` without a byte order mark. Each piece of a large record begins with the mark of
/// the record.
pub(crate) fn without_byte_order_mark(bytes: &[u8]) -> &[u8] {
    const MARKS: [&[u8]; 3] = [b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"];
    let unmarked = MARKS.iter().find_map(|mark| bytes.strip_prefix(*mark));
    unmarked.unwrap_or(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped_in_html() {
        assert_eq!(escape("<b>'\"&\u{7}"), "&lt;b&gt;&#39;&quot;&amp;\\u{7}");
    }

    #[test]
    fn commands_of_ci_runners_are_escaped() {
        for (text, cleaned) in [
            ("::error::x", "\\::error::x"),
            (" \t::error::x", " \\t\\::error::x"),
            ("\u{3000}::error::x", "\u{3000}\\::error::x"),
            ("\u{202e}::x", "\\u{202e}\\::x"),
            ("a ::error::x", "a \\::error::x"),
            (":::x", "\\:::x"),
            ("std::io::Error", "std::io::Error"),
            ("##[error]x", "##\\[error]x"),
            (
                "a##vso[task.x]b ##teamcity[x",
                "a##vso\\[task.x]b ##teamcity\\[x",
            ),
            ("x.sgf#1 ##1 [#[", "x.sgf#1 ##1 [#["),
        ] {
            assert_eq!(clean(text), cleaned, "{text:?}");
        }
    }

    #[test]
    fn only_exact_0_and_1_are_shown_as_0_and_100_percent() {
        let texts = [1.0, 0.9999, 0.99948, 0.5, 0.0001, 0.0].map(percent);
        assert_eq!(
            texts,
            ["100.0 %", "99.9 %", "99.9 %", "50.0 %", "0.1 %", "0.0 %"]
        );
    }

    #[test]
    fn prose_is_wrapped_at_blanks() {
        let short = "1. one\n\n  two  three \n";
        assert_eq!(fold(short), short);
        let long = format!("   {}end: {}\n\n  next", "word ".repeat(20), "x".repeat(90));
        let folded = fold(&long);
        assert_eq!(
            folded.split_whitespace().collect::<Vec<_>>(),
            long.split_whitespace().collect::<Vec<_>>()
        );
        assert!(
            folded
                .lines()
                .all(|line| line.chars().count() <= COLUMNS || line.ends_with("xxx")),
            "{folded}"
        );
        assert!(
            folded
                .lines()
                .nth(1)
                .is_some_and(|line| line.starts_with("       word")),
            "{folded}"
        );
        let exact = format!("{} x", "y".repeat(78));
        assert_eq!(fold(&exact), exact);
    }
}
