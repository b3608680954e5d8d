//! `seichi compare`: compares two saved runs, or a strategy of one with a strategy of the other.

use std::path::Path;

use anyhow::{anyhow, bail};
use serde::Serialize;

use super::args::{CompareArgs, CompareFormat};
use super::exit::Failure;
use super::named::most_similar;
use super::output::{print, write};
use crate::compare::{SavedRow, TwoRuns, compare};
use crate::report::{SavedBoard, SavedRun, Style, json, runs_html, runs_text};
use crate::stats::Bootstrap;

pub(super) fn run(options: &CompareArgs) -> Result<(), Failure> {
    let [before, after] = selections(&options.before, &options.after)?;
    let signatures = [&before, &after].map(|selection| selection.run.figures.signature.as_str());
    if before.run.figures.corpus != after.run.figures.corpus && !options.common {
        return Err(Failure::Baseline(format!(
            "the runs are not of the same games, labels and dead stones; --common takes the games that both have\n  \
             A: {}\n  B: {}",
            signatures[0], signatures[1]
        )));
    }
    let runs = compare(
        [&before.games()?, &after.games()?],
        [&before.strategies(), &after.strategies()],
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
        CompareFormat::Html => runs_html([&before.run, &after.run], &runs, [&before.boards()?, &after.boards()?]),
    };
    match &options.file {
        Some(path) => write(path, &text),
        None => print(&text),
    }
}

/// A run, and what is compared of it.
struct Selection {
    run: SavedRun,
    /// The strategy that is compared, and its name in the comparison; `None` for all strategies.
    only: Option<(String, String)>,
}

/// Reads two runs, each given by its folder, or by its folder, a colon and a strategy.
fn selections(before: &Path, after: &Path) -> anyhow::Result<[Selection; 2]> {
    let (before, a) = read(before)?;
    let (after, b) = read(after)?;
    // a strategy that is named for one run is compared in both
    let (Some(a), Some(b)) = (a.clone().or_else(|| b.clone()), b.or(a)) else {
        let [names_a, names_b] = [&before, &after].map(|run| &run.figures.strategies);
        return match (names_a.first(), names_b.first()) {
            (Some(a), Some(b)) if names_a.iter().all(|name| !names_b.contains(name)) => Err(anyhow!(
                "the runs have no strategy in common, but two different ones can be compared: \
                 seichi compare {}:{a} {}:{b}\n  A: {}\n  B: {}",
                before.folder.display(),
                after.folder.display(),
                names_a.join(", "),
                names_b.join(", ")
            )),
            _ => Ok([before, after].map(|run| Selection { run, only: None })),
        };
    };
    let name = if a == b { a.clone() } else { format!("{a} → {b}") };
    let select = |run: SavedRun, strategy: String| {
        let known = &run.figures.strategies;
        if !known.contains(&strategy) {
            let similar = most_similar(&strategy, known).map(|name| format!("did you mean {name}? "));
            let (folder, known) = (run.folder.display(), known.join(", "));
            bail!("the run {folder} has no strategy {strategy}: {}it has {known}", similar.unwrap_or_default());
        }
        Ok(Selection { run, only: Some((strategy, name.clone())) })
    };
    Ok([select(before, a)?, select(after, b)?])
}

/// Reads a run, and the strategy after the last colon of an argument that is no path.
fn read(argument: &Path) -> anyhow::Result<(SavedRun, Option<String>)> {
    let text = argument.to_string_lossy();
    match text.rsplit_once(':') {
        Some((folder, strategy)) if !argument.exists() => {
            Ok((SavedRun::read(Path::new(folder))?, Some(strategy.to_owned())))
        }
        _ => Ok((SavedRun::read(argument)?, None)),
    }
}

impl Selection {
    /// Returns the names of the strategies that are compared.
    fn strategies(&self) -> Vec<String> {
        match &self.only {
            Some((_, name)) => vec![name.clone()],
            None => self.run.figures.strategies.clone(),
        }
    }

    /// Reads the rows of the strategies that are compared.
    fn games(&self) -> anyhow::Result<Vec<SavedRow>> {
        let mut rows = self.run.games()?;
        if let Some((strategy, name)) = &self.only {
            rows.retain(|row| row.strategy == *strategy);
            for row in &mut rows {
                row.strategy.clone_from(name);
            }
        }
        Ok(rows)
    }

    /// Reads the boards, with the answers of the strategies that are compared.
    fn boards(&self) -> anyhow::Result<Vec<SavedBoard>> {
        let mut boards = self.run.boards()?;
        if let Some((strategy, name)) = &self.only {
            for board in &mut boards {
                board.answers.retain(|answer| answer.strategies.contains(strategy));
                for answer in &mut board.answers {
                    answer.strategies = vec![name.clone()];
                }
            }
        }
        Ok(boards)
    }
}

#[derive(Serialize)]
struct CompareJson<'a> {
    signatures: [&'a str; 2],
    #[serde(flatten)]
    runs: &'a TwoRuns,
}
