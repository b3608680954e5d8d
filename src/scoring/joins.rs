//! Which nodes belong together: a union–find over the cells of a board.

/// A partition of the numbers `0..n`, with path halving (Tarjan & van Leeuwen, "Worst-case analysis of set union
/// algorithms", 1984) and the smaller number as the name of a set.
#[derive(Clone, Debug, Default)]
pub(super) struct Joins {
    parent: Vec<u16>,
}

impl Joins {
    /// Makes every number from 0 to `n` − 1 a set of its own. `n` fits into 16 bits.
    pub(super) fn reset(&mut self, n: usize) {
        self.parent.clear();
        self.parent.extend(0..u16::try_from(n).expect("cells of a board of at most 52 · 52 points"));
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_are_transitive() {
        let mut joins = Joins::default();
        joins.reset(6);
        joins.join(0, 1);
        joins.join(4, 3);
        joins.join(1, 4);
        assert_eq!((0..6).map(|node| joins.find(node)).collect::<Vec<_>>(), [0, 0, 2, 0, 0, 5]);
    }
}
