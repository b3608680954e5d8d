//! `pairwise.csv`: a row for every pair of strategies.

use std::io;

use csv::{StringRecord, Writer};

use super::summary::decimal;
use crate::pipeline::{Figures, PairFigures};

/// The columns of `pairwise.csv`.
pub const PAIRWISE_HEADER: [&str; 13] = [
    "a",
    "b",
    "games",
    "both",
    "a_only",
    "b_only",
    "neither",
    "mcnemar_p",
    "holm_p",
    "diff",
    "diff_lo",
    "diff_hi",
    "verdict",
];

/// Writes the rows of `pairwise.csv`.
///
/// # Errors
/// If `writer` can't be written to.
pub fn write_pairwise<W: io::Write>(writer: &mut Writer<W>, figures: &Figures) -> csv::Result<()> {
    writer.write_record(PAIRWISE_HEADER)?;
    figures.pairwise.iter().try_for_each(|pair| writer.write_record(&row(pair)))
}

fn row(figures: &PairFigures) -> StringRecord {
    let pair = &figures.pair;
    let counts = &pair.discordance;
    let fields = [
        figures.a.clone(),
        figures.b.clone(),
        counts.games.to_string(),
        counts.both.to_string(),
        counts.a_only.to_string(),
        counts.b_only.to_string(),
        counts.neither.to_string(),
        p_value(pair.mcnemar_p),
        p_value(pair.holm_p),
        decimal(pair.diff),
        decimal(pair.diff_interval.map(|interval| interval.0)),
        decimal(pair.diff_interval.map(|interval| interval.1)),
        pair.verdict.text().to_owned(),
    ];
    StringRecord::from(fields.to_vec())
}

/// Formats a p-value. Small ones have four significant digits, since with six decimals most would be zero.
pub(super) fn p_value(p: f64) -> String {
    if p >= 0.001 { format!("{p:.6}") } else { format!("{p:.3e}") }
}
