//! `seichi report`: writes a report of a saved run in another format.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::{Args, ColorChoice};

use super::args::{report_format, style};
use super::baseline::{candidate, read_baseline};
use super::exit::Failure;
use super::output::print_or_write;
use crate::compare::{Thresholds, judge};
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
    /// With --list, list only mismatches that are new or worse than in the baseline FILE
    #[arg(long, value_name = "FILE", requires = "list")]
    pub(crate) baseline: Option<PathBuf>,
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
        Some(strategy) => list(&run, strategy, options.baseline.as_deref(), style)?,
        None => options.format.run(&RunReport { run: &run, is_new: false, pairs: options.pairs, style })?,
    };
    print_or_write(options.file.as_deref(), &text)
}

fn list(run: &SavedRun, strategy: &str, baseline: Option<&Path>, style: Style) -> Result<String, Failure> {
    if !run.figures.strategies.iter().any(|name| name == strategy) {
        let (known, skipped) = (run.figures.strategies.join(", "), run.folder.join("skipped.csv"));
        return Err(anyhow!(
            "--list {strategy}: the run does not have this strategy, only {known}\nskipped games are in {}",
            skipped.display()
        )
        .into());
    }
    if let Some(path) = baseline {
        return list_bad(run, strategy, path, style);
    }
    let close = run.games()?.into_iter().filter(SavedRow::is_close_match);
    let rows: Vec<SavedRow> = run.mismatches()?.into_iter().chain(close).collect();
    Ok(mismatches_text(&rows, strategy, style))
}

/// Returns the list of a strategy's mismatches that are new or worse than in the baseline `path`.
fn list_bad(run: &SavedRun, strategy: &str, path: &Path, style: Style) -> Result<String, Failure> {
    let baseline = read_baseline(path)?;
    let (now, mut rows) = candidate(run)?;
    let judgement = judge(&baseline, &now, &run.figures, &rows, Thresholds::default())
        .map_err(|incomparable| Failure::Baseline(incomparable.to_string()))?;
    let own = judgement.changes.iter().filter(|change| change.kind.is_bad() && change.strategy == strategy);
    let bad: BTreeSet<&str> = own.map(|change| change.game.as_str()).collect();
    rows.retain(|row| row.strategy == strategy);
    let number = rows.len();
    rows.retain(|row| bad.contains(row.game.as_str()));
    let head = format!("New or worse than in {}: {} of {number} mismatches.\n", path.display(), rows.len());
    Ok(if rows.is_empty() { head } else { head + "\n" + &mismatches_text(&rows, strategy, style) })
}
