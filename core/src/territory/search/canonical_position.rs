//! The position in which local games are searched.

use super::certainty::Certainty;
use super::eye_bounds::EyeBounds;
use super::safety::Safety;
use crate::board::{Cell, Color, Point, Position, idx16};
use crate::territory::analysis::Analysis;
use crate::territory::buffers::reset;

/// The canonical board, with the results of the static analysis that local games are built from.
#[derive(Debug, Default)]
pub(super) struct CanonicalPosition {
    pub(super) analysis: Analysis,
    /// For each region, the bounds of its number of eyes.
    pub(super) eye_bounds: Vec<EyeBounds>,
    /// The safe blocks.
    pub(super) safety: Safety,
    /// The uncertain points and certain stones; `None` if everything is searched.
    pub(super) certainty: Option<Certainty>,
    /// For each block, the adjacent regions.
    pub(super) regions: Vec<Vec<u16>>,
    /// For each block, its stones.
    pub(super) stones: Vec<Vec<u16>>,
}

impl CanonicalPosition {
    /// Sets the board and its dead stones. The other fields are set by [`Self::set_eye_bounds`] and the caller.
    pub(super) fn set_board(&mut self, position: &Position, dead: &[Point]) {
        self.analysis.set(position, dead);
        let blocks = self.analysis.blocks().len();
        reset(&mut self.regions, blocks);
        reset(&mut self.stones, blocks);
        for (number, region) in self.analysis.regions().iter().enumerate() {
            for &block in self.analysis.blocks_around(region) {
                self.regions[usize::from(block)].push(idx16(number));
            }
        }
        for index in self.analysis.grid().points() {
            if self.analysis.cells()[index].color().is_some() {
                self.stones[self.analysis.block(index)].push(idx16(index));
            }
        }
    }

    /// Sets the bounds of the regions' eyes, and finds the safe blocks.
    pub(super) fn set_eye_bounds(&mut self, eye_bounds: Vec<EyeBounds>) {
        self.safety.find(&self.analysis, &eye_bounds);
        self.eye_bounds = eye_bounds;
    }

    /// Returns whether a block is safe.
    pub(super) fn is_safe(&self, block: usize) -> bool {
        self.safety.is_safe(block)
    }

    /// Returns whether the regions around the block of a stone are all territory, whoever fills the dame.
    pub(super) fn is_certain(&self, stone: u16) -> bool {
        self.certainty.as_ref().is_some_and(|certainty| certainty.certain_stones[usize::from(stone)])
    }

    /// Returns whether a block is not safe and borders dame.
    pub(super) fn is_unsafe_at_dame(&self, block: usize) -> bool {
        let mut regions = self.regions[block].iter().map(|&region| &self.analysis.regions()[usize::from(region)]);
        !self.is_safe(block) && regions.any(|region| region.owner.is_none())
    }

    /// Returns whether a block borders an uncertain point.
    pub(super) fn borders_uncertain(&self, block: usize, certainty: &Certainty) -> bool {
        let regions = self.regions[block].iter().map(|&region| &self.analysis.regions()[usize::from(region)]);
        let mut points = regions.flat_map(|region| self.analysis.points(region));
        points.any(|&point| certainty.uncertain_points[usize::from(point)])
    }

    /// Returns whether a block has at most `most` liberties, dame included.
    pub(super) fn has_at_most_liberties(&self, block: usize, most: usize) -> bool {
        let mut liberties: Vec<usize> = Vec::new();
        for &stone in &self.stones[block] {
            for cell in self.analysis.grid().neighbours(usize::from(stone)) {
                if self.analysis.cells()[cell] == Cell::Empty && !liberties.contains(&cell) {
                    liberties.push(cell);
                    if liberties.len() > most {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Returns the blocks of the stones adjacent to a point, possibly with duplicates.
    pub(super) fn adjacent_blocks(&self, point: u16) -> impl Iterator<Item = u16> {
        let adjacent = self.analysis.grid().neighbours(usize::from(point));
        let stones = adjacent.into_iter().filter(|&cell| self.analysis.cells()[cell].color().is_some());
        stones.map(|cell| idx16(self.analysis.block(cell)))
    }

    /// Returns the empty points adjacent to a point.
    pub(super) fn empty_neighbours(&self, point: u16) -> impl Iterator<Item = u16> {
        let adjacent = self.analysis.grid().neighbours(usize::from(point));
        adjacent.into_iter().filter(|&cell| self.analysis.cells()[cell] == Cell::Empty).map(idx16)
    }

    /// Returns the colour of the dead stone on a point: the opponent's of the colour that controls the region. In a
    /// neutral region it is the opponent's of the stones around the dead ones, or unknown if these have both colours.
    pub(super) fn dead_color(&self, point: u16) -> Option<Color> {
        let region = &self.analysis.regions()[self.analysis.region(point.into())];
        if let Some(owner) = region.owner {
            return Some(owner.opponent());
        }
        let (mut dead, mut around) = (vec![point], Vec::new());
        let mut next = 0;
        while let Some(&stone) = dead.get(next) {
            next += 1;
            around.extend(self.adjacent_blocks(stone).map(|block| self.analysis.blocks()[usize::from(block)].color));
            let cells = self.empty_neighbours(stone).filter(|&cell| self.analysis.is_dead(cell.into()));
            let new: Vec<u16> = cells.filter(|cell| !dead.contains(cell)).collect();
            dead.extend(new);
        }
        let &first = around.first()?;
        around.iter().all(|&color| color == first).then(|| first.opponent())
    }

    /// Returns whether a block is adjacent to a point.
    pub(super) fn is_adjacent(&self, block: usize, point: u16) -> bool {
        self.adjacent_blocks(point).any(|other| usize::from(other) == block)
    }
}
