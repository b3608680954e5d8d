//! A partition for each fill of the blocks, the stones that may be filled in, and the dame points.
//!
//! A [union-find](crate::territory::union_find) would take a different path for each fill. Label propagation handles
//! all fills at once, and two or three passes are enough for the sets of a board.

use super::per_fill::{FillMask, PerFill};

/// For each fill, a partition of nodes, numbered from 0. Sets are merged by label propagation, and each set is
/// represented by its lowest node.
#[derive(Debug, Default)]
pub(super) struct Partitions {
    /// For each node, the lowest node of its set.
    representatives: Vec<PerFill>,
    edges: Vec<Edge>,
    /// For each edge, 0 in the fills that have the edge, and a number above every node in the others.
    apart: Vec<PerFill>,
}

/// An edge joins two nodes into one set in some fills.
#[derive(Clone, Copy, Debug, Default)]
struct Edge {
    nodes: [u16; 2],
    /// The fills that have the edge.
    fills: FillMask,
}

/// A buffer for edges.
pub(super) struct Edges<'a> {
    list: &'a mut [Edge],
    count: usize,
}

impl Edges<'_> {
    /// Adds an edge between two nodes in `fills`, unless `fills` is empty.
    pub(super) fn add(&mut self, nodes: [u16; 2], fills: FillMask) {
        // write first, then decide whether to keep the entry: a branch would be mispredicted
        self.list[self.count] = Edge { nodes, fills };
        self.count += usize::from(fills != 0);
    }
}

impl Partitions {
    /// Sets the representative of each node for all fills: the lowest node of its set, which is the node itself for a
    /// set of one.
    pub(super) fn assign(&mut self, representatives: impl Iterator<Item = u16>) {
        self.representatives.clear();
        self.representatives.extend(representatives.map(PerFill::all));
    }

    /// Merges nodes, each initially in its own set, along the edges that `add_edges` adds. `add_edges` calls
    /// [`Edges::add`] at most `most` times.
    pub(super) fn join_along(&mut self, most: usize, add_edges: impl FnOnce(&mut Edges<'_>)) {
        if self.edges.len() < most {
            self.edges.resize(most, Edge::default());
        }
        let mut edges = Edges { list: &mut self.edges, count: 0 };
        add_edges(&mut edges);
        let count = edges.count;
        // propagate the lower representative along every edge until nothing changes; start backwards, because the last
        // edges join most
        let edges = &self.edges[..count];
        self.apart.clear();
        self.apart.extend(edges.iter().map(|edge| PerFill::mask(!edge.fills) & PerFill::all(u16::MAX >> 1)));
        let edges = || edges.iter().zip(&self.apart);
        while lower(&mut self.representatives, edges().rev()) && lower(&mut self.representatives, edges()) {}
    }

    /// Merges the sets of two nodes for the fills of `mask`. Only nodes below `n` get the new representative.
    pub(super) fn join(&mut self, nodes: [u16; 2], mask: PerFill, n: usize) {
        let [a, b] = nodes.map(|node| self.representatives[usize::from(node)]);
        let high = a.max(b);
        let lower = (high - a.min(b)) & mask;
        for node in &mut self.representatives[..n] {
            *node = *node - (node.mask_same(high) & lower);
        }
    }

    /// Returns, for each node, the lowest node of its set.
    pub(super) fn representatives(&self) -> &[PerFill] {
        &self.representatives
    }
}

/// Gives both nodes of each edge the lower of their representatives. Returns whether the representatives of any edge
/// differed.
fn lower<'a>(names: &mut [PerFill], edges: impl Iterator<Item = (&'a Edge, &'a PerFill)>) -> bool {
    let mut changed = PerFill::default();
    for (edge, &apart) in edges {
        let (a, b) = (usize::from(edge.nodes[0]), usize::from(edge.nodes[1]));
        let (name, other) = (names[a], names[b]);
        // in fills without this edge, `apart` makes the other name higher than any node
        let (to_b, to_a) = (name | apart, other | apart);
        names[a] = name.min(to_a);
        names[b] = other.min(to_b);
        changed = changed | (to_a ^ to_b);
    }
    changed.differs(PerFill::default()) != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the representatives of all nodes in a fill.
    fn names(sets: &Partitions, fill: usize) -> Vec<u16> {
        sets.representatives().iter().map(|name| name.numbers()[fill]).collect()
    }

    #[test]
    fn joins_are_transitive_and_separate_for_each_fill() {
        let mut sets = Partitions::default();
        for _ in 0..2 {
            sets.assign(0..6);
            sets.join_along(6, |edges| {
                edges.add([0, 1], 0b101);
                edges.add([4, 3], 0b001);
                edges.add([2, 5], 0);
                edges.add([1, 4], 0b111);
                edges.add([2, 5], 0b100);
            });
            assert_eq!(names(&sets, 0), [0, 0, 2, 0, 0, 5]);
            assert_eq!(names(&sets, 1), [0, 1, 2, 3, 1, 5]);
            assert_eq!(names(&sets, 2), [0, 0, 2, 3, 0, 2]);
            assert_eq!(names(&sets, 3), [0, 1, 2, 3, 4, 5]);
            sets.join([5, 4], PerFill::mask(0b110), 6);
            assert_eq!(names(&sets, 0), [0, 0, 2, 0, 0, 5]);
            assert_eq!(names(&sets, 1), [0, 1, 2, 3, 1, 1]);
            assert_eq!(names(&sets, 2), [0, 0, 0, 3, 0, 0]);
        }
    }

    #[test]
    fn long_chain_is_one_set_for_any_order_of_links() {
        let mut sets = Partitions::default();
        for step in [1, 3, 7, 15] {
            sets.assign(0..17);
            sets.join_along(16, |edges| {
                for node in (0..16).map(|number| number * step % 16) {
                    edges.add([node + 1, node], 0b10);
                }
            });
            assert_eq!((names(&sets, 0), names(&sets, 1)), ((0..17).collect(), vec![0; 17]), "{step}");
        }
    }
}
