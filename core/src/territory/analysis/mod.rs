//! The blocks and regions of a position, found once and shared by all strategies.

mod candidates;
mod contact;
mod find;

pub(super) use contact::Controlled;
pub use contact::{Block, Region};
pub(super) use contact::{Candidate, Contact, Gap, LibertyRange, NONE};

use super::union_find::UnionFind;
use crate::board::{Cell, Color, Grid};

/// The blocks and regions of one position. Cell indices belong to its [`Grid`].
///
/// The points of all regions are in one list, `region_points`, region by region, controlled regions first. Lists with
/// an entry for each dame point start with the first dame of that list.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    grid: Grid,
    cells: Vec<Cell>,
    /// For each point, the number of its block or region.
    numbers: Vec<u16>,
    blocks: Vec<Block>,
    regions: Vec<Region>,
    controlled: Vec<Controlled>,
    neutral: Vec<u16>,
    region_points: Vec<u16>,
    /// For each empty cell, its index in `region_points`.
    indices: Vec<u16>,
    /// The number of points in controlled regions.
    controlled_points: usize,
    region_blocks: Vec<u16>,
    contacts: Vec<Contact>,
    /// For each block, its number of liberties in controlled regions.
    liberties: Vec<u16>,
    /// A union-find that joins the blocks around each controlled region.
    joins: UnionFind,
    surrounding: Vec<[u16; 2]>,
    /// For each dame point, the first adjacent block of Black and of White.
    touched: Vec<[u16; 2]>,
    /// A union-find that joins the blocks of one colour around each neutral region.
    joins_around_dame: UnionFind,
    /// The pairs of adjacent dame points, as indices among the dame points.
    dame_pairs: Vec<[u16; 2]>,
    gaps: Vec<Gap>,
    candidates: Vec<Candidate>,
    /// For each point of a controlled region, its node if it is a false-eye candidate (see [`Candidate::adjacent`]),
    /// otherwise the number of blocks.
    candidate_at: Vec<u16>,
    /// For each cell, whether a dead stone stood there.
    dead: Vec<bool>,
    /// The queue of a flood fill.
    queue: Vec<u16>,
    /// For each cell, the last region whose boundary counted it.
    seen: Vec<u16>,
}

impl Analysis {
    /// Returns the layout of [`Self::cells`].
    #[must_use]
    pub const fn grid(&self) -> Grid {
        self.grid
    }

    /// Returns the cells of the position.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns all blocks, in row-major order of their first stones.
    #[must_use]
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Returns the number, in [`Self::blocks`], of the block of the stone at `index`.
    #[must_use]
    pub fn block(&self, index: usize) -> usize {
        self.numbers[index].into()
    }

    /// Returns all regions, in row-major order of their first points.
    #[must_use]
    pub fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// Returns the number, in [`Self::regions`], of the region of the empty point `index`.
    #[must_use]
    pub fn region(&self, index: usize) -> usize {
        self.numbers[index].into()
    }

    /// Returns whether a point belongs to a neutral region.
    #[must_use]
    pub fn is_dame(&self, index: usize) -> bool {
        self.cells[index] == Cell::Empty && self.regions[self.region(index)].owner.is_none()
    }

    /// Returns whether a dead stone stood on an empty point.
    #[must_use]
    pub fn is_dead(&self, index: usize) -> bool {
        self.dead[index]
    }

    /// Returns the points of a region in row-major order.
    #[must_use]
    pub fn points(&self, region: &Region) -> &[u16] {
        &self.region_points[region.points.clone()]
    }

    /// Returns the points of all regions, region by region, each with the number of its region.
    pub(super) fn region_points(&self) -> impl Iterator<Item = (usize, usize)> {
        self.with_regions(&self.region_points)
    }

    /// Returns the numbers of the distinct blocks around a region.
    #[must_use]
    pub fn blocks_around(&self, region: &Region) -> &[u16] {
        &self.region_blocks[region.blocks.clone()]
    }

    /// Returns the pairs of a controlled region and an adjacent block, region by region.
    pub(super) fn contacts(&self) -> &[Contact] {
        &self.contacts
    }

    /// Returns, for each block, the first block of its set when the blocks around each controlled region are joined.
    pub(super) fn surrounded(&self) -> &[u16] {
        self.joins.representatives()
    }

    /// Returns the blocks in [`Self::surrounded`] that are not the first of their set, each paired with the first block
    /// of its set: the first block, then the other block.
    pub(super) fn surrounding(&self) -> &[[u16; 2]] {
        &self.surrounding
    }

    /// Returns the number of a block adjacent to a controlled region.
    pub(super) fn adjacent_block(&self, region: &Region) -> usize {
        usize::from(self.region_blocks[region.blocks.start])
    }

    /// Returns the dame points that touch two blocks of one colour. Each entry pairs the first such block with another
    /// such block.
    pub(super) fn gaps(&self) -> &[Gap] {
        &self.gaps
    }

    /// Returns the dame points, region by region, each with the number of its region. Lists with an entry for each dame
    /// point have this order.
    pub(super) fn dame(&self) -> impl ExactSizeIterator<Item = (usize, usize)> {
        self.with_regions(&self.region_points[self.controlled_points..])
    }

    /// Returns points, each with the number of its region.
    fn with_regions(&self, points: &[u16]) -> impl ExactSizeIterator<Item = (usize, usize)> {
        points.iter().map(|&point| (point.into(), self.region(point.into())))
    }

    /// Returns, for each dame point, the first adjacent block of Black and of White, or [`NONE`].
    pub(super) fn touched(&self) -> &[[u16; 2]] {
        &self.touched
    }

    /// Returns the pairs of adjacent dame points, as indices into [`Self::dame`]: a point, and the one to its right or
    /// below it.
    pub(super) fn dame_pairs(&self) -> &[[u16; 2]] {
        &self.dame_pairs
    }

    /// Returns the cell index of the dame point at `dame`, an index into [`Self::dame`].
    pub(super) fn dame_at(&self, dame: u16) -> usize {
        self.region_points[self.controlled_points + usize::from(dame)].into()
    }

    /// Returns, for each block, the first block of its set when the blocks of its colour around each neutral region are
    /// joined.
    pub(super) fn joined_around_dame(&self) -> &[u16] {
        self.joins_around_dame.representatives()
    }

    /// Returns the controlled regions, with their numbers and the colours that control them.
    pub fn controlled(&self) -> impl Iterator<Item = (usize, &Region, Color)> {
        self.controlled.iter().map(|&Controlled { region, owner, .. }| {
            let number = usize::from(region);
            (number, &self.regions[number], owner)
        })
    }

    /// Returns the data of the controlled regions for counting eyes.
    pub(super) fn controlled_regions(&self) -> &[Controlled] {
        &self.controlled
    }

    /// Returns the neutral regions.
    pub fn neutral(&self) -> impl Iterator<Item = &Region> {
        self.neutral.iter().map(|&number| &self.regions[usize::from(number)])
    }

    /// Returns the points that may be false eyes.
    pub(super) fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// Returns the number of the candidate at `node`, or `None` if `node` is a block or nothing. See
    /// [`Candidate::adjacent`].
    pub(super) fn candidate_of(&self, node: u16) -> Option<usize> {
        usize::from(node).checked_sub(self.blocks.len() + 1)
    }

    /// Returns, for each block, its number of liberties in controlled regions.
    pub(super) fn liberties(&self) -> &[u16] {
        &self.liberties
    }
}
