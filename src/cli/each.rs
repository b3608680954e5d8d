//! The loop over the games of a command: `--limit`, progress and warnings, and a second pass if
//! rules are in doubt.

use super::exit::Failure;
use super::progress::Observer;
use super::warnings::{effect_warnings, warn_of_labels};
use crate::input::Walk;
use crate::pipeline::{Context, Effects, EvaluatedFile, EvaluatedFiles, GameNote, Survey};
use crate::skip::Reason;
use crate::text::count;

/// The reason why a pass over the games ends early.
pub(super) enum Ended {
    /// A folder has both area games and games without rules, so a survey is needed.
    Mixed,
    Failed(Failure),
}

impl<E: Into<Failure>> From<E> for Ended {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// Evaluates the files of `walk` with `pass`. Mixed folders are rare. Only if there is one, all
/// records are surveyed and a second pass begins.
pub(super) fn surveyed<T>(
    walk: &Walk,
    jobs: usize,
    context: &Context<'_>,
    mut pass: impl FnMut(&Context<'_>) -> Result<T, Ended>,
) -> Result<T, Failure> {
    let mut survey = Survey::if_needed(&walk.entries, jobs, context)?;
    loop {
        match pass(&Context {
            survey: survey.as_ref(),
            ..*context
        }) {
            Err(Ended::Mixed) => survey = Some(Survey::read(&walk.entries, jobs, context)?),
            Err(Ended::Failed(failure)) => return Err(failure),
            Ok(passed) => return Ok(passed),
        }
    }
}

/// The evaluated files of a pass, up to `--limit`.
pub(super) struct Files<'p, 'r, 'c, 'a, T> {
    evaluated: &'p mut EvaluatedFiles<'r, 'c, 'a, Vec<T>>,
    /// The number of games that `--limit` still allows.
    left: u64,
    /// The rules of the folders so far; `None` if no survey is needed, or one was made before.
    folders: Option<Survey>,
    /// The games so far.
    pub(super) games: GamesSoFar,
}

impl<'p, 'r, 'c, 'a, T> Files<'p, 'r, 'c, 'a, T> {
    /// Returns the files of a pass that has not begun.
    pub(super) fn new(
        evaluated: &'p mut EvaluatedFiles<'r, 'c, 'a, Vec<T>>,
        limit: Option<u64>,
        context: &Context<'_>,
    ) -> Self {
        // with a limit or a sample, labels of games that are left out would look unused
        let has_all_games = limit.is_none() && context.options.share >= 1.0;
        let names = (has_all_games && !context.labels.is_empty()).then(Vec::new);
        let folders =
            (context.survey.is_none() && context.options.needs_label).then(Survey::default);
        let games = GamesSoFar {
            names,
            ..GamesSoFar::default()
        };
        Self {
            evaluated,
            left: limit.unwrap_or(u64::MAX),
            folders,
            games,
        }
    }

    /// Returns the next file with the games that `--limit` allows.
    pub(super) fn next(
        &mut self,
        observer: &mut dyn Observer,
    ) -> Result<Option<EvaluatedFile<'a, Vec<T>>>, Ended> {
        let file = if self.left > 0 {
            self.evaluated.next().transpose()?
        } else {
            None
        };
        let Some(mut file) = file else {
            return Ok(None);
        };
        observer.file(&file.games);
        let allowed = file
            .games
            .len()
            .min(usize::try_from(self.left).unwrap_or(usize::MAX));
        self.left -= allowed as u64;
        file.games.truncate(allowed);
        file.kept.truncate(allowed);
        for game in &file.games {
            if self
                .folders
                .as_mut()
                .is_some_and(|folders| folders.add(&game.name, game.rules))
            {
                return Err(Ended::Mixed);
            }
        }
        file.games.iter().for_each(|game| self.games.add(game));
        Ok(Some(file))
    }
}

/// The games of a pass so far.
#[derive(Default)]
pub(super) struct GamesSoFar {
    /// The names of all games, if they are needed for warnings about labels.
    names: Option<Vec<String>>,
    effects: Effects,
    /// The number of games that the program itself failed on.
    pub(super) faults: u64,
}

impl GamesSoFar {
    fn add(&mut self, game: &GameNote) {
        self.effects.add(&game.effects);
        if let Some(names) = &mut self.names {
            names.push(game.name.clone());
        }
        self.faults += u64::from(
            game.skip
                .as_ref()
                .is_some_and(|skip| skip.reason == Reason::Internal),
        );
    }

    /// Warns of labels that match no game, and of settings with an unexpected effect.
    pub(super) fn warn(&self, context: &Context<'_>, observer: &mut dyn Observer) {
        warn_of_labels(context.labels, self.names.as_deref(), observer);
        for warning in effect_warnings(&self.effects, context.options) {
            observer.warn(&warning);
        }
    }
}

/// Returns an error if the program itself failed on a number of games, even if all other games
/// succeeded.
pub(super) fn no_faults(games: u64) -> Result<(), Failure> {
    if games == 0 {
        return Ok(());
    }
    Err(Failure::Error(anyhow::anyhow!(
        "the program failed on {} because of a bug in seichi; the reason for skipping is {}\n\
         please open an issue with one of these files and this command",
        count(games, "game"),
        Reason::Internal.name(),
    )))
}
