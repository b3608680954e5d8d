//! The library's answers as rows of text, for comparison with others.

use seichi::board::{Color, Position};
use seichi::territory::TerritoryMap;

/// The position on a diagram's rows.
pub(crate) fn position(rows: &[String]) -> Position {
    Position::from_diagram(&rows.join("\n")).expect("rows of a diagram")
}

/// The map's rows: `x` and `o` for stones, `b` and `w` for territory, `.` for all other points.
pub(crate) fn map_rows(position: &Position, map: &TerritoryMap) -> Vec<String> {
    position.rows(
        |index, cell| match (cell.color(), map.statuses()[index].owner()) {
            (Some(Color::Black), _) => 'x',
            (Some(Color::White), _) => 'o',
            (None, Some(Color::Black)) => 'b',
            (None, Some(Color::White)) => 'w',
            (None, None) => '.',
        },
    )
}
