//! The key by which two records of one game are recognised: its first moves, however the board lies.

use sha2::{Digest, Sha256};

use crate::board::{Action, Point, Symmetry};
use crate::sgf::Record;

/// The number of moves by which two records of one game are recognised, whatever one of them leaves out later.
const OPENING_MOVES: usize = 50;

/// The key by which two records of one game are recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Opening {
    /// A digest of the board's size, its set-up and the first fifty moves, the same however the board lies.
    pub(super) key: [u8; 16],
    /// All moves of the record.
    pub(super) moves: usize,
}

impl Opening {
    /// Returns the key of a record.
    pub(super) fn of(record: &Record) -> Self {
        let is_move = |action: &&Action| matches!(action, Action::Move(..));
        let moves = record.actions.iter().filter(is_move).count();
        let laid = |symmetry: Symmetry| text(record, symmetry);
        let first = Symmetry::all(record.size).map(laid).min().expect("a board lies in some way");
        let digest = Sha256::digest(first);
        Self { key: digest[..16].try_into().expect("a digest is longer"), moves }
    }
}

/// Returns the size, the set-up and the first fifty moves of a game as bytes, on the board that `symmetry` gives.
fn text(record: &Record, symmetry: Symmetry) -> Vec<u8> {
    let size = symmetry.size(record.size);
    let mut text = vec![size.width(), size.height()];
    let laid = |point: Option<Point>| {
        let point = point.filter(|&point| record.size.contains(point));
        point.map_or([u8::MAX; 2], |point| {
            let Point { x, y } = symmetry.apply(record.size, point);
            [x, y]
        })
    };
    let entry = |action: &Action| match *action {
        Action::Setup(point, color) => {
            [b'+', color.map_or(2, |color| color as u8), laid(Some(point))[0], laid(Some(point))[1]]
        }
        Action::Move(color, point) => [b';', color as u8, laid(point)[0], laid(point)[1]],
    };
    let is_move = |action: &Action| matches!(action, Action::Move(..));
    let mut moves = 0;
    for run in record.actions.chunk_by(|a, b| !is_move(a) && !is_move(b)) {
        if moves == OPENING_MOVES {
            break;
        }
        moves += usize::from(is_move(&run[0]));
        // stones that are set up at once have no order
        let mut entries: Vec<[u8; 4]> = run.iter().map(entry).collect();
        entries.sort_unstable();
        text.extend(entries.as_flattened());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::{Encoding, Reader, read};

    fn opening(sgf: &str) -> Opening {
        let (_, games) = read(sgf.as_bytes(), Encoding::default(), Reader::Fast).unwrap();
        Opening::of(games[0].record.as_ref().unwrap())
    }

    #[test]
    fn a_game_is_known_however_its_board_lies() {
        let game = opening("(;SZ[9]AB[aa][bc];B[cd];W[gh];B[])");
        assert_eq!(game, opening("(;SZ[9]AB[cb][aa];B[dc];W[hg];B[])"), "transposed");
        assert_eq!(game, opening("(;SZ[9]AB[ia][hc];B[gd];W[ch];B[])"), "from the other side");
        assert_ne!(game.key, opening("(;SZ[9]AB[aa][bc];B[cd];W[gh];B[ii])").key);
        assert_ne!(game.key, opening("(;SZ[13]AB[aa][bc];B[cd];W[gh];B[])").key);
        assert_ne!(game.key, opening("(;SZ[9]AB[aa][bc];W[cd];B[gh];W[])").key, "the colours are exchanged");
    }

    #[test]
    fn what_comes_after_fifty_moves_does_not_matter() {
        let moves = |count: u8| {
            let point = |number: u8| {
                format!(
                    ";{}[{}{}]",
                    if number.is_multiple_of(2) { 'B' } else { 'W' },
                    char::from(b'a' + number % 19),
                    char::from(b'a' + number / 19)
                )
            };
            opening(&format!("(;SZ[19]{})", (0..count).map(point).collect::<String>()))
        };
        assert_eq!(moves(50).key, moves(90).key);
        assert_eq!((moves(50).moves, moves(90).moves), (50, 90));
        assert_ne!(moves(49).key, moves(50).key);
    }
}
