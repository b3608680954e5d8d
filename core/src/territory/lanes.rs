//! Vectors of eight 16-bit numbers, one SIMD lane for each of eight strategies.
//!
//! A set of strategies has two forms. As a `u8` it has one bit for each lane, to be stored and tested. As a vector mask
//! each lane has all bits or none, to select between numbers.

use std::ops::{Add, BitAnd, BitOr, BitXor, Sub};

use wide::i16x8;

/// A vector of eight numbers. All operations work lane by lane.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Lanes(i16x8);

impl Lanes {
    /// The number of lanes.
    pub(super) const COUNT: usize = 8;

    /// Returns a vector with `number`, at most [`i16::MAX`], in every lane.
    #[inline]
    pub(super) fn all(number: u16) -> Self {
        Self(i16x8::splat(number.cast_signed()))
    }

    /// Returns the vector mask of the lanes whose bits are set in `lanes`.
    #[inline]
    pub(super) fn mask(lanes: u8) -> Self {
        let bits = i16x8::new([1, 2, 4, 8, 16, 32, 64, 128]);
        Self((i16x8::splat(lanes.into()) & bits).simd_eq(bits))
    }

    /// Returns the minimum in each lane.
    #[inline]
    pub(super) fn min(self, other: Self) -> Self {
        Self(self.0.min(other.0))
    }

    /// Returns the maximum in each lane.
    #[inline]
    pub(super) fn max(self, other: Self) -> Self {
        Self(self.0.max(other.0))
    }

    /// Returns the lanes in which the two vectors differ, one bit each.
    #[inline]
    pub(super) fn differs(self, other: Self) -> u8 {
        !self.same(other)
    }

    /// Returns the lanes in which the two vectors are equal, one bit each.
    #[inline]
    pub(super) fn same(self, other: Self) -> u8 {
        // eight lanes make eight bits
        self.mask_same(other).0.to_bitmask().to_le_bytes()[0]
    }

    /// Returns the vector mask of the lanes in which the two vectors are equal.
    #[inline]
    pub(super) fn mask_same(self, other: Self) -> Self {
        Self(self.0.simd_eq(other.0))
    }

    /// Returns `other` in the lanes of `mask`, `self` in the rest.
    #[inline]
    pub(super) fn choose(self, other: Self, mask: Self) -> Self {
        Self(mask.0.bitselect(other.0, self.0))
    }

    /// Returns the number in each lane.
    #[inline]
    pub(super) fn numbers(self) -> [u16; Self::COUNT] {
        self.0.to_array().map(i16::cast_unsigned)
    }
}

impl BitAnd for Lanes {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Lanes {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Lanes {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Add for Lanes {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Lanes {
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
    fn a_mask_and_its_bits_are_the_same() {
        for lanes in 0..=u8::MAX {
            let mask = Lanes::mask(lanes);
            assert_eq!((mask.differs(Lanes::default()), mask.same(Lanes::mask(u8::MAX))), (lanes, lanes));
            let numbers: Vec<u16> = (0..8).map(|lane| u16::from(lanes >> lane & 1) * u16::MAX).collect();
            assert_eq!(mask.numbers().to_vec(), numbers);
        }
    }

    #[test]
    fn numbers_are_compared_and_added_lane_by_lane() {
        let few = Lanes::all(3).choose(Lanes::all(7), Lanes::mask(0b100));
        let many = Lanes::all(5).choose(Lanes::all(6), Lanes::mask(1 << 7));
        assert_eq!(few.min(many).numbers(), [3, 3, 5, 3, 3, 3, 3, 3]);
        assert_eq!(few.max(many).numbers(), [5, 5, 7, 5, 5, 5, 5, 6]);
        assert_eq!((few + many).numbers(), [8, 8, 12, 8, 8, 8, 8, 9]);
        assert_eq!((many + Lanes::mask(0b10)).numbers(), [5, 4, 5, 5, 5, 5, 5, 6]);
        assert_eq!((many - Lanes::all(4)).numbers(), [1, 1, 1, 1, 1, 1, 1, 2]);
        assert_eq!((few & many).numbers(), [1, 1, 5, 1, 1, 1, 1, 2]);
        assert_eq!((few | many).numbers(), [7; 8]);
        assert_eq!((few ^ many).numbers(), [6, 6, 2, 6, 6, 6, 6, 5]);
        assert_eq!(few.same(Lanes::all(7)), 0b100);
        assert_eq!(few.mask_same(Lanes::all(7)), Lanes::mask(0b100));
    }
}
