//! The columns of the CSV files of a run.
//!
//! Each file has one table of columns, in the order of the file. The writer, the types of the Python tables and
//! `docs/files.md` follow it.

use std::borrow::Cow;

use crate::rules::Points;

/// A column whose fields have values of the type `V`.
pub(super) struct ColumnOf<V> {
    pub(super) name: &'static str,
    pub(super) meaning: &'static str,
    pub(super) value: V,
}

/// Lists columns, each as `name: value, "meaning";`.
macro_rules! columns {
    ($($name:ident: $value:expr, $meaning:literal;)+) => {
        &[$($crate::run::columns::ColumnOf { name: stringify!($name), meaning: $meaning, value: $value }),+]
    };
}
pub(super) use columns;

/// The type of the fields of a column. A field of any type may be empty: it then has no value.
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

/// How to get the value of a field from the item of its row. A field without a value is empty.
pub(super) enum FieldValue<T> {
    /// The name of the row's game or stratum.
    Name,
    Text(for<'a> fn(&'a T) -> Cow<'a, str>),
    Integer(fn(&T) -> Option<u64>),
    Points(fn(&T) -> Option<Points>),
    /// A number with six decimals.
    Decimal(fn(&T) -> Option<f64>),
    /// A number that is formatted specially.
    Number(fn(&T) -> String),
    YesNo(fn(&T) -> bool),
}

/// A value whose type is known without a row.
pub(super) trait Typed {
    fn column_type(&self) -> ColumnType;
}

impl<T> Typed for FieldValue<T> {
    fn column_type(&self) -> ColumnType {
        match self {
            Self::Name | Self::Text(_) => ColumnType::Text,
            Self::Integer(_) => ColumnType::Integer,
            Self::Points(_) | Self::Decimal(_) | Self::Number(_) => ColumnType::Number,
            Self::YesNo(_) => ColumnType::YesNo,
        }
    }
}

impl<T> FieldValue<T> {
    /// Writes the field of the row of `item`; `name` is its game or stratum.
    pub(super) fn write(&self, csv: &mut CsvRows, name: &str, item: &T) {
        match self {
            Self::Name => csv.text(name),
            Self::Text(text) => csv.text(&text(item)),
            Self::Integer(number) => csv.integer(number(item)),
            Self::Points(points) => csv.points(points(item)),
            Self::Decimal(figure) => csv.text(&figure(item).map(|figure| format!("{figure:.6}")).unwrap_or_default()),
            Self::Number(text) => csv.text(&text(item)),
            Self::YesNo(is) => csv.text(if is(item) { "yes" } else { "no" }),
        }
    }
}

/// Rows of a CSV file. Each field is written with a comma after it.
#[derive(Default)]
pub(super) struct CsvRows(pub(super) String);

impl CsvRows {
    /// Returns the header line of a file with these columns.
    pub(super) fn header<V>(columns: &[ColumnOf<V>]) -> Self {
        Self(columns.iter().map(|column| column.name).collect::<Vec<_>>().join(",") + "\n")
    }

    /// Writes the row of `item`; `name` is its game or stratum.
    pub(super) fn row<T>(&mut self, columns: &[ColumnOf<FieldValue<T>>], name: &str, item: &T) {
        for column in columns {
            column.value.write(self, name, item);
        }
        self.end_row();
    }

    /// Writes a text, in quotes if necessary.
    pub(super) fn text(&mut self, text: &str) {
        if text.bytes().any(|byte| matches!(byte, b',' | b'"' | b'\n' | b'\r')) {
            self.0.push('"');
            self.0.push_str(&text.replace('"', "\"\""));
            self.0.push('"');
        } else {
            self.0.push_str(text);
        }
        self.0.push(',');
    }

    fn integer(&mut self, number: Option<u64>) {
        let mut buffer = itoa::Buffer::new();
        self.text(number.map_or("", |number| buffer.format(number)));
    }

    /// Writes points as a decimal number.
    fn points(&mut self, points: Option<Points>) {
        let Some(points) = points else { return self.text("") };
        let hundredths = points.hundredths();
        if !points.is_in_halves() {
            return self.text(&points.to_string());
        }
        if hundredths < 0 {
            self.0.push('-');
        }
        self.0.push_str(itoa::Buffer::new().format(hundredths.unsigned_abs() / 100));
        self.0.push_str(if points.is_whole() { "," } else { ".5," });
    }

    /// Ends a row: a newline replaces the last comma.
    pub(super) fn end_row(&mut self) {
        self.0.pop();
        self.0.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_if_necessary() {
        let mut rows = CsvRows::default();
        for text in ["plain", "", "a,b", "say \"x\"", "two\nlines", "cr\r"] {
            rows.text(text);
        }
        rows.points(Points::parse("-6.5"));
        rows.points(Points::parse("-12"));
        rows.integer(Some(7));
        rows.end_row();
        assert_eq!(rows.0, "plain,,\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",\"cr\r\",-6.5,-12,7\n");
    }
}
