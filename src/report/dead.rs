//! `dead.csv`: the agreement of a source of dead stones with the labels, a row for each stratum.

use super::columns::ColumnType::{Integer, Number, Text};
use super::columns::{Column, CsvRows, column, header};
use crate::pipeline::{DeadFigures, Figures};

/// Writes a field of a row, given the stratum and the figures of a source of dead stones.
type Write = fn(&mut CsvRows, &str, &DeadFigures);

/// The columns of `dead.csv`.
pub(super) const COLUMNS: &[Column<Write>] = &[
    column("source", Text, "the source of the dead stones", |csv, _, figures| csv.text(&figures.source)),
    column("label", Text, "the source of the label's dead stones", |csv, _, figures| csv.text(&figures.label)),
    column("stratum", Text, "the stratum of games", |csv, stratum, _| csv.text(stratum)),
    column("games", Integer, "games whose label says which stones are dead", |csv, _, figures| {
        csv.integer(figures.games);
    }),
    column("same", Integer, "games in which every stone has the label's status", |csv, _, figures| {
        csv.integer(figures.same);
    }),
    column("same_rate", Number, "their share", |csv, _, figures| csv.decimal(figures.same_rate)),
    column("same_lo", Number, "the start of its 95 % Wilson interval", |csv, _, figures| {
        csv.decimal(figures.same_interval.0);
    }),
    column("same_hi", Number, "the end of this interval", |csv, _, figures| csv.decimal(figures.same_interval.1)),
    column("stones", Integer, "stones on the boards", |csv, _, figures| csv.integer(figures.stones)),
    column("dead_both", Integer, "stones that are dead for both", |csv, _, figures| csv.integer(figures.dead_both)),
    column("dead_source_only", Integer, "stones that only the source considers dead", |csv, _, figures| {
        csv.integer(figures.dead_source_only);
    }),
    column("dead_label_only", Integer, "stones that only the label considers dead", |csv, _, figures| {
        csv.integer(figures.dead_label_only);
    }),
    column("alive_both", Integer, "stones that are alive for both", |csv, _, figures| csv.integer(figures.alive_both)),
    column("precision", Number, "of the source's dead stones, the share that the label has too", |csv, _, figures| {
        csv.decimal(figures.precision);
    }),
    column("recall", Number, "of the label's dead stones, the share that the source has too", |csv, _, figures| {
        csv.decimal(figures.recall);
    }),
    column("signature", Text, "the signature of the stratum", |csv, _, figures| csv.text(&figures.signature)),
    column("owners", Integer, "boards with expected owners", |csv, _, figures| csv.integer(figures.owners)),
    column("owners_same", Integer, "boards on which every owner and seal is as expected", |csv, _, figures| {
        csv.integer(figures.owners_same);
    }),
    column("owners_differ", Integer, "points on these boards with another owner", |csv, _, figures| {
        csv.integer(figures.owners_differ);
    }),
];

/// Returns the text of `dead.csv`.
#[must_use]
pub fn dead_csv(figures: &Figures) -> Vec<u8> {
    let mut csv = CsvRows(header("dead.csv").into_bytes());
    for (name, stratum) in &figures.strata {
        for dead in &stratum.dead {
            for column in COLUMNS {
                (column.write)(&mut csv, name, dead);
            }
            csv.end_row();
        }
    }
    csv.0
}
