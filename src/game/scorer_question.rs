//! The questions to external scorers.

use super::LabelledGame;
use crate::external::Question;
use crate::rules::{Method, Points};

/// Returns the question to an external scorer about a game.
pub(crate) fn question(game: &LabelledGame) -> Question {
    let count = &game.count;
    let method = count.rules.method();
    let on_board = match method {
        Method::Territory => Points::ZERO,
        Method::Area => Points::whole(i64::from(count.stones[0]) - i64::from(count.stones[1])),
    };
    let is_usual = count.rules.is_plain_area() || count.rules.is_plain_territory();
    Question {
        position: game.whole.clone(),
        dead: game.dead.clone(),
        method,
        tax: (!is_usual).then(|| count.rules.tax()),
        komi: on_board - count.margin([0, 0]),
    }
}
