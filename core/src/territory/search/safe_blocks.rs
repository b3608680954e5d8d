//! Finds safe blocks: blocks that have two eyes no matter what happens on the dame, if their owner
//! answers moves in these eyes.
//!
//! The idea is unconditional life (David B. Benson, "Life in the game of Go", Information Sciences
//! 10, 1976). A block is unconditionally alive if two regions are vital to it and all blocks around
//! these regions are unconditionally alive, too. A region is vital to a block if each empty point
//! of the region is a liberty of the block. Benson's regions are eyes even if the owner never
//! answers. Here the owner may answer inside a territory, so the blocks are safe under alternating
//! play (Martin Müller, "Playing it safe", Game Programming Workshop 1997). If a region has two
//! eyes even when the opponent moves first, every block with two liberties in it is safe. A smaller
//! region is one eye for such a block.

use crate::board::idx16;
use crate::territory::analysis::{Analysis, Contact};
use crate::territory::union_find::UnionFind;

/// The minimum and the maximum number of eyes of a region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct EyeBounds {
    /// The number of eyes if the opponent plays there first.
    pub(super) least: u16,
    /// The number of eyes if the owner plays there first.
    pub(super) most: u16,
    /// Whether dead stones stood in the region.
    pub(super) has_dead: bool,
}

impl EyeBounds {
    /// Returns the eye bounds of each region. A region with dead stones has the number of eyes
    /// given by `half_eyes`. Any other region has at most that number, because the owner may have
    /// to fill some of its points.
    pub(super) fn of_regions(analysis: &Analysis, half_eyes: &[u16]) -> Vec<Self> {
        let regions = analysis.regions().iter().enumerate();
        let bounds = regions.map(|(number, region)| {
            if region.owner.is_none() {
                return Self::default();
            }
            let has_dead = analysis
                .points(region)
                .iter()
                .any(|&point| analysis.is_dead(point.into()));
            let (least, most) = if has_dead {
                // the owner has to deal with the dead stones first: two eyes that need his move are
                // one eye without it
                let most = half_eyes[number] / 2;
                (most.min(1), most)
            } else {
                let most = region
                    .boundary
                    .most_eyes()
                    .min(half_eyes[number].div_ceil(2));
                ((region.boundary.half_eyes() / 2).min(most), most)
            };
            let has_two = region.boundary.half_eyes() >= 4 && most >= 2;
            Self {
                least: if has_two { 2 } else { least },
                most,
                has_dead,
            }
        });
        bounds.collect()
    }

    /// Returns whether the region has two eyes even if the opponent plays there first.
    pub(super) const fn has_two(self) -> bool {
        self.least >= 2
    }
}

/// Returns, for each block, whether it is safe. `eyes` has the eye bounds of the regions.
///
/// At first all blocks are assumed safe. Blocks that may become short of liberties are removed,
/// with the blocks that depend on them, until nothing changes. Then the groups without two eyes are
/// removed.
pub(super) fn safe_blocks(analysis: &Analysis, eyes: &[EyeBounds]) -> Vec<bool> {
    let mut blocks = SafeBlocks {
        contacts: analysis.contacts(),
        eyes,
        safe: vec![true; analysis.blocks().len()],
    };
    while blocks.remove_short() {}
    blocks.remove_one_eyed();
    blocks.safe
}

/// The blocks that are still assumed safe.
#[derive(Debug)]
struct SafeBlocks<'a> {
    /// The pairs of a controlled region and an adjacent block, region by region.
    contacts: &'a [Contact],
    eyes: &'a [EyeBounds],
    safe: Vec<bool>,
}

impl SafeBlocks<'_> {
    fn is_safe(&self, contact: &Contact) -> bool {
        self.safe[usize::from(contact.block)]
    }

    fn has_two_eyes(&self, contact: &Contact) -> bool {
        self.eyes[usize::from(contact.region)].has_two()
    }

    /// Returns the contacts of each region that supports the blocks around it: the region has two
    /// eyes, or all these blocks are still assumed safe.
    fn holding(&self) -> impl Iterator<Item = &[Contact]> {
        let regions = self.contacts.chunk_by(|a, b| a.region == b.region);
        regions.filter(|around| {
            self.has_two_eyes(&around[0]) || around.iter().all(|contact| self.is_safe(contact))
        })
    }

    /// Removes the blocks that may become short of liberties after the opponent has filled all
    /// dame. Returns whether any was removed.
    fn remove_short(&mut self) -> bool {
        let mut liberties = vec![0; self.safe.len()];
        for contact in self.holding().flatten() {
            // a liberty in each of two regions is enough, or several in one region if the opponent
            // cannot take them by throw-ins
            liberties[usize::from(contact.block)] += match contact.count {
                2.. if self.has_two_eyes(contact) => 2,
                3.. => 2,
                _ => 1,
            };
        }
        self.keep(|block| liberties[block] >= 2)
    }

    /// Removes the groups without two eyes. A group consists of blocks that are joined around
    /// regions. No other group depends on it: the safe blocks around a supporting region form one
    /// group.
    fn remove_one_eyed(&mut self) {
        let blocks = self.safe.len();
        let mut groups = UnionFind::default();
        groups.reset(idx16(blocks));
        for around in self.holding() {
            let mut safe = around.iter().filter(|contact| self.is_safe(contact));
            if let Some(first) = safe.next() {
                safe.for_each(|contact| groups.join(first.block.into(), contact.block.into()));
            }
        }
        let mut eyes = vec![0; blocks];
        for first in self
            .holding()
            .filter_map(|around| around.iter().find(|contact| self.is_safe(contact)))
        {
            eyes[groups.find(first.block.into())] += self.eyes[usize::from(first.region)].least;
        }
        self.keep(|block| eyes[groups.find(block)] >= 2);
    }

    /// Keeps the blocks that pass `test`. Returns whether any was removed.
    fn keep(&mut self, mut test: impl FnMut(usize) -> bool) -> bool {
        let mut has_removed = false;
        for (block, safe) in self.safe.iter_mut().enumerate().filter(|(_, safe)| **safe) {
            *safe = test(block);
            has_removed |= !*safe;
        }
        has_removed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::territory::life::test_boards::analysis;

    #[test]
    fn dead_stones_reduce_the_eye_bounds() {
        let bounds =
            |diagram, half_eyes| EyeBounds::of_regions(&analysis(diagram), &[half_eyes])[0];
        let plain = |least, most| EyeBounds {
            least,
            most,
            has_dead: false,
        };
        let dead = |least, most| EyeBounds {
            has_dead: true,
            ..plain(least, most)
        };
        // without dead stones the shape decides, unless points have to be filled
        assert_eq!(bounds("xxxxx\nx...x\nxxxxx", 4), plain(1, 2));
        assert_eq!(bounds("xxxxxx\nx....x\nxxxxxx", 4), plain(2, 2));
        assert_eq!(bounds("xxxxxx\nx....x\nxxxxxx", 3), plain(2, 2));
        assert_eq!(bounds("xxxxxx\nx....x\nxxxxxx", 2), plain(1, 1));
        // half an eye counts as none
        assert_eq!(bounds("xxxxx\nx@@.x\nxxxxx", 1), dead(0, 0));
        assert_eq!(bounds("xxxxx\nx.@.x\nxxxxx", 2), dead(1, 1));
        assert_eq!(bounds("xxxxx\nx@..x\nxxxxx", 4), dead(1, 2));
        assert_eq!(bounds("xxxxxx\nx.@@.x\nxxxxxx", 2), dead(1, 1));
        assert_eq!(bounds("xxxxxx\nx@@@@x\nxxxxxx", 4), dead(2, 2));
    }
}
