//! Blocks that no one can capture even when their owner always passes.
//!
//! David B. Benson, "Life in the game of Go", Information Sciences 10 (1976), 17–29. A region is *vital* to a block
//! beside it when every empty point of it is a liberty of the block. Of the blocks of a colour those that have less than
//! two vital regions are left out, and then the regions beside a block that was left out, until nothing changes. The
//! blocks that remain are unconditionally alive: each has two regions in neither of which the opponent can take its last
//! liberty.
//!
//! Regions are those that one colour controls; dead stones in them are stones, which leaves fewer points to be liberties.

use crate::board::Cell;
use crate::scoring::analysis::Contact;
use crate::scoring::{Analysis, renew};

/// Which blocks are unconditionally alive.
#[derive(Debug, Default)]
pub(in crate::scoring) struct Benson {
    /// By block.
    alive: Vec<bool>,
    /// By block: how many regions that are left are vital to it.
    vital: Vec<u16>,
    /// By region: whether a block beside it was left out.
    open: Vec<bool>,
    /// Pairs of a region and a block to which it is vital.
    pairs: Vec<[u16; 2]>,
    /// By block: beside how many dead stones of the region that is looked at it stands.
    taken: Vec<u16>,
}

impl Benson {
    /// Finds them.
    pub(in crate::scoring) fn find(&mut self, analysis: &Analysis) {
        self.find_pairs(analysis);
        let blocks = analysis.blocks().len();
        self.alive.clear();
        self.alive.resize(blocks, true);
        self.open.clear();
        self.open.resize(analysis.regions().len(), false);
        loop {
            self.vital.clear();
            self.vital.resize(blocks, 0);
            for &[region, block] in &self.pairs {
                self.vital[usize::from(block)] += u16::from(!self.open[usize::from(region)]);
            }
            let before = self.alive.iter().filter(|&&alive| alive).count();
            for (alive, &vital) in self.alive.iter_mut().zip(&self.vital) {
                *alive &= vital >= 2;
            }
            if self.alive.iter().filter(|&&alive| alive).count() == before {
                return;
            }
            for (number, region, _) in analysis.controlled() {
                let left_out = |&block: &u16| !self.alive[usize::from(block)];
                self.open[number] = analysis.blocks_around(region).iter().any(left_out);
            }
        }
    }

    /// Whether a block is unconditionally alive.
    pub(in crate::scoring) fn is_alive(&self, block: usize) -> bool {
        self.alive[block]
    }

    /// Finds which regions are vital to which blocks.
    fn find_pairs(&mut self, analysis: &Analysis) {
        self.pairs.clear();
        renew(&mut self.taken, analysis.blocks().len());
        for contacts in analysis.contacts().chunk_by(|a, b| a.region == b.region) {
            let points = analysis.points(&analysis.regions()[usize::from(contacts[0].region)]);
            let mut empty = points.len();
            for &point in points.iter().filter(|&&point| analysis.is_dead(point.into())) {
                empty -= 1;
                let mut seen = [usize::MAX; 4];
                for (at, cell) in analysis.grid().neighbours(usize::from(point)).into_iter().enumerate() {
                    if matches!(analysis.cells()[cell], Cell::Black | Cell::White) {
                        let block = analysis.block(cell);
                        self.taken[block] += u16::from(!seen.contains(&block));
                        seen[at] = block;
                    }
                }
            }
            for &Contact { block, region, count, .. } in contacts {
                let liberties = count - std::mem::take(&mut self.taken[usize::from(block)]);
                if usize::from(liberties) == empty {
                    self.pairs.push([region, block]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scoring::life::tests::analysis;

    /// The first stones of the blocks that are alive, as (column, row) from 1.
    fn alive(diagram: &str) -> Vec<(usize, usize)> {
        let analysis = analysis(diagram);
        let mut benson = Benson::default();
        benson.find(&analysis);
        let mut found = Vec::new();
        let mut seen = vec![false; analysis.blocks().len()];
        for index in analysis.grid().points().filter(|&index| analysis.cells()[index] != Cell::Empty) {
            let block = analysis.block(index);
            if benson.is_alive(block) && !std::mem::replace(&mut seen[block], true) {
                found.push(analysis.grid().column_and_row(index));
            }
        }
        found
    }

    #[test]
    fn two_eyes_of_one_block() {
        assert_eq!(alive(".x.xo\nxxxxo\nooooo"), [(2, 1)]);
        // a region with points that are no liberties of the block is vital to nobody
        assert_eq!(alive("...x.\n...xx\nxxxxo"), []);
    }

    #[test]
    fn a_ring_of_blocks_shares_its_eyes() {
        // two of its corners are eyes of each side, and none is real by its diagonals
        let dragon = ".xxxx.\nxoooox\nxo..ox\nxoooox\n.xxxx.";
        assert_eq!(alive(dragon), [(2, 1), (1, 2), (6, 2), (2, 5)]);
        let cut = ".xxxx.\nxoooox\nxo..ox\nxoooox\noxxxx.";
        assert_eq!(alive(cut), []);
    }

    #[test]
    fn dead_stones_take_points_that_would_have_to_be_liberties() {
        assert_eq!(alive(".x...x\nxx...x\nxxxxxx"), []);
        assert_eq!(alive(".x.@.x\nxx.@.x\nxxxxxx"), [(2, 1)]);
    }
}
