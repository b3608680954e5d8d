//! The CSV files of a run as text.

use super::Figures;
use super::columns::Column;
use super::row::{GameRow, SkippedRow};
use super::strata::stratum_order;
use super::tables::{DEAD, PAIRWISE, SUMMARY, dead_row, pair_row, summary_row};

/// Returns the CSV files of a run, each with its columns.
pub fn tables() -> [(&'static str, Vec<Column>); 6] {
    let mut games = GameRow::COLUMNS.to_vec();
    games.retain(|column| !["category", "explain"].contains(&column.name));
    [
        ("games.csv", games),
        ("mismatches.csv", GameRow::COLUMNS.to_vec()),
        ("summary.csv", SUMMARY.to_vec()),
        ("pairwise.csv", PAIRWISE.to_vec()),
        ("dead.csv", DEAD.to_vec()),
        ("skipped.csv", SkippedRow::COLUMNS.to_vec()),
    ]
}

/// Returns the header line of a CSV file of a run.
///
/// # Panics
/// If a run has no such file.
pub(super) fn header(file: &str) -> String {
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

/// Returns the files of a run that contain its figures, each with its name.
pub fn figures_csv(figures: &Figures) -> [(&'static str, String); 3] {
    let mut strata: Vec<_> = figures.strata.iter().collect();
    strata.sort_by(|(one, _), (other, _)| stratum_order(one).cmp(&stratum_order(other)));
    let (mut summary, mut dead) = (Vec::new(), Vec::new());
    for (name, stratum) in strata {
        summary.extend(stratum.strategies.iter().map(|one| summary_row(name, one)));
        dead.extend(stratum.dead.iter().map(|one| dead_row(name, one)));
    }
    let pairs: Vec<_> = figures.pairwise.iter().map(pair_row).collect();
    [
        ("summary.csv", csv_text(summary)),
        ("pairwise.csv", csv_text(pairs)),
        ("dead.csv", csv_text(dead)),
    ]
    .map(|(file, rows)| (file, header(file) + &rows))
}

/// Returns the text of `games.csv` with these rows.
pub fn games_csv(rows: Vec<GameRow>) -> String {
    header("games.csv") + &csv_text(rows.into_iter().map(GameRow::without_category))
}

/// Returns the text of `skipped.csv` with these rows.
pub fn skipped_csv(rows: &[SkippedRow]) -> String {
    header("skipped.csv") + &csv_text(rows)
}

/// Returns rows as CSV, without a header.
///
/// # Panics
/// Never: memory takes every byte, and fields are text.
fn csv_text<T: serde::Serialize>(rows: impl IntoIterator<Item = T>) -> String {
    let mut writer = csv::WriterBuilder::new()
        .has_headers(false)
        .from_writer(Vec::new());
    for row in rows {
        writer.serialize(row).expect("memory takes every byte");
    }
    let bytes = writer.into_inner().expect("memory takes every byte");
    String::from_utf8(bytes).expect("fields are text")
}
