//! Boards as `seichi gtp` writes them.

use crate::board::{Cell, Replayed};

/// Returns a board with its stones and prisoners, below an empty first line.
pub(crate) fn board_text(game: &Replayed) -> String {
    let board = game.position.diagram(|_, cell| match cell {
        Cell::Black => 'X',
        Cell::White => 'O',
        _ => '.',
    });
    let [black, white] = game.prisoners;
    format!("\n{board}Prisoners: Black {black}, White {white}")
}
