//! `seichi compare`: compares two saved runs, or a strategy of one with a strategy of the other.

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use clap::{Args, ColorChoice};

use super::args::{report_format, style};
use super::exit::Failure;
use super::named::most_similar;
use super::output::print_or_write;
use crate::compare::compare;
use crate::render::{ComparisonReport, ReportFormat};
use crate::run::SavedRun;
use crate::stats::Bootstrap;

#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    /// The folder of the first run; append :STRATEGY to compare only that strategy
    #[arg(value_name = "RUN_A")]
    pub(crate) before: PathBuf,
    /// The folder of the second run; append :STRATEGY to compare only that strategy
    #[arg(value_name = "RUN_B")]
    pub(crate) after: PathBuf,
    /// If the runs differ in games or labels, compare only the games they share
    #[arg(long)]
    pub(crate) common: bool,
    /// The random seed for the confidence intervals of the differences
    #[arg(long, value_name = "N", default_value_t = Bootstrap::default().seed)]
    pub(crate) seed: u64,
    /// The output format
    #[arg(long, default_value = "text", value_parser = report_format(|format| format.comparison().is_some()))]
    pub(crate) format: &'static dyn ReportFormat,
    /// Write to FILE instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// When to use colour
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto)]
    pub(crate) color: ColorChoice,
}

pub(super) fn run(options: &CompareArgs) -> Result<(), Failure> {
    let [before, after] = &selected(&options.before, &options.after)?;
    if before.figures.corpus != after.figures.corpus && !options.common {
        return Err(Failure::Baseline(format!(
            "the runs differ in their games, or in the names, labels or dead stones of these games; to compare the games they share, use --common\n  \
             A: {}\n  B: {}",
            before.figures.signature, after.figures.signature
        )));
    }
    let changes = &compare(
        [&before.games()?, &after.games()?],
        [&before.figures.strategies, &after.figures.strategies],
        &Bootstrap { seed: options.seed, ..Bootstrap::default() },
    );
    if changes.common == 0 {
        return Err(Failure::Nothing(
            "the runs have no counted game in common: games are matched by name, including the archive's name"
                .to_owned(),
        ));
    }
    let style = style(options.color, options.file.as_deref());
    let render = options.format.comparison().expect("the parser takes only such formats");
    print_or_write(options.file.as_deref(), &render(&ComparisonReport { runs: [before, after], changes, style })?)
}

/// Reads two runs, each given by its folder, or by its folder, a colon and a strategy.
fn selected(before: &Path, after: &Path) -> anyhow::Result<[SavedRun; 2]> {
    let (mut before, a) = read(before)?;
    let (mut after, b) = read(after)?;
    // a strategy named for only one run is compared in both
    let (Some(a), Some(b)) = (a.clone().or_else(|| b.clone()), b.or(a)) else {
        let [names_a, names_b] = [&before, &after].map(|run| &run.figures.strategies);
        return match (names_a.first(), names_b.first()) {
            (Some(a), Some(b)) if names_a.iter().all(|name| !names_b.contains(name)) => Err(anyhow!(
                "the runs have no strategy in common, but you can compare different strategies: \
                 seichi compare {}:{a} {}:{b}\n  A: {}\n  B: {}",
                before.folder.display(),
                after.folder.display(),
                names_a.join(", "),
                names_b.join(", ")
            )),
            _ => Ok([before, after]),
        };
    };
    let name = if a == b { a.clone() } else { format!("{a} → {b}") };
    select(&mut before, a, &name)?;
    select(&mut after, b, &name)?;
    Ok([before, after])
}

/// Removes all strategies of a run except `strategy`, and renames that strategy to `name`.
fn select(run: &mut SavedRun, strategy: String, name: &str) -> anyhow::Result<()> {
    let known = &run.figures.strategies;
    if !known.contains(&strategy) {
        let similar = most_similar(&strategy, known).map(|name| format!("; did you mean {name}?"));
        let (folder, known) = (run.folder.display(), known.join(", "));
        bail!("the run {folder} has no strategy {strategy}, only {known}{}", similar.unwrap_or_default());
    }
    run.select(strategy, name.to_owned());
    Ok(())
}

/// Reads a run. If the argument is not a path, the text after its last colon names a strategy.
fn read(argument: &Path) -> anyhow::Result<(SavedRun, Option<String>)> {
    let text = argument.to_string_lossy();
    match text.rsplit_once(':') {
        Some((folder, strategy)) if !argument.exists() => {
            Ok((SavedRun::read(Path::new(folder))?, Some(strategy.to_owned())))
        }
        _ => Ok((SavedRun::read(argument)?, None)),
    }
}
