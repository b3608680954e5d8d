//! `skipped.csv`: a row for each skipped game.

use std::io::Write;

use csv::Writer;

use crate::skip::Skip;

/// The columns of `skipped.csv`.
pub const SKIPPED_HEADER: [&str; 5] = ["game", "stage", "reason", "detail", "byte"];

/// Writes the row of one game.
///
/// # Errors
/// If `writer` can't be written to.
pub fn write_skipped(writer: &mut Writer<impl Write>, game: &str, skip: &Skip) -> csv::Result<()> {
    let mut number = itoa::Buffer::new();
    let byte = skip.byte.map_or("", |byte| number.format(byte));
    writer.write_record([game, skip.reason.stage().name(), skip.reason.name(), &skip.detail, byte])
}
