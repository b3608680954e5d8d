//! Receives the progress and the warnings of an evaluation.

use crate::run::FormattedGame;

/// Receives the progress and the warnings of an evaluation, on the thread that runs it. By default, everything is ignored.
pub trait Observer {
    /// Called before the first of `files` files is evaluated.
    fn begin(&mut self, files: usize) {
        let _ = files;
    }

    /// Called after each file with its games.
    fn file(&mut self, games: &[FormattedGame]) {
        let _ = games;
    }

    /// Receives a message about a game.
    fn note(&mut self, message: &str) {
        let _ = message;
    }

    /// Receives a message about the run, usually about a mistake of the user.
    fn warn(&mut self, message: &str) {
        let _ = message;
    }
}
