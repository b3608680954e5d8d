//! `seichi explain`: explains one game to a person.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::slice;

use anyhow::{Context as _, anyhow};
use clap::{Args, ColorChoice};

use super::args::{CorrectionArgs, RecordArgs, ScoringArgs, TableFormat, style};
use super::exit::Failure;
use super::output::{print, say};
use super::progress::complain;
use super::warnings::GameNotes;
use crate::Stop;
use crate::explain::Explained;
use crate::game::{Context, GameOutcome};
use crate::input::{Labels, Walk, WalkOptions, path_of, walk};
use crate::run::{evaluate, json};
use crate::skip::Reason;
use crate::text::shell_path;

#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// The game: PATH, or PATH#N for the Nth game in the file. To explain a game from a run, repeat
    /// the run's flags, such as --dead; mismatches.csv has the complete command
    pub(crate) game: OsString,
    /// A labels file (repeatable)
    #[arg(long, value_name = "FILE")]
    pub(crate) labels: Vec<PathBuf>,
    /// Describe every region, and also show the answers of the control strategies `flood`, `strict`
    /// and `unfilled`
    #[arg(long)]
    pub(crate) all: bool,
    /// The output format
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(crate) format: TableFormat,
    /// When to use colour
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto)]
    pub(crate) color: ColorChoice,
    #[command(flatten)]
    pub(crate) scoring: ScoringArgs,
    #[command(flatten)]
    correction: CorrectionArgs,
    #[command(flatten)]
    record: RecordArgs,
}

pub(super) fn run(options: &ExplainArgs, stop: &Stop) -> Result<(), Failure> {
    let (path, number) = split(&options.game);
    let wanted = &options.game.to_string_lossy();
    let (path, member) = split_member(path);
    if !path.exists() && path.as_os_str() != "-" {
        return Err(Failure::Error(no_file(&path, wanted)));
    }
    let found =
        walk(slice::from_ref(&path), &WalkOptions::default()).context("failed to find the game")?;
    if found.entries.len() != 1 || found.entries[0].is_skipped() {
        return Err(Failure::Error(no_game(wanted, &path)));
    }
    let mut plan = options.scoring.without_labels(&options.record, stop)?;
    plan.toggle.clone_from(&options.correction.toggle);
    let mut labels = Labels::read(&found, &options.labels)?;
    if let Some(file) = &plan.dead_ownership {
        labels.add_ownership(file, &found)?;
    }
    let context = Context::new(plan, labels, stop);
    let outcome = game(&found, member.as_deref(), number, &context, wanted)?;
    if stop.is_set() {
        return Err(Failure::Interrupted);
    }
    let game = outcome
        .result
        .as_ref()
        .map_err(|skip| anyhow!("failed to explain {}: {skip}", outcome.name))?;
    let plan = &*context.options;
    let mut notes = GameNotes::new(&found, &context);
    notes.add(&outcome, &[], plan, &mut ());
    for warning in notes.warnings(plan) {
        complain(&format!("seichi: warning: {warning}"));
    }
    if !options.labels.is_empty() && context.labels.file_of(&outcome.name).is_none() {
        complain(&format!(
            "seichi: warning: no labels file names the game {}",
            outcome.name
        ));
    }
    // scorers come first, unless -s names a scorer
    let mut named: Vec<&str> = options
        .scoring
        .strategy
        .iter()
        .map(|name| &**name)
        .collect();
    if plan
        .scorers
        .iter()
        .all(|scorer| !named.contains(&&*scorer.name))
    {
        named.clear();
    }
    let explained = Explained::new(&outcome, game, plan, &named);
    match options.format {
        TableFormat::Text => {
            let style = style(options.color);
            say(&explained.text(options.all, style), style)
        }
        TableFormat::Json => {
            let command = format!("seichi explain {}", shell_path(&options.game));
            print(json(&explained.json_with_board(&command)))
        }
    }
}

/// Splits `PATH#N` into the path and the number, which is 1 by default. A file name may contain a
/// `#`.
fn split(game: &OsStr) -> (PathBuf, usize) {
    let bytes = game.as_encoded_bytes();
    let split = bytes
        .iter()
        .rposition(|&byte| byte == b'#')
        .map(|at| (&bytes[..at], &bytes[at + 1..]));
    let number = |number| std::str::from_utf8(number).ok()?.parse().ok();
    match split.and_then(|(path, end)| Some((path_of(path)?, number(end)?))) {
        Some((path, number)) => (path.into(), number),
        None => (PathBuf::from(game), 1),
    }
}

/// Returns the error for the missing file of `game`.
fn no_file(path: &Path, game: &str) -> anyhow::Error {
    let hint = if game.contains('#') || game.contains("!/") {
        "; names in a report are relative to the path given to eval, so put that path before the \
         name"
    } else {
        ""
    };
    anyhow!("no such file: {}{hint}", path.display())
}

/// Splits `ARCHIVE!/MEMBER`, unless a file with the whole name exists.
fn split_member(path: PathBuf) -> (PathBuf, Option<String>) {
    if path.exists() {
        return (path, None);
    }
    match path.to_str().and_then(|text| text.split_once("!/")) {
        Some((archive, member)) => (PathBuf::from(archive), Some(member.to_owned())),
        None => (path, None),
    }
}

/// Returns game `number` of the file in `found` or, if the file is an archive, of the member that
/// `found` names. If several members have the same name, the last one counts.
fn game(
    found: &Walk,
    member: Option<&str>,
    number: usize,
    context: &Context,
    wanted: &str,
) -> Result<GameOutcome, Failure> {
    let entry = &found.entries[0];
    let path = entry.path_in_commands();
    let name = match member {
        Some(member) => entry.member(member).name,
        None if entry.is_archive() => return Err(Failure::Error(no_game(wanted, path))),
        None => entry.name.clone(),
    };
    let mut options = (*context.options).clone();
    options.only = Some(format!("{name}#{number}"));
    let mut replaced = None;
    for batch in evaluate(found, 1, &context.with_options(options)) {
        for game in batch?.games {
            match &game.result {
                Err(skip) if skip.reason == Reason::DuplicateName => replaced = Some(game),
                _ => return Ok(game),
            }
        }
    }
    if let Some(game) = replaced {
        return Ok(game);
    }
    Err(Failure::Error(no_game(wanted, path)))
}

/// Returns the error for a name that does not identify exactly one game.
fn no_game(wanted: &str, path: &Path) -> anyhow::Error {
    anyhow!(
        "{wanted}: no such game; name one as PATH#N or ARCHIVE!/MEMBER#N; to list the games: \
         seichi audit {} --format csv",
        shell_path(path.as_os_str())
    )
}
