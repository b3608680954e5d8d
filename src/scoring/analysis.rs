//! Blocks and regions of a position: what every strategy starts from, found once.

use std::ops::Range;

use super::eyes::Boundary;
use crate::board::{Cell, Color, Grid, Position};

/// A maximal set of connected empty points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    points: Range<usize>,
    /// The colour of all stones that border it; `None` where both colours or no stone do.
    pub owner: Option<Color>,
    /// How large it is as an eye.
    pub boundary: Boundary,
}

/// The blocks and regions of one position. Indices are those of its [`Grid`].
#[derive(Clone, Debug)]
pub struct Analysis {
    grid: Grid,
    cells: Vec<Cell>,
    /// By point with a stone: the name of its block, 0 while it has none.
    block: Vec<u16>,
    /// By empty point: the number of its region, `u16::MAX` while it has none.
    region: Vec<u16>,
    regions: Vec<Region>,
    region_points: Vec<u16>,
    stack: Vec<usize>,
    seen: Vec<u16>,
}

impl Default for Analysis {
    /// The analysis of an empty board of one point.
    fn default() -> Self {
        let grid = Grid::new(crate::board::Size::new(1, 1).expect("1 is a side"));
        let mut analysis = Self {
            grid,
            cells: Vec::new(),
            block: Vec::new(),
            region: Vec::new(),
            regions: Vec::new(),
            region_points: Vec::new(),
            stack: Vec::new(),
            seen: Vec::new(),
        };
        analysis.set(&Position::new(grid.size()));
        analysis
    }
}

impl Analysis {
    /// Finds the blocks and regions of `position`.
    pub(super) fn set(&mut self, position: &Position) {
        self.grid = position.grid();
        self.cells.clear();
        self.cells.extend_from_slice(position.cells());
        self.block.clear();
        self.block.resize(self.grid.cells(), 0);
        self.region.clear();
        self.region.resize(self.grid.cells(), u16::MAX);
        self.regions.clear();
        self.region_points.clear();
        self.seen.clear();
        self.seen.resize(self.grid.cells(), 0);
        for index in self.grid.points() {
            match self.cells[index] {
                Cell::Empty if self.region[index] == u16::MAX => self.add_region(index),
                Cell::Black | Cell::White if self.block[index] == 0 => self.add_block(index),
                _ => {}
            }
        }
    }

    fn add_block(&mut self, first: usize) {
        let color = self.cells[first];
        let name = u16::try_from(first).expect("an index fits into 16 bits");
        self.stack.push(first);
        self.block[first] = name;
        while let Some(stone) = self.stack.pop() {
            for neighbour in self.grid.neighbours(stone) {
                if self.cells[neighbour] == color && self.block[neighbour] == 0 {
                    self.block[neighbour] = name;
                    self.stack.push(neighbour);
                }
            }
        }
    }

    fn add_region(&mut self, first: usize) {
        let start = self.region_points.len();
        let number = u16::try_from(self.regions.len()).expect("at most 52 · 52 regions");
        let name = u16::try_from(first).expect("an index fits into 16 bits");
        self.region[first] = number;
        self.region_points.push(name);
        let mut borders = [false; 2];
        let mut next = start;
        while let Some(&point) = self.region_points.get(next) {
            next += 1;
            for neighbour in self.grid.neighbours(usize::from(point)) {
                match self.cells[neighbour] {
                    Cell::Empty if self.region[neighbour] == u16::MAX => {
                        self.region[neighbour] = number;
                        self.region_points.push(u16::try_from(neighbour).expect("an index fits into 16 bits"));
                    }
                    Cell::Empty | Cell::Border => {}
                    Cell::Black => borders[0] = true,
                    Cell::White => borders[1] = true,
                }
            }
        }
        let owner = match borders {
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            _ => None,
        };
        let points = &self.region_points[start..];
        let boundary = Boundary::measure(self.grid, &self.cells, points, &mut self.seen);
        self.regions.push(Region { points: start..start + points.len(), owner, boundary });
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

    /// The name of the block that a stone is in: the index of its first stone, row-major.
    #[must_use]
    pub fn block(&self, index: usize) -> usize {
        usize::from(self.block[index])
    }

    /// The number, in [`Self::regions`], of the region that an empty point is in.
    #[must_use]
    pub fn region(&self, index: usize) -> usize {
        usize::from(self.region[index])
    }

    /// Whether a point is in a neutral region.
    #[must_use]
    pub fn is_dame(&self, index: usize) -> bool {
        self.cells[index] == Cell::Empty && self.regions[self.region(index)].owner.is_none()
    }

    /// All regions, in the row-major order of their first points.
    #[must_use]
    pub fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// The points of a region, its first point first, the others in no order.
    #[must_use]
    pub fn points(&self, region: &Region) -> &[u16] {
        &self.region_points[region.points.clone()]
    }

    /// The regions that one colour controls, with that colour.
    pub fn controlled(&self) -> impl Iterator<Item = (&Region, Color)> {
        self.regions.iter().filter_map(|region| region.owner.map(|owner| (region, owner)))
    }

    /// The regions that no colour controls.
    pub fn neutral(&self) -> impl Iterator<Item = &Region> {
        self.regions.iter().filter(|region| region.owner.is_none())
    }

    /// The dame: the points of neutral regions, region by region.
    pub fn dame(&self) -> impl Iterator<Item = usize> {
        self.neutral().flat_map(|region| self.points(region)).map(|&point| usize::from(point))
    }
}
