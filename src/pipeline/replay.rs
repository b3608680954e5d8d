//! Replays the moves of a game.

use super::game_input::GameInput;
use crate::board::{Point, Replayed, replay};
use crate::sgf::Record;
use crate::skip::{Reason, Skip};

/// Returns the position and the prisoners at the end of a game.
///
/// # Errors
/// [`Reason::OffBoard`] at the first point that is off the board.
pub(super) fn replay_moves(game: &GameInput<'_>) -> Result<Replayed, Skip> {
    let record = game.record;
    replay(record.size, &record.actions).map_err(|at| off_board(record, at))
}

/// Returns the skip of a game with a point off the board, in the action of that index.
pub(super) fn off_board(record: &Record, (index, point): (usize, Point)) -> Skip {
    let detail = format!("{point} is off the board of {}, action {}", record.size, index + 1);
    Skip::at(Reason::OffBoard, record.byte, detail)
}
