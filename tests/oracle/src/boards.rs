//! Random boards of several kinds and of all shapes.

use fastrand::Rng;

use crate::playout::{Board, end_position};

/// Board number `number`: the same board in every run and thread.
pub fn random(number: u64) -> Board {
    let mut rng = Rng::with_seed(number);
    let (width, height) = size(&mut rng);
    match rng.u8(..10) {
        0 | 1 => scattered(&mut rng, width, height),
        2..=5 => patches(&mut rng, width, height),
        _ => end_position(&mut rng, width, height),
    }
}

/// Mostly sides of 1 to 13 points, with some narrow boards and a few large ones.
fn size(rng: &mut Rng) -> (usize, usize) {
    let (long, narrow) = (rng.usize(1..=13), rng.usize(1..=2));
    match rng.u16(..1000) {
        0..=2 => (19, 19),
        3..=49 => (long, narrow),
        50..=99 => (narrow, long),
        100..=149 => (9, 5),
        150..=199 => (5, 9),
        _ => (rng.usize(1..=13), rng.usize(1..=13)),
    }
}

/// Independent points: from nearly empty to nearly full, from nearly all black to nearly all white.
fn scattered(rng: &mut Rng, width: usize, height: usize) -> Board {
    let (density, black) = (rng.f64(), rng.f64());
    let mut board = Board::empty(width, height);
    for cell in board.cells.iter_mut().flatten() {
        if rng.f64() < density {
            *cell = if rng.f64() < black { 'x' } else { 'o' };
        }
    }
    board
}

/// Overlapping solid rectangles, each of one colour, with single points removed: eyes, false eyes
/// and dame in blocks with few other liberties, as in seki.
fn patches(rng: &mut Rng, width: usize, height: usize) -> Board {
    let mut board = Board::empty(width, height);
    let side = 2 + width.max(height) / 2;
    for _ in 0..rng.usize(1..=4 + width * height / 4) {
        let letter = *rng
            .choice(&['x', 'x', 'x', 'o', 'o', 'o', '.'])
            .expect("there are letters");
        let (left, top) = (rng.usize(..width), rng.usize(..height));
        let (right, bottom) = (left + rng.usize(1..=side), top + rng.usize(1..=side));
        for row in &mut board.cells[top..bottom.min(height)] {
            row[left..right.min(width)].fill(letter);
        }
    }
    let holes = rng.f64() * 0.3;
    for cell in board.cells.iter_mut().flatten() {
        if rng.f64() < holes {
            *cell = '.';
        }
    }
    board
}
