//! `summary.csv`: a row for each strategy and stratum.

use std::io;

use csv::{StringRecord, Writer};

use crate::run::{Stratum, Summary};
use crate::stats::Tally;

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

/// The measures of a summary, and what each means.
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

/// Writes the rows of `summary`.
///
/// # Errors
/// When `writer` can't be written to.
pub fn write_summary<W: io::Write>(writer: &mut Writer<W>, summary: &Summary) -> csv::Result<()> {
    writer.write_record(SUMMARY_HEADER)?;
    for (name, stratum) in summary.strata() {
        for (strategy, tally) in summary.strategies().iter().zip(&stratum.tallies) {
            writer.write_record(&row(summary, strategy, name, stratum, tally))?;
        }
    }
    Ok(())
}

fn row(summary: &Summary, strategy: &str, name: &str, stratum: &Stratum, tally: &Tally) -> StringRecord {
    let decimal = |value: Option<f64>| value.map(|value| format!("{value:.6}")).unwrap_or_default();
    let (exact_lo, exact_hi) = tally.exact_interval();
    let (winner_lo, winner_hi) = tally.winner_interval();
    let fields = [
        strategy.to_owned(),
        name.to_owned(),
        tally.games.to_string(),
        tally.exact.to_string(),
        decimal(tally.exact_rate()),
        decimal(Some(exact_lo)),
        decimal(Some(exact_hi)),
        tally.winner.to_string(),
        decimal(tally.winner_rate()),
        decimal(Some(winner_lo)),
        decimal(Some(winner_hi)),
        decimal(tally.mean_absolute_error()),
        decimal(tally.bias()),
        tally.maps.to_string(),
        tally.maps_exact.to_string(),
        tally.points_wrong.to_string(),
        decimal(tally.seki.precision()),
        decimal(tally.seki.recall()),
        decimal(tally.seki.f1()),
        summary.signature(strategy, stratum).to_string(),
    ];
    StringRecord::from(fields.to_vec())
}
