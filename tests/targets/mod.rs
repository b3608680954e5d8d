//! The bodies of the fuzz targets: properties that hold for any bytes.

pub(crate) mod archives;
mod checksums;
pub(crate) mod headers;
pub(crate) mod labels;
pub(crate) mod reader;
pub(crate) mod replay;
pub(crate) mod seeds;
pub(crate) mod strategies;
pub(crate) mod values;

use seichi::sgf::{Encoding, Game, read};
use seichi_oracle::playout::Board;

/// Returns the games in some bytes.
fn games(bytes: &[u8]) -> Vec<Game> {
    read(bytes, Encoding::default())
        .map(|(_, games)| games)
        .unwrap_or_default()
}

/// A board of any shape: the first byte is its width, and each other byte is a point, row by row.
/// `x`, `o`, `.` and `-` stand for themselves (`-` is an empty point where a dead stone stood), and
/// every other byte is mapped to one of them.
fn board(data: &[u8], longest: usize) -> (Board, Vec<(usize, usize)>) {
    let Some((&width, cells)) = data.split_first() else {
        return (Board::empty(1, 1), Vec::new());
    };
    let width = 1 + usize::from(width) % longest;
    let height = cells.len().div_ceil(width).clamp(1, longest);
    let mut board = Board::empty(width, height);
    let mut dead = Vec::new();
    for (index, byte) in cells.iter().take(width * height).enumerate() {
        let (x, y) = (index % width, index / width);
        match byte % 4 {
            0 => board.cells[y][x] = 'x',
            1 => dead.push((x, y)),
            2 => {}
            _ => board.cells[y][x] = 'o',
        }
    }
    (board, dead)
}
