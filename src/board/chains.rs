//! Blocks that grow with the game, and know when they have no liberty left.
//!
//! For each block the *pseudo-liberties* are kept: pairs of a stone of it and an empty point beside that stone. There
//! are none exactly when there is no liberty, and a move changes those of its neighbours by one each.

use super::{Cell, Color, Grid, Position};

/// The blocks of a position.
#[derive(Debug)]
pub(super) struct Chains {
    grid: Grid,
    /// By cell. Where there is no stone, its name is 0: a cell of the border, whose liberties mean nothing.
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
        self.stones.fill(Stone::default());
        let mut before = Position::new(self.grid.size()).cells().to_vec();
        for index in self.grid.points() {
            if let Some(color) = position.cells()[index].color() {
                before[index] = color.into();
                self.add(&before, color, index);
            }
        }
    }

    /// Takes in the stone of `color` on `index` of `cells`, on which no block knew a stone before. Says whether some block
    /// of the other colour has no liberty now.
    pub(super) fn add(&mut self, cells: &[Cell], color: Color, index: usize) -> bool {
        let (own, enemy) = (Cell::from(color), Cell::from(color.opponent()));
        let neighbours = self.grid.neighbours(index);
        // what is beside a stone can't be foreseen, so nothing is asked of it but with which of its own it is joined
        let (mut captures, mut liberties, mut joined) = (false, 0, 0_u8);
        for (&cell, bit) in neighbours.iter().zip([1, 2, 4, 8]) {
            let name = self.stones[cell].name;
            let block = &mut self.stones[usize::from(name)];
            block.liberties = block.liberties.wrapping_sub(1);
            captures |= cells[cell] == enemy && block.liberties == 0;
            liberties += u16::from(cells[cell] == Cell::Empty);
            joined |= u8::from(cells[cell] == own) * bit;
        }
        let name = narrow(index);
        self.stones[index] = Stone { name, next: name, count: 1, liberties };
        while joined != 0 {
            self.join(index, neighbours[joined.trailing_zeros() as usize]);
            joined &= joined - 1;
        }
        captures
    }

    /// Makes one block of those that two stones are in.
    fn join(&mut self, stone: usize, other: usize) {
        let [own, other] = [stone, other].map(|stone| usize::from(self.stones[stone].name));
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

    /// Takes the block of the stone on `index` off, and returns how many stones it had.
    pub(super) fn take_off(&mut self, position: &mut Position, index: usize) -> u32 {
        let count = self.stones[usize::from(self.stones[index].name)].count;
        let mut stone = index;
        loop {
            position.set_index(stone, None);
            for cell in self.grid.neighbours(stone) {
                // the block itself among them, which is none any more
                let name = self.stones[cell].name;
                let block = &mut self.stones[usize::from(name)];
                block.liberties = block.liberties.wrapping_add(1);
            }
            stone = usize::from(std::mem::take(&mut self.stones[stone]).next);
            if stone == index {
                break;
            }
        }
        u32::from(count)
    }
}

/// An index in 16 bits.
fn narrow(number: usize) -> u16 {
    u16::try_from(number).expect("at most 54 · 53 + 1 cells")
}
