//! The columns of the CSV files of a run.
//!
//! Each file has one table of columns, in the order of the file. The writer follows it, and so do the reader, the Python
//! tables and `docs/files.md`.

use super::{dead, games, pairwise, readings, skipped, summary};
use crate::rules::Points;

/// A column of a CSV file. `W` is the way to write its field.
#[derive(Clone, Copy, Debug)]
pub struct Column<W = ()> {
    /// The name in the header.
    pub name: &'static str,
    /// The type of its fields.
    pub column_type: ColumnType,
    /// The meaning, in a line of Markdown.
    pub meaning: &'static str,
    pub(super) write: W,
}

/// The type of the fields of a column. An empty field has no value, whatever the type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    /// Any text.
    Text,
    /// A whole number.
    Integer,
    /// A decimal number.
    Number,
    /// `yes` or `no`.
    YesNo,
}

impl ColumnType {
    /// Returns the name of the type.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::YesNo => "yes or no",
        }
    }
}

pub(super) const fn column<W>(
    name: &'static str,
    column_type: ColumnType,
    meaning: &'static str,
    write: W,
) -> Column<W> {
    Column { name, column_type, meaning, write }
}

/// Returns the CSV files of a run, each with its columns.
#[must_use]
pub fn tables() -> [(&'static str, Vec<Column>); 7] {
    [
        ("games.csv", described(games::COLUMNS.iter().filter(|column| column.write.is_in_games()))),
        ("mismatches.csv", described(games::COLUMNS)),
        ("summary.csv", described(summary::COLUMNS)),
        ("pairwise.csv", described(pairwise::COLUMNS)),
        ("dead.csv", described(dead::COLUMNS)),
        ("skipped.csv", described(skipped::COLUMNS)),
        ("readings.csv", described(readings::COLUMNS)),
    ]
}

fn described<'a, W: Copy + 'a>(columns: impl IntoIterator<Item = &'a Column<W>>) -> Vec<Column> {
    columns
        .into_iter()
        .map(|&Column { name, column_type, meaning, .. }| column(name, column_type, meaning, ()))
        .collect()
}

/// Returns the header line of a CSV file of a run.
///
/// # Panics
/// If a run has no such file.
#[must_use]
pub fn header(file: &str) -> String {
    let (_, columns) = tables().into_iter().find(|(name, _)| *name == file).expect("a CSV file of a run");
    columns.iter().map(|column| column.name).collect::<Vec<_>>().join(",") + "\n"
}

/// Rows of a CSV file as bytes. Each field is written with a comma after it.
#[derive(Default)]
pub(super) struct CsvRows(pub(super) Vec<u8>);

impl CsvRows {
    /// Writes a text, in quotes where it needs them.
    pub(super) fn text(&mut self, text: &str) {
        if text.is_empty() {
            // `csv_core` would write quotes, as for a record of a single empty field
            return self.empty();
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

    pub(super) fn empty(&mut self) {
        self.0.push(b',');
    }

    pub(super) fn integer(&mut self, number: impl itoa::Integer) {
        self.name(itoa::Buffer::new().format(number));
    }

    /// Writes a number, or an empty field.
    pub(super) fn optional(&mut self, number: Option<impl itoa::Integer>) {
        match number {
            Some(number) => self.integer(number),
            None => self.empty(),
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

    /// Writes points, or an empty field.
    pub(super) fn optional_points(&mut self, points: Option<Points>) {
        match points {
            Some(points) => self.points(points),
            None => self.empty(),
        }
    }

    /// Writes a figure with six decimals, or an empty field.
    pub(super) fn decimal(&mut self, figure: impl Into<Option<f64>>) {
        match figure.into() {
            Some(figure) => self.name(&format!("{figure:.6}")),
            None => self.empty(),
        }
    }

    /// Ends a row: a newline replaces the last comma.
    pub(super) fn end_row(&mut self) {
        self.0.pop();
        self.0.push(b'\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_where_they_have_to_be() {
        let mut rows = CsvRows::default();
        for text in ["plain", "", "a,b", "say \"x\"", "two\nlines"] {
            rows.text(text);
        }
        rows.points(Points::parse("-6.5").unwrap());
        rows.points(Points::parse("-12").unwrap());
        rows.integer(7);
        rows.end_row();
        let line = String::from_utf8(rows.0).unwrap();
        assert_eq!(line, "plain,,\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",-6.5,-12,7\n");
    }
}
