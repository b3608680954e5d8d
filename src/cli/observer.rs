//! Receives the progress and the warnings of an evaluation.

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
