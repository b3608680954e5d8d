//! Sets of places, one bit each.

/// A set of places.
pub(super) type Set = u128;

/// The largest number of places.
pub(super) const MOST: usize = Set::BITS as usize;

/// Returns the set of one place.
pub(super) const fn one(place: usize) -> Set {
    1 << place
}

/// Returns whether a place is in a set.
pub(super) const fn has(set: Set, place: usize) -> bool {
    set & one(place) != 0
}

/// Returns the places of a set, in ascending order.
pub(super) fn places(set: Set) -> impl Iterator<Item = usize> {
    (0..MOST - set.leading_zeros() as usize).filter(move |&place| has(set, place))
}

/// Returns the number of places in a set.
pub(super) const fn size(set: Set) -> i32 {
    set.count_ones().cast_signed()
}
