//! `seichi-corpus labels make`: drafts a labels file from a run, for a person to correct.

use std::path::Path;

use anyhow::{Context, anyhow};
use seichi::cli::{Failure, complain, paths_of_run, print, write};
use seichi::input::{Naming, not_walked};
use seichi::run::SavedRun;

use super::draft::Draft;
use super::make_args::{LABEL, MakeArgs};

/// The heading of the file of boards.
const LEGEND: &str = "The boards, with the letters of their points: column, then row.\n\
    X O living stones, x o dead ones, b w territory, . neutral, * before a point where answers differ\n\n";

pub(crate) fn run(options: &MakeArgs) -> Result<(), Failure> {
    for file in [&options.file, &options.boards].into_iter().flatten() {
        // a person may have corrected it
        if file.is_file() && !options.force {
            return Err(anyhow!(
                "{} already exists: name another file, or use --force",
                file.display()
            )
            .into());
        }
    }
    let run = SavedRun::read(&options.run)?;
    let known = &run.figures.strategies;
    let from = Some(&options.from).filter(|name| *name != LABEL);
    if let Some(name) = options
        .strategies
        .iter()
        .chain(from)
        .find(|name| !known.contains(name))
    {
        return Err(anyhow!("the run has no strategy {name}, only {}", known.join(", ")).into());
    }
    let boards = run.boards()?;
    let mut drafts: Vec<Draft<'_>> = boards
        .iter()
        .filter_map(|board| Draft::new(board, options))
        .collect();
    let (lines, evaluated) = (drafts.len(), run.figures.evaluated);
    let tally = format!(
        "{lines} of {evaluated} evaluated games; the run contains the boards of {} (--all)",
        boards.len()
    );
    if drafts.is_empty() {
        return Err(Failure::Nothing(format!(
            "no game was chosen, so nothing was written: {tally}"
        )));
    }
    if let (Some(file), Some(paths)) = (&options.file, paths_of_run(&run.facts.arguments)) {
        // names are relative to the labels file
        std::fs::create_dir_all(file.parent().unwrap_or(Path::new("")))
            .and_then(|()| Naming::of_file(file, &not_walked(&paths)))
            .map(|naming| {
                for draft in &mut drafts {
                    draft.line.game = naming.in_file(&draft.line.game);
                }
            })
            .with_context(|| format!("failed to write {}", file.display()))?;
    }
    let marks: &[&str] = if options.force { &[""] } else { &[] };
    if let Some(file) = &options.boards {
        let pictures = drafts
            .iter()
            .enumerate()
            .map(|(index, draft)| draft.picture(index + 1));
        write(
            file,
            LEGEND.to_owned() + &pictures.collect::<String>(),
            marks,
        )?;
    }
    let json =
        |draft: &Draft<'_>| serde_json::to_string(&draft.line).expect("keys are strings") + "\n";
    let text: String = drafts.iter().map(json).collect();
    match &options.file {
        Some(file) => write(file, &text, marks)?,
        None => print(&text)?,
    }
    if !options.quiet {
        complain(&tally);
    }
    Ok(())
}
