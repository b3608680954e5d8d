//! A position that changes, and which blocks of it are captured: asked only where a move may have taken a last liberty.
//!
//! For each point the empty points beside it are counted, and a move changes those of its four neighbours by one each.
//! A stone with an empty point beside it is not captured, and most are asked no more. From the others their block is
//! searched until a stone that has one is found, which is seldom far: so no block has to be kept from move to move.

use super::{Cell, Color, Grid, Point, Position, narrow};

/// A position that changes, and what tells its captured blocks.
#[derive(Debug)]
pub(super) struct Captures {
    grid: Grid,
    /// By cell: what is on it, whether it is [`FOUND`], and how many empty points are [`BESIDE`] it. The latter mean nothing
    /// on the border.
    cells: Vec<u8>,
    /// The stones of the block that was searched last, as far as it was.
    block: Vec<u16>,
    /// How many these are.
    found: usize,
}

/// The bits of a cell that tell what is on it: the value of [`Cell`].
const CONTENT: u8 = 0b11;
const EMPTY: u8 = Cell::Empty as u8;
/// The bit of a stone that was found by a search. Between two searches no cell has it.
const FOUND: u8 = 0b100;
/// One empty point beside a cell.
const BESIDE: u8 = 0b1000;

impl Captures {
    /// Those of a position.
    pub(super) fn of(position: &Position) -> Self {
        let grid = position.grid();
        let mut cells: Vec<_> = position.cells().iter().map(|&cell| cell as u8).collect();
        let first = grid.index(Point::new(0, 0));
        let behind = cells.len() - first;
        for start in grid.neighbours(first) {
            // the border between the rows is taken along, for that is faster
            for (cell, &beside) in cells[first..behind].iter_mut().zip(&position.cells()[start..]) {
                *cell += BESIDE * u8::from(beside == Cell::Empty);
            }
        }
        // a block has fewer stones than there are cells
        let block = vec![0; cells.len()];
        Self { grid, cells, block, found: 0 }
    }

    /// The position as it is now.
    pub(super) fn position(&self) -> Position {
        const CONTENTS: [Cell; 4] = [Cell::Black, Cell::White, Cell::Empty, Cell::Border];
        let content = |&cell: &u8| CONTENTS[usize::from(cell & CONTENT)];
        Position::of_cells(self.grid, self.cells.iter().map(content).collect())
    }

    /// What is on a cell.
    pub(super) fn is(&self, index: usize, wanted: Cell) -> bool {
        self.cells[index] & CONTENT == wanted as u8
    }

    /// Puts a stone of `color` on a point, or empties it. Says which neighbours have a stone of the other colour on them and
    /// no empty point beside them, as bits in the order of [`Grid::neighbours`].
    #[inline]
    pub(super) fn put(&mut self, index: usize, color: Option<Color>) -> u8 {
        let (before, after) = (self.cells[index], color.map_or(Cell::Empty, Cell::from));
        self.cells[index] = before & !CONTENT | after as u8;
        let was_empty = u8::from(before & CONTENT == EMPTY);
        let change = BESIDE.wrapping_mul(u8::from(after == Cell::Empty).wrapping_sub(was_empty));
        let shut_in = color.map_or(CONTENT, |color| Cell::from(color.opponent()) as u8);
        let mut bits = 0;
        for (cell, bit) in self.grid.neighbours(index).into_iter().zip([1, 2, 4, 8]) {
            let now = self.cells[cell].wrapping_add(change);
            self.cells[cell] = now;
            bits |= bit * u8::from(now == shut_in);
        }
        bits
    }

    /// Whether the block of the stone on `index` has no liberty.
    #[inline]
    pub(super) fn is_captured(&mut self, index: usize) -> bool {
        // most stones have one of their own
        self.cells[index] < BESIDE && !self.is_helped(index) && self.search(index)
    }

    /// Whether a stone has one of its own colour beside it that has an empty point beside it. All four are asked at once,
    /// for what is there can't be foreseen.
    fn is_helped(&self, index: usize) -> bool {
        let color = self.cells[index] & CONTENT;
        let helps = |cell: usize| u8::from(self.cells[cell] & CONTENT == color) & u8::from(self.cells[cell] >= BESIDE);
        self.grid.neighbours(index).into_iter().fold(0, |any, cell| any | helps(cell)) != 0
    }

    /// Searches the block of a stone with no empty point beside it. Says whether no stone of it has one.
    // not within what most moves go through, where it takes registers from them
    #[inline(never)]
    fn search(&mut self, index: usize) -> bool {
        let stone = self.cells[index];
        self.cells[index] |= FOUND;
        self.block[0] = narrow(index);
        let (mut next, mut found, mut has_liberty) = (0, 1, 0);
        while has_liberty == 0 && next < found {
            for cell in self.grid.neighbours(usize::from(self.block[next])) {
                // each is written down before it is known to be one, for the processor can't foresee which are
                let now = self.cells[cell];
                let is_new = u8::from(now & (CONTENT | FOUND) == stone);
                has_liberty |= is_new & u8::from(now >= BESIDE);
                self.cells[cell] = now | (FOUND * is_new);
                self.block[found] = narrow(cell);
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

    /// Takes the block of the stone on `index` off if it has no liberty, and returns how many stones were taken off.
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
