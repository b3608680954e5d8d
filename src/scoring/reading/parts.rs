//! What hangs together in a field: parts of sets of nodes, and chains of stones among them.

use std::ops::{Index, IndexMut};

use super::play::Field;
use super::set::{MOST_NODES, Nodes, Set};

/// By node: a set. There are as many as there can be, so that no node has to be asked whether it is among them.
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

/// A part of a set that hangs together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) set: Set,
    /// What is beside it.
    pub(super) around: Set,
}

impl Field {
    /// What is beside some node of a set.
    fn beside_any(&self, set: Set) -> Set {
        set.nodes().fold(0, |sum, node| sum | self.beside[node])
    }

    /// What is beside a set, and not in it.
    pub(super) fn around(&self, set: Set) -> Set {
        self.beside_any(set) & !set
    }

    /// What can be reached from `from` within `within`, `from` included.
    fn part(&self, from: Set, within: Set) -> Part {
        match self.part_while(from, within, |_| true) {
            Ok(part) | Err(part) => part,
        }
    }

    /// The same, as long as this is so of what was reached; otherwise what was, up to there.
    pub(super) fn part_while(&self, from: Set, within: Set, is_so: impl Fn(Part) -> bool) -> Result<Part, Part> {
        // node by node: how far it is, ring by ring, the processor can't foresee
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

    /// The nodes of the same.
    pub(super) fn reach(&self, from: Set, within: Set) -> Set {
        self.part(from, within).set
    }

    /// The parts of a set, each once.
    pub(super) fn parts(&self, set: Set) -> impl Iterator<Item = Part> {
        self.parts_with(set, set)
    }

    /// Those in which some of `nodes` are, which are in the set.
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

    /// The chains of `stones`, with some of `nodes` in them, that have at most so many liberties, and none for good: no node
    /// of `lasting`. Of others no more is looked at than shows that they are none.
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
