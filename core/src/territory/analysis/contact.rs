//! Blocks, regions, and contacts between them.

use std::ops::Range;

use crate::board::Color;
use crate::territory::eyes::Boundary;

/// The value that stands for "no region", "no block" or "no point".
pub(crate) const NONE: u16 = u16::MAX;

/// The first and the last liberty of a block, which are enough to tell whether the block has only
/// one liberty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LibertyRange {
    first: u16,
    pub(super) last: u16,
}

impl LibertyRange {
    /// The range of a block without liberties.
    pub(crate) const NONE: Self = Self {
        first: u16::MAX,
        last: 0,
    };

    /// Returns the liberties of a block whose only liberty is `point`.
    pub(crate) const fn only(point: u16) -> Self {
        Self {
            first: point,
            last: point,
        }
    }

    /// Returns whether there is exactly one liberty.
    pub(crate) const fn is_one(self) -> bool {
        self.first == self.last
    }

    /// Returns the range of the liberties of two blocks taken together.
    pub(crate) fn with(self, other: Self) -> Self {
        Self {
            first: self.first.min(other.first),
            last: self.last.max(other.last),
        }
    }
}

/// A block and a controlled region that are adjacent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Contact {
    pub(crate) block: u16,
    pub(crate) region: u16,
    /// The first and last liberty of the block in the region.
    pub(crate) liberties: LibertyRange,
    /// The number of liberties of the block in the region.
    pub(crate) count: u16,
}

/// A maximal set of connected empty points.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Region {
    /// The range of its points in the analysis's list of points.
    pub(crate) points: Range<usize>,
    /// The range of the blocks around it in the analysis's list of adjacent blocks.
    pub(super) blocks: Range<usize>,
    /// The colour of all stones that border the region; `None` if they have both colours or there
    /// are none.
    pub owner: Option<Color>,
    /// The boundary length and shape, which determine the number of eyes. They are meaningless if
    /// the region has no owner.
    pub boundary: Boundary,
}

impl Region {
    /// Returns the number of points.
    pub fn size(&self) -> u32 {
        u32::try_from(self.points.len()).expect("at most 52 · 52 points")
    }
}

/// A maximal set of connected stones of one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Block {
    /// The colour of its stones.
    pub color: Color,
    /// The number of its stones.
    pub stones: u16,
}
