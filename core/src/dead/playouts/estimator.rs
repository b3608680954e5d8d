//! Estimates dead stones in rounds of playouts, and then tries to prove their status.

use super::playout::{self, Random};
use super::proofs::Proofs;
use crate::Stop;
use crate::board::{Board, Cell, Color, Grid, Orientation, Point, Position, Size, canonical};
use crate::dead::{ChainLife, Ownership};
use crate::sort::{sort, sort_by_key};
use crate::territory::{ChainStatus, reset};

/// The maximum number of rounds into which the playouts are divided.
const ROUNDS: u64 = 8;

/// The minimum number of stones in a chain whose status is worth extra playouts.
const LARGE: usize = 10;

/// A chain is in doubt if the opponent's share of its points is less than this many times the share
/// of the chain's own colour.
const DOUBT: u64 = 19;

/// The number of times that all rounds are repeated if a large chain is in doubt.
const REPETITIONS: u64 = 2;

/// The settings of an estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playouts {
    /// The maximum number of playouts. If the status of a large chain is in doubt, three times as
    /// many are allowed. With 0 playouts, no stone is dead.
    pub count: u32,
    /// The seed of the random numbers. Equal seeds give equal answers.
    pub seed: u64,
    /// The player who moves first in every playout. By default, Black moves first in one playout
    /// and White in the next.
    pub first: Option<Color>,
}

impl Default for Playouts {
    fn default() -> Self {
        Self {
            count: 200,
            seed: 1979,
            first: None,
        }
    }
}

impl Playouts {
    /// Returns the settings for a position in this orientation, in which the colours may be
    /// swapped.
    fn on(self, orientation: &Orientation) -> Self {
        let first = self.first.map(|first| orientation.color(first));
        Self { first, ..self }
    }
}

/// The verdict of playouts and proofs on a position.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Estimate {
    /// The dead stones, sorted. Each chain is dead as a whole or not at all.
    pub dead: Vec<Point>,
    /// The chains. A chain's mean is 1 if its points always ended up as its owner's, −1 if they
    /// always ended up as the opponent's, and 0 if they never had an owner. The mean is computed
    /// from the last round that counted these points, excluding playouts in which they belonged to
    /// neither side.
    pub chains: Vec<ChainLife>,
    /// The ownership, rounded to hundredths: for each point, Black's share of the playouts minus
    /// White's. Black owns a point at the end of a playout if it has a black stone, or is empty and
    /// all adjacent stones are black. The shares come from the last round that counted the point.
    pub ownership: Ownership,
    /// The number of states that the proofs visited.
    pub states: u64,
}

/// Estimates the dead stones of positions, and reuses its memory from one position to the next.
///
/// # Examples
/// ```
/// use seichi_core::board::{Point, Position};
/// use seichi_core::dead::{Estimator, Playouts};
///
/// let position = Position::from_diagram("o.xo.\n..xo.\n..xo.\n..xo.\n..xo.").expect("a board");
/// let estimate = Estimator::new().estimate(&position, Playouts::default());
/// assert_eq!(estimate.dead, [Point::new(0, 0)]);
/// ```
#[derive(Debug, Default)]
pub struct Estimator {
    /// The whole position. Like the boards and lists below, it is in canonical orientation.
    whole: Board,
    /// The starting position of playouts, without the blocks that are known to be dead.
    start: Board,
    /// The board of the current playout.
    board: Board,
    /// For each cell, how often Black, White and neither side owned it at the end of a playout, in
    /// the last round that counted it. A proof replaces these counts.
    owned: Vec<[u32; 3]>,
    /// For each cell, the status of its block, if that status is clear.
    statuses: Vec<Option<ChainStatus>>,
    proofs: Proofs,
    stop: Stop,
}

impl Estimator {
    /// Creates an estimator.
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes playouts and searches end once `stop` is set. Their answers are then meaningless.
    pub fn watch(&mut self, stop: &Stop) {
        self.proofs.watch(stop);
        self.stop = stop.clone();
    }

    /// Estimates which stones of a finished position are dead.
    pub fn estimate(&mut self, position: &Position, playouts: Playouts) -> Estimate {
        let orientation = canonical(position);
        let playouts_there = playouts.on(&orientation);
        let before = self.proofs.nodes();
        self.estimate_canonical(&orientation.position(position), playouts_there);

        let points = self.points(position.grid(), &orientation);
        let chains = self.chains(&points);
        let dead = chains.iter().filter(|chain| chain.is_dead());
        let mut dead: Vec<Point> = dead.flat_map(|chain| chain.stones.clone()).collect();
        sort(&mut dead);
        Estimate {
            dead,
            chains,
            ownership: self.ownership(position.size(), &points, orientation.swap),
            states: self.proofs.nodes() - before,
        }
    }

    /// Returns the chains of a position, like [`Self::estimate`], but after one round of all
    /// playouts and without proofs. So each mean comes from `playouts.count` playouts. In an
    /// estimate, it may come from an eighth of them, and a chain that is as likely to live as to
    /// die may seem clear in one of its rounds by chance.
    pub fn chains_in_one_round(
        &mut self,
        position: &Position,
        playouts: Playouts,
    ) -> Vec<ChainLife> {
        let orientation = canonical(position);
        self.set(&orientation.position(position));
        self.play(playouts.on(&orientation), 1);
        self.chains(&self.points(position.grid(), &orientation))
    }

    /// Returns, for each cell of the canonical board, the corresponding point of a position on
    /// `grid`.
    fn points(&self, grid: Grid, orientation: &Orientation) -> Vec<Point> {
        let there = self.whole.grid();
        let mut points = vec![Point::new(0, 0); there.cells()];
        for cell in there.points() {
            let number = there.size().index_of(there.point(cell));
            points[cell] = grid.point(orientation.cells[number].into());
        }
        points
    }

    /// Returns the chains of a position. `points` holds the position's point for each cell of the
    /// canonical board.
    fn chains(&self, points: &[Point]) -> Vec<ChainLife> {
        let mut chains = Vec::new();
        for block in self.whole.each_block() {
            let mut stones: Vec<Point> =
                self.whole.block(block).map(|stone| points[stone]).collect();
            sort(&mut stones);
            let [lost, kept] = self.tally(block).map(|count| count as f64);
            chains.push(ChainLife {
                stones,
                mean: (kept - lost) / (kept + lost).max(1.0),
                proved: self.proofs.proved(block),
                in_seki: self.proofs.is_in_seki(block),
            });
        }
        sort_by_key(&mut chains, |chain| chain.stones[0]);
        chains
    }

    /// Returns the ownership of a position. `points` holds the position's point for each cell of
    /// the canonical board. `swap` is true if the colours are swapped on that board.
    fn ownership(&self, size: Size, points: &[Point], swap: bool) -> Ownership {
        let mut values = vec![0.0; size.points()];
        for cell in self.whole.grid().points() {
            let [black, white, nobody] = self.owned[cell].map(f64::from);
            let share = (black - white) / (black + white + nobody).max(1.0);
            values[size.index_of(points[cell])] = if swap { -share } else { share };
        }
        Ownership::of_shares(size, values)
    }

    /// Puts a position on the canonical board, and forgets the proofs for the last one.
    fn set(&mut self, position: &Position) {
        self.whole
            .set(position.grid(), position.cells().iter().copied());
        self.proofs.clear();
    }

    /// Counts how often each point of a canonical board ends up as Black's, White's or neither
    /// side's, and then searches for proofs.
    fn estimate_canonical(&mut self, position: &Position, playouts: Playouts) {
        self.set(position);
        self.play(playouts, ROUNDS);
        if self.is_large_chain_in_doubt() {
            self.play_again(playouts);
        }
        if playouts.count > 0 {
            self.prove(position, playouts.first);
        }
    }

    /// Returns whether there is a large chain that is not considered alive and on which the
    /// playouts disagree.
    fn is_large_chain_in_doubt(&self) -> bool {
        let mut blocks = self.whole.each_block();
        blocks.any(|block| {
            let [lost, kept] = self.tally(block);
            self.statuses[block] != Some(ChainStatus::Alive)
                && lost < DOUBT * kept
                && self.whole.block(block).count() >= LARGE
        })
    }

    /// Repeats all rounds with different random numbers, and adds up all counts. This helps because
    /// later rounds cannot correct a wrong status that an earlier round has given to a chain.
    fn play_again(&mut self, playouts: Playouts) {
        let mut sum = std::mem::take(&mut self.owned);
        for number in 1..=REPETITIONS {
            let seed = playouts.seed.wrapping_add(number);
            self.play(Playouts { seed, ..playouts }, ROUNDS);
            for (sum, counts) in sum.iter_mut().zip(&self.owned) {
                *sum = [0, 1, 2].map(|owner| sum[owner] + counts[owner]);
            }
        }
        self.owned = sum;
        self.update_statuses();
    }

    /// Plays rounds until every block's status is known or all playouts are used. `rounds` is the
    /// number of rounds into which the playouts are divided.
    fn play(&mut self, playouts: Playouts, rounds: u64) {
        let cells = self.whole.grid().cells();
        reset(&mut self.statuses, cells);
        reset(&mut self.owned, cells);
        let mut random = Random::new(playouts.seed, hash(self.whole.cells()));
        for round in 0..rounds {
            let [start, end] =
                [round, round + 1].map(|round| u64::from(playouts.count) * round / rounds);
            if start == end {
                continue;
            }
            self.prepare();
            for number in start..end {
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
            let status = if lost > 2 * kept {
                Some(ChainStatus::Dead)
            } else if kept > 2 * lost {
                Some(ChainStatus::Alive)
            } else {
                None
            };
            is_any_unknown |= status.is_none();
            self.whole
                .block(block)
                .for_each(|stone| self.statuses[stone] = status);
        }
        is_any_unknown
    }

    /// Searches for proofs of the status of the blocks that might be dead, and replaces the counts
    /// of each block whose status is proved. Afterwards, the counts give the points of such a block
    /// to one player in all playouts. The empty points next to a block that is proved alive
    /// contrary to the playouts belong to neither side. `first` is the player who moves first, if
    /// known.
    fn prove(&mut self, position: &Position, first: Option<Color>) {
        for index in self.proofs.find(position, &self.statuses, first) {
            self.owned[index] = [0, 0, self.owned[index].iter().sum()];
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
            let count = self.owned[index].iter().sum();
            self.owned[index] = [0; 3];
            self.owned[index][owner.index()] = count;
        }
    }

    /// Returns how often the points of the block of `stone` ended up as the opponent's, and how
    /// often as its owner's.
    fn tally(&self, stone: usize) -> [u64; 2] {
        let own = self.whole.cells()[stone].color().expect("a stone");
        let mut counts = [0; 2];
        for stone in self.whole.block(stone) {
            counts[0] += u64::from(self.owned[stone][own.opponent().index()]);
            counts[1] += u64::from(self.owned[stone][own.index()]);
        }
        counts
    }
}

/// Returns a hash of the position: FNV-1a, by Glenn Fowler, Landon Curt Noll and Kiem-Phong Vo.
fn hash(cells: &[Cell]) -> u64 {
    cells.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &cell| {
        (hash ^ cell as u64).wrapping_mul(0x0100_0000_01b3)
    })
}
