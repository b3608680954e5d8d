//! A graph with at most 64 vertices: sets of vertices as bit sets, edges, and connected components.

use std::ops::{Index, IndexMut};

/// A set of vertices of a field, with one bit for each vertex.
pub(super) type VertexSet = u64;

/// The maximum number of vertices of a field.
pub(super) const MAX_VERTICES: usize = VertexSet::BITS as usize;

/// Returns the set that contains only `vertex`.
pub(super) const fn single(vertex: usize) -> VertexSet {
    1 << vertex
}

/// Returns the set of the vertices 0 to `count` − 1.
pub(super) const fn first_vertices(count: usize) -> VertexSet {
    if count == MAX_VERTICES {
        VertexSet::MAX
    } else {
        (1 << count) - 1
    }
}

/// The operations on a set of vertices.
pub(super) trait BitSet: Copy {
    /// Returns the lowest vertex of a set that is not empty.
    fn lowest(self) -> usize;

    /// Returns the set that contains only the lowest vertex; the empty set stays empty.
    fn only_lowest(self) -> Self;

    /// Returns the set without its lowest vertex.
    fn without_lowest(self) -> Self;

    /// Returns the vertices in ascending order.
    fn vertices(self) -> impl Iterator<Item = usize>;

    /// Returns whether the set contains `vertex`.
    fn has(self, vertex: usize) -> bool;

    /// Returns the vertices that pass `test`.
    fn filter(self, test: impl FnMut(usize) -> bool) -> Self;
}

impl BitSet for VertexSet {
    fn lowest(self) -> usize {
        self.trailing_zeros() as usize
    }

    fn only_lowest(self) -> Self {
        self & self.wrapping_neg()
    }

    fn without_lowest(self) -> Self {
        self & self.wrapping_sub(1)
    }

    fn vertices(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            (self != 0).then(|| {
                let vertex = self.lowest();
                self = self.without_lowest();
                vertex
            })
        })
    }

    fn has(self, vertex: usize) -> bool {
        self & single(vertex) != 0
    }

    fn filter(self, mut test: impl FnMut(usize) -> bool) -> Self {
        self.vertices()
            .filter(|&vertex| test(vertex))
            .fold(0, |sum, vertex| sum | single(vertex))
    }
}

/// A connected component of a set of vertices, such as a chain of stones or an empty region.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Component {
    /// The vertices of the component.
    pub(super) set: VertexSet,
    /// The adjacent vertices outside the component.
    pub(super) boundary: VertexSet,
}

/// A set of vertices for each vertex: its neighbours, or vertices related to it in another way. The
/// array has the largest possible length, so access needs no bounds check.
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
    /// Returns the vertices adjacent to `set` and outside it.
    pub(super) fn boundary(&self, set: VertexSet) -> VertexSet {
        set.vertices().fold(0, |sum, vertex| sum | self[vertex]) & !set
    }

    /// Returns the vertices reachable from `start` within `within`, including `start`, and their
    /// boundary.
    fn component(&self, start: VertexSet, within: VertexSet) -> Component {
        // this visits one vertex at a time, because the branch predictor cannot predict the number
        // of rings around `start`
        let (mut set, mut queue, mut boundary) = (start, start, 0);
        while queue != 0 {
            let adjacent = self[queue.lowest()];
            boundary |= adjacent;
            let new = adjacent & within & !set;
            set |= new;
            queue = queue.without_lowest() | new;
        }
        Component {
            set,
            boundary: boundary & !set,
        }
    }

    /// Returns the vertices reachable from `start` within `within`, including `start`.
    pub(super) fn reachable(&self, start: VertexSet, within: VertexSet) -> VertexSet {
        self.component(start, within).set
    }

    /// Returns the connected components of `set`.
    pub(super) fn components(&self, set: VertexSet) -> impl Iterator<Item = Component> {
        self.components_with(set, set)
    }

    /// Returns the connected components of `set` that contain any of `seeds`, a subset of `set`.
    pub(super) fn components_with(
        &self,
        seeds: VertexSet,
        set: VertexSet,
    ) -> impl Iterator<Item = Component> {
        let mut left = seeds;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let component = self.component(left.only_lowest(), set);
                left &= !component.set;
                component
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bit_set_operations_return_the_vertices() {
        for numbers in [&[0, 1, 40, 62, 63][..], &[63], &[5, 6]] {
            let set = numbers.iter().fold(0, |sum, &vertex| sum | single(vertex));
            assert_eq!(set.vertices().collect::<Vec<_>>(), numbers);
            assert_eq!(set.lowest(), numbers[0]);
            assert!((0..MAX_VERTICES).all(|vertex| set.has(vertex) == numbers.contains(&vertex)));
            assert_eq!(
                set.without_lowest().vertices().collect::<Vec<_>>(),
                numbers[1..]
            );
            assert_eq!(
                set.only_lowest().vertices().collect::<Vec<_>>(),
                numbers[..1]
            );
            let is_odd = |vertex: usize| vertex % 2 == 1;
            let odd: Vec<usize> = numbers
                .iter()
                .copied()
                .filter(|&vertex| is_odd(vertex))
                .collect();
            assert_eq!(set.filter(is_odd).vertices().collect::<Vec<_>>(), odd);
        }
        assert!((0..=MAX_VERTICES).all(|count| first_vertices(count).vertices().eq(0..count)));
        let none: VertexSet = 0;
        assert!(none.vertices().next().is_none());
        assert_eq!((none.only_lowest(), none.without_lowest()), (0, 0));
    }
}
