//! `seichi report`: writes a report of a saved run in another format.

use anyhow::bail;

use super::args::ReportArgs;
use super::exit::Failure;
use super::output::print_or_write;
use crate::render::{RunReport, mismatches_text};
use crate::report::{SavedRun, Style};

pub(super) fn run(options: &ReportArgs) -> Result<(), Failure> {
    let run = SavedRun::read(options.run.folder())?;
    let style = options.color.style_of(options.file.as_deref());
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
            "--list {strategy}: the run has no such strategy; it has {known}\nskipped games are in {}",
            skipped.display()
        );
    }
    Ok(mismatches_text(&run.mismatches()?, strategy, style))
}
