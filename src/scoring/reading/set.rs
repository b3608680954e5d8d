//! Sets of nodes.

/// A set of nodes: of a field that is played out, which has no more of them than a word of the processor has bits.
pub(super) type Set = u64;

/// As many nodes there can be.
pub(super) const MOST_NODES: usize = Set::BITS as usize;

/// The set of one node.
pub(super) const fn one(node: usize) -> Set {
    1 << node
}

/// The set of the first nodes, so many.
pub(super) const fn first(count: usize) -> Set {
    if count == MOST_NODES { Set::MAX } else { (1 << count) - 1 }
}

/// What a set of nodes is asked for.
pub(super) trait Nodes: Copy {
    /// How many nodes it has. Programs for every 64-bit processor of Intel's kind have to do without an instruction for
    /// this: where it is enough, ask for [`Self::is_one`] or [`Self::has_at_most`].
    fn count(self) -> u32;

    /// The lowest node of a set that has some.
    fn lowest(self) -> usize;

    /// The set of the lowest node, if there is one.
    fn only_lowest(self) -> Self;

    /// The set without its lowest node, if there is one.
    fn without_lowest(self) -> Self;

    /// Its nodes, from the lowest.
    fn nodes(self) -> impl Iterator<Item = usize>;

    /// Whether a node is in it.
    fn has(self, node: usize) -> bool;

    /// Whether it has one node.
    fn is_one(self) -> bool;

    /// Whether it has at most so many nodes.
    fn has_at_most(self, most: u32) -> bool;

    /// The nodes for which this is so.
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
