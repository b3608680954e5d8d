//! Vectors of eight 16-bit numbers, one for each of up to eight fills computed side by side.
//!
//! A set of these fills has two forms. A [`FillMask`] has one bit for each fill, to store and test. A vector has all
//! bits or no bits set in each number, to select between numbers.

use std::ops::{Add, BitAnd, BitOr, BitXor, Sub};

use wide::i16x8;

/// A set of fills that are computed side by side, one bit for each.
pub(super) type FillMask = u8;

/// A number for each of eight fills. All operations are elementwise and use SIMD instructions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct PerFill(i16x8);

impl PerFill {
    /// The number of fills that are computed side by side.
    pub(super) const WIDTH: usize = 8;

    /// Returns a vector with `number`, at most [`i16::MAX`], for every fill.
    #[inline]
    pub(super) fn all(number: u16) -> Self {
        Self(i16x8::splat(number.cast_signed()))
    }

    /// Returns a vector with all bits set for the fills in the set `fills`.
    #[inline]
    pub(super) fn mask(fills: FillMask) -> Self {
        let bits = i16x8::new([1, 2, 4, 8, 16, 32, 64, 128]);
        Self((i16x8::splat(fills.into()) & bits).simd_eq(bits))
    }

    /// Returns the minimum for each fill.
    #[inline]
    pub(super) fn min(self, other: Self) -> Self {
        Self(self.0.min(other.0))
    }

    /// Returns the maximum for each fill.
    #[inline]
    pub(super) fn max(self, other: Self) -> Self {
        Self(self.0.max(other.0))
    }

    /// Returns the fills where the two vectors differ.
    #[inline]
    pub(super) fn differs(self, other: Self) -> FillMask {
        !self.same(other)
    }

    /// Returns the fills where the two vectors are equal.
    #[inline]
    pub(super) fn same(self, other: Self) -> FillMask {
        // eight numbers make eight bits
        self.mask_same(other).0.to_bitmask().to_le_bytes()[0]
    }

    /// Returns a vector with all bits set in the fills where the two vectors are equal.
    #[inline]
    pub(super) fn mask_same(self, other: Self) -> Self {
        Self(self.0.simd_eq(other.0))
    }

    /// Returns `other` in the fills of `mask`, and `self` in the rest.
    #[inline]
    pub(super) fn choose(self, other: Self, mask: Self) -> Self {
        Self(mask.0.bitselect(other.0, self.0))
    }

    /// Returns the numbers in the order of the fills.
    #[inline]
    pub(super) fn numbers(self) -> [u16; Self::WIDTH] {
        self.0.to_array().map(i16::cast_unsigned)
    }
}

impl BitAnd for PerFill {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for PerFill {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for PerFill {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Add for PerFill {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for PerFill {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mask_round_trips_through_its_bits() {
        for fills in 0..=u8::MAX {
            let mask = PerFill::mask(fills);
            assert_eq!((mask.differs(PerFill::default()), mask.same(PerFill::mask(u8::MAX))), (fills, fills));
            let numbers: Vec<u16> = (0..8).map(|fill| u16::from(fills >> fill & 1) * u16::MAX).collect();
            assert_eq!(mask.numbers().to_vec(), numbers);
        }
    }

    #[test]
    fn operations_are_elementwise() {
        let few = PerFill::all(3).choose(PerFill::all(7), PerFill::mask(0b100));
        let many = PerFill::all(5).choose(PerFill::all(6), PerFill::mask(1 << 7));
        assert_eq!(few.min(many).numbers(), [3, 3, 5, 3, 3, 3, 3, 3]);
        assert_eq!(few.max(many).numbers(), [5, 5, 7, 5, 5, 5, 5, 6]);
        assert_eq!((few + many).numbers(), [8, 8, 12, 8, 8, 8, 8, 9]);
        assert_eq!((many + PerFill::mask(0b10)).numbers(), [5, 4, 5, 5, 5, 5, 5, 6]);
        assert_eq!((many - PerFill::all(4)).numbers(), [1, 1, 1, 1, 1, 1, 1, 2]);
        assert_eq!((few & many).numbers(), [1, 1, 5, 1, 1, 1, 1, 2]);
        assert_eq!((few | many).numbers(), [7; 8]);
        assert_eq!((few ^ many).numbers(), [6, 6, 2, 6, 6, 6, 6, 5]);
        assert_eq!(few.same(PerFill::all(7)), 0b100);
        assert_eq!(few.mask_same(PerFill::all(7)), PerFill::mask(0b100));
    }
}
