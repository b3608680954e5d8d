//! A position with filled-in stones and joined blocks.

use super::analysis::{Analysis, LibertyRange, NONE, Region};
use super::eyes::Boundary;
use super::reset;
use super::union_find::UnionFind;
use crate::board::{Cell, Color, idx16};

/// The value in `seen` of a point whose component has been visited. It differs from all cell
/// indices.
const FOUND: u16 = u16::MAX;

/// The stones that a strategy fills in, and the sets of blocks that count as one.
#[derive(Debug, Default)]
pub(super) struct FilledBoard {
    /// The cells of the position, including the stones on dame and on filled points.
    pub(super) cells: Vec<Cell>,
    /// The sets of joined blocks. Their elements are the numbers of the blocks, followed by a
    /// number for each cell. This number stands for a stone if the cell is a filled dame. Blocks
    /// are joined across dame, through filled points and around controlled regions.
    pub(super) joins: UnionFind,
    /// For each cell, a block that its stone joins if the cell is a filled point of a controlled
    /// region, and [`NONE`] otherwise.
    joined: Vec<u16>,
    /// For each region, the number of filled points.
    filled: Vec<u16>,
    /// For each block that represents a set, the first and last liberty of the set in controlled
    /// regions.
    liberties: Vec<LibertyRange>,
    /// The points of one component of a region.
    points: Vec<u16>,
    /// For each cell, `FOUND` if it is in a visited component, or the mark of the last component
    /// whose boundary counted it.
    seen: Vec<u16>,
}

impl FilledBoard {
    /// Resets the board for a new position, with nothing filled or joined.
    pub(super) fn reset(&mut self, analysis: &Analysis) {
        self.cells.clear();
        self.cells.extend_from_slice(analysis.cells());
        self.joins
            .reset(idx16(analysis.blocks().len() + self.cells.len()));
        self.joined.clear();
        self.joined.resize(self.cells.len(), NONE);
        reset(&mut self.filled, analysis.regions().len());
    }

    /// Joins the blocks of `color` that touch the dame point `index`.
    pub(super) fn join_across(&mut self, analysis: &Analysis, index: usize, color: Color) {
        let mut first = None;
        for cell in analysis.grid().neighbours(index) {
            if analysis.cells()[cell] == color.into() {
                let block = analysis.block(cell);
                self.joins.join(*first.get_or_insert(block), block);
            }
        }
    }

    /// Joins the blocks of one colour that touch the same dame point.
    pub(super) fn join_across_points(&mut self, analysis: &Analysis) {
        for (index, _) in analysis.dame() {
            for color in Color::BOTH {
                self.join_across(analysis, index, color);
            }
        }
    }

    /// Joins the stones on dame with the stones of their colour that they touch.
    pub(super) fn join_stones_on_dame(&mut self, analysis: &Analysis) {
        let blocks = analysis.blocks().len();
        for (index, _) in analysis
            .dame()
            .filter(|&(index, _)| self.cells[index] != Cell::Empty)
        {
            for cell in analysis.grid().neighbours(index) {
                if self.cells[cell] == self.cells[index] {
                    let is_dame = analysis.cells()[cell] == Cell::Empty;
                    let other = if is_dame {
                        blocks + cell
                    } else {
                        analysis.block(cell)
                    };
                    self.joins.join(blocks + index, other);
                }
            }
        }
    }

    /// Joins the blocks around each controlled region.
    pub(super) fn join_around_regions(&mut self, analysis: &Analysis) {
        for (_, region, _) in analysis.controlled() {
            for pair in analysis.blocks_around(region).windows(2) {
                self.joins.join(pair[0].into(), pair[1].into());
            }
        }
    }

    /// Returns the sets of two or more blocks that are joined.
    pub(super) fn joined_blocks(&mut self, analysis: &Analysis) -> Vec<Vec<u16>> {
        let mut sets: Vec<Vec<u16>> = vec![Vec::new(); analysis.blocks().len()];
        for block in 0..sets.len() {
            sets[self.joins.find(block)].push(idx16(block));
        }
        sets.retain(|set| set.len() > 1);
        sets
    }

    /// Returns the block of the stone at `cell`. For a stone on a filled point, returns a block
    /// that it joins.
    pub(super) fn block(&self, analysis: &Analysis, cell: usize) -> Option<usize> {
        match self.joined[cell] {
            NONE => analysis.cells()[cell].color().map(|_| analysis.block(cell)),
            block => Some(block.into()),
        }
    }

    /// Fills a point of a controlled region if the point is empty, and joins its stone and the
    /// adjacent stones with `block`. Returns whether the point was empty.
    pub(super) fn fill(&mut self, analysis: &Analysis, index: usize, block: u16) -> bool {
        let is_empty = self.cells[index] == Cell::Empty;
        if is_empty {
            self.filled[analysis.region(index)] += 1;
            self.cells[index] = analysis.blocks()[usize::from(block)].color.into();
            self.joined[index] = block;
            for cell in analysis.grid().neighbours(index) {
                if let Some(other) = self.block(analysis, cell) {
                    self.joins.join(usize::from(block), other);
                }
            }
        } else if self.joined[index] != NONE {
            self.joins
                .join(usize::from(block), usize::from(self.joined[index]));
        }
        is_empty
    }

    /// Returns whether any point of a region is filled.
    pub(super) fn is_filled(&self, region: usize) -> bool {
        self.filled[region] > 0
    }

    /// Finds, for each set of joined blocks, the liberties in controlled regions. A dame is not a
    /// liberty.
    pub(super) fn find_liberties(&mut self, analysis: &Analysis) {
        self.liberties.clear();
        self.liberties
            .resize(analysis.blocks().len(), LibertyRange::NONE);
        for (number, region, _) in analysis.controlled() {
            if self.filled[number] == 0 {
                continue;
            }
            for &point in analysis.points(region) {
                if self.cells[usize::from(point)] != Cell::Empty {
                    continue;
                }
                for cell in analysis.grid().neighbours(usize::from(point)) {
                    if let Some(block) = self.block(analysis, cell) {
                        let set = self.joins.find(block);
                        self.liberties[set] = self.liberties[set].with(LibertyRange::only(point));
                    }
                }
            }
        }
        for contact in analysis.contacts() {
            if self.filled[usize::from(contact.region)] == 0 {
                let set = self.joins.find(usize::from(contact.block));
                self.liberties[set] = self.liberties[set].with(contact.liberties);
            }
        }
    }

    /// Returns the first and the last liberty of the set that contains `block`.
    /// [`Self::find_liberties`] must have run.
    pub(super) fn liberties(&mut self, block: usize) -> LibertyRange {
        self.liberties[self.joins.find(block)]
    }

    /// Calls `see` for each connected component of the empty points of a region, with the
    /// component's points in breadth-first order and with its boundary.
    pub(super) fn for_each_space(
        &mut self,
        analysis: &Analysis,
        region: &Region,
        mut see: impl FnMut(&[u16], Boundary),
    ) {
        let Self {
            cells,
            points,
            seen,
            ..
        } = self;
        reset(seen, cells.len());
        for &first in analysis.points(region) {
            let mut is_new = |cell: usize| {
                cells[cell] == Cell::Empty && std::mem::replace(&mut seen[cell], FOUND) != FOUND
            };
            if is_new(first.into()) {
                points.clear();
                points.push(first);
                analysis.grid().flood(points, is_new);
                // the mark is the first point's index, which is unique to the component and never 0
                see(
                    points,
                    Boundary::measure(analysis.grid(), cells, points, first, seen),
                );
            }
        }
    }
}
