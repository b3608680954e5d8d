//! `seichi-corpus labels make`: drafts a labels file from a run, for a person to correct.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use seichi::cli::{Failure, complain, paths_of_run, print, write};
use seichi::input::{Naming, not_walked};
use seichi::run::SavedRun;
use seichi::text::shell_word;

use super::draft::Draft;
use super::{LABEL, MakeArgs, label_json};

pub(crate) fn run(options: &MakeArgs) -> Result<(), Failure> {
    refuse_existing(options)?;
    let run = SavedRun::read(&options.run)?;
    check_strategies(options, &run)?;
    let games = paths_of_run(&run.arguments);
    let boards = run.boards()?;
    let mut drafts: Vec<Draft<'_>> =
        boards.iter().filter_map(|board| options.draft.draft(board, &run.figures.strategies)).collect();
    if drafts.is_empty() {
        return Err(Failure::Nothing(format!(
            "no game was chosen, so nothing was written: {}",
            tally(&run, boards.len(), 0)
        )));
    }
    let paths = games.as_deref().unwrap_or_default();
    if let (Some(file), Some(_)) = (&options.file, &games) {
        std::fs::create_dir_all(file.parent().unwrap_or(Path::new("")))
            .and_then(|()| Naming::of_file(file, &not_walked(paths)))
            .map(|naming| drafts.iter_mut().for_each(|draft| draft.line.game = naming.in_file(&draft.line.game)))
            .with_context(|| format!("failed to write {}", file.display()))?;
    }
    if let Some(file) = &options.boards {
        let pictures = drafts.iter().enumerate().map(|(index, draft)| draft.picture(index + 1));
        write(file, &(legend(options.file.as_deref()) + &pictures.collect::<String>()))?;
    }
    let text: String = drafts.iter().map(|draft| label_json(&draft.line)).collect();
    match &options.file {
        Some(file) => write(file, &text)?,
        None => print(&text)?,
    }
    if !options.quiet {
        complain(&next_steps(options, &tally(&run, boards.len(), drafts.len()), paths));
    }
    Ok(())
}

/// Refuses to overwrite an existing file, since a person may have corrected it.
fn refuse_existing(options: &MakeArgs) -> anyhow::Result<()> {
    if let (Some(file), Some(boards)) = (&options.file, &options.boards)
        && file == boards
    {
        bail!("{}: the labels and the boards need separate files", file.display());
    }
    for file in [&options.file, &options.boards].into_iter().flatten() {
        if file.is_file() && !options.force {
            bail!("{} already exists: name another file, or use --force", file.display());
        }
    }
    Ok(())
}

/// Checks that the run has the strategies that the arguments name.
fn check_strategies(options: &MakeArgs, run: &SavedRun) -> anyhow::Result<()> {
    let known = &run.figures.strategies;
    let from = Some(&options.draft.from).filter(|name| *name != LABEL);
    match options.draft.strategies.iter().chain(from).find(|name| !known.contains(name)) {
        Some(name) => bail!("the run has no strategy {name}; it has {}", known.join(", ")),
        None => Ok(()),
    }
}

/// Returns the number of drafted games, and why the others were not drafted.
fn tally(run: &SavedRun, boards: usize, lines: usize) -> String {
    let evaluated = run.figures.evaluated;
    let without = evaluated.saturating_sub(boards as u64);
    let mut text = format!("{lines} of {evaluated} evaluated games");
    if lines < boards {
        let _ = write!(text, "; the run has the boards of {} more (--all)", boards - lines);
    }
    if without > 0 {
        let _ = write!(text, "; on {without} no answer differs, so the run has no boards of them");
    }
    text
}

/// Returns the heading of the file of boards.
fn legend(file: Option<&Path>) -> String {
    let of = file.map_or(String::new(), |file| format!(" of {}", file.display()));
    format!(
        "The boards{of}, with the letters of its points: column, then row.\n\
         X O living stones, x o dead ones, b w territory, . neutral, * before a point where answers differ\n\n"
    )
}

/// Returns the number of drafted games, and the commands for the next steps.
fn next_steps(options: &MakeArgs, tally: &str, paths: &[PathBuf]) -> String {
    let paths: Vec<String> = paths.iter().map(|path| shell_word(&path.display().to_string())).collect();
    let paths = if paths.is_empty() { "PATH...".to_owned() } else { paths.join(" ") };
    let file = options.file.as_ref().map_or("FILE".to_owned(), |file| shell_word(&file.display().to_string()));
    format!(
        "{tally}\nCorrect the errors, remove the other lines, then: seichi-corpus labels check {file} {paths}\n\
         To evaluate with it: seichi eval {paths} --labels {file}"
    )
}
