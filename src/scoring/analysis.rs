//! Blocks and regions of a position: what every strategy starts from, found once.

use std::ops::Range;

use super::eyes::Boundary;
use crate::board::{Cell, Color, Grid, Position, Size};

/// A maximal set of connected empty points.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// Its liberties in controlled regions.
    pub liberties: Liberties,
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
    /// By cell: the number of its block or of its region.
    component: Vec<u16>,
    blocks: Vec<Block>,
    regions: Vec<Region>,
    region_points: Vec<u16>,
    region_blocks: Vec<u16>,
    /// Points of controlled regions that some strategy may find to be false eyes, with the number of their region.
    candidates: Vec<(u16, u16)>,
    stack: Vec<u16>,
    /// By cell: the last region that was found to border it.
    seen: Vec<u16>,
    /// By block: the same.
    seen_blocks: Vec<u16>,
}

/// No component yet, and no region seen yet.
const NONE: u16 = u16::MAX;

impl Default for Analysis {
    /// The analysis of an empty board of one point.
    fn default() -> Self {
        let size = Size::new(1, 1).expect("1 is a side");
        let mut analysis = Self {
            grid: Grid::new(size),
            cells: Vec::new(),
            component: Vec::new(),
            blocks: Vec::new(),
            regions: Vec::new(),
            region_points: Vec::new(),
            region_blocks: Vec::new(),
            candidates: Vec::new(),
            stack: Vec::new(),
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
        for by_cell in [&mut self.component, &mut self.seen] {
            by_cell.clear();
            by_cell.resize(self.grid.cells(), NONE);
        }
        self.blocks.clear();
        self.regions.clear();
        self.region_points.clear();
        self.region_blocks.clear();
        self.candidates.clear();
        for index in self.grid.points() {
            if self.component[index] == NONE
                && let Some(color) = self.cells[index].color()
            {
                self.add_block(index, color);
            }
        }
        self.seen_blocks.clear();
        self.seen_blocks.resize(self.blocks.len(), NONE);
        for index in self.grid.points() {
            if self.component[index] == NONE {
                self.add_region(index);
            }
        }
    }

    fn add_block(&mut self, first: usize, color: Color) {
        let number = narrow(self.blocks.len());
        let stone = Cell::from(color);
        self.component[first] = number;
        self.stack.push(narrow(first));
        while let Some(index) = self.stack.pop() {
            for neighbour in self.grid.neighbours(usize::from(index)) {
                if self.cells[neighbour] == stone && self.component[neighbour] == NONE {
                    self.component[neighbour] = number;
                    self.stack.push(narrow(neighbour));
                }
            }
        }
        self.blocks.push(Block { color, liberties: Liberties::None });
    }

    fn add_region(&mut self, first: usize) {
        let number = narrow(self.regions.len());
        let (points_start, blocks_start) = (self.region_points.len(), self.region_blocks.len());
        self.component[first] = number;
        self.region_points.push(narrow(first));
        let mut borders = [false; 2];
        let mut next = points_start;
        while let Some(&point) = self.region_points.get(next) {
            next += 1;
            for neighbour in self.grid.neighbours(usize::from(point)) {
                match self.cells[neighbour] {
                    Cell::Empty if self.component[neighbour] == NONE => {
                        self.component[neighbour] = number;
                        self.region_points.push(narrow(neighbour));
                    }
                    Cell::Empty | Cell::Border => {}
                    stone @ (Cell::Black | Cell::White) => {
                        borders[stone as usize] = true;
                        let block = self.component[neighbour];
                        if self.seen_blocks[usize::from(block)] != number {
                            self.seen_blocks[usize::from(block)] = number;
                            self.region_blocks.push(block);
                        }
                    }
                }
            }
        }
        let owner = match borders {
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            _ => None,
        };
        let boundary = owner.map_or(Boundary::default(), |owner| self.add_eye(points_start, number, owner));
        let (points, blocks) = (points_start..self.region_points.len(), blocks_start..self.region_blocks.len());
        self.regions.push(Region { points, blocks, owner, boundary });
    }

    /// Measures a controlled region, the last one, gives its points to its blocks as liberties, and notes its points
    /// that may be false eyes.
    fn add_eye(&mut self, start: usize, number: u16, owner: Color) -> Boundary {
        for &point in &self.region_points[start..] {
            for neighbour in self.grid.neighbours(usize::from(point)) {
                if self.cells[neighbour] == Cell::from(owner) {
                    let block = &mut self.blocks[usize::from(self.component[neighbour])];
                    block.liberties = block.liberties.with(Liberties::Only(point));
                }
            }
            // a stone of the opponent may be there now, or come there when dame and false eyes are filled
            let own = Cell::from(owner);
            let diagonals = self.grid.diagonals(usize::from(point));
            if diagonals.iter().any(|&cell| self.cells[cell] != own && self.cells[cell] != Cell::Border) {
                self.candidates.push((point, number));
            }
        }
        Boundary::measure(self.grid, &self.cells, &self.region_points[start..], number, &mut self.seen)
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
        usize::from(self.component[index])
    }

    /// All regions, in the row-major order of their first points.
    #[must_use]
    pub fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// The number, in [`Self::regions`], of the region that an empty point is in.
    #[must_use]
    pub fn region(&self, index: usize) -> usize {
        usize::from(self.component[index])
    }

    /// Whether a point is in a neutral region.
    #[must_use]
    pub fn is_dame(&self, index: usize) -> bool {
        self.cells[index] == Cell::Empty && self.regions[self.region(index)].owner.is_none()
    }

    /// The points of a region, its first point first, the others in no order.
    #[must_use]
    pub fn points(&self, region: &Region) -> &[u16] {
        &self.region_points[region.points.clone()]
    }

    /// The numbers of the blocks around a region, each once.
    #[must_use]
    pub fn blocks_around(&self, region: &Region) -> &[u16] {
        &self.region_blocks[region.blocks.clone()]
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
