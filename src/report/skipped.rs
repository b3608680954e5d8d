//! `skipped.csv`: a row for each game that was left out.

use csv::StringRecord;

use crate::skip::Skip;

/// The columns of `skipped.csv`.
pub const SKIPPED_HEADER: [&str; 5] = ["game", "stage", "reason", "detail", "byte"];

/// The row of one game.
#[must_use]
pub fn skipped_row(game: &str, skip: &Skip) -> StringRecord {
    let byte = skip.byte.map(|byte| byte.to_string()).unwrap_or_default();
    StringRecord::from(vec![game, skip.reason.stage().name(), skip.reason.name(), &skip.detail, &byte])
}
