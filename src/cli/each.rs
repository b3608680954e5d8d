//! What `eval`, `inspect` and `score` share: `--limit` and warnings, and for `eval` and `inspect` a second pass if rules are in
//! doubt.

use super::exit::Failure;
use super::observer::Observer;
use super::warnings::{effect_warnings, warn_of_labels};
use crate::input::Walk;
use crate::pipeline::{Context, Effects, NamedRules, Survey};
use crate::text::clean;

/// Evaluates the files of `walk` with `pass`. A pass returns `None` if a folder has both area games and games without
/// rules. This is rare; then all records are surveyed, and a second pass begins.
pub(super) fn surveyed<T>(
    walk: &Walk,
    jobs: usize,
    context: &Context<'_>,
    mut pass: impl FnMut(&Context<'_>) -> Result<Option<T>, Failure>,
) -> Result<T, Failure> {
    let mut survey = Survey::if_needed(&walk.entries, jobs, context)?;
    loop {
        if let Some(passed) = pass(&Context { survey: survey.as_ref(), ..*context })? {
            return Ok(passed);
        }
        survey = Some(Survey::read(&walk.entries, jobs, context)?);
    }
}

/// The games of a pass so far.
pub(super) struct GamesSoFar {
    /// The number of games that `--limit` still allows.
    left: u64,
    /// The names of all games, if they are needed for warnings about labels.
    names: Option<Vec<String>>,
    effects: Effects,
    /// The rules of the folders so far; `None` if all records were surveyed before.
    folders: Option<Survey>,
}

impl GamesSoFar {
    /// Returns the state before the first game of a pass.
    pub(super) fn new(limit: Option<u64>, context: &Context<'_>) -> Self {
        // with a limit or a sample, labels of games that are left out would look unused
        let has_all_games = limit.is_none() && context.options.share >= 1.0;
        let names = (has_all_games && !context.labels.is_empty()).then(Vec::new);
        let folders = context.survey.is_none().then(Survey::default);
        Self { left: limit.unwrap_or(u64::MAX), names, effects: Effects::default(), folders }
    }

    /// Looks at the rules of a game before it is added. Returns whether its folder is mixed, so a survey is needed.
    pub(super) fn finds_mixed_folder(&mut self, name: &str, rules: NamedRules) -> bool {
        self.folders.as_mut().is_some_and(|folders| folders.add(name, rules))
    }

    /// Adds a game. Returns whether `--limit` allows it.
    pub(super) fn add(&mut self, name: &str, effects: &Effects) -> bool {
        self.effects.add(effects);
        if let Some(names) = &mut self.names {
            names.push(name.to_owned());
        }
        let is_allowed = self.left > 0;
        self.left -= u64::from(is_allowed);
        is_allowed
    }

    /// Returns whether `--limit` allows no more games.
    pub(super) const fn is_full(&self) -> bool {
        self.left == 0
    }

    /// Returns whether games after `--limit` might make a folder mixed, so a survey is needed.
    pub(super) fn is_in_doubt(&self) -> bool {
        self.is_full() && self.folders.as_ref().is_some_and(Survey::may_be_mixed)
    }

    /// Warns of labels that match no game, and of settings with an unexpected effect.
    pub(super) fn warn(&self, context: &Context<'_>, observer: &mut dyn Observer) {
        warn_of_labels(context.labels, self.names.as_deref(), observer);
        for warning in effect_warnings(&self.effects, context.options) {
            observer.warn(&warning);
        }
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
