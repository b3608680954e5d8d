//! The work that `score` and `inspect` share on evaluated games: progress, `--limit` and warnings.

use super::args::{GamesArgs, OutputArgs};
use super::exit::Failure;
use super::observer::Observer;
use super::progress::Progress;
use super::warnings::{effect_warnings, warn_of_labels};
use crate::input::Labels;
use crate::pipeline::{Effects, GameOutcome, Options};
use crate::text::clean;

/// The games of a command's paths so far.
pub(super) struct GamesSoFar {
    pub(super) progress: Progress,
    /// The number of games that `--limit` still allows.
    left: u64,
    /// The names of all games, if they are needed for warnings about labels.
    names: Option<Vec<String>>,
    effects: Effects,
}

impl GamesSoFar {
    /// Starts with the first of `files` files.
    pub(super) fn new(games: &GamesArgs, output: &OutputArgs, files: usize, labels: &Labels) -> Self {
        // with a limit, labels of games that are not read would look unused
        let names = (!labels.is_empty() && games.limit.is_none()).then(Vec::new);
        let left = games.limit.unwrap_or(u64::MAX);
        Self { progress: Progress::new(files, output), left, names, effects: Effects::default() }
    }

    /// Adds the games of a file, and returns those that `--limit` allows.
    pub(super) fn add<'g>(&mut self, games: &'g [GameOutcome]) -> &'g [GameOutcome] {
        self.progress.file(games.len());
        for game in games {
            self.effects.add(&Effects::of(game));
        }
        if let Some(names) = &mut self.names {
            names.extend(games.iter().map(|game| game.name.clone()));
        }
        let wanted = games.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        self.left -= wanted as u64;
        &games[..wanted]
    }

    /// Returns whether `--limit` allows no more games.
    pub(super) const fn is_full(&self) -> bool {
        self.left == 0
    }

    /// Prints warnings about labels, and about settings that had an unexpected effect.
    pub(super) fn warn(mut self, labels: &Labels, options: &Options) {
        warn_of_labels(labels, self.names.as_deref(), &mut self.progress);
        for warning in effect_warnings(&self.effects, options) {
            Observer::warn(&mut self.progress, &warning);
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
