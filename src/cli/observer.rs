//! Receives the progress and the warnings of an evaluation.

use super::args::OutputArgs;
use super::progress::{Progress, complain};
use crate::report::FormattedGame;

/// Receives the progress and the warnings of an evaluation, on the thread that runs it.
pub trait Observer {
    /// Called before the first of `files` files is evaluated.
    fn begin(&mut self, files: usize);

    /// Called after each file with its games.
    fn file(&mut self, games: &[FormattedGame]);

    /// Receives a message about a game.
    fn note(&mut self, message: &str);

    /// Receives a message about the run, usually about a mistake of the user.
    fn warn(&mut self, message: &str);
}

/// Shows a progress bar and messages in the terminal, on standard error.
pub(super) struct Terminal<'a> {
    output: &'a OutputArgs,
    progress: Option<Progress>,
}

impl<'a> Terminal<'a> {
    /// Returns an observer that follows the arguments.
    pub(super) const fn new(output: &'a OutputArgs) -> Self {
        Self { output, progress: None }
    }
}

impl Observer for Terminal<'_> {
    fn begin(&mut self, files: usize) {
        self.progress = Some(Progress::new(files, self.output));
    }

    fn file(&mut self, games: &[FormattedGame]) {
        let Some(progress) = &mut self.progress else { return };
        progress.file(games.len());
        for game in games {
            progress.skipped(game, self.output);
        }
    }

    fn note(&mut self, message: &str) {
        let message = format!("seichi: {message}");
        match &self.progress {
            Some(progress) => progress.say(&message),
            None => complain(&message),
        }
    }

    fn warn(&mut self, message: &str) {
        if !self.output.quiet {
            self.note(&format!("warning: {message}"));
        }
    }
}
