//! Which blocks belong together: a union–find.

/// A partition of the numbers `0..n`, with path halving (Tarjan & van Leeuwen, "Worst-case analysis of set union
/// algorithms", 1984) and the smaller number as the name of a set.
#[derive(Clone, Debug, Default)]
pub(super) struct Joins {
    parent: Vec<u16>,
}

impl Joins {
    /// Makes every number from 0 to `n` − 1, which fits into 16 bits, a set of its own.
    pub(super) fn reset(&mut self, n: u16) {
        self.parent.clear();
        self.parent.extend(0..n);
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

    /// Gives each number the name of its set, for [`Self::named`].
    pub(super) fn name_all(&mut self) {
        for node in 0..self.parent.len() {
            // that of a smaller number is its set's name by now
            self.parent[node] = self.parent[usize::from(self.parent[node])];
        }
    }

    /// By number: the name of its set, if nothing was joined after [`Self::name_all`].
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
