//! The part of the board that decides whether a chain is captured.

use crate::board::{Cell, Color, Grid};
use crate::sort::{sort, sort_by_key};

/// A board from which fields can be gathered. Border cells, even those inside the board, are not
/// liberties.
pub(in crate::territory) trait FieldBoard {
    fn grid(&self) -> Grid;

    fn cells(&self) -> &[Cell];

    /// Returns the stones of the block that contains `stone`.
    fn block(&self, stone: usize) -> Vec<usize>;

    /// Returns whether the block that contains `stone` is considered alive.
    fn is_alive(&self, stone: usize) -> bool;

    /// Returns the pairs of stones of a block that are connected although they are not adjacent.
    fn joints(&self, stones: &[usize]) -> Vec<[usize; 2]>;
}

/// A block of a field.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::territory) struct FieldBlock {
    pub(in crate::territory) color: Color,
    /// The cells of its stones.
    pub(in crate::territory) stones: Vec<usize>,
    /// Whether the block can be captured.
    pub(in crate::territory) can_capture: bool,
}

/// The points and blocks that decide whether a block is captured, with each list in ascending
/// order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(in crate::territory) struct Field {
    /// The empty points.
    pub(in crate::territory) points: Vec<usize>,
    pub(in crate::territory) blocks: Vec<FieldBlock>,
    /// The pairs of stones of a block that are connected although they are not adjacent.
    pub(super) joints: Vec<[usize; 2]>,
}

impl Field {
    /// Returns the field of the block of `target`, or `None` if the field has more than `most`
    /// points. The field contains all regions next to a block that can be captured, and all blocks
    /// next to these regions and blocks. A block can be captured if it is not considered alive, if
    /// it has no liberty outside the field, or if `is_weak` returns `true` for the block and the
    /// points of the field.
    pub(in crate::territory) fn gather<B: FieldBoard>(
        board: &B,
        target: usize,
        most: usize,
        is_weak: impl Fn(&FieldBlock, &[usize]) -> bool,
    ) -> Option<Self> {
        let mut builder = FieldBuilder {
            board,
            field: Self::default(),
            is_inside: vec![false; board.cells().len()],
            queue: Vec::new(),
        };
        builder.add_block(target);
        builder.set_capturable(0);
        loop {
            while let Some(block) = builder.queue.pop() {
                builder.add_surroundings(block, most)?;
            }
            for number in 0..builder.field.blocks.len() {
                let block = &builder.field.blocks[number];
                if !builder.has_liberty_outside(block) || is_weak(block, &builder.field.points) {
                    builder.set_capturable(number);
                }
            }
            if builder.queue.is_empty() {
                break;
            }
        }
        let mut field = builder.field;
        sort(&mut field.points);
        for block in &mut field.blocks {
            sort(&mut block.stones);
            field.joints.extend(board.joints(&block.stones));
        }
        sort_by_key(&mut field.blocks, |block| block.stones[0]);
        Some(field)
    }

    /// Returns the number of the block that contains `stone`.
    pub(in crate::territory) fn block_of(&self, stone: usize) -> Option<usize> {
        let mut blocks = self.blocks.iter();
        blocks.position(|block| block.stones.contains(&stone))
    }
}

/// Gathers the points and blocks of a field.
struct FieldBuilder<'a, B> {
    board: &'a B,
    field: Field,
    /// For each cell, whether it is part of the field.
    is_inside: Vec<bool>,
    /// The blocks that can be captured and whose surroundings have not been added yet.
    queue: Vec<usize>,
}

impl<B: FieldBoard> FieldBuilder<'_, B> {
    fn set_capturable(&mut self, block: usize) {
        if !std::mem::replace(&mut self.field.blocks[block].can_capture, true) {
            self.queue.push(block);
        }
    }

    /// Adds the regions and blocks next to a block. Returns `None` if the field gets too large.
    fn add_surroundings(&mut self, block: usize, most: usize) -> Option<()> {
        for at in 0..self.field.blocks[block].stones.len() {
            let stone = self.field.blocks[block].stones[at];
            let mut next = self.field.points.len();
            self.add_around(stone);
            while let Some(&point) = self.field.points.get(next) {
                next += 1;
                self.add_around(point);
                if self.field.points.len() > most {
                    return None;
                }
            }
        }
        Some(())
    }

    /// Adds the empty points and blocks next to a cell.
    fn add_around(&mut self, cell: usize) {
        for near in self.board.grid().neighbours(cell) {
            if self.is_inside[near] {
                continue;
            }
            match self.board.cells()[near] {
                Cell::Border => {}
                Cell::Empty => {
                    self.is_inside[near] = true;
                    self.field.points.push(near);
                }
                Cell::Black | Cell::White => self.add_block(near),
            }
        }
    }

    fn add_block(&mut self, stone: usize) {
        let Some(color) = self.board.cells()[stone].color() else {
            return;
        };
        let stones = self.board.block(stone);
        for &stone in &stones {
            self.is_inside[stone] = true;
        }
        self.field.blocks.push(FieldBlock {
            color,
            stones,
            can_capture: false,
        });
        if !self.board.is_alive(stone) {
            self.set_capturable(self.field.blocks.len() - 1);
        }
    }

    fn has_liberty_outside(&self, block: &FieldBlock) -> bool {
        let grid = self.board.grid();
        let mut around = block
            .stones
            .iter()
            .flat_map(|&stone| grid.neighbours(stone));
        around.any(|cell| self.board.cells()[cell] == Cell::Empty && !self.is_inside[cell])
    }
}
