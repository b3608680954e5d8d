//! The columns of the CSV files of a run.
//!
//! Each file has one table of columns, in the order of the file. The writer, the types of the
//! Python tables and `docs/files.md` follow this table.

use super::{figures, games};

/// A column of a CSV file.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// The name in the header.
    pub name: &'static str,
    /// The type of its fields.
    pub column_type: ColumnType,
    /// The meaning, in a line of Markdown.
    pub meaning: &'static str,
}

/// A column whose fields are made by functions of the type `F`. A field without a value is empty.
pub(super) struct ColumnOf<F> {
    pub(super) column: Column,
    pub(super) field: F,
}

/// Makes the field for an item, such as the figures of a strategy, in a row about the game or
/// stratum of this name.
pub(super) type NamedField<T> = fn(&str, &T) -> String;

/// Lists columns, each as `name: Type(field), "meaning";`.
macro_rules! columns {
    ($($name:ident: $column_type:ident($field:expr), $meaning:literal;)+) => {
        &[$($crate::run::columns::ColumnOf {
            column: $crate::run::columns::Column {
                name: stringify!($name),
                column_type: $crate::run::columns::ColumnType::$column_type,
                meaning: $meaning,
            },
            field: $field,
        }),+]
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

/// Returns the field of a value, or an empty field.
pub(super) fn field(value: Option<impl ToString>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// Returns the field of a number with six decimals, or an empty field.
pub(super) fn decimal(number: impl Into<Option<f64>>) -> String {
    number
        .into()
        .map(|number| format!("{number:.6}"))
        .unwrap_or_default()
}

/// Rows of a CSV file.
pub(super) struct CsvRows(csv::Writer<Vec<u8>>);

impl CsvRows {
    pub(super) fn new() -> Self {
        Self(csv::Writer::from_writer(Vec::new()))
    }

    /// Adds a row.
    pub(super) fn add(&mut self, fields: impl IntoIterator<Item = impl AsRef<str>>) {
        for field in fields {
            self.0
                .write_field(field.as_ref())
                .expect("memory takes every byte");
        }
        self.0
            .write_record(None::<&[u8]>)
            .expect("memory takes every byte");
    }

    /// Returns the text of the rows.
    pub(super) fn text(self) -> String {
        String::from_utf8(self.0.into_inner().expect("memory takes every byte"))
            .expect("fields are text")
    }
}

/// Returns the CSV files of a run, each with its columns.
#[must_use]
pub fn tables() -> [(&'static str, Vec<Column>); 6] {
    [
        (
            "games.csv",
            columns_of(games::COLUMNS)
                .into_iter()
                .filter(games::is_in_games)
                .collect(),
        ),
        ("mismatches.csv", columns_of(games::COLUMNS)),
        ("summary.csv", columns_of(figures::SUMMARY)),
        ("pairwise.csv", columns_of(figures::PAIRWISE)),
        ("dead.csv", columns_of(figures::DEAD)),
        ("skipped.csv", columns_of(games::SKIPPED)),
    ]
}

fn columns_of<F>(columns: &[ColumnOf<F>]) -> Vec<Column> {
    columns.iter().map(|of| of.column).collect()
}

/// Returns the header line of a CSV file of a run.
///
/// # Panics
/// If a run has no such file.
#[must_use]
pub fn header(file: &str) -> String {
    let (_, columns) = tables()
        .into_iter()
        .find(|(name, _)| *name == file)
        .expect("a CSV file of a run");
    columns
        .iter()
        .map(|column| column.name)
        .collect::<Vec<_>>()
        .join(",")
        + "\n"
}
