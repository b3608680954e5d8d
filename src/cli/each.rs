//! Evaluates the games of a command's paths, one file after another.

use std::sync::atomic::AtomicBool;

use super::args::{GamesArgs, OutputArgs};
use super::exit::Failure;
use super::observer::Observer;
use super::progress::Progress;
use super::warnings::{Settings, warn_of_labels};
use crate::pipeline::{Context, GameOutcome, Options, evaluate_surveyed};
use crate::skip::Skip;
use crate::text::clean;

/// Passes every path that the walk had to skip to `skip`. Then passes the games of every file to `take`, in the walk's
/// order and up to `--limit`, with a state that begins as its default, and returns that state. If all records have to be
/// surveyed, this begins again. `take` can print messages above the progress bar.
pub(super) fn each_file<T: Default>(
    games: &GamesArgs,
    output: &OutputArgs,
    options: &Options,
    stop: &AtomicBool,
    mut skip: impl FnMut(&str, &Skip),
    mut take: impl FnMut(&mut T, &Progress, &[GameOutcome]) -> Result<(), Failure>,
) -> Result<T, Failure> {
    let (walk, labels) = games.walk(options)?;
    walk.skipped.iter().for_each(|(name, why)| skip(name, why));
    let context = Context { options, labels: &labels, survey: None, stop };
    let (limit, settings) = (games.limit.unwrap_or(u64::MAX), Settings::default());
    // with a limit, labels of games that are not read would look unused
    let keeps_names = !labels.is_empty() && games.limit.is_none();
    let ((state, mut progress, _, names), _) = evaluate_surveyed(
        &walk.entries,
        games.jobs(),
        &context,
        |_, outcomes| {
            settings.add(&outcomes);
            outcomes
        },
        || Ok((T::default(), Progress::new(walk.entries.len(), output), limit, Vec::new())),
        |(state, progress, left, names), _, outcomes| {
            if keeps_names {
                names.extend(outcomes.iter().map(|outcome| outcome.name.clone()));
            }
            progress.file(outcomes.len());
            let wanted = outcomes.len().min(usize::try_from(*left).unwrap_or(usize::MAX));
            take(state, progress, &outcomes[..wanted])?;
            *left -= wanted as u64;
            Ok::<_, Failure>(*left > 0)
        },
    )?;
    warn_of_labels(&labels, keeps_names.then_some(&names), &mut progress);
    settings.warnings(options).iter().for_each(|warning| Observer::warn(&mut progress, warning));
    Ok(state)
}

/// Returns an error if the program itself failed on `games`, even if all other games succeeded.
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
