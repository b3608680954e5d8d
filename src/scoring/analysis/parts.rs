//! What an analysis finds: regions, blocks, and what touches what.

use std::ops::Range;

use crate::board::{Cell, Color};
use crate::scoring::eyes::Boundary;

/// A maximal set of connected empty points.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Region {
    /// Where its points are in the analysis' list.
    pub(super) points: Range<usize>,
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
    /// The opponent's stone.
    pub(in crate::scoring) opponent: Cell,
    /// As many neighbours have to be occupied, and as many diagonals opposing, for a false eye.
    pub(in crate::scoring) needed: u8,
    /// The blocks on the four sides; the number behind the last block's where there is none.
    pub(in crate::scoring) blocks: [u16; 4],
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
}
