//! The digests of a game: one of its moves, to find copies, and one of everything that affects the
//! figures.

use sha2::{Digest, Sha256};

use super::labelled::GameLabel;
use super::same_game::Moves;
use crate::board::{Action, Point};
use crate::input::{INSIDE, hex};
use crate::rules::{Count, Points};
use crate::sgf::Record;

/// The properties that copies of a game share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    /// A hash of the size, the set-up and the moves; `None` for a record with at most
    /// [`Self::FEW_ACTIONS`] set-up stones and moves.
    pub(crate) hash: Option<u64>,
    /// The moves, which are compared to find copies.
    pub(crate) moves: Moves,
}

impl Identity {
    /// The minimum number of moves that identify a game. Different games may share a shorter
    /// sequence of moves.
    pub(crate) const MIN_MOVES: usize = 20;

    /// The number of set-up stones and moves up to which different games are often equal: nine
    /// handicap stones and a move.
    pub(super) const FEW_ACTIONS: usize = 10;
}

/// Returns the first eight bytes of the SHA-256 of the size, set-up and moves, written as
/// `19;Bdd;W+Bpp…`, with points as in SGF.
pub(super) fn content_hash(record: &Record) -> u64 {
    let mut text = record.size.to_string().into_bytes();
    text.reserve(4 * record.actions.len());
    for action in &record.actions {
        let (start, color, point) = match *action {
            Action::Move(color, point) => (b';', Some(color), point),
            Action::Setup(point, color) => (b'+', color, Some(point)),
        };
        text.extend([start, color.map_or(b'E', |color| color.letter() as u8)]);
        // a pass has no point
        text.extend(point.into_iter().flat_map(Point::to_sgf));
    }
    let digest = Sha256::digest(text);
    u64::from_be_bytes(digest[..8].try_into().expect("a digest is longer"))
}

/// Returns the first half of the SHA-256 of a text.
pub(crate) fn short_digest(text: &str) -> u128 {
    let digest = Sha256::digest(text);
    u128::from_be_bytes(digest[..16].try_into().expect("a digest is longer"))
}

/// Splits the name of a game into the name of its archive and the rest. The first part is empty
/// unless the archive itself is an argument. Figures depend only on the rest, so a renamed copy of
/// the archive gives the same figures.
pub(crate) fn split_archive(name: &str) -> (&str, &str) {
    name.split_once(INSIDE)
        .filter(|(archive, _)| !archive.contains('/'))
        .unwrap_or(("", name))
}

/// Returns the SHA-256, in hexadecimal digits, of a game's name and of all data that affects the
/// game's figures, except the strategy. The name does not include an archive that is an argument
/// ([`split_archive`]). `hash` is the [`content_hash`] of the game's record.
pub(super) fn figures_digest(
    name: &str,
    hash: u64,
    count: &Count,
    [dead, seki]: [&[Point]; 2],
    label: &GameLabel,
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
        [Some(count.komi), label.margin].map(|points| points.map_or(i32::MIN, Points::hundredths));
    digest.update(points.map(i32::to_be_bytes).as_flattened());
    let dead: Vec<[u8; 2]> = dead.iter().map(|point| [point.x, point.y]).collect();
    digest.update(dead.as_flattened());
    if !seki.is_empty() {
        digest.update(b"seki");
        let seki: Vec<[u8; 2]> = seki.iter().map(|point| [point.x, point.y]).collect();
        digest.update(seki.as_flattened());
    }
    if let Some(map) = &label.map {
        let owners: Vec<u8> = map
            .owners()
            .map(|owner| owner.map_or(b'.', |color| color.letter() as u8))
            .collect();
        digest.update(&owners);
    }
    hex(&digest.finalize())
}
