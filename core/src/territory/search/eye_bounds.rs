//! The eyes that a region has whoever plays there first.

use crate::territory::analysis::Analysis;
use crate::territory::life::RegionEyes;

/// The least and the largest number of eyes of a region.
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
    /// Returns the bounds of each region. Those in which dead stones stood have as many eyes as `region_eyes` says, and
    /// others no more, because the owner may have to fill some of their points.
    pub(super) fn of_regions(analysis: &Analysis, region_eyes: &RegionEyes) -> Vec<Self> {
        let regions = analysis.regions().iter().enumerate();
        let bounds = regions.map(|(number, region)| {
            if region.owner.is_none() {
                return Self::default();
            }
            let has_dead = analysis.points(region).iter().any(|&point| analysis.is_dead(point.into()));
            let (least, most) = if has_dead {
                // the owner has to deal with the dead stones first: two eyes with that move are one without
                let most = region_eyes.half_eyes(number) / 2;
                (most.min(1), most)
            } else {
                let most = region.boundary.most_eyes().min(region_eyes.half_eyes(number).div_ceil(2));
                ((region.boundary.half_eyes() / 2).min(most), most)
            };
            let has_two = region.boundary.half_eyes() >= 4 && most >= 2;
            Self { least: if has_two { 2 } else { least }, most, has_dead }
        });
        bounds.collect()
    }

    /// Returns whether the region has two eyes even if the opponent plays there first.
    pub(super) const fn has_two(self) -> bool {
        self.least >= 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::territory::life::test_boards::analysis;

    #[test]
    fn dead_stones_cost_eyes() {
        let bounds = |diagram, half_eyes| {
            let mut region_eyes = RegionEyes::default();
            region_eyes.reset(1);
            region_eyes.set_half_eyes(0, half_eyes);
            EyeBounds::of_regions(&analysis(diagram), &region_eyes)[0]
        };
        let plain = |least, most| EyeBounds { least, most, has_dead: false };
        let dead = |least, most| EyeBounds { has_dead: true, ..plain(least, most) };
        // without dead stones the shape decides, unless points have to be filled
        assert_eq!(bounds("xxxxx\nx...x\nxxxxx", 4), plain(1, 2));
        assert_eq!(bounds("xxxxxx\nx....x\nxxxxxx", 4), plain(2, 2));
        assert_eq!(bounds("xxxxxx\nx....x\nxxxxxx", 3), plain(2, 2));
        assert_eq!(bounds("xxxxxx\nx....x\nxxxxxx", 2), plain(1, 1));
        // half an eye is no eye
        assert_eq!(bounds("xxxxx\nx@@.x\nxxxxx", 1), dead(0, 0));
        assert_eq!(bounds("xxxxx\nx.@.x\nxxxxx", 2), dead(1, 1));
        assert_eq!(bounds("xxxxx\nx@..x\nxxxxx", 4), dead(1, 2));
        assert_eq!(bounds("xxxxxx\nx.@@.x\nxxxxxx", 2), dead(1, 1));
        assert_eq!(bounds("xxxxxx\nx@@@@x\nxxxxxx", 4), dead(2, 2));
    }
}
