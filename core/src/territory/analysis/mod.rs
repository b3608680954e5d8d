//! The blocks and regions of a position, found once and shared by all strategies.

mod contact;
mod find;

pub use contact::{Block, Region};
pub(super) use contact::{Contact, LibertyRange, NONE};

use crate::board::{Cell, Color, Grid};

/// The blocks and regions of one position. Cell indices are those of the position's [`Grid`].
///
/// The points of all regions are in one list, `region_points`, region by region.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    grid: Grid,
    cells: Vec<Cell>,
    /// For each point, the number of its block or region.
    numbers: Vec<u16>,
    blocks: Vec<Block>,
    regions: Vec<Region>,
    region_points: Vec<u16>,
    region_blocks: Vec<u16>,
    contacts: Vec<Contact>,
    /// For each cell, whether a dead stone stood there.
    dead: Vec<bool>,
    /// The numbers of the blocks that are in seki by agreement.
    agreed_seki: Vec<u16>,
    /// The queue of a flood fill.
    queue: Vec<u16>,
    /// For each cell, the last region whose boundary counted it.
    seen: Vec<u16>,
}

impl Analysis {
    /// Returns the layout of [`Self::cells`].
    pub const fn grid(&self) -> Grid {
        self.grid
    }

    /// Returns the cells of the position.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns all blocks, in row-major order of their first stones.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Returns the number, in [`Self::blocks`], of the block that contains the stone at `index`.
    pub fn block(&self, index: usize) -> usize {
        self.numbers[index].into()
    }

    /// Returns all regions, in row-major order of their first points.
    pub fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// Returns the number, in [`Self::regions`], of the region that contains the empty point
    /// `index`.
    pub fn region(&self, index: usize) -> usize {
        self.numbers[index].into()
    }

    /// Returns whether a point belongs to a neutral region.
    pub(crate) fn is_dame(&self, index: usize) -> bool {
        self.cells[index] == Cell::Empty && self.regions[self.region(index)].owner.is_none()
    }

    /// Returns whether a dead stone stood on an empty point.
    pub fn is_dead(&self, index: usize) -> bool {
        self.dead[index]
    }

    /// Returns whether a region borders a block that is in seki by agreement (see
    /// [`Evaluator::on_with_seki`](super::Evaluator::on_with_seki)).
    pub fn borders_agreed_seki(&self, region: &Region) -> bool {
        let mut around = self.blocks_around(region).iter();
        !self.agreed_seki.is_empty() && around.any(|block| self.agreed_seki.contains(block))
    }

    /// Returns the points of a region in row-major order.
    pub fn points(&self, region: &Region) -> &[u16] {
        &self.region_points[region.points.clone()]
    }

    /// Returns the empty points, region by region.
    pub fn empty(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.region_points.iter().map(|&point| point.into())
    }

    /// Returns the numbers of the distinct blocks around a region.
    pub fn blocks_around(&self, region: &Region) -> &[u16] {
        &self.region_blocks[region.blocks.clone()]
    }

    /// Returns the pairs of a controlled region and an adjacent block, region by region.
    pub(super) fn contacts(&self) -> &[Contact] {
        &self.contacts
    }

    /// Returns the number of a block adjacent to a controlled region.
    pub(super) fn adjacent_block(&self, region: &Region) -> usize {
        usize::from(self.region_blocks[region.blocks.start])
    }

    /// Returns the controlled regions, with their numbers and the colours that control them.
    pub fn controlled(&self) -> impl Iterator<Item = (usize, &Region, Color)> {
        let regions = self.regions.iter().enumerate();
        regions.filter_map(|(number, region)| Some((number, region, region.owner?)))
    }

    /// Returns the neutral regions.
    pub fn neutral(&self) -> impl Iterator<Item = &Region> {
        self.regions.iter().filter(|region| region.owner.is_none())
    }

    /// Returns, for each cell, the colour of the dead stone that stood there, if it can be
    /// determined (only the points of dead stones are known). In a controlled region, dead stones
    /// belong to the owner's opponent. A block is alive or dead as a whole, so in a neutral region
    /// a dead stone has the colour opposite to that of any living stone that it touches. If it
    /// touches none, it has the colour of the adjacent dead stones, unless they have both colours.
    pub(super) fn dead_colors(&self) -> Vec<Option<Color>> {
        let mut colors = vec![None; self.cells.len()];
        for (_, region, owner) in self.controlled() {
            for &point in self.points(region) {
                colors[usize::from(point)] = self.is_dead(point.into()).then(|| owner.opponent());
            }
        }
        let dead: Vec<usize> = self
            .dame()
            .map(|(point, _)| point)
            .filter(|&point| self.is_dead(point))
            .collect();
        loop {
            let mut found = Vec::new();
            for &point in &dead {
                if colors[point].is_some() {
                    continue;
                }
                let neighbours = self.grid.neighbours(point);
                let touched = Color::BOTH.map(|color| {
                    neighbours.iter().any(|&cell| {
                        self.cells[cell] == color.opponent().into() || colors[cell] == Some(color)
                    })
                });
                found.extend(Color::only(touched).map(|color| (point, color)));
            }
            if found.is_empty() {
                return colors;
            }
            for (point, color) in found {
                colors[point] = Some(color);
            }
        }
    }

    /// Returns the dame points, region by region, each with the number of its region.
    pub(super) fn dame(&self) -> impl Iterator<Item = (usize, usize)> {
        let points = self.neutral().flat_map(|region| self.points(region));
        points.map(|&point| (point.into(), self.region(point.into())))
    }
}
