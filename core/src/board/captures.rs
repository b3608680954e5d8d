//! Finds captured blocks.

use super::{Cell, Point, Position, idx16};

/// Finds blocks without a liberty. One instance can be used for any number of boards.
#[derive(Clone, Debug, Default)]
pub(super) struct Captures {
    block: Vec<u16>,
    /// For each cell, whether it is in `block`.
    is_found: Vec<bool>,
}

impl Captures {
    /// Returns the stones of the block at `index` if the block has no liberty. Otherwise, returns
    /// an empty slice.
    pub(super) fn of(&mut self, position: &Position, index: usize) -> &[u16] {
        let (grid, cells) = (position.grid(), position.cells());
        self.block.clear();
        // most stones have an adjacent empty point
        if grid
            .neighbours(index)
            .into_iter()
            .any(|cell| cells[cell] == Cell::Empty)
        {
            return &[];
        }
        self.is_found.resize(cells.len(), false);
        self.is_found[index] = true;
        self.block.push(idx16(index));
        let mut has_liberty = false;
        let mut next = 0;
        // one liberty is enough, so this is not a flood
        while next < self.block.len() && !has_liberty {
            for cell in grid.neighbours(self.block[next].into()) {
                has_liberty |= cells[cell] == Cell::Empty;
                if cells[cell] == cells[index] && !self.is_found[cell] {
                    self.is_found[cell] = true;
                    self.block.push(idx16(cell));
                }
            }
            next += 1;
        }
        for &stone in &self.block {
            self.is_found[usize::from(stone)] = false;
        }
        if has_liberty { &[] } else { &self.block }
    }
}

impl Position {
    /// Returns the first stone, in row-major order, whose block has no liberty. After a legal move,
    /// there is no such block.
    pub fn without_liberty(&self) -> Option<Point> {
        let mut captures = Captures::default();
        let mut stones = self
            .grid()
            .points()
            .filter(|&index| self.cells()[index] != Cell::Empty);
        let captured = stones.find(|&index| !captures.of(self, index).is_empty())?;
        Some(self.grid().point(captured))
    }
}
