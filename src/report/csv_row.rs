//! A row of a CSV file that is written field by field.

use crate::rules::Points;

/// A row as bytes, with a comma after each field.
pub(super) struct CsvRow(pub(super) Vec<u8>);

impl CsvRow {
    /// Writes a text, in quotes where it needs them.
    pub(super) fn text(&mut self, text: &str) {
        if text.is_empty() {
            // `csv_core` would write quotes, as for a record of a single empty field
            return self.0.push(b',');
        }
        let mut writer = csv_core::Writer::new();
        let start = self.0.len();
        // room for the quotes around the text, and for doubling every quote in it
        self.0.resize(start + 2 * text.len() + 2, 0);
        let (_, _, written) = writer.field(text.as_bytes(), &mut self.0[start..]);
        let (_, end) = writer.finish(&mut self.0[start + written..]);
        self.0.truncate(start + written + end);
        self.0.push(b',');
    }

    /// Writes a name of the program's own, which needs no quotes.
    pub(super) fn name(&mut self, name: &str) {
        self.0.extend_from_slice(name.as_bytes());
        self.0.push(b',');
    }

    pub(super) fn number(&mut self, number: u32) {
        self.0.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
        self.0.push(b',');
    }

    /// Writes a number, or an empty field.
    pub(super) fn optional(&mut self, number: Option<u32>) {
        match number {
            Some(number) => self.number(number),
            None => self.name(""),
        }
    }

    /// Writes points as a decimal number.
    pub(super) fn points(&mut self, points: Points) {
        let hundredths = points.hundredths();
        if !points.is_in_halves() {
            return self.text(&points.to_string());
        }
        if hundredths < 0 {
            self.0.push(b'-');
        }
        self.0.extend_from_slice(itoa::Buffer::new().format(hundredths.unsigned_abs() / 100).as_bytes());
        self.0.extend_from_slice(if points.is_whole() { b"," } else { b".5," });
    }

    /// Returns the row as a line: a newline replaces the last comma.
    pub(super) fn end(mut self) -> Vec<u8> {
        self.0.pop();
        self.0.push(b'\n');
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_where_they_have_to_be() {
        let mut row = CsvRow(Vec::new());
        for text in ["plain", "", "a,b", "say \"x\"", "two\nlines"] {
            row.text(text);
        }
        row.points(Points::parse("-6.5").unwrap());
        row.points(Points::parse("-12").unwrap());
        row.number(7);
        let line = String::from_utf8(row.end()).unwrap();
        assert_eq!(line, "plain,,\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",-6.5,-12,7\n");
    }
}
