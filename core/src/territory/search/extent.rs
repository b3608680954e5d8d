//! The members of a local game on the board.

use std::collections::VecDeque;

use super::board::SearchBoard;
use super::local_game::MAX_STONES_APART;
use crate::board::Color;

/// The maximum size of a controlled region whose points can all be played. In a larger region, a
/// point can be played only if it is a block's only liberty there.
const MAX_PLAYED: usize = 3;

/// The maximum size of a neutral region whose points can all be played. In a larger region, a point
/// can be played only if it is adjacent to a block that is not safe, or to such a point.
const MAX_WHOLE: usize = 8;

/// A local game with more points does not grow further: it is far too large for a search.
const MOST_POINTS: usize = 200;

/// The points, blocks and regions of a local game.
#[derive(Debug, Default)]
pub(super) struct Extent {
    /// The points that can be played.
    pub(super) points: Vec<u16>,
    /// Blocks, and whether each can be captured.
    pub(super) blocks: Vec<(u16, bool)>,
    /// Blocks beyond the limit.
    pub(super) beyond: Vec<u16>,
    /// For each block of the board, its distance from the seed. Uncertain blocks have distance 0;
    /// blocks outside the local game have `None`.
    pub(super) distances: Vec<Option<u8>>,
    /// The maximum distance of blocks in the local game.
    pub(super) limit: u8,
    /// Controlled regions that are treated as territory.
    pub(super) territories: Vec<u16>,
    /// Stones that are dead by agreement, on points that can be played.
    pub(super) dead: Vec<(u16, Color)>,
    /// Whether any dead stones have an unknown colour.
    pub(super) has_unknown: bool,
}

impl Extent {
    /// Returns the extent of the local game around the block `seed`: everything connected with it
    /// through dame, regions or small blocks, up to the distance `limit`. Blocks beyond that
    /// distance are assumed uncapturable.
    pub(super) fn gather(board: &SearchBoard<'_>, seed: u16, limit: u8) -> Self {
        let mut distances = vec![None; board.blocks.len()];
        distances[usize::from(seed)] = Some(0);
        let extent = Self {
            distances,
            limit,
            ..Self::default()
        };
        let is_point = vec![false; board.order.analysis.cells().len()];
        let mut gatherer = Gatherer {
            board,
            queue: VecDeque::from([seed]),
            is_point,
            extent,
        };
        while let Some(block) = gatherer.queue.pop_front()
            && gatherer.extent.points.len() <= MOST_POINTS
        {
            gatherer.add_surroundings(block);
        }
        let Self {
            mut beyond,
            distances,
            ..
        } = gatherer.extent;
        beyond.retain(|&block| distances[usize::from(block)].is_none());
        Self {
            beyond,
            distances,
            ..gatherer.extent
        }
    }

    /// Returns whether the local game contains every connected block.
    pub(super) const fn is_whole(&self) -> bool {
        self.beyond.is_empty()
    }

    /// Returns whether the local game decides a region, that is, whether a block next to the region
    /// is inside the game and not at the game's edge.
    pub(super) fn decides(&self, board: &SearchBoard<'_>, region: usize) -> bool {
        board.regions[region].blocks.iter().any(|&block| {
            let distance = self.distances[usize::from(block)];
            distance.is_some_and(|distance| self.is_whole() || distance < self.limit)
        })
    }
}

/// A breadth-first search for the members of a local game.
#[derive(Debug)]
struct Gatherer<'a> {
    board: &'a SearchBoard<'a>,
    queue: VecDeque<u16>,
    /// For each cell, whether it can be played.
    is_point: Vec<bool>,
    extent: Extent,
}

impl Gatherer<'_> {
    /// Adds the regions around a block, and the blocks around these regions.
    fn add_surroundings(&mut self, number: u16) {
        let board = self.board;
        let block = &board.blocks[usize::from(number)];
        let mut is_uncapturable = false;
        for &at in &block.regions {
            let region = &board.regions[usize::from(at)];
            if region.owner.is_none() {
                self.add_dame(&region.points, number);
            } else if region.points.len() <= MAX_PLAYED && !region.eyes.has_dead {
                region
                    .points
                    .iter()
                    .for_each(|&point| self.add_point(point));
                self.add_blocks(number, region.blocks.iter().copied());
            } else {
                is_uncapturable |= self.add_territory(at, number);
            }
        }
        if !is_uncapturable && block.stones.len() <= MAX_STONES_APART {
            // after a capture the blocks around the stones matter, even if other vertices separate
            // them from the points
            for &stone in &block.stones {
                self.add_blocks(number, board.order.adjacent_blocks(stone));
            }
        }
        self.extent.blocks.push((number, !is_uncapturable));
    }

    /// Adds the points of a neutral region and the blocks around them. In a large region, only the
    /// points near `block` are added.
    fn add_dame(&mut self, points: &[u16], block: u16) {
        let board = self.board;
        let is_whole = points.len() <= MAX_WHOLE;
        for &point in points {
            if is_whole || board.is_adjacent(block, point) {
                let also = board.order.empty_neighbours(point).filter(|_| !is_whole);
                for point in also.chain([point]) {
                    self.add_surrounded_point(point, block);
                    self.add_dead(point, block);
                }
            }
        }
    }

    /// Adds a region that is treated as territory, the blocks around it, and the only liberty of
    /// `block` in it. Returns whether `block` is uncapturable, because it has more than one liberty
    /// there.
    fn add_territory(&mut self, number: u16, block: u16) -> bool {
        let (board, region) = (self.board, &self.board.regions[usize::from(number)]);
        let liberties = board.liberties(block, number);
        if liberties == 1 {
            let is_adjacent = |&&point: &&u16| board.is_adjacent(block, point);
            let point = *region.points.iter().find(is_adjacent).expect("a liberty");
            self.add_point(point);
            self.add_dead(point, block);
        }
        if !self.extent.territories.contains(&number) {
            self.extent.territories.push(number);
            self.add_blocks(block, region.blocks.iter().copied());
        }
        liberties > 1
    }

    /// If `point` has a dead stone, adds it with all connected dead stones and the points around
    /// them: the stones have to be captured before their points can be filled.
    fn add_dead(&mut self, point: u16, block: u16) {
        let board = self.board;
        let is_dead = |cell: u16| board.order.analysis.is_dead(cell.into());
        if !is_dead(point) || self.extent.dead.iter().any(|&(other, _)| other == point) {
            return;
        }
        let mut queue = vec![point];
        while let Some(stone) = queue.pop() {
            let Some(color) = board.dead_color(stone) else {
                self.extent.has_unknown = true;
                return;
            };
            self.add_surrounded_point(stone, block);
            self.extent.dead.push((stone, color));
            for cell in board.order.empty_neighbours(stone) {
                if !is_dead(cell) {
                    self.add_surrounded_point(cell, block);
                } else if !queue.contains(&cell)
                    && !self.extent.dead.iter().any(|&(other, _)| other == cell)
                {
                    queue.push(cell);
                }
            }
        }
    }

    /// Adds a point that can be played, and the blocks around it.
    fn add_surrounded_point(&mut self, point: u16, block: u16) {
        let board = self.board;
        self.add_point(point);
        self.add_blocks(block, board.order.adjacent_blocks(point));
    }

    /// Adds a point that can be played, once.
    fn add_point(&mut self, point: u16) {
        if !std::mem::replace(&mut self.is_point[usize::from(point)], true) {
            self.extent.points.push(point);
        }
    }

    /// Adds blocks that share dame or a region with the block `from`.
    fn add_blocks(&mut self, from: u16, blocks: impl Iterator<Item = u16>) {
        let extent = &mut self.extent;
        let distance = extent.distances[usize::from(from)]
            .expect("a block of the local game")
            .saturating_add(1);
        for number in blocks {
            let (at, block) = (usize::from(number), &self.board.blocks[usize::from(number)]);
            if block.is_safe {
                if !extent.blocks.contains(&(number, false)) {
                    extent.blocks.push((number, false));
                }
            } else if extent.distances[at].is_none() {
                if block.is_uncertain || distance <= extent.limit {
                    extent.distances[at] = Some(if block.is_uncertain { 0 } else { distance });
                    self.queue.push_back(number);
                } else if !extent.beyond.contains(&number) {
                    extent.beyond.push(number);
                }
            }
        }
    }
}
