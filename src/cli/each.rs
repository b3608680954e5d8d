//! Evaluates the games of a command's paths, one file after another.

use std::sync::atomic::AtomicBool;

use super::args::{GamesArgs, OutputArgs};
use super::exit::Failure;
use super::progress::Progress;
use crate::pipeline::{Context, GameOutcome, Options, evaluate_all};
use crate::report::clean;
use crate::skip::Skip;

/// Passes the games of every file to `take`, in the walk's order and up to `--limit`. Before that, passes every path that the
/// walk had to skip to `skip`. Both can print messages above the progress bar.
///
/// Where a label is needed, all records are surveyed first: games that lack rules are left out among area games.
pub(super) fn each_file(
    games: &GamesArgs,
    output: &OutputArgs,
    options: &Options,
    stop: &AtomicBool,
    mut skip: impl FnMut(&Progress, &str, &Skip),
    mut take: impl FnMut(&Progress, &[GameOutcome]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (walk, labels) = games.walk(options)?;
    let context = Context { options, labels: &labels, survey: None, stop };
    let survey = if options.needs_label { Some(games.survey(&walk, &context, false)?) } else { None };
    let context = Context { survey: survey.as_ref(), ..context };
    let mut progress = Progress::new(walk.entries.len(), output);
    walk.skipped.iter().for_each(|(name, why)| skip(&progress, name, why));
    let mut left = games.limit.unwrap_or(u64::MAX);
    evaluate_all(
        &walk.entries,
        games.jobs(),
        &context,
        |_, outcomes| outcomes,
        |_, outcomes| {
            progress.file(outcomes.len());
            let wanted = outcomes.len().min(usize::try_from(left).unwrap_or(usize::MAX));
            take(&progress, &outcomes[..wanted])?;
            left -= wanted as u64;
            Ok::<_, Failure>(left > 0)
        },
    )?;
    Ok(())
}

/// Returns an error that names the games on which the program itself failed, if there are any. The command then fails
/// even if all other games succeeded.
pub(super) fn no_faults(games: &[String]) -> Result<(), Failure> {
    const SHOWN: usize = 5;
    if games.is_empty() {
        return Ok(());
    }
    let shown: Vec<_> = games.iter().take(SHOWN).map(|game| clean(game)).collect();
    let more = games.len().checked_sub(SHOWN + 1).map(|more| format!(" and {} more", more + 1)).unwrap_or_default();
    let (count, s) = (games.len(), if games.len() == 1 { "" } else { "s" });
    Err(Failure::Error(anyhow::anyhow!(
        "the program failed on {count} game{s}, which is a bug in seichi: {}{more}\n\
         please open an issue with one of these files and this command",
        shown.join(", ")
    )))
}
