//! `skipped.csv`: a row for each skipped game.

use super::columns::ColumnType::{Integer, Text};
use super::columns::{Column, CsvRows, column};
use crate::skip::Skip;

/// Writes a field of a row, given the game's name.
type Write = fn(&mut CsvRows, &str, &Skip);

/// The columns of `skipped.csv`.
pub(super) const COLUMNS: &[Column<Write>] = &[
    column("game", Text, "the name of the game", |csv, game, _| csv.text(game)),
    column("stage", Text, "the step at which it was skipped: see [Stages](#stages)", |csv, _, skip| {
        csv.name(skip.reason.stage().name());
    }),
    column("reason", Text, "see [Reasons for skipping](#reasons-for-skipping)", |csv, _, skip| {
        csv.name(skip.reason.name());
    }),
    column("detail", Text, "what exactly is wrong", |csv, _, skip| csv.text(&skip.detail)),
    column("byte", Integer, "where in the file the problem or the game is, if that is known", |csv, _, skip| {
        csv.optional(skip.byte);
    }),
];

/// Returns the row of a game in `skipped.csv`.
#[must_use]
pub fn skipped_row(game: &str, skip: &Skip) -> Vec<u8> {
    let mut csv = CsvRows::default();
    for column in COLUMNS {
        (column.write)(&mut csv, game, skip);
    }
    csv.end_row();
    csv.0
}
