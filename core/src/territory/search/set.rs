//! Sets of vertices, as bit sets.

/// A set of vertices of a local game, one bit each. A local game has at most as many vertices as a machine word has
/// bits.
pub(super) type Set = u64;

/// The largest number of vertices of a local game.
pub(super) const MOST_NODES: usize = Set::BITS as usize;

/// Returns the set of one vertex.
pub(super) const fn one(node: usize) -> Set {
    1 << node
}

/// Returns the set of the vertices 0 to `count` − 1.
pub(super) const fn first(count: usize) -> Set {
    if count == MOST_NODES { Set::MAX } else { (1 << count) - 1 }
}

/// The operations on a set of vertices.
pub(super) trait Nodes: Copy {
    /// Returns the number of vertices. A build for all x86-64 processors cannot use the `popcnt` instruction for this:
    /// where [`Self::is_one`] or [`Self::has_at_most`] is enough, they are faster.
    fn count(self) -> u32;

    /// Returns the lowest vertex of a set that is not empty.
    fn lowest(self) -> usize;

    /// Returns the set of the lowest vertex, or the empty set.
    fn only_lowest(self) -> Self;

    /// Returns the set without its lowest vertex.
    fn without_lowest(self) -> Self;

    /// Returns the vertices in ascending order.
    fn nodes(self) -> impl Iterator<Item = usize>;

    /// Returns whether `node` is in the set.
    fn has(self, node: usize) -> bool;

    /// Returns whether the set has exactly one vertex.
    fn is_one(self) -> bool;

    /// Returns whether the set has at most `most` vertices.
    fn has_at_most(self, most: u32) -> bool;

    /// Returns the vertices for which `is` is true.
    fn filter(self, is: impl FnMut(usize) -> bool) -> Self;
}

impl Nodes for Set {
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

    fn nodes(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            (self != 0).then(|| {
                let node = self.lowest();
                self = self.without_lowest();
                node
            })
        })
    }

    fn has(self, node: usize) -> bool {
        self & one(node) != 0
    }

    fn is_one(self) -> bool {
        self != 0 && self.without_lowest() == 0
    }

    fn has_at_most(self, most: u32) -> bool {
        (0..most).fold(self, |rest, _| rest.without_lowest()) == 0
    }

    fn filter(self, mut is: impl FnMut(usize) -> bool) -> Self {
        self.nodes().filter(|&node| is(node)).fold(0, |sum, node| sum | one(node))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_the_nodes_that_it_was_made_of() {
        for numbers in [&[0, 1, 40, 62, 63][..], &[63], &[5, 6]] {
            let set = numbers.iter().fold(0, |sum, &node| sum | one(node));
            assert_eq!(set.nodes().collect::<Vec<_>>(), numbers);
            assert_eq!((set.count() as usize, set.lowest()), (numbers.len(), numbers[0]));
            assert!((0..MOST_NODES).all(|node| set.has(node) == numbers.contains(&node)));
            assert_eq!(set.without_lowest().nodes().collect::<Vec<_>>(), numbers[1..]);
            assert_eq!(set.only_lowest().nodes().collect::<Vec<_>>(), numbers[..1]);
            let is_odd = |node: usize| node % 2 == 1;
            let odd: Vec<usize> = numbers.iter().copied().filter(|&node| is_odd(node)).collect();
            assert_eq!(set.filter(is_odd).nodes().collect::<Vec<_>>(), odd);
            let most = (0..=64).find(|&most| set.has_at_most(most)).map(|most| most as usize);
            assert_eq!((most, set.is_one()), (Some(numbers.len()), numbers.len() == 1));
        }
        assert!((0..=MOST_NODES).all(|count| first(count).nodes().eq(0..count)));
        let none: Set = 0;
        assert!(none.nodes().next().is_none() && none.has_at_most(0) && !none.is_one());
        assert_eq!((none.only_lowest(), none.without_lowest()), (0, 0));
    }
}
