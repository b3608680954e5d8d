//! Labels connected components in one pass over the rows. A run is a maximal sequence of points in a row with the same
//! content. Touching runs of equal content belong to one component. Each row is a few bit sets, to do little work point
//! by point.
//!
//! Azriel Rosenfeld and John L. Pfaltz, "Sequential operations in digital picture processing", Journal of the ACM 13
//! (1966), 471–494.

use crate::board::{Cell, Grid, idx16};
use crate::territory::union_find::UnionFind;

/// A row of the board as bit sets. The lowest bit is the first point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct BoardRow {
    /// The cell index of the first point.
    pub(super) first: usize,
    /// The points where a run begins.
    pub(super) begins: u64,
    /// The empty points.
    pub(super) empty: u64,
    /// The points with Black's and with White's stones.
    pub(super) stones: [u64; 2],
}

impl BoardRow {
    fn of(grid: Grid, cells: &[Cell], first: usize) -> Self {
        let width = grid.size().width();
        let points = (1 << width) - 1;
        let (mut low, mut high) = (0, 0);
        for x in (0..usize::from(width)).step_by(8) {
            let eight = eight_cells(&cells[first + x..]);
            low |= lowest_bits(eight) << x;
            high |= lowest_bits(eight >> 1) << x;
        }
        let begins = (low ^ low << 1 | high ^ high << 1 | 1) & points;
        Self { first, begins, empty: high & !low & points, stones: [!high & !low & points, !high & low & points] }
    }

    /// Returns the points where both rows have the same content.
    fn same(&self, other: &Self) -> u64 {
        self.empty & other.empty | self.stones[0] & other.stones[0] | self.stones[1] & other.stones[1]
    }
}

/// Returns the content of the first eight cells, one byte each. Missing cells are 0.
fn eight_cells(cells: &[Cell]) -> u64 {
    let bytes = cells.first_chunk().map_or_else(
        || {
            let mut bytes = [0; 8];
            bytes.iter_mut().zip(cells).for_each(|(byte, &cell)| *byte = cell as u8);
            bytes
        },
        |eight: &[Cell; 8]| eight.map(|cell| cell as u8),
    );
    u64::from_le_bytes(bytes)
}

/// Gathers the lowest bit of each of eight bytes into one byte.
const fn lowest_bits(bytes: u64) -> u64 {
    // byte `i` is shifted by 56 − 7 i, to bit 56 + i, and no two products overlap
    (bytes & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The runs of a position, row by row.
#[derive(Clone, Debug, Default)]
pub(super) struct Runs {
    rows: Vec<BoardRow>,
    /// The content of the points of each run.
    contents: Vec<Cell>,
    /// The components, as sets of runs.
    components: UnionFind,
    /// For each cell that is a point, its run.
    by_cell: Vec<u16>,
}

impl Runs {
    /// Finds the runs of a position, and joins touching runs.
    pub(super) fn find(&mut self, grid: Grid, cells: &[Cell]) {
        self.rows.clear();
        // write an entry for every point, as if a run began there: a branch on where runs begin would be mispredicted
        self.contents.resize(grid.size().points(), Cell::Border);
        self.components.reset(idx16(grid.size().points()));
        self.by_cell.resize(cells.len(), 0);
        let mut above = BoardRow::default();
        // the current run; the first point of the board adds one to it
        let mut run = u16::MAX;
        for points in grid.rows() {
            let row = BoardRow::of(grid, cells, points.start);
            let mut begins = row.begins;
            for (by_cell, &cell) in self.by_cell[points.clone()].iter_mut().zip(&cells[points]) {
                run = run.wrapping_add((begins & 1) as u16);
                begins >>= 1;
                *by_cell = run;
                self.contents[usize::from(run)] = cell;
            }
            // the first points where a run touches a run of the row above
            let mut touch = row.same(&above) & (row.begins | above.begins);
            while touch != 0 {
                let x = touch.trailing_zeros() as usize;
                touch &= touch - 1;
                self.components.join(self.by_cell[above.first + x].into(), self.by_cell[row.first + x].into());
            }
            self.rows.push(row);
            above = row;
        }
        self.contents.truncate(usize::from(run) + 1);
        self.components.truncate(usize::from(run) + 1);
    }

    /// Returns, for each cell that is a point, its run.
    pub(super) fn by_cell(&self) -> &[u16] {
        &self.by_cell
    }

    /// Returns the rows from the top.
    pub(super) fn rows(&self) -> &[BoardRow] {
        &self.rows
    }

    /// Returns, for each run, a lower run of the same component or the run itself, and the content of its points.
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = (usize, Cell)> {
        self.components.parents().iter().map(|&lower| usize::from(lower)).zip(self.contents.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Position};

    #[test]
    fn horseshoe_is_one_component() {
        let position = Position::from_diagram("x.x\nx.x\nxxx\n").unwrap();
        let mut runs = Runs::default();
        runs.find(position.grid(), position.cells());
        let mut found: Vec<(usize, Cell)> = Vec::new();
        for (run, (lower, cell)) in runs.iter().enumerate() {
            found.push((found.get(lower).map_or(run, |&(first, _)| first), cell));
        }
        let [black, empty] = [(0, Cell::Black), (1, Cell::Empty)];
        assert_eq!(found, [black, empty, black, black, empty, black, black]);
    }

    #[test]
    fn board_rows_have_a_bit_for_each_point() {
        for width in [1, 2, 7, 8, 9, 19, 51, 52] {
            for height in [1, 3] {
                let size = crate::board::Size::new(width, height).unwrap();
                let mut position = Position::new(size);
                for (point, color) in
                    size.iter().zip([None, Some(Color::White), Some(Color::Black)].into_iter().cycle())
                {
                    position.set(point, color);
                }
                let (grid, cells) = (position.grid(), position.cells());
                let mut runs = Runs::default();
                runs.find(grid, cells);
                for (row, points) in runs.rows().iter().zip(grid.rows()) {
                    let has = |bits: u64, x: usize| bits >> x & 1 == 1;
                    for (x, index) in points.clone().enumerate() {
                        assert_eq!(has(row.empty, x), cells[index] == Cell::Empty);
                        assert_eq!(has(row.stones[0], x), cells[index] == Cell::Black);
                        assert_eq!(has(row.stones[1], x), cells[index] == Cell::White);
                        assert_eq!(has(row.begins, x), x == 0 || cells[index] != cells[index - 1]);
                    }
                    let all = row.begins | row.empty | row.stones[0] | row.stones[1];
                    assert_eq!((row.first, all >> width), (points.start, 0));
                }
            }
        }
    }
}
