//! The graph of a field, on which the search plays, and the game about the capture of a chain.
//!
//! The vertices are the empty points of the field and the blocks next to them. A block is one
//! vertex if it has more than [`MAX_STONES_APART`] stones or cannot be captured. A smaller block
//! has one vertex for each stone, because play on the points of captured stones may matter.

use super::field::{Field, FieldBlock};
use super::graph::{Adjacency, BitSet, MAX_VERTICES, VertexSet, first_vertices, single};
use super::state::State;
use crate::board::{Color, Grid, idx16};

/// Few searches finish if a field has more points than this.
const MANY_POINTS: u32 = 8;

/// The minimum number of stones in a chain that is worth a search of a field with many points.
const MANY_STONES: u32 = 6;

/// The maximum size of a block with a vertex for each stone; a larger block is a single vertex.
/// With a vertex for each stone, the search can play on the points of captured stones. The first
/// number is for blocks of the chain's owner, the second for blocks of his opponent. The second is
/// larger, because a group that captures a block of that size may still have only one eye.
const MAX_STONES_APART: [usize; 2] = [5, 8];

/// The vertices of a field.
#[derive(Clone, Debug, Default)]
pub(super) struct FieldGraph {
    /// All vertices.
    pub(super) all: VertexSet,
    /// For each vertex, the adjacent vertices.
    pub(super) adjacency: Adjacency,
    /// For each vertex, its number of stones: 0 for an empty point.
    pub(super) weight: Vec<u16>,
    /// The stones of each colour at the start.
    pub(super) start: [VertexSet; 2],
    /// The large blocks that can be captured, each with a single vertex.
    pub(super) large: VertexSet,
    /// The stones of each colour that are never captured.
    pub(super) uncapturable: [VertexSet; 2],
    /// For each vertex that is a point, the vertices with lower numbers where a move is equivalent.
    pub(super) equivalent: Adjacency,
}

impl FieldBlock {
    /// Returns whether the block has a vertex for each stone in the game about a chain of `owner`.
    pub(in crate::territory) fn is_apart(&self, owner: Color) -> bool {
        let most = MAX_STONES_APART[usize::from(self.color != owner)];
        self.can_capture && self.stones.len() <= most
    }
}

impl FieldGraph {
    /// Returns the graph of a field and the vertices of each block, or `None` if the graph has too
    /// many vertices. `owner` is the owner of the chain in question.
    pub(super) fn new(grid: Grid, field: &Field, owner: Color) -> Option<(Self, Vec<VertexSet>)> {
        let Field {
            points,
            blocks,
            joints,
        } = field;
        if points.len() > MAX_VERTICES {
            return None;
        }
        let mut graph = Self {
            weight: vec![0; points.len()],
            ..Self::default()
        };
        let mut vertices: Vec<Option<usize>> = vec![None; grid.cells()];
        for (vertex, &point) in points.iter().enumerate() {
            vertices[point] = Some(vertex);
        }
        let mut sets = Vec::with_capacity(blocks.len());
        for block in blocks {
            let set = graph.add_block(block, owner, &mut vertices)?;
            sets.push(set);
        }
        graph.all = first_vertices(graph.weight.len());
        for (cell, vertex) in vertices.iter().enumerate() {
            let Some(vertex) = *vertex else { continue };
            for other in grid.neighbours(cell) {
                if let Some(other) = vertices[other] {
                    graph.adjacency[vertex] |= single(other) & !single(vertex);
                }
            }
        }
        for joint in joints {
            if let [Some(one), Some(other)] = joint.map(|stone| vertices[stone]) {
                graph.adjacency[one] |= single(other) & !single(one);
                graph.adjacency[other] |= single(one) & !single(other);
            }
        }
        graph.find_equivalent_moves();
        Some((graph, sets))
    }

    /// Adds the vertices of a block and returns them. Returns `None` if the graph gets too many
    /// vertices.
    fn add_block(
        &mut self,
        block: &FieldBlock,
        owner: Color,
        vertices: &mut [Option<usize>],
    ) -> Option<VertexSet> {
        let is_apart = block.is_apart(owner);
        let first = self.weight.len();
        for (number, &stone) in block.stones.iter().enumerate() {
            vertices[stone] = Some(first + if is_apart { number } else { 0 });
        }
        let count = if is_apart { block.stones.len() } else { 1 };
        if first + count > MAX_VERTICES {
            return None;
        }
        self.weight.resize(first + count, 1);
        let set = first_vertices(first + count) & !first_vertices(first);
        let color = block.color.index();
        self.start[color] |= set;
        if !block.can_capture {
            self.uncapturable[color] |= set;
        } else if !is_apart {
            self.weight[first] = idx16(block.stones.len());
            self.large |= set;
        }
        Some(set)
    }

    /// Returns the number of stones in a set of vertices.
    pub(super) fn stones(&self, set: VertexSet) -> u32 {
        set.vertices()
            .map(|vertex| u32::from(self.weight[vertex].max(1)))
            .sum()
    }

    /// Returns the empty points.
    pub(super) fn empty(&self, state: &State) -> VertexSet {
        self.all & !state.stones[0] & !state.stones[1]
    }

    /// Returns the vertices that give a permanent liberty to every chain of `color` that contains
    /// one of them: the colour's uncapturable stones, and the vertices of the large blocks that it
    /// has captured, which count as uncapturable stones.
    pub(super) fn permanent_liberty(&self, state: &State, color: Color) -> VertexSet {
        let captured = self.large & self.start[color.opponent().index()];
        self.uncapturable[color.index()] | captured & state.stones[color.index()]
    }

    /// Returns everything that decides the effect of a move on `vertex`: the adjacent vertices that
    /// can be captured or are empty, and for each colour the adjacent blocks that cannot be
    /// captured. A single uncapturable block of a colour is interchangeable with any other, because
    /// the move joins nothing.
    fn neighbours(&self, vertex: usize) -> (VertexSet, [VertexSet; 2]) {
        let adjacent = self.adjacency[vertex];
        let uncapturable = self.uncapturable.map(|blocks| {
            let blocks = adjacent & blocks;
            if blocks.is_power_of_two() {
                VertexSet::MAX
            } else {
                blocks
            }
        });
        (
            adjacent & !self.uncapturable[0] & !self.uncapturable[1],
            uncapturable,
        )
    }

    /// Finds the points where moves are equivalent because the points have the same neighbours.
    fn find_equivalent_moves(&mut self) {
        let points = self.all & !self.start[0] & !self.start[1];
        for vertex in points.vertices() {
            let lower = points & first_vertices(vertex);
            self.equivalent[vertex] =
                lower.filter(|other| self.neighbours(other) == self.neighbours(vertex));
        }
    }
}

/// The game about the capture of a chain.
#[derive(Debug)]
pub(in crate::territory) struct CaptureGame {
    pub(super) graph: FieldGraph,
    /// The owner of the chain.
    pub(super) owner: Color,
    /// The vertices of the chain.
    pub(super) target: VertexSet,
    /// The player who moves first.
    pub(super) first: Color,
}

impl CaptureGame {
    /// Returns the game about block number `target` of a field, or `None` if the graph has too many
    /// vertices. The player `first` moves first.
    pub(in crate::territory) fn new(
        grid: Grid,
        field: &Field,
        target: usize,
        first: Color,
    ) -> Option<Self> {
        let owner = field.blocks[target].color;
        let (graph, sets) = FieldGraph::new(grid, field, owner)?;
        Some(Self {
            graph,
            owner,
            target: sets[target],
            first,
        })
    }

    /// Returns the number of states that the search may visit if the fate of `stake` stones depends
    /// on the chain.
    pub(super) fn budget(&self, stake: u32) -> u32 {
        let stones = stake.max(self.graph.stones(self.target));
        let points = (self.graph.all & !self.graph.start[0] & !self.graph.start[1]).count_ones();
        if points > MANY_POINTS && stones < MANY_STONES {
            120
        } else {
            (50 + 50 * stones * stones).min(25_000)
        }
    }
}
