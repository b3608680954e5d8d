//! `seichi report`: writes a report of a saved run in another format.

use std::path::PathBuf;

use anyhow::bail;
use clap::{Args, ColorChoice};

use super::args::{report_format, style};
use super::exit::Failure;
use super::output::print_or_write;
use crate::render::{ReportFormat, RunReport, mismatches_text};
use crate::run::{SavedRow, SavedRun};
use crate::text::Style;

#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// The folder of the run
    #[arg(value_name = "RUN", default_value = "reports")]
    pub(crate) run: PathBuf,
    /// The output format
    #[arg(long, default_value = "text", value_parser = report_format(|_| true))]
    pub(crate) format: &'static dyn ReportFormat,
    /// Instead of a report, list a strategy's mismatches, each with the command that explains it
    #[arg(long, value_name = "STRATEGY", conflicts_with = "format")]
    pub(crate) list: Option<String>,
    /// In text output, also compare every pair of strategies
    #[arg(long, conflicts_with = "list")]
    pub(crate) pairs: bool,
    /// Write to FILE instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// When to use colour
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto)]
    pub(crate) color: ColorChoice,
}

pub(super) fn run(options: &ReportArgs) -> Result<(), Failure> {
    let run = SavedRun::read(&options.run)?;
    let style = style(options.color, options.file.as_deref());
    let text = match &options.list {
        Some(strategy) => list(&run, strategy, style)?,
        None => options.format.run(&RunReport { run: &run, is_new: false, pairs: options.pairs, style })?,
    };
    print_or_write(options.file.as_deref(), &text)
}

fn list(run: &SavedRun, strategy: &str, style: Style) -> anyhow::Result<String> {
    if !run.figures.strategies.iter().any(|name| name == strategy) {
        let (known, skipped) = (run.figures.strategies.join(", "), run.folder.join("skipped.csv"));
        bail!(
            "--list {strategy}: the run does not have this strategy, only {known}\nskipped games are in {}",
            skipped.display()
        );
    }
    let close = run.games()?.into_iter().filter(SavedRow::is_close_match);
    let rows: Vec<SavedRow> = run.mismatches()?.into_iter().chain(close).collect();
    Ok(mismatches_text(&rows, strategy, style))
}
