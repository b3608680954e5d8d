//! The CSV files of a run, each with its table of columns.

use super::columns::{ColumnOf, ColumnType, Typed};
use super::{figures, games, readings};

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

/// Returns the CSV files of a run, each with its columns.
#[must_use]
pub fn tables() -> [(&'static str, Vec<Column>); 7] {
    [
        ("games.csv", described(games::COLUMNS.iter().filter(|column| column.value.is_in_games()))),
        ("mismatches.csv", described(games::COLUMNS)),
        ("summary.csv", described(figures::SUMMARY)),
        ("pairwise.csv", described(figures::PAIRWISE)),
        ("dead.csv", described(figures::DEAD)),
        ("skipped.csv", described(games::SKIPPED)),
        ("readings.csv", described(readings::COLUMNS)),
    ]
}

fn described<'a, V: Typed + 'a>(columns: impl IntoIterator<Item = &'a ColumnOf<V>>) -> Vec<Column> {
    let described = |column: &ColumnOf<V>| {
        let &ColumnOf { name, meaning, ref value } = column;
        Column { name, column_type: value.column_type(), meaning }
    };
    columns.into_iter().map(described).collect()
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
