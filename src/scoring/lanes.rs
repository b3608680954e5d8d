//! Eight small numbers side by side, which a processor adds and compares at once.
//!
//! Which of eight strategies something is so for is a byte, with a bit for each, where it is only asked and kept; and it
//! is a number of lanes, all bits or none in each, where numbers are chosen by it.

use std::ops::{Add, BitAnd, BitOr, BitXor, Sub};

use wide::i16x8;

/// Eight numbers. What is done with them is done lane by lane.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Lanes(i16x8);

impl Lanes {
    /// How many there are.
    pub(super) const COUNT: usize = 8;

    /// The same number in all of them, which is at most [`i16::MAX`].
    #[inline]
    pub(super) fn all(number: u16) -> Self {
        Self(i16x8::splat(number.cast_signed()))
    }

    /// All bits in the lanes whose bit `lanes` has, none in the others.
    #[inline]
    pub(super) fn mask(lanes: u8) -> Self {
        let bits = i16x8::new([1, 2, 4, 8, 16, 32, 64, 128]);
        Self((i16x8::splat(lanes.into()) & bits).simd_eq(bits))
    }

    /// The lower of two numbers.
    #[inline]
    pub(super) fn min(self, other: Self) -> Self {
        Self(self.0.min(other.0))
    }

    /// The higher of two numbers.
    #[inline]
    pub(super) fn max(self, other: Self) -> Self {
        Self(self.0.max(other.0))
    }

    /// The lanes in which two numbers are not the same.
    #[inline]
    pub(super) fn differs(self, other: Self) -> u8 {
        !self.same(other)
    }

    /// The lanes in which two numbers are the same.
    #[inline]
    pub(super) fn same(self, other: Self) -> u8 {
        // eight bits of it are used
        self.mask_same(other).0.to_bitmask().to_le_bytes()[0]
    }

    /// The mask of the lanes in which two numbers are the same.
    #[inline]
    pub(super) fn mask_same(self, other: Self) -> Self {
        Self(self.0.simd_eq(other.0))
    }

    /// The other number in the lanes of a mask.
    #[inline]
    pub(super) fn choose(self, other: Self, mask: Self) -> Self {
        Self(mask.0.bitselect(other.0, self.0))
    }

    /// The numbers as they were given.
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
