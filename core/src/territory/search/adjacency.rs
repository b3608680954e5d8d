//! The edges of a graph, and the connected components of sets of its vertices.

use std::ops::{ControlFlow, Index, IndexMut};

use super::component::Component;
use super::vertex_set::{BitSet, MAX_VERTICES, VertexSet};

/// A set of vertices for each vertex: those adjacent to it, or others that it is related to. The array has the largest
/// possible length, so that access needs no bounds check.
#[derive(Clone, Debug)]
pub(super) struct Adjacency([VertexSet; MAX_VERTICES]);

impl Default for Adjacency {
    fn default() -> Self {
        Self([0; MAX_VERTICES])
    }
}

impl Index<usize> for Adjacency {
    type Output = VertexSet;

    fn index(&self, vertex: usize) -> &VertexSet {
        &self.0[vertex % MAX_VERTICES]
    }
}

impl IndexMut<usize> for Adjacency {
    fn index_mut(&mut self, vertex: usize) -> &mut VertexSet {
        &mut self.0[vertex % MAX_VERTICES]
    }
}

impl Adjacency {
    /// Returns the vertices adjacent to `set`, without its own.
    pub(super) fn boundary(&self, set: VertexSet) -> VertexSet {
        set.vertices().fold(0, |sum, vertex| sum | self[vertex]) & !set
    }

    /// Returns the vertices that are reachable from `start` within `within`. As soon as `goes_on` is false for the
    /// vertices reached so far, breaks off with those.
    pub(super) fn component_while(
        &self,
        start: VertexSet,
        within: VertexSet,
        goes_on: impl Fn(Component) -> bool,
    ) -> ControlFlow<Component, Component> {
        // vertex by vertex, because the number of rings around `start` would be mispredicted
        let (mut set, mut queue, mut boundary) = (start, start, 0);
        while queue != 0 {
            let adjacent = self[queue.lowest()];
            boundary |= adjacent;
            let new = adjacent & within & !set;
            set |= new;
            queue = queue.without_lowest() | new;
            let component = Component { set, boundary: boundary & !set };
            if !goes_on(component) {
                return ControlFlow::Break(component);
            }
        }
        ControlFlow::Continue(Component { set, boundary: boundary & !set })
    }

    /// Returns the vertices that are reachable from `start` within `within`, including `start`, and their boundary.
    fn component(&self, start: VertexSet, within: VertexSet) -> Component {
        let (ControlFlow::Continue(component) | ControlFlow::Break(component)) =
            self.component_while(start, within, |_| true);
        component
    }

    /// Returns the vertices that are reachable from `start` within `within`, including `start`.
    pub(super) fn reachable(&self, start: VertexSet, within: VertexSet) -> VertexSet {
        self.component(start, within).set
    }

    /// Returns the connected components of `set`.
    pub(super) fn components(&self, set: VertexSet) -> impl Iterator<Item = Component> {
        self.components_with(set, set)
    }

    /// Returns the connected components of `set` that contain some of `seeds`, a subset of `set`.
    pub(super) fn components_with(&self, seeds: VertexSet, set: VertexSet) -> impl Iterator<Item = Component> {
        let mut left = seeds;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let component = self.component(left.only_lowest(), set);
                left &= !component.set;
                component
            })
        })
    }

    /// Returns the chains of `stones` that contain some of `seeds`, have at most `most` liberties among `empty`, and
    /// contain no vertex of `permanent`, which gives a permanent liberty. The search of a chain stops as soon as it is
    /// known to be none of these.
    pub(super) fn short_chains(
        &self,
        seeds: VertexSet,
        stones: VertexSet,
        mut permanent: VertexSet,
        empty: VertexSet,
        most: u32,
    ) -> impl Iterator<Item = Component> {
        let mut left = seeds & !permanent;
        std::iter::from_fn(move || {
            while left != 0 {
                let is_short =
                    |chain: Component| chain.set & permanent == 0 && (chain.boundary & empty).has_at_most(most);
                match self.component_while(left.only_lowest(), stones, is_short) {
                    ControlFlow::Continue(chain) => {
                        left &= !chain.set;
                        return Some(chain);
                    }
                    ControlFlow::Break(seen) => {
                        left &= !seen.set;
                        permanent |= seen.set;
                    }
                }
            }
            None
        })
    }
}
