//! `summary.csv`: a row for each strategy and stratum.

use std::io;

use csv::{StringRecord, Writer};

use crate::pipeline::{Figures, StrategyFigures};

/// The columns of `summary.csv`.
pub const SUMMARY_HEADER: [&str; 20] = [
    "strategy",
    "stratum",
    "games",
    "exact",
    "exact_rate",
    "exact_lo",
    "exact_hi",
    "winner",
    "winner_rate",
    "winner_lo",
    "winner_hi",
    "mae",
    "bias",
    "maps",
    "maps_exact",
    "points_wrong",
    "seki_precision",
    "seki_recall",
    "seki_f1",
    "signature",
];

/// The measures of a summary, each with its meaning.
pub const MEASURES: &[(&str, &str)] = &[
    ("exact", "games with the label's margin"),
    ("exact_rate", "their share, with a 95 % Wilson interval from exact_lo to exact_hi"),
    ("winner", "games with the label's winner, the exact ones among them"),
    ("winner_rate", "their share, with a 95 % Wilson interval from winner_lo to winner_hi"),
    ("mae", "the mean absolute error of the margin, in points"),
    ("bias", "the mean error of the margin, in points; positive: the strategy favours Black"),
    ("maps", "games whose label says whose each point is"),
    ("maps_exact", "those of them that the strategy has the same map of"),
    ("points_wrong", "points with another owner than on the label's map, over all maps"),
    ("seki_precision", "of the strategy's eye points without an owner, the share that the label has too"),
    ("seki_recall", "of the label's eye points without an owner, the share that the strategy has too"),
    ("seki_f1", "the harmonic mean of seki_precision and seki_recall"),
];

/// Writes the rows of `summary.csv`.
///
/// # Errors
/// If `writer` can't be written to.
pub fn write_summary<W: io::Write>(writer: &mut Writer<W>, figures: &Figures) -> csv::Result<()> {
    writer.write_record(SUMMARY_HEADER)?;
    for (name, stratum) in &figures.strata {
        for strategy in &stratum.strategies {
            writer.write_record(&row(name, strategy))?;
        }
    }
    Ok(())
}

fn row(stratum: &str, figures: &StrategyFigures) -> StringRecord {
    let fields = [
        figures.strategy.clone(),
        stratum.to_owned(),
        figures.games.to_string(),
        figures.exact.to_string(),
        decimal(figures.exact_rate),
        decimal(Some(figures.exact_interval.0)),
        decimal(Some(figures.exact_interval.1)),
        figures.winner.to_string(),
        decimal(figures.winner_rate),
        decimal(Some(figures.winner_interval.0)),
        decimal(Some(figures.winner_interval.1)),
        decimal(figures.mae),
        decimal(figures.bias),
        figures.maps.to_string(),
        figures.maps_exact.to_string(),
        figures.points_wrong.to_string(),
        decimal(figures.seki_precision),
        decimal(figures.seki_recall),
        decimal(figures.seki_f1),
        figures.signature.clone(),
    ];
    StringRecord::from(fields.to_vec())
}

/// Formats a figure for a CSV file; empty if there is none.
pub(super) fn decimal(value: Option<f64>) -> String {
    value.map(|value| format!("{value:.6}")).unwrap_or_default()
}
