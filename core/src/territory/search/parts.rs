//! Connected components of sets of vertices, and chains of stones in particular.

use std::ops::{Index, IndexMut};

use super::play::LocalGame;
use super::set::{MOST_NODES, Nodes, Set};

/// A set for each vertex. The array has the largest possible length, so that access needs no bounds check.
#[derive(Clone, Debug)]
pub(super) struct Sets([Set; MOST_NODES]);

impl Default for Sets {
    fn default() -> Self {
        Self([0; MOST_NODES])
    }
}

impl Index<usize> for Sets {
    type Output = Set;

    fn index(&self, node: usize) -> &Set {
        &self.0[node % MOST_NODES]
    }
}

impl IndexMut<usize> for Sets {
    fn index_mut(&mut self, node: usize) -> &mut Set {
        &mut self.0[node % MOST_NODES]
    }
}

/// A connected component of a set of vertices.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) set: Set,
    /// The vertices adjacent to the component, without its own.
    pub(super) around: Set,
}

impl LocalGame {
    /// Returns the vertices adjacent to some vertex of `set`.
    fn beside_any(&self, set: Set) -> Set {
        set.nodes().fold(0, |sum, node| sum | self.beside[node])
    }

    /// Returns the vertices adjacent to `set`, without its own.
    pub(super) fn around(&self, set: Set) -> Set {
        self.beside_any(set) & !set
    }

    /// Returns the vertices that are reachable from `from` within `within`, including `from`.
    fn part(&self, from: Set, within: Set) -> Part {
        match self.part_while(from, within, |_| true) {
            Ok(part) | Err(part) => part,
        }
    }

    /// Returns the vertices that are reachable from `from` within `within`, as `Ok`. As soon as `is_so` is false for
    /// the vertices reached so far, returns those as `Err`.
    pub(super) fn part_while(&self, from: Set, within: Set, is_so: impl Fn(Part) -> bool) -> Result<Part, Part> {
        // vertex by vertex, because the number of rings around `from` would be mispredicted
        let (mut set, mut left, mut around) = (from, from, 0);
        while left != 0 {
            let beside = self.beside[left.lowest()];
            around |= beside;
            let new = beside & within & !set;
            set |= new;
            left = left.without_lowest() | new;
            let part = Part { set, around: around & !set };
            if !is_so(part) {
                return Err(part);
            }
        }
        Ok(Part { set, around: around & !set })
    }

    /// Returns the vertices that are reachable from `from` within `within`, without their boundary.
    pub(super) fn reach(&self, from: Set, within: Set) -> Set {
        self.part(from, within).set
    }

    /// Returns the connected components of `set`.
    pub(super) fn parts(&self, set: Set) -> impl Iterator<Item = Part> {
        self.parts_with(set, set)
    }

    /// Returns the connected components of `set` that contain some of `nodes`, a subset of `set`.
    pub(super) fn parts_with(&self, nodes: Set, set: Set) -> impl Iterator<Item = Part> {
        let mut left = nodes;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let part = self.part(left.only_lowest(), set);
                left &= !part.set;
                part
            })
        })
    }

    /// Returns the chains of `stones` that contain some of `nodes`, have at most `most` liberties, and contain no
    /// vertex of `lasting`, which gives a permanent liberty. The search of a chain stops as soon as it is known to be
    /// none of these.
    pub(super) fn short_chains(
        &self,
        nodes: Set,
        stones: Set,
        mut lasting: Set,
        empty: Set,
        most: u32,
    ) -> impl Iterator<Item = Part> {
        let mut left = nodes & !lasting;
        std::iter::from_fn(move || {
            while left != 0 {
                let is_short = |chain: Part| chain.set & lasting == 0 && (chain.around & empty).has_at_most(most);
                match self.part_while(left.only_lowest(), stones, is_short) {
                    Ok(chain) => {
                        left &= !chain.set;
                        return Some(chain);
                    }
                    Err(seen) => {
                        left &= !seen.set;
                        lasting |= seen.set;
                    }
                }
            }
            None
        })
    }
}
