//! Blocks that grow with the game, and know when they have no liberty left.
//!
//! For each block the *pseudo-liberties* are kept: pairs of a stone of it and an empty point beside that stone. There
//! are none exactly when there is no liberty, and a move changes those of its neighbours by one each.

use super::{Cell, Grid, Position};

/// The blocks of a position.
#[derive(Debug)]
pub(super) struct Chains {
    grid: Grid,
    stones: Vec<Stone>,
}

/// What is known of a stone. The last two are its block's where it names it.
#[derive(Clone, Copy, Debug, Default)]
struct Stone {
    /// The stone that names its block.
    name: u16,
    /// The next stone of its block, around.
    next: u16,
    /// The stones of the block.
    count: u16,
    /// The pseudo-liberties of the block.
    liberties: u16,
}

impl Chains {
    /// Those of an empty board.
    pub(super) fn new(grid: Grid) -> Self {
        Self { grid, stones: vec![Stone::default(); grid.cells()] }
    }

    /// Finds the blocks of a position, whatever they were before.
    pub(super) fn find(&mut self, position: &Position) {
        let mut before = Position::new(self.grid.size()).cells().to_vec();
        for index in self.grid.points().filter(|&index| position.cells()[index] != Cell::Empty) {
            before[index] = position.cells()[index];
            self.add(&before, index);
        }
    }

    /// Takes in the stone on `index` of `cells`, on which no block knew a stone before. Says whether some block of the
    /// other colour has no liberty now.
    pub(super) fn add(&mut self, cells: &[Cell], index: usize) -> bool {
        let mut captures = false;
        let own = cells[index];
        let neighbours = self.grid.neighbours(index);
        let liberties = neighbours.iter().filter(|&&cell| cells[cell] == Cell::Empty).count();
        let name = narrow(index);
        self.stones[index] = Stone { name, next: name, count: 1, liberties: narrow(liberties) };
        for cell in neighbours {
            if cells[cell].color().is_some() {
                let block = usize::from(self.stones[cell].name);
                self.stones[block].liberties -= 1;
                if cells[cell] == own {
                    self.join(index, block);
                } else {
                    captures |= self.stones[block].liberties == 0;
                }
            }
        }
        captures
    }

    /// Makes one block of that of a stone and the one that `other` names.
    fn join(&mut self, stone: usize, other: usize) {
        let own = usize::from(self.stones[stone].name);
        if own == other {
            return;
        }
        let (large, small) =
            if self.stones[own].count >= self.stones[other].count { (own, other) } else { (other, own) };
        let mut stone = small;
        loop {
            self.stones[stone].name = narrow(large);
            stone = usize::from(self.stones[stone].next);
            if stone == small {
                break;
            }
        }
        let (a, b) = (self.stones[large], self.stones[small]);
        self.stones[small].next = a.next;
        let joined = Stone { next: b.next, count: a.count + b.count, liberties: a.liberties + b.liberties, ..a };
        self.stones[large] = joined;
    }

    /// Whether the block of the stone on `index` has no liberty.
    pub(super) fn is_captured(&self, index: usize) -> bool {
        self.stones[usize::from(self.stones[index].name)].liberties == 0
    }

    /// Takes the block of the stone on `index` off, and counts its stones.
    pub(super) fn take_off(&mut self, position: &mut Position, index: usize) -> u32 {
        let count = self.stones[usize::from(self.stones[index].name)].count;
        let mut stone = index;
        loop {
            position.set_index(stone, None);
            for cell in self.grid.neighbours(stone) {
                if position.cells()[cell].color().is_some() {
                    let block = usize::from(self.stones[cell].name);
                    self.stones[block].liberties += 1;
                }
            }
            stone = usize::from(self.stones[stone].next);
            if stone == index {
                break;
            }
        }
        u32::from(count)
    }
}

/// An index or a count of points in 16 bits.
fn narrow(number: usize) -> u16 {
    u16::try_from(number).expect("at most 54 · 53 + 1 cells")
}
