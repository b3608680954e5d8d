//! Evaluates the games of a command's paths, one after another.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::args::{GamesArgs, OutputArgs};
use super::exit::Failure;
use super::progress::Progress;
use crate::pipeline::{GameOutcome, Options, evaluate_all};
use crate::report::clean;
use crate::skip::Skip;

/// Passes every game to `take`, in the walk's order and up to `--limit`. Before that, passes every path that the walk
/// had to skip to `skip`. Both can print messages above the progress bar.
pub(super) fn each_game(
    games: &GamesArgs,
    output: &OutputArgs,
    plan: &Options,
    stop: &AtomicBool,
    skip: impl FnMut(&Progress, &str, &Skip),
    mut take: impl FnMut(&Progress, &GameOutcome) -> Result<(), Failure>,
) -> Result<(), Failure> {
    each_file(games, output, plan, stop, skip, |progress, outcomes| {
        outcomes.iter().try_for_each(|outcome| take(progress, outcome))
    })
}

/// Passes the games of every file to `take`, as [`each_game`] does.
pub(super) fn each_file(
    games: &GamesArgs,
    output: &OutputArgs,
    plan: &Options,
    stop: &AtomicBool,
    mut skip: impl FnMut(&Progress, &str, &Skip),
    mut take: impl FnMut(&Progress, &[GameOutcome]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (walk, labels) = games.walk(plan.ownership.as_ref().and_then(|source| source.file.as_deref()))?;
    let labels = Arc::new(labels);
    let mut plan = plan.clone();
    if plan.needs_label {
        plan.survey = Some(games.survey(&walk, &labels, false));
    }
    let mut progress = Progress::new(walk.entries.len(), output);
    walk.skipped.iter().for_each(|(name, why)| skip(&progress, name, why));
    let mut left = games.limit.unwrap_or(u64::MAX);
    evaluate_all(
        &walk.entries,
        &labels,
        &plan,
        games.jobs(),
        stop,
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
