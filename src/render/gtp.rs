//! Boards as `seichi gtp` writes them.

use crate::board::{Cell, Replayed};

/// Returns a board with its stones and prisoners, below an empty first line.
pub(crate) fn board_text(game: &Replayed) -> String {
    let letter = |_, cell| match cell {
        Cell::Black => 'X',
        Cell::White => 'O',
        _ => '.',
    };
    let [black, white] = game.prisoners;
    format!(
        "\n{}Prisoners: Black {black}, White {white}",
        game.position.diagram(letter)
    )
}
