//! Blocks, regions and points that touch.

use std::hint::select_unpredictable;

use crate::board::{Cell, Color, idx16};

/// Stands for no region, no block or no point.
pub(in crate::territory) const NONE: u16 = u16::MAX;

/// The first and the last liberty of a block, which is enough to know whether the block has only one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::territory) struct LibertyRange {
    first: u16,
    last: u16,
}

impl LibertyRange {
    /// No liberty.
    pub(in crate::territory) const NONE: Self = Self { first: u16::MAX, last: 0 };

    /// Returns the liberties of a block whose only liberty is `point`.
    pub(in crate::territory) const fn only(point: u16) -> Self {
        Self { first: point, last: point }
    }

    /// Returns whether there is exactly one liberty.
    pub(in crate::territory) const fn is_one(self) -> bool {
        self.first == self.last
    }

    /// Adds `point`, which comes after all liberties so far.
    pub(super) const fn end_with(&mut self, point: u16) {
        self.last = point;
    }

    /// Returns the liberties of the union of two blocks.
    #[must_use]
    pub(in crate::territory) fn with(self, other: Self) -> Self {
        Self { first: self.first.min(other.first), last: self.last.max(other.last) }
    }
}

/// A dame point that two blocks of one colour touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::territory) struct Gap {
    /// The dame point.
    pub(in crate::territory) point: u16,
    /// The colour of the blocks, as a cell.
    pub(in crate::territory) stone: Cell,
    /// The numbers of the two blocks.
    pub(in crate::territory) blocks: [u16; 2],
}

/// A point of a controlled region that some fill may find to be a false eye.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::territory) struct Candidate {
    /// The point.
    pub(in crate::territory) point: u16,
    /// The number of its region.
    pub(in crate::territory) region: u16,
    /// The colour that controls the region.
    pub(in crate::territory) owner: Color,
    /// The number of neighbours that have to be occupied, and of diagonals that have to be opposing, for a false eye.
    pub(in crate::territory) needed: u8,
    /// The distinct nodes on its four sides. Nodes 0 to n − 1 are the n blocks, node n stands for nothing, and node
    /// n+1+i for candidate i as a stone that may be filled in. Duplicates and other cells are node n.
    pub(in crate::territory) adjacent: [u16; 4],
    /// The number of its sides that are empty.
    pub(in crate::territory) open: u16,
}

/// An adjacent pair of a block and a controlled region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::territory) struct Contact {
    pub(in crate::territory) block: u16,
    pub(in crate::territory) region: u16,
    /// The first and last liberty of the block in the region.
    pub(in crate::territory) liberties: LibertyRange,
    /// The number of liberties of the block in the region.
    pub(in crate::territory) count: u16,
}

/// An adjacent pair of a stone and an empty point.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AdjacentStone {
    /// The cell of the stone.
    pub(super) stone: u16,
    /// The point, the number of its region, and its index in the list of all regions' points.
    pub(super) point: u16,
    pub(super) region: u16,
    pub(super) index: u16,
}

/// The last point and region at which a block was met.
#[derive(Clone, Copy, Debug)]
pub(super) struct LastContact {
    /// The point to which the block was adjacent.
    pub(super) point: u16,
    /// The region which the block was adjacent to, and the index of its entry for that region.
    region: u16,
    at: u16,
}

impl Default for LastContact {
    /// Returns a block that was met nowhere.
    fn default() -> Self {
        Self { point: NONE, region: NONE, at: 0 }
    }
}

impl LastContact {
    /// Returns the index of the block's entry for `region`, and whether that entry is new. A new entry has the index
    /// `listed`.
    pub(super) fn of_region(&mut self, region: u16, listed: usize) -> (usize, bool) {
        let is_new = self.region != region;
        self.at = select_unpredictable(is_new, idx16(listed), self.at);
        self.region = region;
        (self.at.into(), is_new)
    }
}
