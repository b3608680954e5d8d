//! For each fill a partition of the blocks, the stones that may be filled in, and the dame points.
//!
//! A [union-find](crate::territory::union_find) follows another path for each fill. Label propagation does the same for
//! all of them at once, and the sets of a board need two or three passes.

use super::per_fill::{FillMask, PerFill};

/// A partition of the numbers from 0, the nodes, for each fill. Sets are merged by label propagation: the name of a set
/// is its lowest node.
#[derive(Debug, Default)]
pub(super) struct Partitions {
    /// For each node, the lowest node of its set.
    names: Vec<PerFill>,
    links: Vec<Link>,
    /// For each link, 0 for the fills with which the link holds, and a number above every node in the others.
    apart: Vec<PerFill>,
}

/// A link: two nodes that are in one set with some fills.
#[derive(Clone, Copy, Debug, Default)]
struct Link {
    nodes: [u16; 2],
    /// The fills with which the link holds.
    fills: FillMask,
}

/// A buffer to which links are added.
pub(super) struct Links<'a> {
    list: &'a mut [Link],
    count: usize,
}

impl Links<'_> {
    /// Adds a link between two nodes in `fills`, if there are any.
    pub(super) fn add(&mut self, nodes: [u16; 2], fills: FillMask) {
        // writes first and then decides whether to keep the entry, because a branch would be mispredicted
        self.list[self.count] = Link { nodes, fills };
        self.count += usize::from(fills != 0);
    }
}

impl Partitions {
    /// Sets the name of each node, equal for all fills: the lowest node of its set, or the node itself if it is alone.
    pub(super) fn set(&mut self, names: impl Iterator<Item = u16>) {
        self.names.clear();
        self.names.extend(names.map(PerFill::all));
    }

    /// Merges nodes, each alone in its set, along the links that `link` adds. `link` calls [`Links::add`] at most
    /// `most` times.
    pub(super) fn join_linked(&mut self, most: usize, link: impl FnOnce(&mut Links<'_>)) {
        if self.links.len() < most {
            self.links.resize(most, Link::default());
        }
        let mut links = Links { list: &mut self.links, count: 0 };
        link(&mut links);
        let count = links.count;
        // propagates the lower name along every link until nothing changes; backwards first, as the last links join
        // most
        let links = &self.links[..count];
        self.apart.clear();
        self.apart.extend(links.iter().map(|link| PerFill::mask(!link.fills) & PerFill::all(u16::MAX >> 1)));
        let links = || links.iter().zip(&self.apart);
        while lower(&mut self.names, links().rev()) && lower(&mut self.names, links()) {}
    }

    /// Merges the sets of two nodes for the fills of `mask`. Only nodes below `n` get the new name.
    pub(super) fn join(&mut self, nodes: [u16; 2], mask: PerFill, n: usize) {
        let [a, b] = nodes.map(|node| self.names[usize::from(node)]);
        let high = a.max(b);
        let lower = (high - a.min(b)) & mask;
        for name in &mut self.names[..n] {
            *name = *name - (name.mask_same(high) & lower);
        }
    }

    /// Returns, for each node, the lowest node of its set.
    pub(super) fn names(&self) -> &[PerFill] {
        &self.names
    }
}

/// Gives both nodes of each link the lower of their names. Returns whether two linked nodes had different names.
fn lower<'a>(names: &mut [PerFill], links: impl Iterator<Item = (&'a Link, &'a PerFill)>) -> bool {
    let mut changed = PerFill::default();
    for (link, &apart) in links {
        let (a, b) = (usize::from(link.nodes[0]), usize::from(link.nodes[1]));
        let (name, other) = (names[a], names[b]);
        // for other fills than those of the link, `apart` makes the other name higher than any
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

    /// Returns the names of all nodes in a fill.
    fn names(sets: &Partitions, fill: usize) -> Vec<u16> {
        sets.names().iter().map(|name| name.numbers()[fill]).collect()
    }

    #[test]
    fn joins_are_transitive_and_each_lane_has_its_own() {
        let mut sets = Partitions::default();
        for _ in 0..2 {
            sets.set(0..6);
            sets.join_linked(6, |links| {
                links.add([0, 1], 0b101);
                links.add([4, 3], 0b001);
                links.add([2, 5], 0);
                links.add([1, 4], 0b111);
                links.add([2, 5], 0b100);
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
    fn a_long_chain_is_one_set_whatever_the_order_of_its_links() {
        let mut sets = Partitions::default();
        for step in [1, 3, 7, 15] {
            sets.set(0..17);
            sets.join_linked(16, |links| {
                for node in (0..16).map(|number| number * step % 16) {
                    links.add([node + 1, node], 0b10);
                }
            });
            assert_eq!((names(&sets, 0), names(&sets, 1)), ((0..17).collect(), vec![0; 17]), "{step}");
        }
    }
}
