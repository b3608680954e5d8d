//! Estimates dead stones in rounds of playouts, and then tries to prove their status.

use super::playout::{self, Random};
use super::proofs::Proofs;
use crate::Stop;
use crate::board::{Board, Cell, Color, Orientation, Point, Position, canonical};
use crate::dead::{ChainLife, Ownership};
use crate::territory::ChainStatus;

/// The maximum number of rounds that the playouts are divided into.
const ROUNDS: u64 = 8;

/// The settings of an estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playouts {
    /// The maximum number of playouts. With 0 playouts, no stone is dead.
    pub count: u32,
    /// The seed of the random numbers: equal seeds give equal answers.
    pub seed: u64,
    /// The player who moves first in every playout. By default, Black moves first in one playout
    /// and White in the next.
    pub first: Option<Color>,
}

impl Default for Playouts {
    fn default() -> Self {
        Self {
            count: 200,
            seed: 1,
            first: None,
        }
    }
}

/// Estimates the dead stones of positions, and reuses its memory from one position to the next.
///
/// # Examples
/// ```
/// use seichi_core::board::{Point, Position};
/// use seichi_core::dead::{Estimator, Playouts};
///
/// let position = Position::from_diagram("o.xo.\n..xo.\n..xo.\n..xo.\n..xo.").expect("a board");
/// assert_eq!(Estimator::new().dead(&position, Playouts::default()), [Point::new(0, 0)]);
/// ```
#[derive(Debug, Default)]
pub struct Estimator {
    /// The last position, and the orientation in which the fields below hold it.
    position: Option<(Position, Orientation)>,
    /// The whole position.
    whole: Board,
    /// The starting position of playouts, without the blocks that are known to be dead.
    start: Board,
    /// The board of the current playout.
    board: Board,
    /// For each cell, how often Black, White and neither side owned it at the end, in the last
    /// round that counted it. A proof replaces these counts.
    owned: Vec<[u32; 3]>,
    /// For each cell, the status of its block, if it is clear.
    statuses: Vec<Option<ChainStatus>>,
    proofs: Proofs,
    /// The settings of the estimate, once it is complete.
    made: Option<Playouts>,
    stop: Stop,
}

impl Estimator {
    /// Returns an estimator that has seen no position.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends playouts and searches once `stop` is set. The answers are then meaningless.
    pub fn watch(&mut self, stop: &Stop) {
        self.proofs.watch(stop);
        self.stop = stop.clone();
    }

    /// Returns the dead stones of a finished position, sorted. Each block is dead as a whole or not
    /// at all.
    pub fn dead(&mut self, position: &Position, playouts: Playouts) -> Vec<Point> {
        self.estimate(position, playouts);
        let mut dead = Vec::new();
        for block in self.whole.each_block() {
            let [lost, kept] = self.tally(block);
            if kept < lost {
                dead.extend(self.whole.block(block).map(|stone| self.point(stone)));
            }
        }
        dead.sort_unstable();
        dead
    }

    /// Returns the number of states that the proofs of all positions have visited.
    #[doc(hidden)] // for tests of the search
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.proofs.nodes()
    }

    /// Returns the chains of the last position. The mean of a chain is 1 if its points always ended
    /// as its own colour's, −1 if they always ended as the opponent's, and 0 if they never had an
    /// owner. The mean is computed from the last round that counted these points, without the
    /// playouts in which they belonged to neither side.
    #[must_use]
    pub fn chains(&self) -> Vec<ChainLife> {
        let chain = |first: usize| {
            let mut stones: Vec<Point> = self
                .whole
                .block(first)
                .map(|stone| self.point(stone))
                .collect();
            stones.sort_unstable();
            #[expect(
                clippy::cast_precision_loss,
                reason = "at most 2,704 stones in a million playouts"
            )]
            let [lost, kept] = self.tally(first).map(|count| count as f64);
            let mean = (kept - lost) / (kept + lost).max(1.0);
            ChainLife {
                stones,
                mean,
                proved: self.proofs.of(first),
                in_seki: self.proofs.is_in_seki(first),
            }
        };
        let mut chains: Vec<ChainLife> = self.whole.each_block().map(chain).collect();
        chains.sort_by_key(|chain| chain.stones[0]);
        chains
    }

    /// Returns the ownership of the last position, rounded to hundredths: for each point, Black's
    /// share of the playouts minus White's. Black owns a point at the end of a playout if it has a
    /// black stone, or is empty and all adjacent stones are black. The shares come from the last
    /// round that counted the point.
    ///
    /// # Panics
    /// If no position has been estimated yet.
    #[must_use]
    pub fn ownership(&self) -> Ownership {
        let (position, orientation) = self.position.as_ref().expect("an estimate");
        let mut values = vec![0.0; position.size().points()];
        for cell in self.whole.grid().points() {
            let [black, white, nobody] = self.owned[cell].map(f64::from);
            let share = (black - white) / (black + white + nobody).max(1.0);
            values[position.size().index_of(self.point(cell))] =
                if orientation.swap { -share } else { share };
        }
        Ownership::of_shares(position.size(), values)
    }

    /// Returns the point of the last position for a cell of the canonical board.
    fn point(&self, cell: usize) -> Point {
        let (position, orientation) = self.position.as_ref().expect("an estimate");
        let grid = self.whole.grid();
        position
            .grid()
            .point(orientation.cells[grid.size().index_of(grid.point(cell))].into())
    }

    /// Counts how often each point of `position` ends as Black's, White's or neither side's. Keeps
    /// the existing counts if position and settings are the same as last time, because the answer
    /// would be the same.
    fn estimate(&mut self, position: &Position, playouts: Playouts) {
        let is_last = self
            .position
            .as_ref()
            .is_some_and(|(last, _)| last == position);
        if is_last && self.made == Some(playouts) {
            return;
        }
        self.made = None;
        let content =
            |orientation: &Orientation, cell: usize| orientation.cell(position.cells()[cell]) as u8;
        let orientation = canonical(position.grid(), content).swap_remove(0);
        let canonical = orientation.position(position);
        let playouts_there = Playouts {
            first: playouts.first.map(|first| orientation.color(first)),
            ..playouts
        };
        self.position = Some((position.clone(), orientation));
        self.estimate_canonical(&canonical, playouts_there);
        self.made = Some(playouts);
    }

    /// Counts how often each point of a canonical board ends as Black's, White's or neither side's.
    fn estimate_canonical(&mut self, position: &Position, playouts: Playouts) {
        self.whole
            .set(position.grid(), position.cells().iter().copied());
        let cells = position.grid().cells();
        self.statuses.clear();
        self.statuses.resize(cells, None);
        self.owned.clear();
        self.owned.resize(cells, [0; 3]);
        self.proofs.clear();
        self.play(playouts);
        if playouts.count > 0 {
            self.prove(position, playouts.first);
        }
    }

    /// Plays rounds until every block's status is known or all playouts are used.
    fn play(&mut self, playouts: Playouts) {
        let mut random = Random::new(playouts.seed, hash(self.whole.cells()));
        let until = |round: u64| u64::from(playouts.count) * round / ROUNDS;
        for round in (0..ROUNDS).filter(|&round| until(round) < until(round + 1)) {
            self.prepare();
            for number in until(round)..until(round + 1) {
                if self.stop.is_set() {
                    return;
                }
                let turn = if number % 2 == 0 {
                    Color::Black
                } else {
                    Color::White
                };
                self.play_once(playouts.first.unwrap_or(turn), &mut random);
            }
            if !self.update_statuses() {
                break;
            }
        }
    }

    /// Sets up a round from the statuses known so far.
    fn prepare(&mut self) {
        let statuses = &self.statuses;
        let left = self
            .whole
            .cells()
            .iter()
            .zip(statuses)
            .map(|(&cell, &status)| match status {
                Some(ChainStatus::Dead) => Cell::Empty,
                _ => cell,
            });
        self.start.set(self.whole.grid(), left);
        for block in self
            .whole
            .each_block()
            .filter(|&block| statuses[block] == Some(ChainStatus::Alive))
        {
            self.start.protect(block);
        }
        for index in self
            .whole
            .grid()
            .points()
            .filter(|&index| statuses[index].is_none())
        {
            self.owned[index] = [0; 3];
        }
    }

    /// Plays one playout and counts the final owner of each point whose status is still unknown.
    fn play_once(&mut self, first: Color, random: &mut Random) {
        self.board.copy(&self.start);
        playout::play(&mut self.board, first, random);
        for index in self
            .board
            .grid()
            .points()
            .filter(|&index| self.statuses[index].is_none())
        {
            self.owned[index][self.board.owner(index).map_or(2, Color::index)] += 1;
        }
    }

    /// Updates the statuses from the counts of the round. Returns whether any block's status is
    /// still unknown.
    fn update_statuses(&mut self) -> bool {
        let mut is_any_unknown = false;
        for block in self.whole.each_block() {
            let [lost, kept] = self.tally(block);
            let status = match () {
                () if lost > 2 * kept => Some(ChainStatus::Dead),
                () if kept > 2 * lost => Some(ChainStatus::Alive),
                () => None,
            };
            is_any_unknown |= status.is_none();
            self.whole
                .block(block)
                .for_each(|stone| self.statuses[stone] = status);
        }
        is_any_unknown
    }

    /// Searches the blocks that may be dead, and replaces the counts of each block whose status is
    /// proved. Afterwards one player owns the points of such a block in all playouts. The empty
    /// points next to a block that is proved alive contrary to the playouts belong to neither side.
    /// `first` moves first, if known.
    fn prove(&mut self, position: &Position, first: Option<Color>) {
        let playouts = |counts: [u32; 3]| counts.iter().sum::<u32>();
        for index in self.proofs.find(position, &self.statuses, first) {
            self.owned[index] = [0, 0, playouts(self.owned[index])];
        }
        for index in self.whole.grid().points() {
            let Some(color) = self.whole.cells()[index].color() else {
                continue;
            };
            let owner = match self.proofs.of(index) {
                Some(ChainStatus::Alive) => color,
                Some(ChainStatus::Dead) => color.opponent(),
                None => continue,
            };
            let count = playouts(self.owned[index]);
            self.owned[index] = [0; 3];
            self.owned[index][owner.index()] = count;
        }
    }

    /// Returns how often the points of the block of `stone` ended as the opponent's and as the
    /// block's own colour's.
    fn tally(&self, stone: usize) -> [u64; 2] {
        let own = self.whole.cells()[stone].color().expect("a stone");
        let count = |color: Color| {
            self.whole
                .block(stone)
                .map(|stone| u64::from(self.owned[stone][color.index()]))
                .sum()
        };
        [own.opponent(), own].map(count)
    }
}

/// Returns a hash of the position: FNV-1a, by Glenn Fowler, Landon Curt Noll and Kiem-Phong Vo.
fn hash(cells: &[Cell]) -> u64 {
    cells.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &cell| {
        (hash ^ cell as u64).wrapping_mul(0x0100_0000_01b3)
    })
}
