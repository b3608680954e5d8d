//! Which stones of a finished position are dead, estimated by playing it on at random.
//!
//! Many games are played from the position by players who know a little: they do not fill their eyes, save and capture
//! what is in atari, and give away no block, except where its shape leaves one eye. A block whose points mostly end up
//! as the opponent's is dead.
//!
//! What is clear need not be asked again, and random play in the middle of it only blurs the rest. So the playouts are
//! divided into rounds. After each one, blocks that are clearly dead are taken off, and those that clearly live are not
//! to be captured any more, though they keep out of atari as before: else a group would be free to fill the liberties
//! that it shares with another in seki. The next round is about the others, and there is none when no others are left.
//!
//! The same position and seed have the same answer on every machine: nothing but integers decides.

mod board;
mod liberties;
mod nakade;
mod playout;

use board::Board;
use playout::Random;

use crate::board::{Cell, Color, Point, Position};

/// The most rounds that the playouts are divided into.
const ROUNDS: u64 = 8;

/// How dead stones are estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playouts {
    /// How many games are played from the position at most; Black and White begin in turn. With none, nothing is dead.
    pub count: u32,
    /// Where the random numbers begin: the same seed gives the same answer.
    pub seed: u64,
}

impl Default for Playouts {
    fn default() -> Self {
        Self { count: 200, seed: 1 }
    }
}

/// What is known of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Status {
    #[default]
    Open,
    Alive,
    Dead,
}

/// Estimates positions one after another, and keeps its memory from one to the next.
#[derive(Debug, Default)]
pub struct Estimator {
    /// The position.
    whole: Board,
    /// It, without the blocks that are known to be dead: where a playout begins.
    start: Board,
    /// The board that is played on.
    board: Board,
    /// For each cell, how often it ended as Black's and as White's in the last round that asked for it.
    owned: Vec<[u32; 2]>,
    /// What is known of the block of each cell.
    known: Vec<Status>,
}

impl Estimator {
    /// An estimator that has seen no position.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The dead stones of a finished position, sorted; whole blocks.
    pub fn dead(&mut self, position: &Position, playouts: Playouts) -> Vec<Point> {
        self.whole.set(position.grid(), position.cells(), |_| false);
        let cells = position.grid().cells();
        self.known.clear();
        self.known.resize(cells, Status::Open);
        self.owned.clear();
        self.owned.resize(cells, [0; 2]);
        self.play(playouts);
        let mut dead = Vec::new();
        for block in self.whole.each_block() {
            let [lost, kept] = self.tally(block);
            if kept < lost {
                dead.extend(self.whole.block(block).map(|stone| position.grid().point(stone)));
            }
        }
        dead.sort_unstable();
        dead
    }

    /// How often `point` of the last position ended as Black's and as White's: as a stone, or an empty point with stones
    /// of that colour alone beside it. Of the playouts of the last round that asked for the point only, so that it is
    /// the proportion that counts. The point must be on the board.
    ///
    /// # Panics
    /// Before the first position.
    #[must_use]
    pub fn owned(&self, point: Point) -> [u32; 2] {
        self.owned[self.whole.grid().index(point)]
    }

    /// Plays one round after another, until all is known.
    fn play(&mut self, playouts: Playouts) {
        let mut random = Random::new(playouts.seed, hash(self.whole.cells()));
        let until = |round: u64| u64::from(playouts.count) * round / ROUNDS;
        for round in (0..ROUNDS).filter(|&round| until(round) < until(round + 1)) {
            self.prepare();
            for number in until(round)..until(round + 1) {
                self.play_once(if number % 2 == 0 { Color::Black } else { Color::White }, &mut random);
            }
            if !self.learn() {
                break;
            }
        }
    }

    /// Sets up a round: with what is known so far.
    fn prepare(&mut self) {
        let known = &self.known;
        self.start.set(self.whole.grid(), self.whole.cells(), |index| known[index] == Status::Dead);
        for block in self.whole.each_block().filter(|&block| known[block] == Status::Alive) {
            self.start.protect(block);
        }
        for index in self.whole.grid().points().filter(|&index| known[index] == Status::Open) {
            self.owned[index] = [0; 2];
        }
    }

    /// Plays a game and counts whose each open point is at its end.
    fn play_once(&mut self, first: Color, random: &mut Random) {
        self.board.copy(&self.start);
        playout::play(&mut self.board, first, random);
        for index in self.board.grid().points().filter(|&index| self.known[index] == Status::Open) {
            if let Some(owner) = self.board.owner(index) {
                self.owned[index][owner.index()] += 1;
            }
        }
    }

    /// Takes in what the round shows. Says whether some block is open still.
    fn learn(&mut self) -> bool {
        let mut is_open = false;
        for block in self.whole.each_block() {
            let [lost, kept] = self.tally(block);
            let status = match () {
                () if lost > 2 * kept => Status::Dead,
                () if kept > 2 * lost => Status::Alive,
                () => Status::Open,
            };
            is_open |= status == Status::Open;
            self.whole.block(block).for_each(|stone| self.known[stone] = status);
        }
        is_open
    }

    /// How often the points of the block that has a stone there ended as the opponent's, and as its owner's.
    fn tally(&self, stone: usize) -> [u64; 2] {
        let own = self.whole.cells()[stone].color().expect("a stone");
        let count =
            |color: Color| self.whole.block(stone).map(|stone| u64::from(self.owned[stone][color.index()])).sum();
        [own.opponent(), own].map(count)
    }
}

/// A number made of a position: FNV-1a, by Glenn Fowler, Landon Curt Noll and Kiem-Phong Vo.
fn hash(cells: &[Cell]) -> u64 {
    cells.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &cell| (hash ^ cell as u64).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests;
