//! Blocks and regions of a position: what every strategy starts from, found once.

mod candidates;
mod find;
mod parts;

use parts::{Beside, Met};
pub use parts::{Block, Region};
pub(super) use parts::{Candidate, Contact, Controlled, Gap, Liberties};

use super::joins::Joins;
use super::runs::Runs;
use crate::board::{Cell, Color, Grid, Position, Size};

/// The blocks and regions of one position. Indices are those of its [`Grid`].
#[derive(Clone, Debug)]
pub struct Analysis {
    grid: Grid,
    cells: Vec<Cell>,
    /// The empty points, row-major.
    empty: Vec<u16>,
    blocks: Vec<Block>,
    regions: Vec<Region>,
    region_points: Vec<u16>,
    /// By place: the number of the region.
    point_regions: Vec<u16>,
    /// By empty cell: its place in `region_points`.
    places: Vec<u16>,
    /// By place of a dame behind the points of controlled regions: the first block of Black's and of White's beside it.
    touched: Vec<[u16; 2]>,
    region_blocks: Vec<u16>,
    /// The regions that one colour controls. Lists of their own, for what is looked at again and again should ask nothing
    /// on the way that the processor can't foresee.
    controlled: Vec<Controlled>,
    neutral: Vec<u16>,
    /// The number of points in controlled regions, which are the first in `region_points`.
    controlled_points: usize,
    contacts: Vec<Contact>,
    /// Over the blocks: what the regions that one colour controls join.
    joins: Joins,
    surrounding: Vec<[u16; 2]>,
    /// Over the blocks: those of one colour around a neutral region are one.
    links: Joins,
    /// The dame that are side by side, by their places.
    dame_pairs: Vec<[u16; 2]>,
    gaps: Vec<Gap>,
    candidates: Vec<Candidate>,
    /// The places of points that may be false eyes, and how many diagonals have to be opposing.
    suspects: Vec<(u16, u8)>,
    /// By place in a controlled region: what a candidate there is among what is beside candidates.
    candidate_at: Vec<u16>,
    /// By block: how many liberties it has in controlled regions.
    liberties: Vec<u16>,
    /// By cell: whose eyes it may oppose; Black's is the first bit.
    opposes: Vec<u8>,
    /// By cell: whether a dead stone stood there.
    dead: Vec<bool>,
    runs: Runs,
    /// By run: the number of the component.
    numbers: Vec<u16>,
    /// By region: where the next of its points goes.
    ends: Vec<u16>,
    /// By region: whose stones are beside it; Black's is the first bit.
    borders: Vec<u8>,
    /// The stones beside regions.
    stones_beside: Vec<Beside>,
    /// By cell: the last region that was found to border it.
    seen: Vec<u16>,
    /// By block: where it was met last.
    met: Vec<Met>,
}

/// No region seen yet, or no block.
pub(super) const NONE: u16 = u16::MAX;

impl Default for Analysis {
    /// The analysis of an empty board of one point.
    fn default() -> Self {
        let size = Size::new(1, 1).expect("1 is a side");
        let mut analysis = Self {
            grid: Grid::new(size),
            cells: Vec::new(),
            empty: Vec::new(),
            blocks: Vec::new(),
            regions: Vec::new(),
            region_points: Vec::new(),
            point_regions: Vec::new(),
            places: Vec::new(),
            touched: Vec::new(),
            region_blocks: Vec::new(),
            controlled: Vec::new(),
            neutral: Vec::new(),
            controlled_points: 0,
            contacts: Vec::new(),
            joins: Joins::default(),
            surrounding: Vec::new(),
            links: Joins::default(),
            dame_pairs: Vec::new(),
            gaps: Vec::new(),
            candidates: Vec::new(),
            candidate_at: Vec::new(),
            suspects: Vec::new(),
            liberties: Vec::new(),
            opposes: Vec::new(),
            dead: Vec::new(),
            runs: Runs::default(),
            numbers: Vec::new(),
            ends: Vec::new(),
            borders: Vec::new(),
            stones_beside: Vec::new(),
            seen: Vec::new(),
            met: Vec::new(),
        };
        analysis.set(&Position::new(size), &[]);
        analysis
    }
}

impl Analysis {
    /// The layout of [`Self::cells`].
    #[must_use]
    pub const fn grid(&self) -> Grid {
        self.grid
    }

    /// The position's cells.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// All blocks, in the row-major order of their first stones.
    #[must_use]
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The number, in [`Self::blocks`], of the block that a stone is in.
    #[must_use]
    pub fn block(&self, index: usize) -> usize {
        self.component(index)
    }

    /// All regions, in the row-major order of their first points.
    #[must_use]
    pub fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// The number, in [`Self::regions`], of the region that an empty point is in.
    #[must_use]
    pub fn region(&self, index: usize) -> usize {
        self.component(index)
    }

    /// The number of the block or the region that a point is in.
    fn component(&self, index: usize) -> usize {
        component(&self.runs, &self.numbers, index)
    }

    /// Whether a point is in a neutral region.
    #[must_use]
    pub fn is_dame(&self, index: usize) -> bool {
        self.cells[index] == Cell::Empty && self.regions[self.region(index)].owner.is_none()
    }

    /// Whether a dead stone stood on an empty point.
    #[must_use]
    pub fn is_dead(&self, index: usize) -> bool {
        self.dead[index]
    }

    /// The points of a region, row-major.
    #[must_use]
    pub fn points(&self, region: &Region) -> &[u16] {
        &self.region_points[region.points.clone()]
    }

    /// The points of all regions, region by region, each with the number of its region.
    pub(super) fn region_points(&self) -> impl Iterator<Item = (usize, usize)> {
        self.region_points.iter().zip(&self.point_regions).map(|(&point, &region)| (point.into(), region.into()))
    }

    /// The numbers of the blocks around a region, each once.
    #[must_use]
    pub fn blocks_around(&self, region: &Region) -> &[u16] {
        &self.region_blocks[region.blocks.clone()]
    }

    /// Which blocks touch the regions that one colour controls, region by region.
    pub(super) fn contacts(&self) -> &[Contact] {
        &self.contacts
    }

    /// By block: the first of those that are one with it if all around a region are that one colour controls.
    pub(super) fn surrounded(&self) -> &[u16] {
        self.joins.named()
    }

    /// The same for those that are not the first, each behind that one.
    pub(super) fn surrounding(&self) -> &[[u16; 2]] {
        &self.surrounding
    }

    /// A block beside a region that one colour controls.
    pub(super) fn block_beside(&self, region: &Region) -> usize {
        usize::from(self.region_blocks[region.blocks.start])
    }

    /// The dame that two blocks of one colour touch, once for each block but the first of its colour.
    pub(super) fn gaps(&self) -> &[Gap] {
        &self.gaps
    }

    /// The dame, region by region, each with the number of its region. What is said of them by their places begins with
    /// the first of these.
    pub(super) fn dame(&self) -> impl ExactSizeIterator<Item = (usize, usize)> {
        let [points, regions] = [&self.region_points, &self.point_regions].map(|list| &list[self.controlled_points..]);
        points.iter().zip(regions).map(|(&point, &region)| (point.into(), region.into()))
    }

    /// By place of a dame: the first block of Black's and of White's beside it, or [`NONE`].
    pub(super) fn touched(&self) -> &[[u16; 2]] {
        &self.touched
    }

    /// The places of the dame that are side by side: a point, and the one to its right or below it.
    pub(super) fn dame_pairs(&self) -> &[[u16; 2]] {
        &self.dame_pairs
    }

    /// The index of the dame at a place.
    pub(super) fn dame_at(&self, place: u16) -> usize {
        self.region_points[self.controlled_points + usize::from(place)].into()
    }

    /// By block: the first of those of its colour that are one with it if all around a neutral region are.
    pub(super) fn linked(&self) -> &[u16] {
        self.links.named()
    }

    /// The regions that one colour controls, with their numbers and that colour.
    pub fn controlled(&self) -> impl Iterator<Item = (usize, &Region, Color)> {
        self.controlled.iter().map(|&Controlled { region, owner, .. }| {
            let number = usize::from(region);
            (number, &self.regions[number], owner)
        })
    }

    /// What counting eyes has to know of them.
    pub(super) fn controlled_regions(&self) -> &[Controlled] {
        &self.controlled
    }

    /// The regions that no colour controls.
    pub fn neutral(&self) -> impl Iterator<Item = &Region> {
        self.neutral.iter().map(|&number| &self.regions[usize::from(number)])
    }

    /// The points that may be false eyes.
    pub(super) fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// The number of the candidate that is meant by what is beside another, if that is one.
    pub(super) fn candidate_beside(&self, beside: u16) -> Option<usize> {
        usize::from(beside).checked_sub(self.blocks.len() + 1)
    }

    /// By block: how many liberties it has in the regions that one colour controls.
    pub(super) fn liberties(&self) -> &[u16] {
        &self.liberties
    }
}

/// The number of the block or the region that a point is in.
fn component(runs: &Runs, numbers: &[u16], index: usize) -> usize {
    usize::from(numbers[usize::from(runs.by_cell()[index])])
}
