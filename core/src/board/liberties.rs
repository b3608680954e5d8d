//! Determines in constant time whether a block has no liberties, exactly one, or several.
//!
//! A *pseudo-liberty* of a block is a pair: one of its stones, and an empty point adjacent to that
//! stone. A block stores the count of its pseudo-liberties, the sum of their points' indices, and
//! the sum of the squares of these indices. By the Cauchy–Schwarz inequality, count · squares =
//! sum² exactly when all pairs contain the same empty point, that is, when the block has one
//! liberty.

use super::idx16;

/// The pseudo-liberties of a block, or of the block that a move would create.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PseudoLiberties {
    count: u32,
    sum: u32,
    squares: u64,
}

impl PseudoLiberties {
    /// Adds a pseudo-liberty at the point `index`.
    pub(crate) fn add(&mut self, index: u16) {
        self.count += 1;
        self.sum += u32::from(index);
        self.squares += u64::from(index) * u64::from(index);
    }

    /// Removes a pseudo-liberty at the point `index`.
    pub(crate) fn remove(&mut self, index: u16) {
        self.count -= 1;
        self.sum -= u32::from(index);
        self.squares -= u64::from(index) * u64::from(index);
    }

    /// Adds the pseudo-liberties of another block.
    pub(crate) fn merge(&mut self, other: Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// Returns whether there are no liberties.
    pub(crate) const fn is_none(self) -> bool {
        self.count == 0
    }

    /// Returns the liberty, if there is exactly one.
    pub(crate) fn only(self) -> Option<u16> {
        // a point has only four neighbours
        if self.count == 0 || self.count > 4 {
            return None;
        }
        let same =
            u64::from(self.count) * self.squares == u64::from(self.sum) * u64::from(self.sum);
        same.then(|| idx16((self.sum / self.count) as usize))
    }
}
