//! Finds the parts of a board that are searched as local games.

use std::collections::VecDeque;

use super::graph::LocalGraph;
use super::play::SMALL;
use super::safe::{Eyes, Safety};
use crate::board::Cell;
use crate::territory::{Analysis, idx16, reset};

/// The size up to which controlled regions are played in. In a larger one only a point that is a block's only liberty
/// there can be played.
const MOST_PLAYED: u32 = 3;

/// The number of liberties, dame included, up to which stones are in danger.
const SHORT: usize = 2;

/// The size up to which all points of a neutral region can be played. Of a larger one, only the points adjacent to
/// blocks that are not safe can be played, and the points next to those.
const MOST_WHOLE: u32 = 8;

/// The distances up to which a local game is extended, one after another, until it is complete or the search fails. A
/// block that borders uncertain points is at distance 0, a block that shares dame or a region with it at distance 1,
/// and so on. Blocks beyond the distance cannot be captured.
pub(super) const DISTANCES: [u8; 4] = [1, 2, 3, u8::MAX];

/// The uncertain points and the firm stones of a position, for each cell.
#[derive(Clone, Debug, Default)]
pub(super) struct Uncertain {
    /// Empty points whose status is uncertain.
    pub(super) points: Vec<bool>,
    /// Stones whose regions are all territory, whoever fills the dame.
    pub(super) firm: Vec<bool>,
}

/// Finds the local games of a position.
#[derive(Debug, Default)]
pub(super) struct Gatherer {
    /// For each block, the adjacent regions.
    pub(super) regions: Vec<Vec<u16>>,
    /// For each block, its stones.
    pub(super) stones: Vec<Vec<u16>>,
    /// For each block, its distance from the uncertain points in the current local game.
    pub(super) distance: Vec<Option<u8>>,
    /// For each block, whether it borders dame and is not safe.
    is_open: Vec<bool>,
    /// For each block, whether it borders dame, is not safe, and either borders an uncertain point or is short of
    /// liberties.
    in_doubt: Vec<bool>,
    /// For each block, whether it was part of a local game, other than at its edge.
    done: Vec<bool>,
    /// For each cell, its vertex in the current local game.
    pub(super) nodes: Vec<u16>,
    /// For each cell, whether it can be played in the current local game.
    pub(super) is_point: Vec<bool>,
}

/// The points, blocks and regions of a local game.
#[derive(Debug, Default)]
pub(super) struct Extent {
    pub(super) points: Vec<u16>,
    /// Blocks, and whether each can be captured.
    pub(super) blocks: Vec<(u16, bool)>,
    /// Blocks beyond the distance.
    pub(super) beyond: Vec<u16>,
    /// The distance up to which blocks belong to the local game.
    pub(super) limit: u8,
    /// Whether a dame, or a block's only liberty in a region, is under a dead stone.
    pub(super) is_poked: bool,
    /// Controlled regions that are not played in.
    pub(super) territories: Vec<u16>,
}

impl Gatherer {
    /// Returns whether a position has any local game: whether a block that is not safe borders dame.
    pub(super) fn has_fields(analysis: &Analysis, safety: &Safety) -> bool {
        let is_unsafe = |&block: &u16| !safety.is_safe(block.into());
        analysis.neutral().any(|region| analysis.blocks_around(region).iter().any(is_unsafe))
    }

    /// Starts with a new position. Without `doubt` nothing is uncertain.
    pub(super) fn begin(&mut self, analysis: &Analysis, safety: &Safety, doubt: Option<&Uncertain>) {
        self.note_blocks(analysis);
        for block in 0..analysis.blocks().len() {
            let regions = || self.regions[block].iter().map(|&region| &analysis.regions()[usize::from(region)]);
            self.is_open[block] = !safety.is_safe(block) && regions().any(|region| region.owner.is_none());
            let in_doubt = |doubt: &Uncertain| {
                self.is_short(analysis, block)
                    || regions()
                        .any(|region| analysis.points(region).iter().any(|&point| doubt.points[usize::from(point)]))
            };
            self.in_doubt[block] = self.is_open[block] && doubt.is_some_and(in_doubt);
        }
    }

    /// Returns whether a block has at most [`SHORT`] liberties, dame included.
    fn is_short(&self, analysis: &Analysis, block: usize) -> bool {
        let mut liberties: Vec<usize> = Vec::new();
        for &stone in &self.stones[block] {
            for cell in analysis.grid().neighbours(usize::from(stone)) {
                if analysis.cells()[cell] == Cell::Empty && !liberties.contains(&cell) {
                    liberties.push(cell);
                    if liberties.len() > SHORT {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Returns a block that borders dame, is not safe, and has been part of no local game. Uncertain blocks come first.
    pub(super) fn next_seed(&self) -> Option<usize> {
        let next = |of: &[bool]| (0..of.len()).find(|&block| of[block] && !self.done[block]);
        next(&self.in_doubt).or_else(|| next(&self.is_open))
    }

    /// Returns whether a block is uncertain.
    pub(super) fn is_in_doubt(&self, block: usize) -> bool {
        self.in_doubt[block]
    }

    /// Returns the local game around the block `seed`, up to the distance `limit`.
    pub(super) fn graph(
        &mut self,
        analysis: &Analysis,
        safety: &Safety,
        eyes: &[Eyes],
        doubt: Option<&Uncertain>,
        seed: usize,
        limit: u8,
    ) -> LocalGraph {
        let parts = self.gather(analysis, safety, eyes, seed, limit);
        self.build(analysis, safety, eyes, doubt, &parts)
    }

    /// Marks the blocks of the last local game as done, so that they start no other game: those at distance 0, and
    /// those nearer than `limit` that are not uncertain.
    pub(super) fn finish(&mut self, limit: u8) {
        for (block, distance) in self.distance.iter().enumerate() {
            self.done[block] |=
                distance.is_some_and(|distance| distance == 0 || distance < limit && !self.in_doubt[block]);
        }
    }

    fn note_blocks(&mut self, analysis: &Analysis) {
        let blocks = analysis.blocks().len();
        reset(&mut self.regions, blocks);
        reset(&mut self.stones, blocks);
        reset(&mut self.distance, blocks);
        reset(&mut self.is_open, blocks);
        reset(&mut self.in_doubt, blocks);
        reset(&mut self.done, blocks);
        for (number, region) in analysis.regions().iter().enumerate() {
            for &block in analysis.blocks_around(region) {
                self.regions[usize::from(block)].push(idx16(number));
            }
        }
        for index in analysis.grid().points() {
            if analysis.cells()[index].color().is_some() {
                self.stones[analysis.block(index)].push(idx16(index));
            }
        }
    }

    /// Collects everything connected with the block `seed` through dame, regions or small blocks, up to the distance
    /// `limit`.
    fn gather(&mut self, analysis: &Analysis, safety: &Safety, eyes: &[Eyes], seed: usize, limit: u8) -> Extent {
        let mut parts = Extent { limit, ..Extent::default() };
        reset(&mut self.is_point, analysis.cells().len());
        self.distance.fill(None);
        self.distance[seed] = Some(0);
        let mut queue = VecDeque::from([seed]);
        while let Some(block) = queue.pop_front() {
            let mut outside = false;
            for at in 0..self.regions[block].len() {
                let number = self.regions[block][at];
                let region = &analysis.regions()[usize::from(number)];
                let around = analysis.blocks_around(region);
                if region.owner.is_none() {
                    self.add_dame(analysis, safety, &mut parts, &mut queue, usize::from(number), block);
                } else if region.size() <= MOST_PLAYED && !eyes[usize::from(number)].has_dead {
                    for &point in analysis.points(region) {
                        self.add_point(&mut parts, point);
                    }
                    self.add_blocks(safety, &mut parts, &mut queue, block, around);
                } else {
                    let liberties = safety.liberties(block, usize::from(number));
                    if liberties == 1 {
                        let beside =
                            |&&point: &&u16| blocks_beside(analysis, point).any(|other| usize::from(other) == block);
                        let point = *analysis.points(region).iter().find(beside).expect("a liberty");
                        self.add_point(&mut parts, point);
                        // a dead stone has to be captured before its point can be filled, and the search does not know
                        // how
                        parts.is_poked |= analysis.is_dead(point.into());
                    }
                    outside |= liberties > 1;
                    if !parts.territories.contains(&number) {
                        parts.territories.push(number);
                        self.add_blocks(safety, &mut parts, &mut queue, block, around);
                    }
                }
            }
            if !outside && self.stones[block].len() <= SMALL {
                // after a capture the blocks around the stones matter, whatever else lies between them and the points
                for at in 0..self.stones[block].len() {
                    let around: Vec<u16> = blocks_beside(analysis, self.stones[block][at]).collect();
                    self.add_blocks(safety, &mut parts, &mut queue, block, &around);
                }
            }
            parts.blocks.push((idx16(block), !outside));
        }
        let distance = &self.distance;
        parts.beyond.retain(|&block| distance[usize::from(block)].is_none());
        parts
    }

    /// Adds the points of a neutral region and the blocks around them. Of a large region only those near `block` are
    /// added.
    fn add_dame(
        &mut self,
        analysis: &Analysis,
        safety: &Safety,
        parts: &mut Extent,
        queue: &mut VecDeque<usize>,
        number: usize,
        block: usize,
    ) {
        let region = &analysis.regions()[number];
        let is_whole = region.size() <= MOST_WHOLE;
        for &point in analysis.points(region) {
            if is_whole || blocks_beside(analysis, point).any(|other| usize::from(other) == block) {
                let beside = analysis.grid().neighbours(usize::from(point));
                let also = beside.into_iter().filter(|&cell| !is_whole && analysis.cells()[cell] == Cell::Empty);
                for point in also.map(idx16).chain([point]) {
                    parts.is_poked |= analysis.is_dead(point.into());
                    self.add_point(parts, point);
                    let around: Vec<u16> = blocks_beside(analysis, point).collect();
                    self.add_blocks(safety, parts, queue, block, &around);
                }
            }
        }
    }

    fn add_point(&mut self, parts: &mut Extent, point: u16) {
        if !std::mem::replace(&mut self.is_point[usize::from(point)], true) {
            parts.points.push(point);
        }
    }

    /// Adds the blocks that share dame or a region with `from`.
    fn add_blocks(
        &mut self,
        safety: &Safety,
        parts: &mut Extent,
        queue: &mut VecDeque<usize>,
        from: usize,
        blocks: &[u16],
    ) {
        let distance = self.distance[from].expect("a block of the field").saturating_add(1);
        for &block in blocks {
            let number = usize::from(block);
            if safety.is_safe(number) {
                if !parts.blocks.contains(&(block, false)) {
                    parts.blocks.push((block, false));
                }
            } else if self.distance[number].is_none() {
                if self.in_doubt[number] {
                    self.distance[number] = Some(0);
                    queue.push_back(number);
                } else if distance <= parts.limit {
                    self.distance[number] = Some(distance);
                    queue.push_back(number);
                } else if !parts.beyond.contains(&block) {
                    parts.beyond.push(block);
                }
            }
        }
    }
}

/// Returns the blocks of the stones adjacent to a point, possibly with duplicates.
fn blocks_beside(analysis: &Analysis, point: u16) -> impl Iterator<Item = u16> {
    let around = analysis.grid().neighbours(usize::from(point));
    let stones = around.into_iter().filter(|&cell| analysis.cells()[cell].color().is_some());
    stones.map(|cell| idx16(analysis.block(cell)))
}
