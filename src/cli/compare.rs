//! `seichi compare`: compares two saved runs.

use serde::Serialize;

use super::args::{CompareArgs, CompareFormat};
use super::exit::Failure;
use super::output::{print, write};
use crate::compare::{TwoRuns, compare};
use crate::report::{SavedRun, Style, json, runs_html, runs_text};
use crate::stats::Bootstrap;

pub(super) fn run(options: &CompareArgs) -> Result<(), Failure> {
    let read = |place| SavedRun::read(place);
    let (before, after) = (read(&options.before)?, read(&options.after)?);
    let signatures = [&before, &after].map(|run| run.figures.signature.as_str());
    if before.figures.corpus != after.figures.corpus && !options.common {
        return Err(Failure::Baseline(format!(
            "the runs are not of the same games, labels and dead stones; --common takes the games that both have\n  \
             A: {}\n  B: {}",
            signatures[0], signatures[1]
        )));
    }
    let games = |run: &SavedRun| run.games();
    let (rows_before, rows_after) = (games(&before)?, games(&after)?);
    let runs = compare(
        [&rows_before, &rows_after],
        [&before.figures.strategies, &after.figures.strategies],
        &Bootstrap { seed: options.seed, ..Bootstrap::default() },
    );
    if runs.common == 0 {
        return Err(Failure::Nothing("the runs have no counted game in common".to_owned()));
    }
    let text = match options.format {
        CompareFormat::Json => json(&CompareJson { signatures, runs: &runs }),
        CompareFormat::Text => {
            let style = if options.file.is_none() { options.color.style() } else { Style::default() };
            format!("A: {}\nB: {}\n{}", signatures[0], signatures[1], runs_text(&runs, style))
        }
        CompareFormat::Html => runs_html([&before, &after], &runs, [&before.boards()?, &after.boards()?]),
    };
    match &options.file {
        Some(path) => write(path, &text),
        None => print(&text),
    }
}

#[derive(Serialize)]
struct CompareJson<'a> {
    signatures: [&'a str; 2],
    #[serde(flatten)]
    runs: &'a TwoRuns,
}
