//! `summary.csv`: a row for each strategy and stratum.

use super::columns::ColumnType::{Integer, Number, Text};
use super::columns::{Column, CsvRows, column, header};
use crate::pipeline::{Figures, StrategyFigures};

/// Writes a field of a row, given the stratum and the figures of a strategy.
type Write = fn(&mut CsvRows, &str, &StrategyFigures);

/// The columns of `summary.csv`.
pub(super) const COLUMNS: &[Column<Write>] = &[
    column("strategy", Text, "the strategy or scorer", |csv, _, figures| csv.text(&figures.strategy)),
    column("stratum", Text, "the stratum of games", |csv, stratum, _| csv.text(stratum)),
    column("games", Integer, "games of the stratum that it has an answer to", |csv, _, figures| {
        csv.integer(figures.games);
    }),
    column("exact", Integer, "games with the label's margin", |csv, _, figures| csv.integer(figures.exact)),
    column("exact_rate", Number, "their share", |csv, _, figures| csv.decimal(figures.exact_rate)),
    column("exact_lo", Number, "the start of its 95 % Wilson interval", |csv, _, figures| {
        csv.decimal(figures.exact_interval.0);
    }),
    column("exact_hi", Number, "its end", |csv, _, figures| csv.decimal(figures.exact_interval.1)),
    column("winner", Integer, "games with the label's winner, the exact ones among them", |csv, _, figures| {
        csv.integer(figures.winner);
    }),
    column("winner_rate", Number, "their share", |csv, _, figures| csv.decimal(figures.winner_rate)),
    column("winner_lo", Number, "the start of its 95 % Wilson interval", |csv, _, figures| {
        csv.decimal(figures.winner_interval.0);
    }),
    column("winner_hi", Number, "its end", |csv, _, figures| csv.decimal(figures.winner_interval.1)),
    column("mae", Number, "the mean absolute error of the margin, in points", |csv, _, figures| {
        csv.decimal(figures.mae);
    }),
    column(
        "bias",
        Number,
        "the mean error of the margin, in points; positive: the strategy favours Black",
        |csv, _, figures| csv.decimal(figures.bias),
    ),
    column("maps", Integer, "games whose label has a map", |csv, _, figures| csv.integer(figures.maps)),
    column("maps_exact", Integer, "games of these in which the strategy has the same map", |csv, _, figures| {
        csv.integer(figures.maps_exact);
    }),
    column(
        "points_wrong",
        Integer,
        "points with another owner than on the label's map, over all maps",
        |csv, _, figures| csv.integer(figures.points_wrong),
    ),
    column(
        "seki_precision",
        Number,
        "of the strategy's eye points without an owner, the share that the label has too",
        |csv, _, figures| csv.decimal(figures.seki_precision),
    ),
    column(
        "seki_recall",
        Number,
        "of the label's eye points without an owner, the share that the strategy has too",
        |csv, _, figures| csv.decimal(figures.seki_recall),
    ),
    column("seki_f1", Number, "the harmonic mean of seki_precision and seki_recall", |csv, _, figures| {
        csv.decimal(figures.seki_f1);
    }),
    column("signature", Text, "the signature, which says what the figures mean", |csv, _, figures| {
        csv.text(&figures.signature);
    }),
];

/// Returns the measures of a summary, each with its meaning.
pub fn measures() -> impl Iterator<Item = (&'static str, &'static str)> {
    COLUMNS.iter().filter(|column| column.column_type != Text).map(|column| (column.name, column.meaning))
}

/// Returns the text of `summary.csv`.
#[must_use]
pub fn summary_csv(figures: &Figures) -> Vec<u8> {
    let mut csv = CsvRows(header("summary.csv").into_bytes());
    for (name, stratum) in &figures.strata {
        for strategy in &stratum.strategies {
            for column in COLUMNS {
                (column.write)(&mut csv, name, strategy);
            }
            csv.end_row();
        }
    }
    csv.0
}
