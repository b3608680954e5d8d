//! Builds the graph of a local game.

use super::local_games::{Extent, Gatherer, Uncertain};
use super::play::{LocalGame, SMALL};
use super::safe::{Eyes, Safety};
use super::set::{MOST_NODES, Nodes, Set, first, one};
use crate::territory::{Analysis, idx16};

/// A local game, and the cells of its vertices.
#[derive(Clone, Debug, Default)]
pub(super) struct LocalGraph {
    pub(super) field: LocalGame,
    /// For each vertex, its cell. A block or territory that is one vertex has one of its cells here.
    pub(super) cells: Vec<u16>,
    /// The territories that are vertices, each as a vertex and a region.
    pub(super) territories: Vec<(u16, u16)>,
    /// The regions that the local game decides: those adjacent to blocks that are not at its edge.
    pub(super) regions: Vec<u16>,
    /// Whether no connected block was left out.
    pub(super) is_whole: bool,
    /// Whether the local game is not searched, because it has too many vertices or points, or dead stones whose capture
    /// would matter. Only its points are known then.
    pub(super) is_out_of_reach: bool,
}

/// The largest number of points of a local game that is searched. No larger one ever came to an end, and trying took
/// half of the time of all searches.
pub(super) const MOST_POINTS: usize = 18;

/// Stands for no vertex.
const NONE: u16 = u16::MAX;

impl Gatherer {
    /// Builds the graph of the points, blocks and regions that were collected.
    pub(super) fn build(
        &mut self,
        analysis: &Analysis,
        safety: &Safety,
        eyes: &[Eyes],
        doubt: Option<&Uncertain>,
        parts: &Extent,
    ) -> LocalGraph {
        let mut graph = LocalGraph { is_whole: parts.beyond.is_empty(), ..LocalGraph::default() };
        self.nodes.clear();
        self.nodes.resize(analysis.cells().len(), NONE);
        for &point in &parts.points {
            self.nodes[usize::from(point)] = graph.add(point, 0);
        }
        graph.is_out_of_reach = parts.points.len() > MOST_POINTS || parts.is_poked;
        if graph.is_out_of_reach {
            return graph;
        }
        for &(block, is_mortal) in &parts.blocks {
            self.add_block(analysis, &mut graph, usize::from(block), is_mortal, safety.is_safe(block.into()));
            let distance = self.distance[usize::from(block)];
            if distance.is_some_and(|distance| graph.is_whole || distance < parts.limit) {
                graph.regions.extend(&self.regions[usize::from(block)]);
            }
        }
        for &block in &parts.beyond {
            let stone = self.stones[usize::from(block)][0];
            let is_firm = doubt.is_some_and(|doubt| doubt.firm[usize::from(stone)]);
            self.add_block(analysis, &mut graph, usize::from(block), false, is_firm);
        }
        for &number in &parts.territories {
            let region = &analysis.regions()[usize::from(number)];
            let points = analysis.points(region).iter().copied();
            let left: Vec<u16> = points.filter(|&point| !self.is_point[usize::from(point)]).collect();
            let Some(&first) = left.first() else { continue };
            let node = graph.add(first, idx16(left.len()));
            for point in left {
                self.nodes[usize::from(point)] = node;
            }
            graph.territories.push((node, number));
            let owner = region.owner.expect("a controlled region").index();
            let bit = bit(node);
            graph.field.territory |= bit;
            graph.field.start[owner] |= bit;
            graph.field.immortal[owner] |= bit;
            let most = eyes[usize::from(number)].most;
            graph.field.eyes[usize::from(node)] = u8::try_from(most).expect("two eyes at most");
        }
        graph.is_out_of_reach = graph.cells.len() > MOST_NODES;
        if !graph.is_out_of_reach {
            self.link(analysis, parts, &mut graph);
        }
        graph
    }

    fn add_block(&mut self, analysis: &Analysis, graph: &mut LocalGraph, block: usize, is_mortal: bool, is_safe: bool) {
        let stones = &self.stones[block];
        let color = analysis.blocks()[block].color.index();
        let is_small = is_mortal && stones.len() <= SMALL;
        let mut set = 0;
        let mut node = NONE;
        // safe blocks of one colour share a vertex: stones connected with any of them are safe
        let safe = graph.field.safe & graph.field.start[color];
        let shares = is_safe && safe != 0;
        if shares {
            node = idx16(safe.lowest());
        }
        for (number, &stone) in stones.iter().enumerate() {
            if number == 0 && !shares || is_small {
                node = graph.add(stone, if is_small { 1 } else { idx16(stones.len()) });
                set |= bit(node);
            }
            self.nodes[usize::from(stone)] = node;
        }
        graph.field.start[color] |= set;
        if !is_mortal {
            graph.field.immortal[color] |= set;
        } else if !is_small {
            graph.field.large |= set;
        }
        if is_safe {
            graph.field.safe |= set;
        }
    }

    /// Finds the adjacent vertices of each vertex, the dame, and the points with liberties outside.
    fn link(&self, analysis: &Analysis, parts: &Extent, graph: &mut LocalGraph) {
        let grid = analysis.grid();
        graph.field.all = first(graph.cells.len());
        for index in grid.points() {
            let node = self.nodes[index];
            if node == NONE {
                continue;
            }
            for cell in grid.neighbours(index) {
                let other = self.nodes[cell];
                if other != NONE && other != node {
                    graph.field.beside[usize::from(node)] |= one(other.into());
                }
            }
        }
        for &point in &parts.points {
            let bit = one(self.nodes[usize::from(point)].into());
            let is_out = |&cell: &usize| analysis.is_dame(cell) && self.nodes[cell] == NONE;
            if analysis.is_dame(usize::from(point)) {
                graph.field.dame |= bit;
                if grid.neighbours(usize::from(point)).iter().any(is_out) {
                    graph.field.open |= bit;
                }
            }
        }
        graph.field.find_twins();
    }
}

/// Returns the set of one vertex. The set is empty if the vertex's number is too large, and then the game is not
/// searched.
fn bit(node: u16) -> Set {
    if usize::from(node) < MOST_NODES { one(node.into()) } else { 0 }
}

impl LocalGraph {
    fn add(&mut self, cell: u16, weight: u16) -> u16 {
        let node = idx16(self.cells.len());
        self.cells.push(cell);
        self.field.weight.push(weight);
        self.field.eyes.push(0);
        node
    }

    /// Returns the points that can be played.
    pub(super) fn points(&self) -> impl Iterator<Item = u16> {
        self.cells.iter().zip(&self.field.weight).filter(|&(_, &weight)| weight == 0).map(|(&cell, _)| cell)
    }

    /// Returns the empty points of a vertex: the point itself, or all points of a territory that cannot be played.
    pub(super) fn cells_of<'a>(&'a self, analysis: &'a Analysis, node: usize) -> impl Iterator<Item = u16> + 'a {
        let territory = self.territories.iter().find(|&&(number, _)| usize::from(number) == node);
        let region = territory.map(|&(_, region)| &analysis.regions()[usize::from(region)]);
        let rest = region.into_iter().flat_map(move |region| {
            analysis.points(region).iter().copied().filter(|&point| !self.points().any(|played| played == point))
        });
        rest.chain(region.is_none().then_some(self.cells[node]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::territory::life::RegionEyes;
    use crate::territory::life::test_boards::analysis;

    #[test]
    fn a_field_says_something_of_what_is_nearer_than_its_end() {
        // each block shares a dame with the next; the first and the last block have a point of their own
        let analysis = analysis(".x.o.x.o.x.o.");
        let eyes = Eyes::of_regions(&analysis, &RegionEyes::default());
        let (mut safety, mut finder) = (Safety::default(), Gatherer::default());
        safety.find(&analysis, &eyes);
        finder.begin(&analysis, &safety, None);
        let mut regions = |seed, limit| {
            let mut graph = finder.graph(&analysis, &safety, &eyes, None, seed, limit);
            graph.regions.sort_unstable();
            graph.regions.dedup();
            (graph.regions, graph.is_whole)
        };
        assert_eq!(regions(0, 1), (vec![0, 1], false));
        assert_eq!(regions(0, 2), (vec![0, 1, 2], false));
        assert_eq!(regions(5, 1), (vec![5, 6], false));
        assert_eq!(regions(0, 5), ((0..7).collect(), true));
    }

    /// Returns the number of vertices of a local game, its number of points, and whether it is out of reach. The game
    /// is a row of blocks of three stones, each with a dame between it and the next. `behind` is put before the first
    /// block in both rows.
    fn chain(blocks: usize, behind: &str) -> (usize, usize, bool) {
        let pairs = (0..blocks).map(|number| if number % 2 == 0 { ["x.", "xx"] } else { ["o.", "oo"] });
        let rows = [0, 1].map(|row| pairs.clone().map(|pair| pair[row]).collect::<String>());
        let analysis = analysis(&format!("{behind}{}\n{behind}{}", rows[0], rows[1]));
        let eyes = Eyes::of_regions(&analysis, &RegionEyes::default());
        let (mut safety, mut finder) = (Safety::default(), Gatherer::default());
        safety.find(&analysis, &eyes);
        finder.begin(&analysis, &safety, None);
        let seed = finder.next_seed().expect("a block that borders dame");
        let graph = finder.graph(&analysis, &safety, &eyes, None, seed, u8::MAX);
        (graph.cells.len(), graph.points().count(), graph.is_out_of_reach)
    }

    #[test]
    fn a_field_has_no_more_nodes_than_there_are_sets_of() {
        assert_eq!(chain(16, ""), (64, 16, false));
        // a block of six stones is one more vertex
        assert_eq!(chain(16, "ooo"), (65, 16, true));
        assert_eq!(chain(17, ""), (68, 17, true));
        assert_eq!(chain(17, "xx"), (66, 17, true));
    }
}
