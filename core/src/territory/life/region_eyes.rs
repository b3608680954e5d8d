//! The eyes of each region.

use crate::territory::buffers::reset;

/// The number of half eyes of each region if its owner plays first, with the dead stones in the region counted. Two
/// half eyes are one eye.
#[derive(Clone, Debug, Default)]
pub struct RegionEyes {
    /// For each region, its number of half eyes.
    half_eyes: Vec<u16>,
}

impl RegionEyes {
    /// Resets all regions to no eyes.
    pub(in crate::territory) fn reset(&mut self, regions: usize) {
        reset(&mut self.half_eyes, regions);
    }

    /// Sets the number of half eyes of a region.
    pub(in crate::territory) fn set_half_eyes(&mut self, region: usize, half_eyes: u16) {
        self.half_eyes[region] = half_eyes;
    }

    /// Returns the number of half eyes of a region.
    #[must_use]
    pub fn half_eyes(&self, region: usize) -> u16 {
        self.half_eyes[region]
    }
}
