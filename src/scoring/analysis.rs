//! Blocks and regions of a position: what every strategy starts from, found once.

use std::ops::Range;

use super::eyes::{Boundary, Measure};
use super::labels::Labels;
use crate::board::{Cell, Color, Grid, Position, Size};

/// A maximal set of connected empty points.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Region {
    /// Where its points are in the analysis' list.
    points: Range<usize>,
    /// Where the blocks around it are in the analysis' list.
    blocks: Range<usize>,
    /// The colour of all stones that border it; `None` where both colours or no stone do.
    pub owner: Option<Color>,
    /// How large it is as an eye; of no meaning where it has no owner.
    pub boundary: Boundary,
}

impl Region {
    /// The number of its points.
    #[must_use]
    pub fn size(&self) -> u32 {
        u32::try_from(self.points.len()).expect("at most 52 · 52 points")
    }
}

/// A maximal set of connected stones of one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// The colour of its stones.
    pub color: Color,
}

/// The liberties of a block, as far as it matters whether there is only one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Liberties {
    /// None.
    None,
    /// This point only.
    Only(u16),
    /// Two or more.
    Many,
}

impl Liberties {
    /// The liberties of two blocks that count as one.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        match (self, other) {
            (Self::None, liberties) | (liberties, Self::None) => liberties,
            (Self::Only(a), Self::Only(b)) if a == b => self,
            _ => Self::Many,
        }
    }
}

/// The blocks and regions of one position. Indices are those of its [`Grid`].
#[derive(Clone, Debug)]
pub struct Analysis {
    grid: Grid,
    cells: Vec<Cell>,
    /// By cell: its provisional label.
    label: Vec<u16>,
    /// The empty points, row-major.
    empty: Vec<u16>,
    blocks: Vec<Block>,
    regions: Vec<Region>,
    region_points: Vec<u16>,
    region_blocks: Vec<u16>,
    /// Beside `region_blocks`: the liberties that the block has in the region, if some colour controls it.
    region_liberties: Vec<Liberties>,
    /// By block: where it is in `region_blocks` for the region that is looked at.
    places: Vec<u16>,
    /// Points of controlled regions that some strategy may find to be false eyes, with the number of their region.
    candidates: Vec<(u16, u16)>,
    labels: Labels,
    /// By label: the number of the component.
    numbers: Vec<u16>,
    /// By region: where the next of its points goes.
    ends: Vec<u16>,
    /// By cell: the last region that was found to border it.
    seen: Vec<u16>,
    /// By block: the same.
    seen_blocks: Vec<u16>,
}

/// No region seen yet.
const NONE: u16 = u16::MAX;

impl Default for Analysis {
    /// The analysis of an empty board of one point.
    fn default() -> Self {
        let size = Size::new(1, 1).expect("1 is a side");
        let mut analysis = Self {
            grid: Grid::new(size),
            cells: Vec::new(),
            label: Vec::new(),
            empty: Vec::new(),
            blocks: Vec::new(),
            regions: Vec::new(),
            region_points: Vec::new(),
            region_blocks: Vec::new(),
            region_liberties: Vec::new(),
            places: Vec::new(),
            candidates: Vec::new(),
            labels: Labels::default(),
            numbers: Vec::new(),
            ends: Vec::new(),
            seen: Vec::new(),
            seen_blocks: Vec::new(),
        };
        analysis.set(&Position::new(size));
        analysis
    }
}

impl Analysis {
    /// Finds the blocks and regions of `position`.
    pub(super) fn set(&mut self, position: &Position) {
        self.grid = position.grid();
        self.cells.clear();
        self.cells.extend_from_slice(position.cells());
        self.labels.find(self.grid, &self.cells, &mut self.label, &mut self.empty);
        self.number();
        self.gather();
        self.seen.clear();
        self.seen.resize(self.cells.len(), NONE);
        self.seen_blocks.clear();
        self.seen_blocks.resize(self.blocks.len(), NONE);
        self.places.clear();
        self.places.resize(self.blocks.len(), 0);
        self.region_blocks.clear();
        self.region_liberties.clear();
        self.candidates.clear();
        for number in 0..self.regions.len() {
            self.look_around(number);
        }
        for number in 0..self.regions.len() {
            if let Some(owner) = self.regions[number].owner {
                self.look_for_false_eyes(number, owner);
            }
        }
    }

    /// Numbers blocks and regions in the order of their lowest labels, which is that of their first points.
    fn number(&mut self) {
        self.blocks.clear();
        self.regions.clear();
        self.numbers.clear();
        for (label, (lower, cell)) in self.labels.iter().enumerate() {
            let number = match cell.color() {
                _ if lower != label => self.numbers[lower],
                Some(color) => {
                    self.blocks.push(Block { color });
                    narrow(self.blocks.len() - 1)
                }
                None => {
                    self.regions.push(Region::default());
                    narrow(self.regions.len() - 1)
                }
            };
            self.numbers.push(number);
        }
    }

    /// Lists the points of each region.
    fn gather(&mut self) {
        self.ends.clear();
        self.ends.resize(self.regions.len(), 0);
        for at in 0..self.empty.len() {
            let region = self.component(usize::from(self.empty[at]));
            self.ends[region] += 1;
        }
        let mut start = 0;
        for (region, end) in self.regions.iter_mut().zip(&mut self.ends) {
            let size = usize::from(*end);
            region.points = start..start + size;
            *end = narrow(start);
            start += size;
        }
        self.region_points.clear();
        self.region_points.resize(start, 0);
        for at in 0..self.empty.len() {
            let point = self.empty[at];
            let region = self.component(usize::from(point));
            self.region_points[usize::from(self.ends[region])] = point;
            self.ends[region] += 1;
        }
    }

    /// Finds the blocks around a region, who controls it, and how large it is as an eye.
    fn look_around(&mut self, number: usize) {
        let blocks_start = self.region_blocks.len();
        let mut borders = [false; 2];
        let mut measure = Measure::default();
        for at in self.regions[number].points.clone() {
            let point = self.region_points[at];
            for neighbour in measure.point(self.grid, &self.cells, usize::from(point)) {
                let Some(color) = self.cells[neighbour].color() else { continue };
                borders[color.index()] = true;
                measure.stone(neighbour, narrow(number), &mut self.seen);
                let block = self.component(neighbour);
                if usize::from(self.seen_blocks[block]) != number {
                    self.seen_blocks[block] = narrow(number);
                    self.places[block] = narrow(self.region_blocks.len());
                    self.region_blocks.push(narrow(block));
                    self.region_liberties.push(Liberties::None);
                }
                let liberties = &mut self.region_liberties[usize::from(self.places[block])];
                *liberties = liberties.with(Liberties::Only(point));
            }
        }
        let region = &mut self.regions[number];
        region.blocks = blocks_start..self.region_blocks.len();
        region.boundary = measure.finish(region.points.len());
        region.owner = match borders {
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            _ => None,
        };
    }

    /// Notes the points of a controlled region that have as many diagonals as a false eye has with a stone of the
    /// opponent, or with an empty point on which one may come when dame and false eyes are filled.
    fn look_for_false_eyes(&mut self, number: usize, owner: Color) {
        for &point in &self.region_points[self.regions[number].points.clone()] {
            let index = usize::from(point);
            let may_oppose = |&&cell: &&usize| match self.cells[cell] {
                Cell::Border => false,
                Cell::Empty => self.regions[self.component(cell)].owner != Some(owner),
                stone => stone != Cell::from(owner),
            };
            let against = self.grid.diagonals(index).iter().filter(may_oppose).count();
            if against > 1 || against == 1 && self.grid.sides(index) > 0 {
                self.candidates.push((point, narrow(number)));
            }
        }
    }

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
        usize::from(self.numbers[usize::from(self.label[index])])
    }

    /// Whether a point is in a neutral region.
    #[must_use]
    pub fn is_dame(&self, index: usize) -> bool {
        self.cells[index] == Cell::Empty && self.regions[self.region(index)].owner.is_none()
    }

    /// The points of a region, row-major.
    #[must_use]
    pub fn points(&self, region: &Region) -> &[u16] {
        &self.region_points[region.points.clone()]
    }

    /// The numbers of the blocks around a region, each once.
    #[must_use]
    pub fn blocks_around(&self, region: &Region) -> &[u16] {
        &self.region_blocks[region.blocks.clone()]
    }

    /// The liberties that each of [`Self::blocks_around`] has in the region.
    pub(super) fn liberties_in(&self, region: &Region) -> &[Liberties] {
        &self.region_liberties[region.blocks.clone()]
    }

    /// The regions that one colour controls, with their numbers and that colour.
    pub fn controlled(&self) -> impl Iterator<Item = (usize, &Region, Color)> {
        let regions = self.regions.iter().enumerate();
        regions.filter_map(|(number, region)| region.owner.map(|owner| (number, region, owner)))
    }

    /// The regions that no colour controls.
    pub fn neutral(&self) -> impl Iterator<Item = &Region> {
        self.regions.iter().filter(|region| region.owner.is_none())
    }

    /// The dame: the points of neutral regions, region by region.
    pub fn dame(&self) -> impl Iterator<Item = usize> {
        self.neutral().flat_map(|region| self.points(region)).map(|&point| usize::from(point))
    }

    /// Points that may be false eyes, with the numbers of their regions.
    pub(super) fn candidates(&self) -> &[(u16, u16)] {
        &self.candidates
    }
}

/// A number of cells, blocks or regions in 16 bits.
fn narrow(number: usize) -> u16 {
    u16::try_from(number).expect("at most 54 · 53 + 1 cells")
}
