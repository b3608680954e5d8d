//! `seichi compare`: compares two saved runs.

use std::path::PathBuf;

use clap::{Args, ColorChoice};

use super::args::{report_format, style};
use super::exit::Failure;
use super::output::print;
use crate::compare::compare;
use crate::render::{ComparisonReport, ReportFormat};
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
    #[arg(
        long,
        default_value = "text",
        value_parser = report_format(|format| format.comparison().is_some()),
    )]
    pub(crate) format: &'static dyn ReportFormat,
    /// When to use colour
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto)]
    pub(crate) color: ColorChoice,
}

pub(super) fn run(options: &CompareArgs) -> Result<(), Failure> {
    let [before, after] = &[
        SavedRun::read(&options.before)?,
        SavedRun::read(&options.after)?,
    ];
    if before.figures.corpus != after.figures.corpus && !options.common {
        return Err(Failure::Baseline(format!(
            "the runs differ in their games, or in the names, labels or dead stones of these \
             games; to compare the games they share, use --common\n  \
             A: {}\n  B: {}",
            before.figures.signature, after.figures.signature
        )));
    }
    let strategies = [&*before.figures.strategies, &*after.figures.strategies];
    let changes = &compare([&before.games()?, &after.games()?], strategies);
    if changes.common == 0 {
        return Err(Failure::Nothing(
            "the runs have no counted game in common: games are matched by name, including the \
             archive's name"
                .to_owned(),
        ));
    }
    let render = options
        .format
        .comparison()
        .expect("the parser takes only such formats");
    print(render(&ComparisonReport {
        runs: [before, after],
        changes,
        style: style(options.color),
    })?)
}
