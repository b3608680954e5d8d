//! What an analysis finds: regions, blocks, and what touches what.

use std::hint::select_unpredictable;
use std::ops::Range;

use super::NONE;
use crate::board::{Cell, Color, narrow};
use crate::scoring::eyes::Boundary;

/// A maximal set of connected empty points.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Region {
    /// Where its points are in the analysis' list.
    pub(in crate::scoring) points: Range<usize>,
    /// Where the blocks around it are in the analysis' list.
    pub(super) blocks: Range<usize>,
    /// The colour of all stones that border it; `None` where both colours or no stone do.
    pub owner: Option<Color>,
    /// How large it is as an eye; of no meaning where it has no owner.
    pub boundary: Boundary,
}

impl Region {
    /// The number of its points.
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

/// The liberties of a block, as far as it matters whether there is only one: the first of them and the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::scoring) struct Liberties {
    first: u16,
    last: u16,
}

impl Liberties {
    /// None.
    pub(in crate::scoring) const NONE: Self = Self { first: u16::MAX, last: 0 };

    /// This point only.
    pub(in crate::scoring) const fn only(point: u16) -> Self {
        Self { first: point, last: point }
    }

    /// Whether there is one only.
    pub(in crate::scoring) const fn is_one(self) -> bool {
        self.first == self.last
    }

    /// Takes a point for the last one, behind which the others are.
    pub(super) const fn end_with(&mut self, point: u16) {
        self.last = point;
    }

    /// The liberties of two blocks that count as one.
    #[must_use]
    pub(in crate::scoring) fn with(self, other: Self) -> Self {
        Self { first: self.first.min(other.first), last: self.last.max(other.last) }
    }
}

/// A dame point that two blocks of one colour touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::scoring) struct Gap {
    /// The point.
    pub(in crate::scoring) point: u16,
    /// What is on the stones of the blocks.
    pub(in crate::scoring) stone: Cell,
    /// The blocks.
    pub(in crate::scoring) blocks: [u16; 2],
}

/// A point of a controlled region that some strategy may find to be a false eye.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::scoring) struct Candidate {
    /// The point.
    pub(in crate::scoring) point: u16,
    /// The number of its region.
    pub(in crate::scoring) region: u16,
    /// The colour that controls it.
    pub(in crate::scoring) owner: Color,
    /// As many neighbours have to be occupied, and as many diagonals opposing, for a false eye.
    pub(in crate::scoring) needed: u8,
    /// What is on its four sides, each once: blocks, and behind one that is none the candidates, as stones that may be
    /// filled in. Where there is neither, the one that is none.
    pub(in crate::scoring) beside: [u16; 4],
    /// How many of its sides are empty.
    pub(in crate::scoring) open: u16,
}

/// A region that one colour controls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::scoring) struct Controlled {
    /// Its number.
    pub(in crate::scoring) region: u16,
    /// That colour.
    pub(in crate::scoring) owner: Color,
    /// A block beside it.
    pub(in crate::scoring) block: u16,
    /// The whole eyes that it is when its owner plays first.
    pub(in crate::scoring) eyes: u16,
}

/// That a block touches a region that one colour controls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::scoring) struct Contact {
    pub(in crate::scoring) block: u16,
    pub(in crate::scoring) region: u16,
    /// The liberties that the block has there.
    pub(in crate::scoring) liberties: Liberties,
    /// How many these are.
    pub(in crate::scoring) count: u16,
}

/// That a stone is beside a point.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Beside {
    /// The cell of the stone.
    pub(super) stone: u16,
    /// The point, the number of its region, and its place in the list of all points.
    pub(super) point: u16,
    pub(super) region: u16,
    pub(super) place: u16,
}

/// Where a block was met last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Met {
    /// The point that it was beside.
    pub(super) point: u16,
    /// The region that it was around, and where it is listed for that.
    region: u16,
    at: u16,
}

impl Default for Met {
    /// Nowhere.
    fn default() -> Self {
        Self { point: NONE, region: NONE, at: 0 }
    }
}

impl Met {
    /// Where the block is listed among those around regions, and whether it is the first time that it is met around this
    /// one: then it is behind the `listed` ones.
    pub(super) fn around(&mut self, region: u16, listed: usize) -> (usize, bool) {
        let is_new = self.region != region;
        self.at = select_unpredictable(is_new, narrow(listed), self.at);
        self.region = region;
        (self.at.into(), is_new)
    }
}
