//! Finds safe blocks: those that have two eyes whatever happens on the dame, if their owner answers in the eyes.
//!
//! The idea is unconditional life (David B. Benson, "Life in the game of Go", Information Sciences 10, 1976): a block
//! is unconditionally alive if two regions are vital to it, that is, if every empty point of each is its liberty, and
//! if all blocks around these regions are unconditionally alive too. Benson's regions hold even if the owner never
//! answers. Here the owner may answer inside a territory, so that the blocks are safe under alternating play (Martin
//! Müller, "Playing it safe", Game Programming Workshop 1997): a region that has two eyes even if the opponent moves
//! first makes every block with two liberties in it safe, and a smaller region is one eye for such a block.

use super::eye_bounds::EyeBounds;
use crate::board::idx16;
use crate::territory::analysis::{Analysis, Contact};
use crate::territory::buffers::reset;
use crate::territory::union_find::UnionFind;

/// The buffers of the search for safe blocks, and its result.
#[derive(Debug, Default)]
pub(super) struct Safety {
    /// For each block, whether it is safe as far as is known.
    safe: Vec<bool>,
    /// The pairs of a controlled region and an adjacent block, region by region.
    sides: Vec<Side>,
    /// For each block, a count: of liberties that the opponent cannot take, or of the eyes of its group.
    counts: Vec<u16>,
    joins: UnionFind,
}

/// An adjacent pair of a block and a region of its colour.
#[derive(Clone, Copy, Debug)]
struct Side {
    block: u16,
    region: u16,
    /// The number of the block's liberties in the region.
    liberties: u16,
    /// Whether the region has two eyes even if the opponent moves first.
    has_two_eyes: bool,
}

impl Safety {
    /// Finds the safe blocks. At first all blocks are assumed safe. Blocks that may become short of liberties are
    /// removed, with the blocks that depend on them, until nothing changes; then the groups without two eyes are
    /// removed.
    pub(super) fn find(&mut self, analysis: &Analysis, eye_bounds: &[EyeBounds]) {
        self.find_sides(analysis, eye_bounds);
        self.safe.clear();
        self.safe.resize(analysis.blocks().len(), true);
        while self.remove_short() {}
        self.remove_one_eyed(eye_bounds);
    }

    /// Returns whether the region of `sides` counts for the blocks around it: the region has two eyes, or all these
    /// blocks are still assumed safe.
    fn holds(&self, sides: &[Side]) -> bool {
        sides[0].has_two_eyes || sides.iter().all(|side| self.safe[usize::from(side.block)])
    }

    /// Returns the sides of each region that counts.
    fn holding(&self) -> impl Iterator<Item = &[Side]> {
        self.sides.chunk_by(|a, b| a.region == b.region).filter(|sides| self.holds(sides))
    }

    /// Removes the blocks that may become short of liberties after the opponent has all dame. Returns whether there
    /// were any.
    fn remove_short(&mut self) -> bool {
        let mut counts = std::mem::take(&mut self.counts);
        reset(&mut counts, self.safe.len());
        for side in self.holding().flatten() {
            // a liberty in each of two regions, or so many in one that the opponent cannot take them by throwing in
            counts[usize::from(side.block)] += match side.liberties {
                2.. if side.has_two_eyes => 2,
                3.. => 2,
                _ => 1,
            };
        }
        let mut changed = false;
        for (safe, &count) in self.safe.iter_mut().zip(&counts) {
            changed |= *safe && count < 2;
            *safe &= count >= 2;
        }
        self.counts = counts;
        changed
    }

    /// Removes the groups, of blocks that are joined around regions, without two eyes. No other group depends on them:
    /// the safe blocks around a region that counts are one group.
    fn remove_one_eyed(&mut self, eye_bounds: &[EyeBounds]) {
        let blocks = self.safe.len();
        let (mut joins, mut counts) = (std::mem::take(&mut self.joins), std::mem::take(&mut self.counts));
        joins.reset(idx16(blocks));
        let is_safe = |side: &&Side| self.safe[usize::from(side.block)];
        for sides in self.holding() {
            let mut safe = sides.iter().filter(is_safe);
            if let Some(first) = safe.next() {
                safe.for_each(|side| joins.join(first.block.into(), side.block.into()));
            }
        }
        reset(&mut counts, blocks);
        for first in self.holding().filter_map(|sides| sides.iter().find(is_safe)) {
            counts[joins.find(first.block.into())] += eye_bounds[usize::from(first.region)].least;
        }
        for (block, safe) in self.safe.iter_mut().enumerate() {
            *safe &= counts[joins.find(block)] >= 2;
        }
        (self.joins, self.counts) = (joins, counts);
    }

    /// Finds the adjacent pairs of blocks and regions.
    fn find_sides(&mut self, analysis: &Analysis, eye_bounds: &[EyeBounds]) {
        self.sides.clear();
        self.sides.extend(analysis.contacts().iter().map(|&Contact { block, region, count, .. }| Side {
            block,
            region,
            liberties: count,
            has_two_eyes: eye_bounds[usize::from(region)].has_two(),
        }));
    }

    /// Returns whether a block is safe.
    pub(super) fn is_safe(&self, block: usize) -> bool {
        self.safe[block]
    }

    /// Returns the number of liberties of a block in a region that its colour controls.
    pub(super) fn liberties(&self, block: usize, region: usize) -> u16 {
        let side =
            self.sides.iter().find(|side| usize::from(side.block) == block && usize::from(side.region) == region);
        side.map_or(0, |side| side.liberties)
    }
}
