//! A game played to its end at random, by players who know a little.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng as _;

use super::board::{Board, NONE};
use super::nakade;
use crate::board::{Cell, Color, narrow};

/// Random numbers, the same on every machine.
#[derive(Debug)]
pub(super) struct Random(Pcg32);

impl Random {
    pub(super) fn new(seed: u64, stream: u64) -> Self {
        Self(Pcg32::new(seed, stream))
    }

    /// One of the numbers below `limit`, which is not 0 and fits into 32 bits.
    fn below(&mut self, limit: usize) -> usize {
        let product = u64::from(self.0.next_u32()) * limit as u64;
        usize::try_from(product >> 32).expect("less than the limit")
    }
}

/// Plays until both players pass, or for three moves a point: a triple ko has no end.
pub(super) fn play(board: &mut Board, first: Color, random: &mut Random) {
    let (mut color, mut last, mut passed) = (first, NONE, false);
    for _ in 0..3 * board.grid().size().points() {
        let choice = reply(board, color, last, random).or_else(|| anywhere(board, color, random));
        if let Some(index) = choice {
            board.play(color, index);
        } else {
            board.pass();
            if passed {
                break;
            }
        }
        passed = choice.is_none();
        last = choice.map_or(NONE, narrow);
        color = color.opponent();
    }
}

/// A few points, each once.
#[derive(Default)]
struct Choice {
    points: [usize; 12],
    count: usize,
}

impl Choice {
    fn add(&mut self, index: usize) {
        let known = &self.points[..self.count];
        if known.len() < self.points.len() && !known.contains(&index) {
            self.points[self.count] = index;
            self.count += 1;
        }
    }
}

/// A move that the opponent's last one asks for: the vital point of what it captured, or else to capture its block,
/// or to save a block that it put in atari.
fn reply(board: &Board, color: Color, last: u16, random: &mut Random) -> Option<usize> {
    if last == NONE {
        return None;
    }
    let vital = nakade::vital_point(board.grid(), board.captured());
    if let Some(vital) = vital.filter(|&vital| is_legal(board, color, vital)) {
        return Some(vital);
    }
    let mut choice = Choice::default();
    let last = usize::from(last);
    if let Some(liberty) = board.atari(last) {
        choice.add(usize::from(liberty));
    }
    for beside in board.grid().neighbours(last) {
        if board.cells()[beside] == Cell::from(color)
            && let Some(liberty) = board.atari(beside)
        {
            save(board, color, beside, usize::from(liberty), &mut choice);
        }
    }
    // one that is no legal move is a ko, or a block that was put in atari for no liberty is left
    let mut count = 0;
    for number in 0..choice.count {
        if is_legal(board, color, choice.points[number]) {
            choice.points[count] = choice.points[number];
            count += 1;
        }
    }
    (count > 0).then(|| choice.points[random.below(count)])
}

/// Ways out of atari for the block of a stone: out by its `liberty`, or by capturing beside it.
fn save(board: &Board, color: Color, stone: usize, liberty: usize, choice: &mut Choice) {
    if board.prospect(color, liberty).liberties.only().is_none() {
        choice.add(liberty);
    }
    let enemy = Cell::from(color.opponent());
    for stone in board.block(stone) {
        for beside in board.grid().neighbours(stone) {
            if board.cells()[beside] == enemy
                && let Some(liberty) = board.atari(beside)
            {
                choice.add(usize::from(liberty));
            }
        }
    }
}

/// A point drawn from those that are worth a move.
fn anywhere(board: &mut Board, color: Color, random: &mut Random) -> Option<usize> {
    let mut left = board.empty().len();
    while left > 0 {
        let place = random.below(left);
        let index = usize::from(board.empty()[place]);
        if is_sensible(board, color, index) {
            return Some(index);
        }
        left -= 1;
        board.exchange(place, left);
    }
    None
}

/// Whether a move is legal: no ko is taken back, no block captures itself.
fn is_legal(board: &Board, color: Color, index: usize) -> bool {
    let prospect = || board.prospect(color, index);
    usize::from(board.ko()) != index
        && (has_space(board, index, 1) || prospect().captures || !prospect().liberties.is_none())
}

/// Whether at least `least` points beside one are empty.
fn has_space(board: &Board, index: usize, least: usize) -> bool {
    board.grid().neighbours(index).iter().filter(|&&beside| board.cells()[beside] == Cell::Empty).count() >= least
}

/// Whether a move is legal and worth playing: it fills no eye and gives no block away, except of a shape that leaves
/// one eye, or a stone or two.
fn is_sensible(board: &Board, color: Color, index: usize) -> bool {
    if usize::from(board.ko()) == index || is_eye(board, color, index) {
        return false;
    }
    if has_space(board, index, 2) {
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

/// Whether the block that a stone on `index` would be part of is of a shape that leaves one eye when it is captured, and
/// the opponent has to capture it, having no other liberty than that of it. With more, that would give away a seki.
fn gives_nakade(board: &Board, color: Color, [index, liberty]: [usize; 2], stones: usize) -> bool {
    let mut shape = [narrow(index); nakade::LARGEST];
    if stones > shape.len() {
        return false;
    }
    let mut count = 1;
    for beside in board.grid().neighbours(index) {
        if board.cells()[beside] == Cell::from(color) && !shape[..count].contains(&narrow(beside)) {
            for stone in board.block(beside) {
                shape[count] = narrow(stone);
                count += 1;
            }
        }
    }
    let shape = &shape[..count];
    let has_none_left =
        board.grid().neighbours(liberty).into_iter().any(|beside| {
            board.cells()[beside] == Cell::from(color.opponent()) && board.is_in_atari_after(beside, index)
        });
    has_none_left && nakade::vital_point(board.grid(), shape).is_some()
}

/// Whether a point is an eye of `color`: it has the stones on all sides, and the opponent no more than one of four
/// diagonals, none at the side of the board.
fn is_eye(board: &Board, color: Color, index: usize) -> bool {
    let (enemy, cells) = (Cell::from(color.opponent()), board.cells());
    if board.grid().neighbours(index).iter().any(|&beside| cells[beside] == enemy || cells[beside] == Cell::Empty) {
        return false;
    }
    let diagonals = board.grid().diagonals(index).map(|diagonal| cells[diagonal]);
    let opposed = diagonals.iter().filter(|&&cell| cell == enemy).count();
    opposed + usize::from(diagonals.contains(&Cell::Border)) < 2
}
