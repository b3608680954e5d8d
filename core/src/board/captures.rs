//! The board during a replay, with a test for captured blocks that runs only if a move may take a last liberty.
//!
//! Each point keeps the number of its adjacent empty points, and a move changes this number by one for each of its four
//! neighbours. A stone with an adjacent empty point is not captured, which ends most tests. For other stones the block
//! is searched until a stone with an adjacent empty point is found, usually after a few steps. So no list of blocks has
//! to be kept from move to move.

use super::{Cell, Color, Grid, Point, idx16};

/// A board that moves change, with the data for finding captured blocks.
#[derive(Debug, Default)]
pub(super) struct Captures {
    grid: Grid,
    /// For each cell, its content, whether it is [`FOUND`], and the number of [`ADJACENT_EMPTY`] points. This number is
    /// meaningless on the border.
    cells: Vec<u8>,
    /// The stones that the last search found: the whole block, or the stones found before its first liberty.
    block: Vec<u16>,
    /// The number of stones that the last search found.
    found: usize,
}

/// The bits of a cell for its content, a value of [`Cell`].
const CONTENT: u8 = 0b11;
const EMPTY: u8 = Cell::Empty as u8;
/// The bit of a stone that the current search has found. Between searches no cell has it.
const FOUND: u8 = 0b100;
/// The unit of a cell's count of adjacent empty points.
const ADJACENT_EMPTY: u8 = 0b1000;

impl Captures {
    /// Counts the adjacent empty points of each cell of the position `contents`.
    pub(super) fn new(grid: Grid, contents: &[Cell]) -> Self {
        let mut cells: Vec<_> = contents.iter().map(|&cell| cell as u8).collect();
        let first = grid.index(Point::new(0, 0));
        let end = cells.len() - first;
        for start in grid.neighbours(first) {
            // includes the border cells between the rows, because one loop over all cells is faster
            for (cell, &neighbour) in cells[first..end].iter_mut().zip(&contents[start..]) {
                *cell += ADJACENT_EMPTY * u8::from(neighbour == Cell::Empty);
            }
        }
        // a block has fewer stones than the board has cells
        let block = vec![0; cells.len()];
        Self { grid, cells, block, found: 0 }
    }

    /// Returns the content of every cell.
    pub(super) fn contents(&self) -> Vec<Cell> {
        const CONTENTS: [Cell; 4] = [Cell::Black, Cell::White, Cell::Empty, Cell::Border];
        self.cells.iter().map(|cell| CONTENTS[usize::from(cell & CONTENT)]).collect()
    }

    /// Returns whether the content of the cell at `index` is `wanted`.
    pub(super) fn is(&self, index: usize, wanted: Cell) -> bool {
        self.cells[index] & CONTENT == wanted as u8
    }

    /// Puts a stone of `color` on a point, or empties the point. Returns a bit for each neighbour that is a stone of
    /// the other colour without an adjacent empty point, in the order of [`Grid::neighbours`]. The bits are meaningless
    /// when the point is emptied.
    #[inline]
    pub(super) fn put(&mut self, index: usize, color: Option<Color>) -> u8 {
        let (before, after) = (self.cells[index], color.map_or(Cell::Empty, Cell::from));
        self.cells[index] = before & !CONTENT | after as u8;
        let was_empty = u8::from(before & CONTENT == EMPTY);
        let change = ADJACENT_EMPTY.wrapping_mul(u8::from(after == Cell::Empty).wrapping_sub(was_empty));
        let shut_in = color.map_or(CONTENT, |color| Cell::from(color.opponent()) as u8);
        let mut bits = 0;
        for (cell, bit) in self.grid.neighbours(index).into_iter().zip([1, 2, 4, 8]) {
            let now = self.cells[cell].wrapping_add(change);
            self.cells[cell] = now;
            bits |= bit * u8::from(now == shut_in);
        }
        bits
    }

    /// Returns whether the block of the stone on `index` has no liberty.
    #[inline]
    pub(super) fn is_captured(&mut self, index: usize) -> bool {
        // most stones have an adjacent empty point
        self.cells[index] < ADJACENT_EMPTY && !self.is_helped(index) && self.search(index)
    }

    /// Returns whether an adjacent stone of the same colour has an adjacent empty point. Reads all four neighbours
    /// without a branch, which would often be mispredicted.
    fn is_helped(&self, index: usize) -> bool {
        let color = self.cells[index] & CONTENT;
        let helps =
            |cell: usize| u8::from(self.cells[cell] & CONTENT == color) & u8::from(self.cells[cell] >= ADJACENT_EMPTY);
        self.grid.neighbours(index).into_iter().fold(0, |any, cell| any | helps(cell)) != 0
    }

    /// Searches the block of a stone that has no adjacent empty point. Returns whether the whole block has none.
    // not inlined, because it would take registers from the path of most moves
    #[inline(never)]
    fn search(&mut self, index: usize) -> bool {
        let stone = self.cells[index];
        self.cells[index] |= FOUND;
        self.block[0] = idx16(index);
        let (mut next, mut found, mut has_liberty) = (0, 1, 0);
        while has_liberty == 0 && next < found {
            for cell in self.grid.neighbours(usize::from(self.block[next])) {
                // store each cell before it is known to be new: a branch would often be mispredicted
                let now = self.cells[cell];
                let is_new = u8::from(now & (CONTENT | FOUND) == stone);
                has_liberty |= is_new & u8::from(now >= ADJACENT_EMPTY);
                self.cells[cell] = now | (FOUND * is_new);
                self.block[found] = idx16(cell);
                found += usize::from(is_new);
            }
            next += 1;
        }
        self.found = found;
        for &at in &self.block[..found] {
            self.cells[usize::from(at)] &= !FOUND;
        }
        has_liberty == 0
    }

    /// Removes the block of the stone on `index` if it has no liberty. Returns the number of stones removed.
    pub(super) fn take_off(&mut self, index: usize) -> u32 {
        if !self.is_captured(index) {
            return 0;
        }
        for at in 0..self.found {
            self.put(usize::from(self.block[at]), None);
        }
        u32::try_from(self.found).expect("at most 52 · 52 stones")
    }
}
