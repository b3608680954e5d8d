//! The hash and the fingerprint of a game.

use sha2::{Digest, Sha256};

use crate::board::{Action, Point, Symmetry};
use crate::input::{INSIDE, hex};
use crate::labels::LabelMap;
use crate::rules::{Count, Points};
use crate::sgf::Record;

/// The properties that copies of a game share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    /// A hash of the size, the set-up and the moves.
    pub(crate) hash: u64,
    /// A digest of the size, the set-up and the first fifty moves, allowing for symmetry; `None`
    /// for a game with so few moves that other games may share them.
    pub(crate) opening: Option<[u8; 16]>,
}

/// The minimum number of moves that identify a game.
const MIN_MOVES: usize = 20;

impl Identity {
    pub(super) fn of(record: &Record) -> Self {
        let moves = record
            .actions
            .iter()
            .filter(|action| matches!(action, Action::Move(..)))
            .count();
        Self {
            hash: content_hash(record),
            opening: (moves >= MIN_MOVES).then(|| opening(record)),
        }
    }
}

/// Returns the first eight bytes of the SHA-256 of the size, set-up and moves: `19;Bdd;W+Bpp…`, as
/// SGF writes points.
pub(super) fn content_hash(record: &Record) -> u64 {
    let mut text = record.size.to_string().into_bytes();
    let mut end = text.len();
    text.resize(end + 4 * record.actions.len(), 0);
    for action in &record.actions {
        let (start, color, point) = match *action {
            Action::Move(color, point) => (b';', Some(color), point),
            Action::Setup(point, color) => (b'+', color, Some(point)),
        };
        let color = color.map_or(b'E', |color| color.letter() as u8);
        // a pass has no point
        let [x, y] = point.map_or([0; 2], Point::to_sgf);
        text[end..end + 4].copy_from_slice(&[start, color, x, y]);
        end += if point.is_some() { 4 } else { 2 };
    }
    let digest = Sha256::digest(&text[..end]);
    u64::from_be_bytes(digest[..8].try_into().expect("a digest is longer"))
}

/// The number of first moves that identify a game: records may leave out later moves.
const OPENING_MOVES: usize = 50;

/// Returns the key that records of one game share: a digest of the board's size, its set-up and the
/// first fifty moves. Rotating or mirroring the board does not change it.
pub(crate) fn opening(record: &Record) -> [u8; 16] {
    let laid = |symmetry: Symmetry| text(record, symmetry);
    let first = Symmetry::all(record.size)
        .map(laid)
        .min()
        .expect("there are symmetries");
    Sha256::digest(first)[..16]
        .try_into()
        .expect("a digest is longer")
}

/// Returns the size, the set-up and the first fifty moves of a game as bytes, after rotating or
/// mirroring by `symmetry`.
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
        Action::Setup(point, color) => [
            b'+',
            color.map_or(2, |color| color as u8),
            laid(Some(point))[0],
            laid(Some(point))[1],
        ],
        Action::Move(color, point) => [b';', color as u8, laid(point)[0], laid(point)[1]],
    };
    let mut moves = 0;
    for run in record.actions.chunk_by(|a, b| !is_move(*a) && !is_move(*b)) {
        if moves == OPENING_MOVES {
            break;
        }
        moves += usize::from(is_move(run[0]));
        // stones of one set-up have no order
        let mut entries: Vec<[u8; 4]> = run.iter().map(entry).collect();
        entries.sort_unstable();
        text.extend(entries.as_flattened());
    }
    text
}

const fn is_move(action: Action) -> bool {
    matches!(action, Action::Move(..))
}

/// Splits the name of a game into the name of its archive and the rest. The first part is empty
/// unless the archive itself is an argument. So a copy of the archive with another name gives the
/// same figures.
pub(crate) fn split_archive(name: &str) -> (&str, &str) {
    name.split_once(INSIDE)
        .filter(|(archive, _)| !archive.contains('/'))
        .unwrap_or(("", name))
}

/// Returns the SHA-256, in hexadecimal digits, of a game's name, without an archive that is an
/// argument ([`split_archive`]), and of all data, except the strategy, that affects its figures.
/// `hash` is the [`content_hash`] of its record.
pub(super) fn fingerprint(
    name: &str,
    hash: u64,
    count: &Count,
    dead: &[Point],
    label_margin: Option<Points>,
    label_map: Option<&LabelMap>,
) -> String {
    let mut digest = Sha256::new();
    digest.update(split_archive(name).1.as_bytes());
    digest.update([0]);
    digest.update(hash.to_be_bytes());
    digest.update(count.rules.name().as_bytes());
    if count.rules.has_button() {
        digest.update(count.button().hundredths().to_be_bytes());
    }
    let numbers = [
        count.handicap,
        count.prisoners[0],
        count.prisoners[1],
        count.stones[0],
        count.stones[1],
    ];
    digest.update(numbers.map(u32::to_be_bytes).as_flattened());
    let points =
        [Some(count.komi), label_margin].map(|points| points.map_or(i32::MIN, Points::hundredths));
    digest.update(points.map(i32::to_be_bytes).as_flattened());
    let dead: Vec<[u8; 2]> = dead.iter().map(|point| [point.x, point.y]).collect();
    digest.update(dead.as_flattened());
    if let Some(label) = label_map {
        let owners: Vec<u8> = label
            .owners()
            .map(|owner| owner.map_or(b'.', |color| color.letter() as u8))
            .collect();
        digest.update(&owners);
    }
    hex(&digest.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::{Encoding, read};

    fn key(sgf: &str) -> [u8; 16] {
        let (_, games) = read(sgf.as_bytes(), Encoding::default()).unwrap();
        opening(games[0].record.as_ref().unwrap())
    }

    #[test]
    fn rotated_or_mirrored_board_has_the_same_key() {
        let game = key("(;SZ[9]AB[aa][bc];B[cd];W[gh];B[])");
        assert_eq!(
            game,
            key("(;SZ[9]AB[cb][aa];B[dc];W[hg];B[])"),
            "transposed"
        );
        assert_eq!(
            game,
            key("(;SZ[9]AB[ia][hc];B[gd];W[ch];B[])"),
            "from the other side"
        );
        assert_ne!(game, key("(;SZ[9]AB[aa][bc];B[cd];W[gh];B[ii])"));
        assert_ne!(game, key("(;SZ[13]AB[aa][bc];B[cd];W[gh];B[])"));
        assert_ne!(
            game,
            key("(;SZ[9]AB[aa][bc];W[cd];B[gh];W[])"),
            "the colours are exchanged"
        );
    }

    #[test]
    fn moves_after_the_fiftieth_do_not_change_the_key() {
        let moves = |count: u8| {
            let point = |number: u8| {
                format!(
                    ";{}[{}{}]",
                    if number.is_multiple_of(2) { 'B' } else { 'W' },
                    char::from(b'a' + number % 19),
                    char::from(b'a' + number / 19)
                )
            };
            key(&format!(
                "(;SZ[19]{})",
                (0..count).map(point).collect::<String>()
            ))
        };
        assert_eq!(moves(50), moves(90));
        assert_ne!(moves(49), moves(50));
    }
}
