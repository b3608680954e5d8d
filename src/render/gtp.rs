//! Boards as `seichi gtp` writes them.

use crate::board::{Cell, Color, Replayed};
use crate::pipeline::Evaluated;

/// Returns a board with its stones and prisoners.
#[must_use]
pub(crate) fn board_text(game: &Replayed) -> String {
    let letter = |_, cell: Cell| cell.color().map_or('.', |color| if color == Color::Black { 'X' } else { 'O' });
    let [black, white] = game.prisoners;
    format!("{}Black has captured {black} stones\nWhite has captured {white} stones", game.position.diagram(letter))
}

/// Returns the owner of each point, row by row: `B`, `W`, or `.` for none. A living stone belongs to its player.
#[must_use]
pub(crate) fn owners_text(game: &Evaluated) -> String {
    let map = game.all_answers().next().and_then(|answer| answer.ok()?.map.as_ref());
    let owner = |index: usize, cell: Cell| cell.color().or_else(|| map?.statuses()[index].owner());
    let rows = game.labelled.position.rows(|index, cell| owner(index, cell).map_or('.', Color::letter));
    let spaced = rows.iter().map(|row| row.chars().map(String::from).collect::<Vec<_>>().join(" "));
    spaced.collect::<Vec<_>>().join("\n")
}
