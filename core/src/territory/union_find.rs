//! A union-find structure for stones and blocks that count as one.

use crate::board::idx16;

/// A partition of the numbers `0..n`, with path halving (Tarjan & van Leeuwen, "Worst-case analysis
/// of set union algorithms", 1984). The smallest number of a set represents it.
#[derive(Clone, Debug, Default)]
pub(crate) struct UnionFind {
    parent: Vec<u16>,
}

impl UnionFind {
    /// Puts each of the numbers from 0 to `n` − 1 in its own set.
    pub(crate) fn reset(&mut self, n: u16) {
        self.parent.clear();
        self.parent.extend(0..n);
    }

    /// Returns the representative of the set of `number`.
    #[inline]
    pub(crate) fn find(&mut self, number: usize) -> usize {
        let mut number = number;
        while usize::from(self.parent[number]) != number {
            let grandparent = self.parent[usize::from(self.parent[number])];
            self.parent[number] = grandparent;
            number = usize::from(grandparent);
        }
        number
    }

    /// Merges the sets of `a` and `b`.
    #[inline]
    pub(crate) fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        let (low, high) = (a.min(b), a.max(b));
        self.parent[high] = idx16(low);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_are_transitive() {
        let mut sets = UnionFind::default();
        for _ in 0..2 {
            sets.reset(6);
            sets.join(0, 1);
            sets.join(4, 3);
            sets.join(1, 4);
            assert_eq!(
                (0..6).map(|number| sets.find(number)).collect::<Vec<_>>(),
                [0, 0, 2, 0, 0, 5]
            );
        }
    }
}
