//! What counts as one, in each lane: sets of nodes, which are blocks, stones that may be filled in, and dame.

use crate::scoring::lanes::Lanes;

/// Sets of the numbers from 0 on, in each lane others.
#[derive(Debug, Default)]
pub(super) struct Sets {
    /// By node: the lowest node of its set.
    names: Vec<Lanes>,
    links: Vec<Link>,
    /// By link: in the lanes in which its nodes don't belong together, more than any name; 0 in the others.
    apart: Vec<Lanes>,
}

/// That two nodes belong together.
#[derive(Clone, Copy, Debug, Default)]
struct Link {
    nodes: [u16; 2],
    /// The lanes in which they do.
    lanes: u8,
}

/// Where links are written down.
pub(super) struct Links<'a> {
    list: &'a mut [Link],
    count: usize,
}

impl Links<'_> {
    /// Links two nodes in some lanes, if in any.
    pub(super) fn add(&mut self, nodes: [u16; 2], lanes: u8) {
        // it is written down before it is known to be one, for the processor can't foresee which are
        self.list[self.count] = Link { nodes, lanes };
        self.count += usize::from(lanes != 0);
    }
}

impl Sets {
    /// Gives each node its name, the same in all lanes: the lowest node of its set, so that of a node alone is its own.
    pub(super) fn set(&mut self, names: impl Iterator<Item = u16>) {
        self.names.clear();
        self.names.extend(names.map(Lanes::all));
    }

    /// Joins what `link` links of nodes that are alone: it adds at most `most` links, or tries to.
    pub(super) fn join_linked(&mut self, most: usize, link: impl FnOnce(&mut Links<'_>)) {
        if self.links.len() < most {
            self.links.resize(most, Link::default());
        }
        let mut links = Links { list: &mut self.links, count: 0 };
        link(&mut links);
        let count = links.count;
        // a name goes from node to node until none has a lower one beside it. Back first: what joins many comes last
        let links = &self.links[..count];
        self.apart.clear();
        self.apart.extend(links.iter().map(|link| Lanes::mask(!link.lanes) & Lanes::all(u16::MAX >> 1)));
        let links = || links.iter().zip(&self.apart);
        while lower(&mut self.names, links().rev()) && lower(&mut self.names, links()) {}
    }

    /// Joins the sets of two nodes, in the lanes of `mask`. Only nodes below `n` are renamed.
    pub(super) fn join(&mut self, nodes: [u16; 2], mask: Lanes, n: usize) {
        let [a, b] = nodes.map(|node| self.names[usize::from(node)]);
        let high = a.max(b);
        let lower = (high - a.min(b)) & mask;
        for name in &mut self.names[..n] {
            *name = *name - (name.mask_same(high) & lower);
        }
    }

    /// By node: the lowest node of its set.
    pub(super) fn names(&self) -> &[Lanes] {
        &self.names
    }
}

/// Gives both nodes of each link the lower name of the two; whether any had another.
fn lower<'a>(names: &mut [Lanes], links: impl Iterator<Item = (&'a Link, &'a Lanes)>) -> bool {
    let mut changed = Lanes::default();
    for (link, &apart) in links {
        let (a, b) = (usize::from(link.nodes[0]), usize::from(link.nodes[1]));
        let (name, other) = (names[a], names[b]);
        // what is apart is higher than any name
        let (to_b, to_a) = (name | apart, other | apart);
        names[a] = name.min(to_a);
        names[b] = other.min(to_b);
        changed = changed | (to_a ^ to_b);
    }
    changed.differs(Lanes::default()) != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of the nodes in a lane.
    fn names(sets: &Sets, lane: usize) -> Vec<u16> {
        sets.names().iter().map(|name| name.numbers()[lane]).collect()
    }

    #[test]
    fn joins_are_transitive_and_each_lane_has_its_own() {
        let mut sets = Sets::default();
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
            sets.join([5, 4], Lanes::mask(0b110), 6);
            assert_eq!(names(&sets, 0), [0, 0, 2, 0, 0, 5]);
            assert_eq!(names(&sets, 1), [0, 1, 2, 3, 1, 1]);
            assert_eq!(names(&sets, 2), [0, 0, 0, 3, 0, 0]);
        }
    }

    #[test]
    fn a_long_chain_is_one_set_whatever_the_order_of_its_links() {
        let mut sets = Sets::default();
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
