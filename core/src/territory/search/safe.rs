//! Finds safe blocks, which have two eyes whatever happens on the dame.
//!
//! The idea is unconditional life (David B. Benson, "Life in the game of Go", Information Sciences 10, 1976): a block
//! is alive if two regions are vital to it, that is, if every empty point of each is its liberty, and if all blocks
//! around these regions are alive in the same way. Benson's regions hold even if the owner never answers. Here the
//! owner may answer inside a territory, as in alternating play (Martin Müller, "Playing it safe", Game Programming
//! Workshop 1997): a region that has two eyes even if the opponent moves first makes every block with two liberties in
//! it alive, and a smaller region is one eye for such a block.

use crate::territory::analysis::Contact;
use crate::territory::joins::Joins;
use crate::territory::life::RegionEyes;
use crate::territory::{Analysis, idx16, reset};

/// The eyes of a region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Eyes {
    /// The number of eyes if the opponent plays there first.
    pub(super) least: u16,
    /// The number of eyes if the owner plays there first.
    pub(super) most: u16,
    /// Whether the region has two eyes even if the opponent plays first.
    pub(super) is_large: bool,
    /// Whether dead stones stood in the region.
    pub(super) has_dead: bool,
}

impl Eyes {
    /// Returns the eyes of each region. `region_eyes` is used for the regions in which dead stones stood.
    pub(super) fn of_regions(analysis: &Analysis, region_eyes: &RegionEyes) -> Vec<Self> {
        let regions = analysis.regions().iter().enumerate();
        let eyes = regions.map(|(number, region)| {
            if region.owner.is_none() {
                return Self::default();
            }
            let has_dead = analysis.points(region).iter().any(|&point| analysis.is_dead(point.into()));
            let (least, most) = if has_dead {
                // the owner has to deal with the dead stones first: two eyes with that move are one without
                let eyes = region_eyes.halves(number) / 2;
                (eyes.min(1), eyes)
            } else {
                (region.boundary.eyes() / 2, region.boundary.most_eyes())
            };
            let is_large = region.boundary.eyes() >= 4 && (!has_dead || most >= 2);
            Self { least: if is_large { 2 } else { least }, most, is_large, has_dead }
        });
        eyes.collect()
    }
}

/// The buffers of the search for safe blocks, and its result.
#[derive(Debug, Default)]
pub(super) struct Safety {
    /// For each block, whether it is safe as far as is known.
    safe: Vec<bool>,
    /// The pairs of a controlled region and an adjacent block, region by region.
    sides: Vec<Side>,
    /// For each block, a count: of liberties that last, or of the eyes of its group.
    firm: Vec<u16>,
    joins: Joins,
}

/// An adjacent pair of a block and a region of its colour.
#[derive(Clone, Copy, Debug)]
struct Side {
    block: u16,
    region: u16,
    /// The number of the block's liberties in the region.
    liberties: u16,
    /// Whether the region has two eyes even if the opponent moves first.
    is_large: bool,
}

impl Safety {
    /// Finds the safe blocks. At first all blocks are assumed safe. Blocks that may become short of liberties are
    /// removed, with the blocks that depend on them, until nothing changes; then the groups without two eyes are
    /// removed.
    pub(super) fn find(&mut self, analysis: &Analysis, eyes: &[Eyes]) {
        self.find_sides(analysis, eyes);
        self.safe.clear();
        self.safe.resize(analysis.blocks().len(), true);
        while self.remove_short() {}
        self.remove_one_eyed(eyes);
    }

    /// Returns whether the region of `sides` counts for the blocks around it: the region is large, or all these blocks
    /// are still assumed safe.
    fn holds(&self, sides: &[Side]) -> bool {
        sides[0].is_large || sides.iter().all(|side| self.safe[usize::from(side.block)])
    }

    /// Returns the sides of each region that counts.
    fn holding(&self) -> impl Iterator<Item = &[Side]> {
        self.sides.chunk_by(|a, b| a.region == b.region).filter(|sides| self.holds(sides))
    }

    /// Removes the blocks that may become short of liberties after the opponent has all dame. Returns whether there
    /// were any.
    fn remove_short(&mut self) -> bool {
        let mut firm = std::mem::take(&mut self.firm);
        reset(&mut firm, self.safe.len());
        for side in self.holding().flatten() {
            // a liberty in each of two regions, or so many in one that the opponent cannot take them by throwing in
            firm[usize::from(side.block)] += match side.liberties {
                2.. if side.is_large => 2,
                3.. => 2,
                _ => 1,
            };
        }
        let mut changed = false;
        for (safe, &firm) in self.safe.iter_mut().zip(&firm) {
            changed |= *safe && firm < 2;
            *safe &= firm >= 2;
        }
        self.firm = firm;
        changed
    }

    /// Removes the groups, of blocks that are joined around regions, without two eyes. No other group depends on them:
    /// the safe blocks around a region that counts are one group.
    fn remove_one_eyed(&mut self, eyes: &[Eyes]) {
        let blocks = self.safe.len();
        let (mut joins, mut firm) = (std::mem::take(&mut self.joins), std::mem::take(&mut self.firm));
        joins.reset(idx16(blocks));
        let is_safe = |side: &&Side| self.safe[usize::from(side.block)];
        for sides in self.holding() {
            let mut safe = sides.iter().filter(is_safe);
            if let Some(first) = safe.next() {
                safe.for_each(|side| joins.join(first.block.into(), side.block.into()));
            }
        }
        reset(&mut firm, blocks);
        for first in self.holding().filter_map(|sides| sides.iter().find(is_safe)) {
            firm[joins.find(first.block.into())] += eyes[usize::from(first.region)].least;
        }
        for (block, safe) in self.safe.iter_mut().enumerate() {
            *safe &= firm[joins.find(block)] >= 2;
        }
        (self.joins, self.firm) = (joins, firm);
    }

    fn find_sides(&mut self, analysis: &Analysis, eyes: &[Eyes]) {
        self.sides.clear();
        self.sides.extend(analysis.contacts().iter().map(|&Contact { block, region, count, .. }| Side {
            block,
            region,
            liberties: count,
            is_large: eyes[usize::from(region)].is_large,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::territory::life::test_boards::analysis;

    #[test]
    fn dead_stones_cost_eyes() {
        let eyes = |diagram, halves| {
            let mut region_eyes = RegionEyes::default();
            region_eyes.reset(1);
            region_eyes.set_halves(0, halves);
            Eyes::of_regions(&analysis(diagram), &region_eyes)[0]
        };
        let plain = |least, most, is_large| Eyes { least, most, is_large, has_dead: false };
        let dead = |least, most, is_large| Eyes { has_dead: true, ..plain(least, most, is_large) };
        // without dead stones the shape decides
        assert_eq!(eyes("xxxxx\nx...x\nxxxxx", 0), plain(1, 2, false));
        assert_eq!(eyes("xxxxxx\nx....x\nxxxxxx", 0), plain(2, 2, true));
        // half an eye is no eye
        assert_eq!(eyes("xxxxx\nx@@.x\nxxxxx", 1), dead(0, 0, false));
        assert_eq!(eyes("xxxxx\nx.@.x\nxxxxx", 2), dead(1, 1, false));
        assert_eq!(eyes("xxxxx\nx@..x\nxxxxx", 4), dead(1, 2, false));
        assert_eq!(eyes("xxxxxx\nx.@@.x\nxxxxxx", 2), dead(1, 1, false));
        assert_eq!(eyes("xxxxxx\nx@@@@x\nxxxxxx", 4), dead(2, 2, true));
    }
}
