//! `seichi compare`: compares two saved runs.

use std::path::PathBuf;

use clap::{Args, ColorChoice};

use super::args::{TableFormat, style};
use super::exit::Failure;
use super::output::{print, say};
use crate::compare::compare;
use crate::render::{comparison_json, comparison_text};
use crate::run::SavedRun;

#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    /// The folder of the first run
    #[arg(value_name = "RUN_A")]
    pub(crate) before: PathBuf,
    /// The folder of the second run
    #[arg(value_name = "RUN_B")]
    pub(crate) after: PathBuf,
    /// If the runs differ in games or labels, compare only the games they share
    #[arg(long)]
    pub(crate) common: bool,
    /// The output format
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(crate) format: TableFormat,
    /// When to use colour
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto)]
    pub(crate) color: ColorChoice,
}

pub(super) fn run(options: &CompareArgs) -> Result<(), Failure> {
    let runs = [
        SavedRun::read(&options.before)?,
        SavedRun::read(&options.after)?,
    ];
    let [before, after] = &runs;
    if before.figures.corpus != after.figures.corpus && !options.common {
        return Err(Failure::Baseline(format!(
            "the runs differ in their games, or in the names, labels or dead stones of these \
             games; to compare the games they share, use --common\n  \
             A: {}\n  B: {}",
            before.figures.signature, after.figures.signature
        )));
    }
    let strategies = [&*before.figures.strategies, &*after.figures.strategies];
    let changes = compare([&before.games()?, &after.games()?], strategies);
    if changes.common == 0 {
        return Err(Failure::Nothing(
            "the runs have no counted game in common: games are matched by name, including the \
             archive's name"
                .to_owned(),
        ));
    }
    match options.format {
        TableFormat::Text => {
            let style = style(options.color);
            say(&comparison_text(&runs, &changes, style), style)
        }
        TableFormat::Json => print(comparison_json(&runs, &changes)),
    }
}
