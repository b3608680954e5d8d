//! The eyes of each region.

use crate::territory::buffers::reset;

/// The number of eyes of each region if its owner plays first, with the dead stones in the region counted.
#[derive(Clone, Debug, Default)]
pub struct RegionEyes {
    /// For each region, its number of eyes, in halves.
    halves: Vec<u16>,
}

impl RegionEyes {
    /// Resets all regions to no eyes.
    pub(in crate::territory) fn reset(&mut self, regions: usize) {
        reset(&mut self.halves, regions);
    }

    /// Sets the number of eyes of a region, in halves.
    pub(in crate::territory) fn set_halves(&mut self, region: usize, halves: u16) {
        self.halves[region] = halves;
    }

    /// Returns the number of eyes of a region, in halves.
    #[must_use]
    pub fn halves(&self, region: usize) -> u16 {
        self.halves[region]
    }
}
