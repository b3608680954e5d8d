//! The regions and blocks of a position.

use std::ops::Range;

use crate::board::Color;
use crate::territory::eyes::Boundary;

/// A maximal set of connected empty points.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Region {
    /// The range of its points in the list of the analysis.
    pub(in crate::territory) points: Range<usize>,
    /// The range of the blocks around it in the list of the analysis.
    pub(super) blocks: Range<usize>,
    /// The colour of all stones that border it; `None` if both colours or no stone do.
    pub owner: Option<Color>,
    /// Its boundary length and shape, which determine its eyes. Meaningless without an owner.
    pub boundary: Boundary,
}

impl Region {
    /// Returns its number of points.
    #[must_use]
    pub fn size(&self) -> u32 {
        u32::try_from(self.points.len()).expect("at most 52 · 52 points")
    }
}

/// A maximal set of connected stones of one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// The colour of its stones.
    pub color: Color,
}

/// The data of a controlled region that counting eyes needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::territory) struct Controlled {
    /// The number of the region.
    pub(in crate::territory) region: u16,
    /// The colour that controls it.
    pub(in crate::territory) owner: Color,
    /// The number of an adjacent block.
    pub(in crate::territory) block: u16,
    /// The number of whole eyes if the owner plays first.
    pub(in crate::territory) eyes: u16,
}
