//! How many liberties a block has: none, one or more, at a fixed cost.
//!
//! The *pseudo-liberties* of a block are the pairs of a stone of it and an empty point beside that stone. They are
//! counted, and the sum of their points and the sum of the squares are kept. By the inequality of Cauchy and Schwarz
//! count · squares is sum² exactly when all pairs have the same point: then the block has one liberty.

use crate::board::narrow;

/// The pseudo-liberties of a block, or of one that could be.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Liberties {
    count: u32,
    sum: u32,
    squares: u64,
}

impl Liberties {
    /// Adds one.
    pub(super) fn add(&mut self, index: u16) {
        self.count += 1;
        self.sum += u32::from(index);
        self.squares += u64::from(index) * u64::from(index);
    }

    /// Takes one off.
    pub(super) fn take(&mut self, index: u16) {
        self.count -= 1;
        self.sum -= u32::from(index);
        self.squares -= u64::from(index) * u64::from(index);
    }

    /// Adds another block's.
    pub(super) fn join(&mut self, other: Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// Whether there are none.
    pub(super) const fn is_none(self) -> bool {
        self.count == 0
    }

    /// The liberty, if there is exactly one.
    pub(super) fn only(self) -> Option<u16> {
        let same = u64::from(self.count) * self.squares == u64::from(self.sum) * u64::from(self.sum);
        (same && self.count > 0).then(|| narrow((self.sum / self.count) as usize))
    }
}
