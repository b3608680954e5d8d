//! `dead.csv`: the agreement of a source of dead stones with the labels, a row for each stratum.

use std::io;

use csv::{StringRecord, Writer};

use super::summary::decimal;
use crate::pipeline::{DeadFigures, Figures};

/// The columns of `dead.csv`.
pub const DEAD_HEADER: [&str; 19] = [
    "source",
    "label",
    "stratum",
    "games",
    "same",
    "same_rate",
    "same_lo",
    "same_hi",
    "stones",
    "dead_both",
    "dead_source_only",
    "dead_label_only",
    "alive_both",
    "precision",
    "recall",
    "signature",
    "owners",
    "owners_same",
    "owners_differ",
];

/// Writes the rows of `dead.csv`.
///
/// # Errors
/// If `writer` can't be written to.
pub fn write_dead<W: io::Write>(writer: &mut Writer<W>, figures: &Figures) -> csv::Result<()> {
    writer.write_record(DEAD_HEADER)?;
    for (name, stratum) in &figures.strata {
        for dead in &stratum.dead {
            writer.write_record(&row(name, dead))?;
        }
    }
    Ok(())
}

fn row(stratum: &str, figures: &DeadFigures) -> StringRecord {
    let fields = [
        figures.source.clone(),
        figures.label.clone(),
        stratum.to_owned(),
        figures.games.to_string(),
        figures.same.to_string(),
        decimal(figures.same_rate),
        decimal(Some(figures.same_interval.0)),
        decimal(Some(figures.same_interval.1)),
        figures.stones.to_string(),
        figures.dead_both.to_string(),
        figures.dead_source_only.to_string(),
        figures.dead_label_only.to_string(),
        figures.alive_both.to_string(),
        decimal(figures.precision),
        decimal(figures.recall),
        figures.signature.clone(),
        figures.owners.to_string(),
        figures.owners_same.to_string(),
        figures.owners_differ.to_string(),
    ];
    StringRecord::from(fields.to_vec())
}
