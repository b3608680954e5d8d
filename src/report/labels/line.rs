//! Writes the lines of a labels file.

use std::io;

use serde::Serialize;
use serde_json::ser::Formatter;

use crate::labels::LabelLine;

/// Returns a line of a labels file, with its newline.
///
/// # Panics
/// Never: every key is a string.
#[must_use]
pub fn label_json(line: &LabelLine) -> String {
    let mut text = Vec::new();
    line.serialize(&mut serde_json::Serializer::with_formatter(&mut text, Spaced)).expect("keys are strings");
    String::from_utf8(text).expect("JSON is UTF-8") + "\n"
}

/// A formatter of JSON on one line, with a blank after each comma and colon for human readers.
struct Spaced;

impl Formatter for Spaced {
    fn begin_array_value<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        writer.write_all(if first { b"" } else { b", " })
    }

    fn begin_object_key<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        writer.write_all(if first { b"" } else { b", " })
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_as_the_documentation_has_it() {
        let text =
            "{\"game\": \"x.sgf#1\", \"result\": \"B+3.5\", \"dead\": [\"aa\", \"ab\"], \"black_territory\": []}\n";
        assert_eq!(label_json(&LabelLine::parse(text.as_bytes()).unwrap()), text);
    }
}
