//! Builds the graph of a local game from its members on the board.

use super::canonical_position::CanonicalPosition;
use super::extent::Extent;
use super::local_game::{LocalGame, MAX_STONES_APART, POINT};
use super::vertex_set::{BitSet, MAX_VERTICES, VertexSet, first_vertices, single};
use crate::board::idx16;
use crate::territory::analysis::Analysis;

/// The largest number of points of a local game that is searched. No larger one ever came to an end, and trying took
/// half of the time of all searches.
const MAX_POINTS: usize = 30;

/// Stands for no vertex.
const NONE: u16 = u16::MAX;

/// A local game, and the cells of its vertices.
#[derive(Clone, Debug, Default)]
pub(super) struct MappedGame {
    pub(super) game: LocalGame,
    /// For each vertex, its cell. A block or territory that is one vertex has one of its cells here.
    pub(super) cells: Vec<u16>,
    /// For each cell, its vertex, or [`NONE`].
    vertices: Vec<u16>,
    /// The territories that are vertices, each as a vertex and a region.
    territories: Vec<(u16, u16)>,
    /// Whether the local game can be searched. If it has too many vertices or points, or dead stones of unknown colour, it
    /// can't, and only its points are known.
    pub(super) is_in_reach: bool,
}

impl MappedGame {
    /// Builds the graph of a local game.
    pub(super) fn new(position: &CanonicalPosition, extent: &Extent) -> Self {
        let vertices = vec![NONE; position.analysis.cells().len()];
        let mut mapped = Self { vertices, ..Self::default() };
        for &point in &extent.points {
            mapped.vertices[usize::from(point)] = mapped.add_vertex(point, 0);
        }
        if extent.points.len() > MAX_POINTS || extent.has_unknown {
            return mapped;
        }
        for &(stone, color) in &extent.dead {
            mapped.game.dead[color.index()] |= bit(mapped.vertices[usize::from(stone)]);
        }
        for &(block, is_capturable) in &extent.blocks {
            mapped.add_block(position, usize::from(block), is_capturable, position.is_safe(block.into()));
        }
        for &block in &extent.beyond {
            let stone = position.stones[usize::from(block)][0];
            // no search decides about the regions of this block: it is as safe as the static answer says
            mapped.add_block(position, usize::from(block), false, position.is_certain(stone));
        }
        for &region in &extent.territories {
            mapped.add_territory(position, region);
        }
        mapped.is_in_reach = mapped.cells.len() <= MAX_VERTICES;
        if mapped.is_in_reach {
            mapped.link(&position.analysis, extent);
            mapped.game.find_equivalent_moves();
        }
        mapped
    }

    /// Adds a vertex for a cell, and returns its number.
    fn add_vertex(&mut self, cell: u16, weight: u16) -> u16 {
        let vertex = idx16(self.cells.len());
        self.cells.push(cell);
        self.game.weight.push(weight);
        self.game.eyes.push(0);
        vertex
    }

    /// Adds the vertices of a block: one for each stone of a small block that can be captured, else one.
    fn add_block(&mut self, position: &CanonicalPosition, block: usize, is_capturable: bool, is_safe: bool) {
        let stones = &position.stones[block];
        let color = position.analysis.blocks()[block].color.index();
        let is_small = is_capturable && stones.len() <= MAX_STONES_APART;
        let mut set = 0;
        let mut vertex = NONE;
        // safe blocks of one colour share a vertex: stones connected with any of them are safe
        let safe = self.game.safe & self.game.start[color];
        let is_shared = is_safe && safe != 0;
        if is_shared {
            vertex = idx16(safe.lowest());
        }
        for (number, &stone) in stones.iter().enumerate() {
            if number == 0 && !is_shared || is_small {
                vertex = self.add_vertex(stone, if is_small { 1 } else { idx16(stones.len()) });
                set |= bit(vertex);
            }
            self.vertices[usize::from(stone)] = vertex;
        }
        self.game.start[color] |= set;
        if !is_capturable {
            self.game.uncapturable[color] |= set;
        } else if !is_small {
            self.game.large |= set;
        }
        if is_safe {
            self.game.safe |= set;
        }
    }

    /// Adds the vertex of a region that is not played in, without those of its points that can be played.
    fn add_territory(&mut self, position: &CanonicalPosition, number: u16) {
        let region = &position.analysis.regions()[usize::from(number)];
        let points = position.analysis.points(region).iter().copied();
        let left: Vec<u16> = points.filter(|&point| self.vertices[usize::from(point)] == NONE).collect();
        let Some(&first) = left.first() else { return };
        let vertex = self.add_vertex(first, idx16(left.len()));
        for point in left {
            self.vertices[usize::from(point)] = vertex;
        }
        self.territories.push((vertex, number));
        let owner = region.owner.expect("a controlled region").index();
        let bit = bit(vertex);
        self.game.territories |= bit;
        self.game.territory_points[owner] += POINT * i32::from(self.game.weight[usize::from(vertex)]);
        self.game.start[owner] |= bit;
        self.game.uncapturable[owner] |= bit;
        let most = position.eye_bounds[usize::from(number)].most;
        self.game.eyes[usize::from(vertex)] = u8::try_from(most).expect("two eyes at most");
    }

    /// Finds the adjacent vertices of each vertex, the dame, and the points with liberties outside.
    fn link(&mut self, analysis: &Analysis, extent: &Extent) {
        let grid = analysis.grid();
        self.game.all = first_vertices(self.cells.len());
        for index in grid.points() {
            let vertex = self.vertices[index];
            if vertex == NONE {
                continue;
            }
            for cell in grid.neighbours(index) {
                let other = self.vertices[cell];
                if other != NONE && other != vertex {
                    self.game.adjacency[usize::from(vertex)] |= single(other.into());
                }
            }
        }
        for &point in &extent.points {
            let bit = single(self.vertices[usize::from(point)].into());
            let is_outside = |&cell: &usize| analysis.is_dame(cell) && self.vertices[cell] == NONE;
            if analysis.is_dame(usize::from(point)) {
                self.game.dame |= bit;
                if grid.neighbours(usize::from(point)).iter().any(is_outside) {
                    self.game.outside_liberty |= bit;
                }
            }
        }
    }

    /// Returns the points that can be played.
    pub(super) fn points(&self) -> impl Iterator<Item = u16> {
        self.cells.iter().zip(&self.game.weight).filter(|&(_, &weight)| weight == 0).map(|(&cell, _)| cell)
    }

    /// Returns the empty points of a vertex: the point itself, or all points of a territory that cannot be played.
    pub(super) fn cells_of<'a>(&'a self, analysis: &'a Analysis, vertex: usize) -> impl Iterator<Item = u16> + 'a {
        let territory = self.territories.iter().find(|&&(number, _)| usize::from(number) == vertex);
        let region = territory.map(|&(_, region)| &analysis.regions()[usize::from(region)]);
        let rest = region.into_iter().flat_map(move |region| {
            analysis.points(region).iter().copied().filter(|&point| !self.points().any(|played| played == point))
        });
        rest.chain(region.is_none().then_some(self.cells[vertex]))
    }
}

/// Returns the set of one vertex. The set is empty if the vertex's number is too large, and then the game is not
/// searched.
fn bit(vertex: u16) -> VertexSet {
    if usize::from(vertex) < MAX_VERTICES { single(vertex.into()) } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::territory::life::RegionEyes;
    use crate::territory::search::eye_bounds::EyeBounds;
    use crate::territory::search::finder::LocalGameFinder;
    use crate::territory::search::gatherer::Gatherer;

    /// Returns the position of a diagram in which nothing is uncertain, and its finder of local games.
    fn position(diagram: &str) -> (CanonicalPosition, LocalGameFinder) {
        let (mut position, mut finder) = (CanonicalPosition::default(), LocalGameFinder::default());
        position.set_board(&Position::from_diagram(diagram).expect("a board"), &[]);
        let mut eyes = RegionEyes::default();
        let regions = position.analysis.regions().len();
        eyes.reset(regions);
        (0..regions).for_each(|region| eyes.set_half_eyes(region, 4));
        position.set_eye_bounds(EyeBounds::of_regions(&position.analysis, &eyes));
        finder.begin(&position);
        (position, finder)
    }

    #[test]
    fn a_local_game_decides_the_regions_within_its_limit() {
        // each block shares a dame with the next; the first and the last block have a point of their own
        let (position, finder) = position(".x.o.x.o.x.o.");
        let regions = |seed, limit| {
            let mut extent = Gatherer::gather(&position, finder.uncertain_blocks(), seed, limit);
            extent.regions.sort_unstable();
            extent.regions.dedup();
            let is_whole = extent.is_whole();
            (extent.regions, is_whole)
        };
        assert_eq!(regions(0, 1), (vec![0, 1], false));
        assert_eq!(regions(0, 2), (vec![0, 1, 2], false));
        assert_eq!(regions(5, 1), (vec![5, 6], false));
        assert_eq!(regions(0, 5), ((0..7).collect(), true));
    }

    /// Returns the number of vertices of a local game, its number of points, and whether it can be searched. The game
    /// is a row of blocks of three stones, each with a dame between it and the next. `behind` is put before the first
    /// block in both rows.
    fn chain(blocks: usize, behind: &str) -> (usize, usize, bool) {
        let pairs = (0..blocks).map(|number| if number % 2 == 0 { ["x.", "xx"] } else { ["o.", "oo"] });
        let rows = [0, 1].map(|row| pairs.clone().map(|pair| pair[row]).collect::<String>());
        let (position, finder) = position(&format!("{behind}{}\n{behind}{}", rows[0], rows[1]));
        let seed = finder.next_seed().expect("a block that borders dame");
        let extent = Gatherer::gather(&position, finder.uncertain_blocks(), seed, u8::MAX);
        let mapped = MappedGame::new(&position, &extent);
        (mapped.cells.len(), mapped.points().count(), mapped.is_in_reach)
    }

    #[test]
    fn a_local_game_that_is_searched_has_at_most_64_vertices() {
        assert_eq!(chain(16, ""), (64, 16, true));
        // a block of six stones is one more vertex
        assert_eq!(chain(16, "ooo"), (65, 16, false));
        assert_eq!(chain(17, ""), (68, 17, false));
        assert_eq!(chain(17, "xx"), (66, 17, false));
    }
}
