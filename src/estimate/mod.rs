//! Which stones of a finished position are dead, estimated by playing it on at random.
//!
//! Many games are played from the position by players who know a little: they do not fill their eyes, save and capture
//! what is in atari, and give away no block except where its shape leaves one eye. A block is dead when its points end
//! up as the opponent's more often than as its owner's.
//!
//! The same position and seed have the same answer on every machine: nothing but integers decides.

mod board;
mod nakade;
mod playout;

use board::Board;
use playout::Random;

use crate::board::{Cell, Color, Point, Position};

/// How dead stones are estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playouts {
    /// How many games are played from the position; Black and White begin in turn. With none, nothing is dead.
    pub count: u32,
    /// Where the random numbers begin: the same seed gives the same answer.
    pub seed: u64,
}

impl Default for Playouts {
    fn default() -> Self {
        Self { count: 200, seed: 1 }
    }
}

/// Estimates positions one after another, and keeps its memory from one to the next.
#[derive(Debug, Default)]
pub struct Estimator {
    /// The position.
    start: Board,
    /// The board that is played on.
    board: Board,
    /// For each cell, in how many playouts it ended as Black's and as White's.
    owned: Vec<[u32; 2]>,
}

impl Estimator {
    /// An estimator that has seen no position.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The dead stones of a finished position, sorted; whole blocks.
    pub fn dead(&mut self, position: &Position, playouts: Playouts) -> Vec<Point> {
        self.play(position, playouts);
        let is_dead = |&index: &usize| {
            let own = position.cells()[index].color();
            own.is_some_and(|own| self.is_lost(index, own))
        };
        position.grid().points().filter(is_dead).map(|index| position.grid().point(index)).collect()
    }

    /// Of the playouts of the last position, in how many `point` ended as Black's and in how many as White's: it had a
    /// stone there, or all stones beside the point.
    #[must_use]
    pub fn owned(&self, point: Point) -> [u32; 2] {
        self.owned[self.start.grid().index(point)]
    }

    fn play(&mut self, position: &Position, playouts: Playouts) {
        self.start.set(position);
        self.owned.clear();
        self.owned.resize(position.grid().cells(), [0; 2]);
        let mut random = Random::new(playouts.seed, hash(position.cells()));
        for number in 0..playouts.count {
            self.board.copy(&self.start);
            playout::play(&mut self.board, if number % 2 == 0 { Color::Black } else { Color::White }, &mut random);
            for index in position.grid().points() {
                if let Some(owner) = self.board.owner(index) {
                    self.owned[index][owner.index()] += 1;
                }
            }
        }
    }

    /// Whether the opponent had the points of a stone's block more often than `own`.
    fn is_lost(&self, stone: usize, own: Color) -> bool {
        let mut points = [0_u64; 2];
        for stone in self.start.block(stone) {
            for color in Color::BOTH {
                points[color.index()] += u64::from(self.owned[stone][color.index()]);
            }
        }
        points[own.index()] < points[own.opponent().index()]
    }
}

/// A number made of a position: FNV-1a, by Glenn Fowler, Landon Curt Noll and Kiem-Phong Vo.
fn hash(cells: &[Cell]) -> u64 {
    cells.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &cell| (hash ^ cell as u64).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests;
