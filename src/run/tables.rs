//! The CSV files of a run, each with its table of columns.

use super::columns::{Column, ColumnOf};
use super::{figures, games};

/// Returns the CSV files of a run, each with its columns.
#[must_use]
pub fn tables() -> [(&'static str, Vec<Column>); 6] {
    [
        ("games.csv", columns(games::COLUMNS).into_iter().filter(games::is_in_games).collect()),
        ("mismatches.csv", columns(games::COLUMNS)),
        ("summary.csv", columns(figures::SUMMARY)),
        ("pairwise.csv", columns(figures::PAIRWISE)),
        ("dead.csv", columns(figures::DEAD)),
        ("skipped.csv", columns(games::SKIPPED)),
    ]
}

fn columns<F>(columns: &[ColumnOf<F>]) -> Vec<Column> {
    columns.iter().map(|of| of.column).collect()
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
