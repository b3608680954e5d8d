//! The questions to external scorers.

use super::LabelledGame;
use crate::external::Question;

/// Returns the question to an external scorer about a game.
pub(crate) fn question(game: &LabelledGame) -> Question {
    Question {
        has_komi: game.has_komi,
        to_play: game.to_play,
        first_pass: game.first_pass,
        ..Question::new(game.whole.clone(), game.dead.clone(), game.count_of_play())
    }
}
