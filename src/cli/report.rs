//! `seichi report`: writes a report of a saved run in another format.

use super::args::{ReportArgs, ReportFormat};
use super::exit::Failure;
use super::output::{print, write};
use crate::compare::add_mae_intervals;
use crate::report::{
    SavedError, SavedRun, Style, eval_annotations, eval_text, html, json, junit, markdown, mismatches_text,
};
use crate::stats::Bootstrap;

pub(super) fn run(options: &ReportArgs) -> Result<(), Failure> {
    let text = text(options)?;
    match &options.file {
        Some(path) => write(path, &text),
        None => print(&text),
    }
}

/// Returns the style of the output: without colour if it goes to a file.
fn style(options: &ReportArgs) -> Style {
    if options.file.is_none() { options.color.style() } else { Style::default() }
}

fn text(options: &ReportArgs) -> anyhow::Result<String> {
    let mut run = SavedRun::read(options.run.folder())?;
    if options.format == ReportFormat::Json {
        match run.games() {
            Ok(rows) => {
                let bootstrap = Bootstrap { seed: run.figures.seed, ..Bootstrap::default() };
                add_mae_intervals(&mut run.figures, &rows, &bootstrap);
            }
            // only these intervals need the rows; everything else is in run.json
            Err(SavedError::LeftOut { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let figures = &run.figures;
    if let Some(strategy) = &options.list {
        if !figures.strategies.contains(strategy) {
            let known = figures.strategies.join(", ");
            let skipped = options.run.folder().join("skipped.csv");
            anyhow::bail!(
                "--list {strategy}: the run has no such strategy; it has {known}\nskipped games are in {}",
                skipped.display()
            );
        }
        return Ok(mismatches_text(&run.mismatches()?, strategy, style(options)));
    }
    Ok(match options.format {
        ReportFormat::Text => eval_text(figures, options.pairs, style(options)),
        ReportFormat::Json => json(figures),
        ReportFormat::Github => eval_annotations(figures),
        ReportFormat::Markdown => markdown(figures, None, &[]),
        ReportFormat::Html => html(&run, &run.mismatches()?, &run.skipped()?, &run.boards()?),
        ReportFormat::Junit => junit(&run.games()?, &run.skipped()?, None),
    })
}
