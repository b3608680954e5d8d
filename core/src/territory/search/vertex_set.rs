//! Sets of vertices, as bit sets.

/// A set of vertices of a local game, one bit each. A local game has at most as many vertices as a machine word has
/// bits.
pub(super) type VertexSet = u64;

/// The largest number of vertices of a local game.
pub(super) const MAX_VERTICES: usize = VertexSet::BITS as usize;

/// Returns the set of one vertex.
pub(super) const fn single(vertex: usize) -> VertexSet {
    1 << vertex
}

/// Returns the set of the vertices 0 to `count` − 1.
pub(super) const fn first_vertices(count: usize) -> VertexSet {
    if count == MAX_VERTICES { VertexSet::MAX } else { (1 << count) - 1 }
}

/// The operations on a set of vertices.
pub(super) trait BitSet: Copy {
    /// Returns the number of vertices. A build for all x86-64 processors cannot use the `popcnt` instruction for this:
    /// where [`Self::is_single`] or [`Self::has_at_most`] is enough, they are faster.
    fn count(self) -> u32;

    /// Returns the lowest vertex of a set that is not empty.
    fn lowest(self) -> usize;

    /// Returns the set of the lowest vertex, or the empty set.
    fn only_lowest(self) -> Self;

    /// Returns the set without its lowest vertex.
    fn without_lowest(self) -> Self;

    /// Returns the vertices in ascending order.
    fn vertices(self) -> impl Iterator<Item = usize>;

    /// Returns whether `vertex` is in the set.
    fn has(self, vertex: usize) -> bool;

    /// Returns whether the set has exactly one vertex.
    fn is_single(self) -> bool;

    /// Returns whether the set has at most `most` vertices.
    fn has_at_most(self, most: u32) -> bool;

    /// Returns the vertices for which `is` is true.
    fn filter(self, is: impl FnMut(usize) -> bool) -> Self;
}

impl BitSet for VertexSet {
    fn count(self) -> u32 {
        self.count_ones()
    }

    fn lowest(self) -> usize {
        self.trailing_zeros() as usize
    }

    fn only_lowest(self) -> Self {
        self & self.wrapping_neg()
    }

    fn without_lowest(self) -> Self {
        self & self.wrapping_sub(1)
    }

    fn vertices(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            (self != 0).then(|| {
                let vertex = self.lowest();
                self = self.without_lowest();
                vertex
            })
        })
    }

    fn has(self, vertex: usize) -> bool {
        self & single(vertex) != 0
    }

    fn is_single(self) -> bool {
        self != 0 && self.without_lowest() == 0
    }

    fn has_at_most(self, most: u32) -> bool {
        (0..most).fold(self, |rest, _| rest.without_lowest()) == 0
    }

    fn filter(self, mut is: impl FnMut(usize) -> bool) -> Self {
        self.vertices().filter(|&vertex| is(vertex)).fold(0, |sum, vertex| sum | single(vertex))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_the_vertices_that_were_put_in() {
        for numbers in [&[0, 1, 40, 62, 63][..], &[63], &[5, 6]] {
            let set = numbers.iter().fold(0, |sum, &vertex| sum | single(vertex));
            assert_eq!(set.vertices().collect::<Vec<_>>(), numbers);
            assert_eq!((set.count() as usize, set.lowest()), (numbers.len(), numbers[0]));
            assert!((0..MAX_VERTICES).all(|vertex| set.has(vertex) == numbers.contains(&vertex)));
            assert_eq!(set.without_lowest().vertices().collect::<Vec<_>>(), numbers[1..]);
            assert_eq!(set.only_lowest().vertices().collect::<Vec<_>>(), numbers[..1]);
            let is_odd = |vertex: usize| vertex % 2 == 1;
            let odd: Vec<usize> = numbers.iter().copied().filter(|&vertex| is_odd(vertex)).collect();
            assert_eq!(set.filter(is_odd).vertices().collect::<Vec<_>>(), odd);
            let most = (0..=64).find(|&most| set.has_at_most(most)).map(|most| most as usize);
            assert_eq!((most, set.is_single()), (Some(numbers.len()), numbers.len() == 1));
        }
        assert!((0..=MAX_VERTICES).all(|count| first_vertices(count).vertices().eq(0..count)));
        let none: VertexSet = 0;
        assert!(none.vertices().next().is_none() && none.has_at_most(0) && !none.is_single());
        assert_eq!((none.only_lowest(), none.without_lowest()), (0, 0));
    }
}
