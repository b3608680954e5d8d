//! Which nodes belong together: a union–find over blocks and dame.

/// A partition of the numbers `0..n`, with path halving (Tarjan & van Leeuwen, "Worst-case analysis of set union
/// algorithms", 1984) and the smaller number as the name of a set.
#[derive(Clone, Debug, Default)]
pub(super) struct Joins {
    parent: Vec<u16>,
}

impl Joins {
    /// Makes every number from 0 to `n` − 1 a set of its own, and keeps room for more up to `most`, which fits into 16
    /// bits.
    pub(super) fn reset(&mut self, n: usize, most: usize) {
        if self.parent.len() < most {
            self.parent.resize(most, 0);
        }
        for (parent, number) in self.parent[..n].iter_mut().zip(0..) {
            *parent = number;
        }
    }

    /// Adds `node` to the set that a smaller number is in.
    pub(super) fn add(&mut self, node: usize, smaller: u16) {
        self.parent[node] = smaller;
    }

    /// The name of the set that `node` is in.
    pub(super) fn find(&mut self, node: usize) -> usize {
        let mut node = node;
        while usize::from(self.parent[node]) != node {
            let grandparent = self.parent[usize::from(self.parent[node])];
            self.parent[node] = grandparent;
            node = usize::from(grandparent);
        }
        node
    }

    /// Makes one set of the two that `a` and `b` are in.
    pub(super) fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        let (low, high) = (a.min(b), a.max(b));
        self.parent[high] = u16::try_from(low).expect("a number below n");
    }

    /// The names of the sets that the numbers from 0 to `n` − 1 are in.
    pub(super) fn names(&mut self, n: usize) -> &[u16] {
        for node in 0..n {
            // that of a smaller number is its set's name by now
            self.parent[node] = self.parent[usize::from(self.parent[node])];
        }
        &self.parent[..n]
    }

    /// The names of the sets that the numbers from 0 to `n` − 1 are in, if nothing was joined after [`Self::names`] was asked
    /// of them.
    pub(super) fn all_named(&self, n: usize) -> &[u16] {
        &self.parent[..n]
    }

    /// The name of the set that `node` is in, if nothing was joined after [`Self::names`] was asked of it.
    pub(super) fn named(&self, node: usize) -> usize {
        usize::from(self.parent[node])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_are_transitive() {
        let mut joins = Joins::default();
        joins.reset(5, 6);
        joins.add(5, 5);
        joins.join(0, 1);
        joins.join(4, 3);
        joins.join(1, 4);
        assert_eq!((0..6).map(|node| joins.find(node)).collect::<Vec<_>>(), [0, 0, 2, 0, 0, 5]);
        assert_eq!(joins.names(5), [0, 0, 2, 0, 0]);
    }
}
