//! Finds the records that are copies of one game.

use std::cmp::Reverse;
use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::board::{Action, Point, Symmetry};
use crate::sgf::Record;

/// The number of opening moves that copies share. Records may leave out later moves.
const OPENING_MOVES: usize = 50;

/// Copies differ in at most this number of moves, and in at most one in [`ONE_IN`] moves. Programs
/// that play each other repeat whole openings, but after the opening, their games differ to the
/// end.
const MOST_DIFFERENT: usize = 10;
const ONE_IN: usize = 20;

/// The number of consecutive moves in a block. A record of at least [`ENOUGH_MOVES`] moves shares a
/// block with each of its copies, because there are more blocks after the opening than moves in
/// which copies may differ. If a copy lacks some of these moves, the last block is the same.
const BLOCK: usize = 8;
const ENOUGH_MOVES: usize = 90;

/// A pass, or a point beyond the board.
const PASS: &[u8; 2] = b"--";

/// The number of moves at the end of a game among which a pass is not unusual.
const LATE_MOVES: usize = 60;

/// The maximum number of games with the same opening that a record is compared with, limited so
/// that processing an archive of such games does not take quadratic time.
const MOST_GAMES: usize = 256;

/// The moves of a record, which are compared to find its copies. Rotating or mirroring the board
/// does not change them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Moves {
    /// A digest of the board's size, its set-up and the first fifty moves.
    opening: [u8; 16],
    /// The points of all moves, as two letters each.
    points: String,
}

impl Moves {
    pub(crate) fn of(record: &Record) -> Self {
        let laid = |symmetry: Symmetry| (text(record, symmetry), symmetry);
        let (first, symmetry) = Symmetry::all(record.size)
            .map(laid)
            .min_by(|(one, _), (other, _)| one.cmp(other))
            .expect("there are symmetries");
        let mut points = String::new();
        for action in &record.actions {
            if let Action::Move(_, point) = action {
                let point = point.filter(|&point| record.size.contains(point));
                let point = point.map(|point| symmetry.apply(record.size, point).to_sgf());
                points.extend(point.unwrap_or(*PASS).map(char::from));
            }
        }
        Self {
            opening: Sha256::digest(first)[..16]
                .try_into()
                .expect("a digest is longer"),
            points,
        }
    }

    /// Returns the number of moves, including passes.
    pub(crate) fn count(&self) -> usize {
        self.all().len()
    }

    /// Returns the move number of the only pass before the last sixty moves; `None` if there is no
    /// such pass, or more than one.
    pub(crate) fn lone_pass(&self) -> Option<usize> {
        let early = self.count().saturating_sub(LATE_MOVES);
        let mut passes = (1..).zip(self.all()).take(early);
        let (number, _) = passes.find(|(_, point)| *point == PASS)?;
        passes.all(|(_, point)| point != PASS).then_some(number)
    }

    fn all(&self) -> &[[u8; 2]] {
        self.points.as_bytes().as_chunks().0
    }

    /// Returns blocks of moves after the opening, each with its place: the first blocks and the
    /// last one.
    fn blocks(&self) -> impl Iterator<Item = (usize, &[[u8; 2]])> {
        let later = self.all().get(OPENING_MOVES..).unwrap_or_default();
        let blocks = later.chunks_exact(BLOCK).take(MOST_DIFFERENT + 1);
        let last = later
            .last_chunk::<BLOCK>()
            .map(|last| (usize::MAX, &last[..]));
        blocks.enumerate().chain(last)
    }

    /// Returns the number of moves that two records share at their start.
    pub(crate) fn shared(&self, other: &Self) -> usize {
        equal(self.all().iter().zip(other.all()))
    }

    /// Returns whether two records are copies of one game, that is, whether one is the beginning of
    /// the other or they differ in only a few moves, in one place or in several.
    fn is_copy_of(&self, other: &Self) -> bool {
        let (one, two) = (self.all(), other.all());
        let shorter = one.len().min(two.len());
        let most = MOST_DIFFERENT.min(shorter / ONE_IN);
        let shared = self.shared(other);
        let end = equal(one[shared..].iter().rev().zip(two[shared..].iter().rev()));
        let differing = one.iter().zip(two).filter(|(a, b)| a != b).count();
        self.opening == other.opening
            && (shared == shorter
                || one.len().max(two.len()) - shared - end <= most
                || differing <= most)
    }
}

/// Returns the number of pairs before the first pair of different moves.
fn equal<'a>(pairs: impl Iterator<Item = (&'a [u8; 2], &'a [u8; 2])>) -> usize {
    pairs.take_while(|(one, other)| one == other).count()
}

/// Groups records by game, and returns the numbers of each game's records, in order. Records
/// without [`Moves`] are left out.
pub(crate) fn games<'a>(records: impl Iterator<Item = Option<&'a Moves>>) -> Vec<Vec<usize>> {
    let mut by_opening: HashMap<[u8; 16], Vec<(usize, &Moves)>> = HashMap::new();
    for (number, moves) in records.enumerate() {
        if let Some(moves) = moves {
            let same = by_opening.entry(moves.opening).or_default();
            same.push((number, moves));
        }
    }
    let mut all = Vec::new();
    for mut records in by_opening.into_values() {
        // the longest record of a game is compared, because a short one may fit several games
        records.sort_by_key(|(_, moves)| Reverse(moves.count()));
        let mut games: Vec<(&Moves, Vec<usize>)> = Vec::new();
        let mut by_block: HashMap<_, Vec<usize>> = HashMap::new();
        for (number, moves) in records {
            let mut alike: Vec<_> = moves.blocks().filter_map(|b| by_block.get(&b)).collect();
            // games that repeat an opening share its blocks, but no later ones
            alike.sort_by_key(|games| games.len());
            let alike = alike.into_iter().flatten().copied().take(MOST_GAMES);
            let is_short = moves.count() < ENOUGH_MOVES;
            let others = 0..games.len().min(if is_short { MOST_GAMES } else { 0 });
            let mut compared = alike.chain(others);
            if let Some(game) = compared.find(|&game| moves.is_copy_of(games[game].0)) {
                games[game].1.push(number);
            } else {
                for block in moves.blocks() {
                    by_block.entry(block).or_default().push(games.len());
                }
                games.push((moves, vec![number]));
            }
        }
        all.extend(games.into_iter().map(|(_, mut copies)| {
            copies.sort_unstable();
            copies
        }));
    }
    all
}

/// Returns the size, the set-up and the first fifty moves of a game as bytes, after rotating or
/// mirroring the board by `symmetry`.
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
    for run in record.actions.chunk_by(|a, b| !a.is_move() && !b.is_move()) {
        if moves == OPENING_MOVES {
            break;
        }
        moves += usize::from(run[0].is_move());
        // the order of the stones in a set-up does not matter
        let mut entries: Vec<[u8; 4]> = run.iter().map(entry).collect();
        entries.sort_unstable();
        text.extend(entries.as_flattened());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::{Encoding, read};

    fn moves(sgf: &str) -> Moves {
        let (_, games) = read(sgf.as_bytes(), Encoding::default()).unwrap();
        Moves::of(games[0].record.as_ref().unwrap())
    }

    #[test]
    fn rotated_or_mirrored_board_has_the_same_moves() {
        let game = moves("(;SZ[9]AB[aa][bc];B[cd];W[gh];B[])");
        for (same, why) in [
            ("(;SZ[9]AB[cb][aa];B[dc];W[hg];B[])", "transposed"),
            ("(;SZ[9]AB[ia][hc];B[gd];W[ch];B[])", "from the other side"),
        ] {
            assert_eq!(game, moves(same), "{why}");
        }
        for other in [
            "(;SZ[9]AB[aa][bc];B[cd];W[gh];B[ii])",
            "(;SZ[13]AB[aa][bc];B[cd];W[gh];B[])",
            "(;SZ[9]AB[aa][bc];W[cd];B[gh];W[])",
        ] {
            assert_ne!(game.opening, moves(other).opening, "{other}");
        }
    }

    /// Returns the moves of a record on these points of the board, numbered by rows.
    fn on(points: impl Iterator<Item = u16>) -> Moves {
        let node = |(number, point): (usize, u16)| {
            let [x, y] =
                [point % 19, point / 19].map(|value| char::from_digit(u32::from(value) + 10, 36));
            let color = ['B', 'W'][number % 2];
            format!(";{color}[{}{}]", x.unwrap(), y.unwrap())
        };
        let nodes: String = points.enumerate().map(node).collect();
        moves(&format!("(;SZ[19]{nodes})"))
    }

    #[test]
    fn copies_end_early_or_differ_in_few_moves() {
        let game = on(0..200);
        for (copy, why) in [
            (on(0..200), "equal"),
            (on(0..60), "the end is missing"),
            (on((0..100).chain(101..200)), "a move is missing"),
            (on((0..100).chain([300]).chain(101..200)), "another move"),
            (on((0..190).chain(300..310)), "another end"),
            (
                on((0..200).map(|point| {
                    if point > 50 && point % 30 == 29 {
                        300 + point / 30
                    } else {
                        point
                    }
                })),
                "other moves in several places",
            ),
        ] {
            let records = [&game, &copy].map(Some);
            assert_eq!(games(records.into_iter()), [[0, 1]], "{why}");
        }
        for other in [
            on((0..100).chain(200..300)),
            on((0..55).chain(200..205)),
            on((0..40).chain(41..200)),
        ] {
            let records = [&game, &other].map(Some);
            assert_eq!(games(records.into_iter()).len(), 2);
        }
    }

    #[test]
    fn copies_are_found_among_many_games_with_one_opening() {
        // no two games have the same point at the same place after the opening
        let game = |number: u16| {
            let later = move |place: u16| 50 + place * number % 311;
            (0..50).chain((1..=150).map(later)).collect::<Vec<_>>()
        };
        let mut records: Vec<_> = (1..=310)
            .map(|number| on(game(number).into_iter()))
            .collect();
        let last = game(310);
        let mut changed = last.clone();
        for place in (60..200).step_by(14) {
            changed[place] = 0;
        }
        let mut shorter = last.clone();
        shorter.remove(52);
        for copy in [changed, shorter, last[..70].to_vec()] {
            records.push(on(copy.into_iter()));
        }
        let found = games(records.iter().map(Some));
        assert_eq!(found.len(), 310);
        assert!(found.contains(&vec![309, 310, 311, 312]));
    }

    /// Without this limit, the time for games with the same opening would grow with the square of
    /// their number.
    #[test]
    fn short_record_is_compared_with_256_games_with_its_opening() {
        let game = |number: u16| {
            let later = move |place: u16| 50 + place * number % 311;
            (0..50).chain((1..=39).map(later))
        };
        for (number, is_found) in [(256, true), (257, false)] {
            let mut records: Vec<_> = (1..=300).map(|number| on(game(number))).collect();
            // seven moves after the opening, which is less than a block
            records.push(on(game(number).take(57)));
            let found = games(records.iter().map(Some));
            assert_eq!(found.len(), 301 - usize::from(is_found), "game {number}");
        }
    }
}
