//! Sets of nodes.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A set of nodes. Most fields have no more of them than a word of the processor has bits, and with one word all that
/// is done takes two thirds of the time that it takes with two.
pub(super) trait Set:
    Copy
    + Debug
    + Default
    + Eq
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitAndAssign
    + BitOrAssign
{
    /// As many nodes there can be.
    const MOST: usize;

    /// No node.
    const NONE: Self;

    /// One node.
    fn one(node: usize) -> Self;

    /// The first nodes, so many.
    fn first(count: usize) -> Self;

    /// The same set, which has only nodes that there can be.
    fn of(wide: Wide) -> Self;

    /// The same set.
    fn wide(self) -> Wide;

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
    fn has(self, node: usize) -> bool {
        self & Self::one(node) != Self::NONE
    }

    /// Whether it has one node.
    fn is_one(self) -> bool {
        self != Self::NONE && self.without_lowest() == Self::NONE
    }

    /// Whether it has at most so many nodes.
    fn has_at_most(self, most: u32) -> bool {
        (0..most).fold(self, |rest, _| rest.without_lowest()) == Self::NONE
    }

    /// The nodes for which this is so.
    fn filter(self, mut is: impl FnMut(usize) -> bool) -> Self {
        self.nodes().filter(|&node| is(node)).fold(Self::NONE, |sum, node| sum | Self::one(node))
    }
}

/// A set for any field.
pub(super) type Wide = u128;

/// A set for most.
pub(super) type Narrow = u64;

/// The bits of a word, the first being a node of this number.
fn of_word(mut word: u64, first: usize) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let node = first + word.trailing_zeros() as usize;
            word &= word - 1;
            node
        })
    })
}

macro_rules! integer {
    ($kind:ty, $nodes:expr) => {
        impl Set for $kind {
            const MOST: usize = <$kind>::BITS as usize;
            const NONE: Self = 0;

            fn one(node: usize) -> Self {
                1 << node
            }

            fn first(count: usize) -> Self {
                if count == Self::MOST { Self::MAX } else { (1 << count) - 1 }
            }

            fn of(wide: Wide) -> Self {
                Self::try_from(wide).expect("nodes that there can be")
            }

            fn wide(self) -> Wide {
                self.into()
            }

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

            fn nodes(self) -> impl Iterator<Item = usize> {
                $nodes(self)
            }
        }
    };
}

integer!(Narrow, |set| of_word(set, 0));
integer!(Wide, |set: Wide| {
    let [low, high] = words(set);
    of_word(low, 0).chain(of_word(high, 64))
});

/// The lower 64 bits and the higher ones.
pub(super) fn words(set: Wide) -> [u64; 2] {
    let low = set & Wide::from(u64::MAX);
    [low, set >> 64].map(|half| u64::try_from(half).expect("64 bits"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds<S: Set>(numbers: &[usize]) {
        let set = numbers.iter().fold(S::NONE, |sum, &node| sum | S::one(node));
        assert_eq!(set.nodes().collect::<Vec<_>>(), numbers);
        assert_eq!((set.count() as usize, set.lowest()), (numbers.len(), numbers[0]));
        assert!((0..S::MOST).all(|node| set.has(node) == numbers.contains(&node)));
        assert_eq!(set.without_lowest().nodes().collect::<Vec<_>>(), numbers[1..]);
        assert_eq!(set.only_lowest().nodes().collect::<Vec<_>>(), numbers[..1]);
        assert_eq!(set.filter(|node| node % 2 == 1).nodes().collect::<Vec<_>>(), {
            let is_odd = |node: &usize| node % 2 == 1;
            numbers.iter().copied().filter(is_odd).collect::<Vec<_>>()
        });
        assert_eq!(S::of(set.wide()), set);
        let most = (0..=128).find(|&most| set.has_at_most(most)).map(|most| most as usize);
        assert_eq!((most, set.is_one()), (Some(numbers.len()), numbers.len() == 1));
        assert!((0..=S::MOST).all(|count| S::first(count).nodes().eq(0..count)));
        assert!(S::NONE.nodes().next().is_none() && S::NONE.has_at_most(0) && !S::NONE.is_one());
        assert_eq!((S::NONE.only_lowest(), S::NONE.without_lowest()), (S::NONE, S::NONE));
    }

    #[test]
    fn sets_of_one_word_and_of_two() {
        for numbers in [&[0, 1, 40, 62, 63][..], &[63], &[5, 6]] {
            holds::<Narrow>(numbers);
            holds::<Wide>(numbers);
        }
        for numbers in [&[0, 1, 40, 63, 64, 65, 100, 127][..], &[64], &[127]] {
            holds::<Wide>(numbers);
        }
    }
}
