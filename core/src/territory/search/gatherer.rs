//! Collects the points, blocks and regions of a local game.

use std::collections::VecDeque;

use super::canonical_position::CanonicalPosition;
use super::extent::Extent;
use super::local_game::MAX_STONES_APART;
use crate::board::idx16;

/// The size up to which controlled regions are played in. In a larger one only a point that is a block's only liberty
/// there can be played.
const MAX_PLAYED: u32 = 3;

/// The size up to which all points of a neutral region can be played. Of a larger one, only the points adjacent to
/// blocks that are not safe can be played, and the points next to those.
const MAX_WHOLE: u32 = 8;

/// A breadth-first search for everything that is connected with a block through dame, regions or small blocks.
#[derive(Debug)]
pub(super) struct Gatherer<'a> {
    position: &'a CanonicalPosition,
    /// For each block, whether it is uncertain.
    uncertain_blocks: &'a [bool],
    queue: VecDeque<usize>,
    /// For each cell, whether it can be played.
    is_point: Vec<bool>,
    extent: Extent,
}

impl<'a> Gatherer<'a> {
    /// Returns the extent of the local game around the block `seed`, up to the distance `limit`. Blocks beyond the
    /// distance cannot be captured.
    pub(super) fn gather(
        position: &'a CanonicalPosition,
        uncertain_blocks: &'a [bool],
        seed: usize,
        limit: u8,
    ) -> Extent {
        let mut distances = vec![None; position.stones.len()];
        distances[seed] = Some(0);
        let mut gatherer = Self {
            position,
            uncertain_blocks,
            queue: VecDeque::from([seed]),
            is_point: vec![false; position.analysis.cells().len()],
            extent: Extent { distances, limit, ..Extent::default() },
        };
        while let Some(block) = gatherer.queue.pop_front() {
            gatherer.add_surroundings(block);
        }
        gatherer.finish()
    }

    /// Adds the regions around a block, and the blocks around these.
    fn add_surroundings(&mut self, block: usize) {
        let position = self.position;
        let mut is_uncapturable = false;
        for &number in &position.regions[block] {
            let region = &position.analysis.regions()[usize::from(number)];
            if region.owner.is_none() {
                self.add_dame(usize::from(number), block);
            } else if region.size() <= MAX_PLAYED && !position.eye_bounds[usize::from(number)].has_dead {
                position.analysis.points(region).iter().for_each(|&point| self.add_point(point));
                self.add_blocks(block, position.analysis.blocks_around(region));
            } else {
                is_uncapturable |= self.add_territory(number, block);
            }
        }
        if !is_uncapturable && position.stones[block].len() <= MAX_STONES_APART {
            // after a capture the blocks around the stones matter, whatever else lies between them and the points
            for &stone in &position.stones[block] {
                let adjacent: Vec<u16> = position.adjacent_blocks(stone).collect();
                self.add_blocks(block, &adjacent);
            }
        }
        self.extent.blocks.push((idx16(block), !is_uncapturable));
    }

    /// Adds the points of a neutral region and the blocks around them. Of a large region only those near `block` are
    /// added.
    fn add_dame(&mut self, number: usize, block: usize) {
        let (position, analysis) = (self.position, &self.position.analysis);
        let region = &analysis.regions()[number];
        let is_whole = region.size() <= MAX_WHOLE;
        for &point in analysis.points(region) {
            if is_whole || position.is_adjacent(block, point) {
                let also = position.empty_neighbours(point).filter(|_| !is_whole);
                for point in also.chain([point]) {
                    self.add_surrounded_point(point, block);
                    if analysis.is_dead(point.into()) {
                        self.add_dead(point, block);
                    }
                }
            }
        }
    }

    /// Adds a region that is not played in, the blocks around it, and a block's only liberty in it. Returns whether
    /// `block` has more than one liberty there, so that it cannot be captured.
    fn add_territory(&mut self, number: u16, block: usize) -> bool {
        let (position, analysis) = (self.position, &self.position.analysis);
        let region = &analysis.regions()[usize::from(number)];
        let liberties = position.safety.liberties(block, usize::from(number));
        if liberties == 1 {
            let is_adjacent = |&&point: &&u16| position.is_adjacent(block, point);
            let point = *analysis.points(region).iter().find(is_adjacent).expect("a liberty");
            self.add_point(point);
            if analysis.is_dead(point.into()) {
                self.add_dead(point, block);
            }
        }
        if !self.extent.territories.contains(&number) {
            self.extent.territories.push(number);
            self.add_blocks(block, analysis.blocks_around(region));
        }
        liberties > 1
    }

    /// Adds the dead stones that are connected with a point, and the points around them: the stones have to be captured
    /// before their points can be filled.
    fn add_dead(&mut self, point: u16, block: usize) {
        let position = self.position;
        if self.extent.dead.iter().any(|&(other, _)| other == point) {
            return;
        }
        let Some(color) = position.dead_color(point) else {
            self.extent.has_unknown = true;
            return;
        };
        let mut queue = vec![point];
        while let Some(stone) = queue.pop() {
            self.add_surrounded_point(stone, block);
            self.extent.dead.push((stone, color));
            for cell in position.empty_neighbours(stone) {
                if !position.analysis.is_dead(cell.into()) {
                    self.add_surrounded_point(cell, block);
                } else if !queue.contains(&cell) && !self.extent.dead.contains(&(cell, color)) {
                    queue.push(cell);
                }
            }
        }
    }

    /// Adds a point that can be played, and the blocks around it.
    fn add_surrounded_point(&mut self, point: u16, block: usize) {
        self.add_point(point);
        let adjacent: Vec<u16> = self.position.adjacent_blocks(point).collect();
        self.add_blocks(block, &adjacent);
    }

    /// Adds a point that can be played, once.
    fn add_point(&mut self, point: u16) {
        if !std::mem::replace(&mut self.is_point[usize::from(point)], true) {
            self.extent.points.push(point);
        }
    }

    /// Adds blocks that share dame or a region with the block `from`.
    fn add_blocks(&mut self, from: usize, blocks: &[u16]) {
        let extent = &mut self.extent;
        let distance = extent.distances[from].expect("a block of the local game").saturating_add(1);
        for &block in blocks {
            let number = usize::from(block);
            if self.position.is_safe(number) {
                if !extent.blocks.contains(&(block, false)) {
                    extent.blocks.push((block, false));
                }
            } else if extent.distances[number].is_none() {
                if self.uncertain_blocks[number] {
                    extent.distances[number] = Some(0);
                    self.queue.push_back(number);
                } else if distance <= extent.limit {
                    extent.distances[number] = Some(distance);
                    self.queue.push_back(number);
                } else if !extent.beyond.contains(&block) {
                    extent.beyond.push(block);
                }
            }
        }
    }

    /// Returns the extent, with the regions that the local game decides.
    fn finish(self) -> Extent {
        let Extent { limit, distances, .. } = &self.extent;
        let mut beyond = self.extent.beyond.clone();
        beyond.retain(|&block| distances[usize::from(block)].is_none());
        let is_inside = |distance: Option<u8>| distance.is_some_and(|distance| beyond.is_empty() || distance < *limit);
        let inside = self.extent.blocks.iter().map(|&(block, _)| usize::from(block));
        let inside = inside.filter(|&block| is_inside(distances[block]));
        let regions = inside.flat_map(|block| self.position.regions[block].iter().copied()).collect();
        Extent { beyond, regions, ..self.extent }
    }
}
