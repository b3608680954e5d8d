//! `pairwise.csv`: a row for every pair of strategies.

use super::columns::ColumnType::{Integer, Number, Text};
use super::columns::{Column, CsvRows, column, header};
use crate::pipeline::{Figures, PairFigures};

/// Writes a field of the row of a pair.
type Write = fn(&mut CsvRows, &PairFigures);

/// The columns of `pairwise.csv`.
pub(super) const COLUMNS: &[Column<Write>] = &[
    column("a", Text, "the first strategy", |csv, figures| csv.text(&figures.a)),
    column("b", Text, "the second strategy", |csv, figures| csv.text(&figures.b)),
    column("games", Integer, "territory games that both have an answer to", |csv, figures| {
        csv.integer(figures.pair.discordance.games);
    }),
    column("both", Integer, "games that both have exactly right", |csv, figures| {
        csv.integer(figures.pair.discordance.both);
    }),
    column("a_only", Integer, "games that only `a` has right", |csv, figures| {
        csv.integer(figures.pair.discordance.a_only);
    }),
    column("b_only", Integer, "games that only `b` has right", |csv, figures| {
        csv.integer(figures.pair.discordance.b_only);
    }),
    column("neither", Integer, "games that neither has right", |csv, figures| {
        csv.integer(figures.pair.discordance.neither);
    }),
    column("mcnemar_p", Number, "the p-value of McNemar's exact test", |csv, figures| {
        csv.name(&p_value(figures.pair.mcnemar_p));
    }),
    column("holm_p", Number, "the same after Holm's correction over all pairs", |csv, figures| {
        csv.name(&p_value(figures.pair.holm_p));
    }),
    column("diff", Number, "the exact rate of `a` minus that of `b`", |csv, figures| csv.decimal(figures.pair.diff)),
    column("diff_lo", Number, "the start of its 95 % interval", |csv, figures| {
        csv.decimal(figures.pair.diff_interval.map(|interval| interval.0));
    }),
    column("diff_hi", Number, "the end of this interval", |csv, figures| {
        csv.decimal(figures.pair.diff_interval.map(|interval| interval.1));
    }),
    column("verdict", Text, "whether `a` is better", |csv, figures| csv.text(figures.pair.verdict.text())),
];

/// Returns the text of `pairwise.csv`.
#[must_use]
pub fn pairwise_csv(figures: &Figures) -> Vec<u8> {
    let mut csv = CsvRows(header("pairwise.csv").into_bytes());
    for pair in &figures.pairwise {
        for column in COLUMNS {
            (column.write)(&mut csv, pair);
        }
        csv.end_row();
    }
    csv.0
}

/// Formats a p-value. Small ones have four significant digits, since with six decimals most would be zero.
pub(crate) fn p_value(p: f64) -> String {
    if p >= 0.001 { format!("{p:.6}") } else { format!("{p:.3e}") }
}
