//! Builds the graph of a local game from its members on the board.

use super::board::{SearchBlock, SearchBoard};
use super::extent::Extent;
use super::graph::{BitSet, MAX_VERTICES, VertexSet, first_vertices, single};
use super::local_game::{LocalGame, MAX_STONES_APART, POINT};
use super::moves::Move;
use crate::board::{Color, idx16};

/// The maximum number of points in a local game that is searched. No search of a larger game ever
/// finished, and trying took half the time of all searches.
const MAX_POINTS: usize = 30;

/// A move of a variation: the player, and the index of the point or `None` for a pass.
pub type Step = (Color, Option<u16>);

/// A local game, and the cells of its vertices.
#[derive(Debug)]
pub(super) struct MappedGame {
    pub(super) game: LocalGame,
    /// For each vertex, its cell. A block or territory that is one vertex has any one of its cells
    /// here.
    pub(super) cells: Vec<u16>,
    /// For each cell, its vertex.
    vertices: Vec<Option<u8>>,
}

impl MappedGame {
    /// Builds the graph of a local game. Returns `None` if the game cannot be searched, because it
    /// has too many vertices or points, or dead stones of unknown colour.
    pub(super) fn new(board: &SearchBoard<'_>, extent: &Extent) -> Option<Self> {
        if extent.points.len() > MAX_POINTS || extent.has_unknown {
            return None;
        }
        let vertices = vec![None; board.order.analysis.cells().len()];
        let mut mapped = Self {
            game: LocalGame::default(),
            cells: Vec::new(),
            vertices,
        };
        for &point in &extent.points {
            mapped.add_vertex(&[point], 0)?;
        }
        for &(stone, color) in &extent.dead {
            mapped.game.dead[color.index()] |= mapped.vertex(stone);
        }
        for &(block, is_capturable) in &extent.blocks {
            let block = &board.blocks[usize::from(block)];
            mapped.add_block(block, is_capturable, block.is_safe)?;
        }
        for &block in &extent.beyond {
            let block = &board.blocks[usize::from(block)];
            // the search leaves out the regions of this block, so the static answer decides whether
            // it is safe
            mapped.add_block(block, false, block.is_certain)?;
        }
        for &region in &extent.territories {
            mapped.add_territory(board, region.into())?;
        }
        mapped.link(board, extent);
        mapped.game.find_equivalent_moves();
        Some(mapped)
    }

    /// Adds a vertex for some cells, and returns its set. Returns `None` if the graph is full.
    fn add_vertex(&mut self, cells: &[u16], weight: u16) -> Option<VertexSet> {
        let vertex = self.cells.len();
        if vertex == MAX_VERTICES {
            return None;
        }
        self.cells.push(cells[0]);
        self.game.weight.push(weight);
        self.game.eyes.push(0);
        self.put(cells, vertex);
        Some(single(vertex))
    }

    /// Maps some cells to a vertex.
    fn put(&mut self, cells: &[u16], vertex: usize) {
        for &cell in cells {
            self.vertices[usize::from(cell)] = u8::try_from(vertex).ok();
        }
    }

    /// Returns the set with the vertex of a cell.
    fn vertex(&self, cell: u16) -> VertexSet {
        self.vertices[usize::from(cell)].map_or(0, |vertex| single(vertex.into()))
    }

    /// Adds the vertices of a block: one for each stone of a small block that can be captured,
    /// otherwise one for the block.
    fn add_block(&mut self, block: &SearchBlock, is_capturable: bool, is_safe: bool) -> Option<()> {
        let SearchBlock { stones, color, .. } = block;
        let color = color.index();
        let safe = self.game.safe & self.game.start[color];
        if is_safe && safe != 0 {
            // safe blocks of one colour share a vertex: stones connected to any of them are safe
            self.put(stones, safe.lowest());
            return Some(());
        }
        let is_small = is_capturable && stones.len() <= MAX_STONES_APART;
        let mut set = 0;
        if is_small {
            for &stone in stones {
                set |= self.add_vertex(&[stone], 1)?;
            }
        } else {
            set = self.add_vertex(stones, idx16(stones.len()))?;
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
        Some(())
    }

    /// Adds the vertex of a region that is treated as territory. The vertex leaves out the points
    /// of the region that can be played.
    fn add_territory(&mut self, board: &SearchBoard<'_>, number: usize) -> Option<()> {
        let region = &board.regions[number];
        let is_left = |&point: &u16| self.vertices[usize::from(point)].is_none();
        let left: Vec<u16> = region.points.iter().copied().filter(is_left).collect();
        if left.is_empty() {
            return Some(());
        }
        let set = self.add_vertex(&left, idx16(left.len()))?;
        let owner = region.owner.expect("a controlled region").index();
        self.game.territories |= set;
        self.game.territory_points[owner] += POINT * self.game.weight_of(set);
        self.game.start[owner] |= set;
        self.game.uncapturable[owner] |= set;
        self.game.eyes[set.lowest()] = u8::try_from(region.eyes.most).expect("two eyes at most");
        Some(())
    }

    /// Finds the adjacent vertices of each vertex, the dame, and the points with liberties outside.
    fn link(&mut self, board: &SearchBoard<'_>, extent: &Extent) {
        let analysis = board.order.analysis;
        let grid = analysis.grid();
        self.game.all = first_vertices(self.cells.len());
        for index in grid.points() {
            let Some(vertex) = self.vertices[index] else {
                continue;
            };
            let around = grid
                .neighbours(index)
                .into_iter()
                .fold(0, |sum, cell| sum | self.vertex(idx16(cell)));
            self.game.adjacency[usize::from(vertex)] |= around & !single(vertex.into());
        }
        for &point in extent
            .points
            .iter()
            .filter(|&&point| analysis.is_dame(point.into()))
        {
            let is_outside =
                |&cell: &usize| analysis.is_dame(cell) && self.vertices[cell].is_none();
            self.game.dame |= self.vertex(point);
            if grid.neighbours(point.into()).iter().any(is_outside) {
                self.game.outside_liberty |= self.vertex(point);
            }
        }
    }

    /// Returns the empty cells of a vertex.
    pub(super) fn empty_cells(&self, board: &SearchBoard<'_>, vertex: usize) -> Vec<u16> {
        let region = &board.regions[board.order.analysis.region(self.cells[vertex].into())];
        region
            .points
            .iter()
            .copied()
            .filter(|&point| self.vertex(point) == single(vertex))
            .collect()
    }

    /// Returns the two lines, one for each colour moving first, in the colours of the original
    /// board.
    pub(super) fn steps(&self, board: &SearchBoard<'_>, lines: [Vec<Move>; 2]) -> [Vec<Step>; 2] {
        let [black, white] = lines;
        let line = |first: Color, moves: Vec<Move>| -> Vec<Step> {
            let players = [first, first.opponent()]
                .map(|color| board.order.color(color))
                .into_iter()
                .cycle();
            players
                .zip(
                    moves
                        .into_iter()
                        .map(|played| played.map(|vertex| self.cells[usize::from(vertex)])),
                )
                .collect()
        };
        board
            .order
            .pair([line(Color::Black, black), line(Color::White, white)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::territory::analysis::Analysis;
    use crate::territory::search::safe_blocks::EyeBounds;

    /// Returns the analysis of a diagram.
    fn analysis(diagram: &str) -> Analysis {
        let mut analysis = Analysis::default();
        analysis.set(&Position::from_diagram(diagram).expect("a board"), &[]);
        analysis
    }

    /// Returns the board of an analysis, with nothing safe or uncertain.
    fn board(analysis: &Analysis) -> SearchBoard<'_> {
        let eyes = vec![
            EyeBounds {
                least: 1,
                most: 1,
                has_dead: false
            };
            analysis.regions().len()
        ];
        SearchBoard::new(analysis, &eyes, &vec![false; analysis.blocks().len()], None)
    }

    #[test]
    fn local_game_decides_regions_within_its_limit() {
        // each block shares a dame with the next; the first and the last block have a point of
        // their own
        let analysis = analysis(".x.o.x.o.x.o.");
        let board = board(&analysis);
        let regions = |seed, limit| {
            let extent = Extent::gather(&board, seed, limit);
            let decided: Vec<usize> = (0..7)
                .filter(|&region| extent.decides(&board, region))
                .collect();
            (decided, extent.is_whole())
        };
        assert_eq!(regions(0, 1), (vec![0, 1], false));
        assert_eq!(regions(0, 2), (vec![0, 1, 2], false));
        assert_eq!(regions(5, 1), (vec![5, 6], false));
        assert_eq!(regions(0, 5), ((0..7).collect(), true));
    }

    /// Returns the number of vertices of a local game, or `None` if it cannot be searched. The game
    /// is a row of blocks of three stones with a dame between neighbours. `prefix` is put to the
    /// left of the first block in both rows.
    fn chain(blocks: usize, prefix: &str) -> Option<usize> {
        let pairs = (0..blocks).map(|number| {
            if number % 2 == 0 {
                ["x.", "xx"]
            } else {
                ["o.", "oo"]
            }
        });
        let rows = [0, 1].map(|row| pairs.clone().map(|pair| pair[row]).collect::<String>());
        let analysis = analysis(&format!("{prefix}{}\n{prefix}{}", rows[0], rows[1]));
        let board = board(&analysis);
        let seed = board
            .block_order
            .iter()
            .find(|&&block| board.blocks[usize::from(block)].is_open);
        let extent = Extent::gather(&board, *seed.expect("a block that borders dame"), u8::MAX);
        assert_eq!(extent.points.len(), blocks);
        MappedGame::new(&board, &extent).map(|mapped| mapped.cells.len())
    }

    #[test]
    fn local_game_of_more_than_64_vertices_is_not_searched() {
        assert_eq!(chain(16, ""), Some(64));
        // a block of six stones is one more vertex
        assert_eq!(chain(16, "ooo"), None);
        assert_eq!(chain(17, ""), None);
        assert_eq!(chain(17, "xx"), None);
    }
}
