//! Evaluates the games of a command's paths, one file after another.

use std::sync::atomic::AtomicBool;

use super::args::{GamesArgs, OutputArgs};
use super::exit::Failure;
use super::progress::Progress;
use crate::pipeline::{Context, GameOutcome, MixedFolders, Options, evaluate_all};
use crate::report::clean;
use crate::skip::Skip;

/// Passes every path that the walk had to skip to `skip`. Then passes the games of every file to `take`, in the walk's
/// order and up to `--limit`, with a state that begins as its default, and returns that state. `skip` and `take` can print
/// messages above the progress bar.
///
/// If labels are needed, games without rules are left out of folders with area games. When such a folder is found, all
/// records are surveyed, and evaluation starts again with a new state.
pub(super) fn each_file<T: Default>(
    games: &GamesArgs,
    output: &OutputArgs,
    options: &Options,
    stop: &AtomicBool,
    mut skip: impl FnMut(&Progress, &str, &Skip),
    mut take: impl FnMut(&mut T, &Progress, &[GameOutcome]) -> Result<(), Failure>,
) -> Result<T, Failure> {
    let (walk, labels) = games.walk(options)?;
    let mut progress = Progress::new(walk.entries.len(), output);
    walk.skipped.iter().for_each(|(name, why)| skip(&progress, name, why));
    let mut survey = None;
    loop {
        let context = Context { options, labels: &labels, survey: survey.as_ref(), stop };
        let is_watched = options.needs_label && survey.is_none();
        let (mut state, mut mixed, mut left) = (T::default(), MixedFolders::default(), games.limit.unwrap_or(u64::MAX));
        evaluate_all(
            &walk.entries,
            games.jobs(),
            &context,
            |_, outcomes| outcomes,
            |_, outcomes| {
                if is_watched {
                    for game in &outcomes {
                        mixed.add(&game.name, game.facts.named_rules());
                    }
                }
                if mixed.needs_survey(false) {
                    return Ok(false);
                }
                progress.file(outcomes.len());
                let wanted = outcomes.len().min(usize::try_from(left).unwrap_or(usize::MAX));
                take(&mut state, &progress, &outcomes[..wanted])?;
                left -= wanted as u64;
                Ok::<_, Failure>(left > 0)
            },
        )?;
        if !mixed.needs_survey(left == 0) {
            return Ok(state);
        }
        survey = Some(games.survey(&walk, &context, false)?);
        progress = Progress::new(walk.entries.len(), output);
    }
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
