//! Plays a random game to its end, with a few rules about the moves that are worth playing.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng as _;

use super::nakade;
use crate::board::{Board, Cell, Color, NONE, idx16};

/// A random number generator with the same output on every machine.
#[derive(Debug)]
pub(super) struct Random(Pcg32);

impl Random {
    pub(super) fn new(seed: u64, stream: u64) -> Self {
        Self(Pcg32::new(seed, stream))
    }

    /// Returns a random number below `limit`, which must not be 0 and must fit into 32 bits.
    fn below(&mut self, limit: usize) -> usize {
        let product = u64::from(self.0.next_u32()) * limit as u64;
        usize::try_from(product >> 32).expect("less than the limit")
    }
}

/// Plays until both players pass, but for at most three moves per point of the board, because a
/// triple ko never ends.
pub(super) fn play(board: &mut Board, first: Color, random: &mut Random) {
    let (mut color, mut last, mut passed) = (first, NONE, false);
    for _ in 0..3 * board.grid().size().points() {
        let choice =
            reply(board, color, last, random).or_else(|| random_move(board, color, random));
        if let Some(index) = choice {
            board.play(color, index);
        } else {
            board.pass();
            if passed {
                break;
            }
        }
        passed = choice.is_none();
        last = choice.map_or(NONE, idx16);
        color = color.opponent();
    }
}

/// A short list of distinct points.
#[derive(Default)]
struct Candidates {
    points: [u16; 12],
    count: usize,
}

impl Candidates {
    fn add(&mut self, index: u16) {
        let known = &self.points[..self.count];
        if known.len() < self.points.len() && !known.contains(&index) {
            self.points[self.count] = index;
            self.count += 1;
        }
    }
}

/// Returns an answer to the opponent's last move: a move on the vital point of the shape that was
/// captured, or else a move that captures the block just played or saves a block that was just put
/// in atari.
fn reply(board: &Board, color: Color, last: u16, random: &mut Random) -> Option<usize> {
    if last == NONE {
        return None;
    }
    let vital = nakade::vital_point(board.grid(), board.captured());
    if let Some(vital) = vital.filter(|&vital| board.is_legal(color, vital)) {
        return Some(vital);
    }
    let mut candidates = Candidates::default();
    let last = usize::from(last);
    if let Some(liberty) = board.atari(last) {
        candidates.add(liberty);
    }
    for neighbour in board.grid().neighbours(last) {
        if board.cells()[neighbour] == Cell::from(color)
            && let Some(liberty) = board.atari(neighbour)
        {
            add_saving_moves(board, color, neighbour, liberty, &mut candidates);
        }
    }
    // a candidate is illegal if it retakes a ko or if the block that it extends still has no
    // liberty
    let mut count = 0;
    for number in 0..candidates.count {
        if board.is_legal(color, candidates.points[number].into()) {
            candidates.points[count] = candidates.points[number];
            count += 1;
        }
    }
    (count > 0).then(|| candidates.points[random.below(count)].into())
}

/// Adds the moves that save the block of `stone` from atari: extending on its `liberty`, or
/// capturing an adjacent block.
fn add_saving_moves(
    board: &Board,
    color: Color,
    stone: usize,
    liberty: u16,
    candidates: &mut Candidates,
) {
    if board
        .prospect(color, liberty.into())
        .liberties
        .only()
        .is_none()
    {
        candidates.add(liberty);
    }
    let enemy = Cell::from(color.opponent());
    for stone in board.block(stone) {
        for neighbour in board.grid().neighbours(stone) {
            if board.cells()[neighbour] == enemy
                && let Some(liberty) = board.atari(neighbour)
            {
                candidates.add(liberty);
            }
        }
    }
}

/// Returns a random point worth playing.
fn random_move(board: &mut Board, color: Color, random: &mut Random) -> Option<usize> {
    let mut left = board.empty().len();
    while left > 0 {
        let position = random.below(left);
        let index = usize::from(board.empty()[position]);
        if is_worth_a_move(board, color, index) {
            return Some(index);
        }
        left -= 1;
        board.swap_empty(position, left);
    }
    None
}

/// Returns whether a move is legal and worth playing: it does not fill an eye, connects blocks only
/// if that helps, and gives away a block only if the block has at most two stones or a shape that
/// leaves only one eye.
fn is_worth_a_move(board: &Board, color: Color, index: usize) -> bool {
    if usize::from(board.ko()) == index {
        return false;
    }
    let adjacent = board
        .grid()
        .neighbours(index)
        .map(|neighbour| board.cells()[neighbour]);
    let empty = adjacent.iter().filter(|&&cell| cell == Cell::Empty).count();
    let is_surrounded = empty == 0 && !adjacent.contains(&Cell::from(color.opponent()));
    if is_surrounded && (is_eye(board, color, index) || !is_connection(board, index)) {
        return false;
    }
    if empty >= 2 {
        return true;
    }
    let prospect = board.prospect(color, index);
    if prospect.captures {
        return true;
    }
    match prospect.liberties.only() {
        Some(liberty) => {
            let stones = usize::from(prospect.stones);
            stones <= 2 || gives_nakade(board, color, [index, usize::from(liberty)], stones)
        }
        None => !prospect.liberties.is_none(),
    }
}

/// Returns whether a move at `index` makes a block whose capture leaves the opponent only one eye,
/// and which the opponent must capture for lack of other liberties. If the opponent has other
/// liberties, the move throws a seki away.
fn gives_nakade(board: &Board, color: Color, [index, liberty]: [usize; 2], stones: usize) -> bool {
    let mut shape = [idx16(index); nakade::LARGEST];
    if stones > shape.len() {
        return false;
    }
    let mut count = 1;
    for neighbour in board.grid().neighbours(index) {
        if board.cells()[neighbour] == Cell::from(color)
            && !shape[..count].contains(&idx16(neighbour))
        {
            for stone in board.block(neighbour) {
                shape[count] = idx16(stone);
                count += 1;
            }
        }
    }
    let shape = &shape[..count];
    let has_none_left = board
        .grid()
        .neighbours(liberty)
        .into_iter()
        .any(|neighbour| {
            board.cells()[neighbour] == Cell::from(color.opponent())
                && board.liberties_after(neighbour, index).only().is_some()
        });
    has_none_left && nakade::vital_point(board.grid(), shape).is_some()
}

/// Returns whether a point surrounded by `color` is an eye: the opponent occupies at most one of
/// its four diagonals or, at the edge of the board, none of them.
fn is_eye(board: &Board, color: Color, index: usize) -> bool {
    let diagonals = board
        .grid()
        .diagonals(index)
        .map(|diagonal| board.cells()[diagonal]);
    let opposed = diagonals
        .iter()
        .filter(|&&cell| cell == Cell::from(color.opponent()))
        .count();
    opposed + usize::from(diagonals.contains(&Cell::Border)) < 2
}

/// Returns whether a move on a point surrounded by one colour connects blocks of which at least one
/// has two other liberties. If each block has at most one other liberty, the move takes a liberty
/// that the blocks need in a seki, and does not save blocks in atari.
fn is_connection(board: &Board, index: usize) -> bool {
    let mut stones = board
        .grid()
        .neighbours(index)
        .into_iter()
        .filter(|&stone| board.cells()[stone] != Cell::Border);
    !board.are_one_block(stones.clone()) && stones.any(|stone| !board.is_weak_after(stone, index))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Point, Position};

    /// Returns whether a move at `(x, y)` of a diagram connects.
    fn connects(diagram: &str, x: u8, y: u8) -> bool {
        let position = Position::from_diagram(diagram).unwrap();
        let mut board = Board::default();
        board.set(position.grid(), position.cells().iter().copied());
        is_connection(&board, position.grid().index(Point::new(x, y)))
    }

    #[test]
    fn point_surrounded_by_one_block_does_not_connect() {
        let ring = "xxxxxxx\nx..x..x\nx.oxo.x\nxxx.xxx\nx.oxo.x\nx..x..x\nxxxxxxx";
        assert!(!connects(ring, 3, 3));
        // the arm on the left is a separate block
        let broken = "..xxxxx\nx..x..x\nx.oxo.x\nxxx.xxx\nx.oxo.x\nx..x..x\n..xxxxx";
        assert!(connects(broken, 3, 3));
    }

    #[test]
    fn blocks_without_other_liberties_are_not_connected() {
        assert!(
            !connects("x.xo\noxoo\n.o..", 1, 0),
            "both blocks are in atari"
        );
        assert!(
            connects("x.xxx\noxo..\n.oo..", 1, 0),
            "one block has two other liberties"
        );
    }
}
