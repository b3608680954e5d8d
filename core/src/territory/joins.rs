//! A union-find, used for blocks that count as one.

/// A union-find over the numbers `0..n`, with path halving (Tarjan & van Leeuwen, "Worst-case analysis of set union
/// algorithms", 1984). The smallest number of a set is its representative, called its name.
#[derive(Clone, Debug, Default)]
pub(super) struct Joins {
    parent: Vec<u16>,
}

impl Joins {
    /// Makes each of the numbers from 0 to `n` − 1 a set of its own.
    pub(super) fn reset(&mut self, n: u16) {
        self.parent.clear();
        self.parent.extend(0..n);
    }

    /// Returns the representative of the set of `node`.
    pub(super) fn find(&mut self, node: usize) -> usize {
        let mut node = node;
        while usize::from(self.parent[node]) != node {
            let grandparent = self.parent[usize::from(self.parent[node])];
            self.parent[node] = grandparent;
            node = usize::from(grandparent);
        }
        node
    }

    /// Merges the sets of `a` and `b`.
    pub(super) fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        let (low, high) = (a.min(b), a.max(b));
        self.parent[high] = u16::try_from(low).expect("a number below n");
    }

    /// Points every number directly at its representative, for [`Self::named`].
    pub(super) fn name_all(&mut self) {
        for node in 0..self.parent.len() {
            // a smaller number already points at its representative
            self.parent[node] = self.parent[usize::from(self.parent[node])];
        }
    }

    /// Returns, for each number, its representative. Valid after [`Self::name_all`], until the next [`Self::join`].
    pub(super) fn named(&self) -> &[u16] {
        &self.parent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_are_transitive() {
        let mut joins = Joins::default();
        for _ in 0..2 {
            joins.reset(5);
            joins.join(0, 1);
            joins.join(4, 3);
            joins.join(1, 4);
            assert_eq!((0..5).map(|node| joins.find(node)).collect::<Vec<_>>(), [0, 0, 2, 0, 0]);
            joins.name_all();
            assert_eq!(joins.named(), [0, 0, 2, 0, 0]);
        }
    }
}
