//! Blocks that do not need two eyes, because they are unconditionally alive or not hemmed in.
//!
//! David B. Benson, "Life in the game of Go", Information Sciences 10 (1976), 17–29. A region is
//! *vital* to an adjacent block if every empty point of the region is a liberty of the block.
//! Blocks of a colour that have fewer than two vital regions are removed, then the regions adjacent
//! to a removed block, and so on until nothing changes. The remaining blocks are *unconditionally
//! alive*: each has two regions where the opponent cannot take its last liberty.
//!
//! The regions are the controlled regions. Dead stones in them count as stones, so fewer points
//! have to be liberties.
//!
//! A group with a way out does not need two eyes. A dame point is a way out for a colour if no
//! stone of the opponent is adjacent to it, or to an empty point at most two steps away. That
//! colour can then run this far before the opponent arrives. If a game was played to the last dame,
//! no such point is left.

use crate::board::{Cell, Grid};
use crate::territory::analysis::{Analysis, Contact};
use crate::territory::reset;

/// The unconditionally alive blocks.
#[derive(Debug, Default)]
pub(super) struct Benson {
    /// For each block, whether it is still considered unconditionally alive.
    alive: Vec<bool>,
    /// For each block, the number of remaining regions that are vital to it.
    vital: Vec<u16>,
    /// For each region, whether an adjacent block was removed.
    is_removed: Vec<bool>,
    /// The pairs of a region and a block to which the region is vital.
    pairs: Vec<[u16; 2]>,
    /// For each block, the number of adjacent dead stones in the current region.
    dead_stones: Vec<u16>,
}

impl Benson {
    /// Finds the unconditionally alive blocks of both colours.
    pub(super) fn find(&mut self, analysis: &Analysis) {
        self.find_pairs(analysis);
        let blocks = analysis.blocks().len();
        self.alive.clear();
        self.alive.resize(blocks, true);
        self.is_removed.clear();
        self.is_removed.resize(analysis.regions().len(), false);
        loop {
            self.vital.clear();
            self.vital.resize(blocks, 0);
            for &[region, block] in &self.pairs {
                self.vital[usize::from(block)] += u16::from(!self.is_removed[usize::from(region)]);
            }
            let before = self.alive.iter().filter(|&&alive| alive).count();
            for (alive, &vital) in self.alive.iter_mut().zip(&self.vital) {
                *alive &= vital >= 2;
            }
            if self.alive.iter().filter(|&&alive| alive).count() == before {
                return;
            }
            for (number, region, _) in analysis.controlled() {
                let mut around = analysis.blocks_around(region).iter();
                self.is_removed[number] = around.any(|&block| !self.alive[usize::from(block)]);
            }
        }
    }

    /// Returns whether a block is unconditionally alive.
    pub(super) fn is_unconditionally_alive(&self, block: usize) -> bool {
        self.alive[block]
    }

    /// Finds the regions that are vital to each block.
    fn find_pairs(&mut self, analysis: &Analysis) {
        self.pairs.clear();
        reset(&mut self.dead_stones, analysis.blocks().len());
        for contacts in analysis.contacts().chunk_by(|a, b| a.region == b.region) {
            let points = analysis.points(&analysis.regions()[usize::from(contacts[0].region)]);
            let mut empty = points.len();
            for &point in points
                .iter()
                .filter(|&&point| analysis.is_dead(point.into()))
            {
                empty -= 1;
                let mut seen = [usize::MAX; 4];
                for (at, cell) in analysis
                    .grid()
                    .neighbours(usize::from(point))
                    .into_iter()
                    .enumerate()
                {
                    if matches!(analysis.cells()[cell], Cell::Black | Cell::White) {
                        let block = analysis.block(cell);
                        self.dead_stones[block] += u16::from(!seen.contains(&block));
                        seen[at] = block;
                    }
                }
            }
            for &Contact {
                block,
                region,
                count,
                ..
            } in contacts
            {
                let liberties = count - std::mem::take(&mut self.dead_stones[usize::from(block)]);
                if usize::from(liberties) == empty {
                    self.pairs.push([region, block]);
                }
            }
        }
    }
}

/// Marks the blocks that touch a dame point that is a way out for their colour.
pub(super) fn mark_with_way_out(analysis: &Analysis, marked: &mut Vec<bool>) {
    reset(marked, analysis.blocks().len());
    let (grid, cells) = (analysis.grid(), analysis.cells());
    for region in analysis.neutral() {
        for index in analysis
            .points(region)
            .iter()
            .map(|&point| usize::from(point))
        {
            let adjacent = grid.neighbours(index);
            let Some(color) = adjacent.iter().find_map(|&cell| cells[cell].color()) else {
                continue;
            };
            if has_way_out(grid, cells, index, color.opponent().into(), 2) {
                for cell in adjacent
                    .into_iter()
                    .filter(|&cell| cells[cell].color().is_some())
                {
                    marked[analysis.block(cell)] = true;
                }
            }
        }
    }
}

/// Returns whether a point is a way out: no stone of the colour `other` is adjacent to it, or to an
/// empty point at most `steps` steps away.
fn has_way_out(grid: Grid, cells: &[Cell], index: usize, other: Cell, steps: u8) -> bool {
    let adjacent = grid.neighbours(index);
    if adjacent.iter().any(|&cell| cells[cell] == other) {
        return false;
    }
    steps == 0
        || adjacent.into_iter().all(|cell| {
            cells[cell] != Cell::Empty || has_way_out(grid, cells, cell, other, steps - 1)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::territory::life::test_boards::analysis;

    /// Returns the first stone of each unconditionally alive block, as (column, row), counted from
    /// 1.
    fn alive(diagram: &str) -> Vec<(usize, usize)> {
        let analysis = analysis(diagram);
        let mut benson = Benson::default();
        benson.find(&analysis);
        let mut found = Vec::new();
        let mut seen = vec![false; analysis.blocks().len()];
        for index in analysis
            .grid()
            .points()
            .filter(|&index| analysis.cells()[index] != Cell::Empty)
        {
            let block = analysis.block(index);
            if benson.is_unconditionally_alive(block) && !std::mem::replace(&mut seen[block], true)
            {
                found.push(analysis.grid().column_and_row(index));
            }
        }
        found
    }

    #[test]
    fn block_with_two_vital_regions_is_alive() {
        assert_eq!(alive(".x.xo\nxxxxo\nooooo"), [(2, 1)]);
        // a region with a point that is not a liberty of the block is not vital
        assert_eq!(alive("...x.\n...xx\nxxxxo"), []);
    }

    #[test]
    fn ring_of_blocks_shares_its_eyes() {
        // each of the four black blocks has two corners as eyes, all false by their diagonals
        let dragon = ".xxxx.\nxoooox\nxo..ox\nxoooox\n.xxxx.";
        assert_eq!(alive(dragon), [(2, 1), (1, 2), (6, 2), (2, 5)]);
        let cut = ".xxxx.\nxoooox\nxo..ox\nxoooox\noxxxx.";
        assert_eq!(alive(cut), []);
    }

    #[test]
    fn points_under_dead_stones_need_not_be_liberties() {
        assert_eq!(alive(".x...x\nxx...x\nxxxxxx"), []);
        assert_eq!(alive(".x.@.x\nxx.@.x\nxxxxxx"), [(2, 1)]);
    }

    /// Returns, for each block of a diagram, whether it has a way out.
    fn marked(diagram: &str) -> Vec<bool> {
        let mut marked = vec![true; 9];
        mark_with_way_out(&analysis(diagram), &mut marked);
        marked
    }

    #[test]
    fn way_out_needs_distance_from_the_opponent() {
        assert_eq!(marked("x...o"), [false, false]);
        assert_eq!(marked("x....o"), [true, true]);
        assert_eq!(marked("x...\n....\nxx.o\n"), [true, true, false]);
        // points behind stones are not a way out
        assert_eq!(marked("x.xo"), [false, false, false]);
    }
}
