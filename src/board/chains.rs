//! Blocks that grow with the game, and know when they have no liberty left.
//!
//! For each block the *pseudo-liberties* are kept: pairs of a stone of it and an empty point beside that stone. There
//! are none exactly when there is no liberty, and a move changes those of its neighbours by one each.

use super::{Cell, Grid, Position};

/// The blocks of a position.
pub(super) struct Chains {
    grid: Grid,
    /// By stone: the stone that names its block.
    name: Vec<u16>,
    /// By stone: the next stone of its block, around.
    next: Vec<u16>,
    /// By name: the stones.
    stones: Vec<u16>,
    /// By name: the pseudo-liberties.
    liberties: Vec<u16>,
}

impl Chains {
    /// Those of an empty board.
    pub(super) fn new(grid: Grid) -> Self {
        let by_cell = || vec![0; grid.cells()];
        Self { grid, name: by_cell(), next: by_cell(), stones: by_cell(), liberties: by_cell() }
    }

    /// Finds the blocks of a position, whatever they were before.
    pub(super) fn find(&mut self, position: &Position) {
        let mut before = Position::new(self.grid.size()).cells().to_vec();
        for index in self.grid.points().filter(|&index| position.cells()[index] != Cell::Empty) {
            before[index] = position.cells()[index];
            self.add(&before, index);
        }
    }

    /// Takes in the stone on `index` of `cells`, on which no block knew a stone before.
    pub(super) fn add(&mut self, cells: &[Cell], index: usize) {
        let own = cells[index];
        self.name[index] = narrow(index);
        self.next[index] = narrow(index);
        self.stones[index] = 1;
        self.liberties[index] = 0;
        for cell in self.grid.neighbours(index) {
            match cells[cell] {
                Cell::Empty => self.liberties[usize::from(self.name[index])] += 1,
                Cell::Border => {}
                stone => {
                    self.liberties[usize::from(self.name[cell])] -= 1;
                    if stone == own {
                        self.join(index, cell);
                    }
                }
            }
        }
    }

    /// Makes one block of those that two stones are in.
    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (usize::from(self.name[a]), usize::from(self.name[b]));
        if a == b {
            return;
        }
        let (large, small) = if self.stones[a] >= self.stones[b] { (a, b) } else { (b, a) };
        let mut stone = small;
        loop {
            self.name[stone] = narrow(large);
            stone = usize::from(self.next[stone]);
            if stone == small {
                break;
            }
        }
        self.next.swap(large, small);
        self.stones[large] += self.stones[small];
        self.liberties[large] += self.liberties[small];
    }

    /// Whether the block of the stone on `index` has no liberty.
    pub(super) fn is_captured(&self, index: usize) -> bool {
        self.liberties[usize::from(self.name[index])] == 0
    }

    /// Takes the block of the stone on `index` off, and counts its stones.
    pub(super) fn take_off(&mut self, position: &mut Position, index: usize) -> u32 {
        let count = self.stones[usize::from(self.name[index])];
        let mut stone = index;
        loop {
            position.set_index(stone, None);
            for cell in self.grid.neighbours(stone) {
                if position.cells()[cell].color().is_some() {
                    self.liberties[usize::from(self.name[cell])] += 1;
                }
            }
            stone = usize::from(self.next[stone]);
            if stone == index {
                break;
            }
        }
        u32::from(count)
    }
}

/// An index in 16 bits.
fn narrow(index: usize) -> u16 {
    u16::try_from(index).expect("at most 54 · 53 + 1 cells")
}
