//! The part of the board that decides whether a chain is captured, and its game as a graph.

use super::chains::{CaptureBoard, ChainStatus};
use super::field_graph::{FieldBlock, FieldGraph};
use super::graph::{BitSet, VertexSet};
use crate::board::{Cell, Color, Grid};

/// The maximum number of empty points of a field.
const MAX_POINTS: usize = 16;

/// A chain next to a field may have too little room for two eyes if it has at most this many points
/// outside the field.
const SMALL_ROOM: usize = 8;

/// The number of points of a field above which few searches finish.
const MANY_POINTS: u32 = 8;

/// The number of stones of a chain that is worth a search of a field with many points.
const MANY_STONES: u32 = 6;

/// The blocks and regions that decide whether a chain is captured.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Field {
    /// For each block of the board, whether it can be captured, or `None` if it is not part of the
    /// field.
    blocks: Vec<Option<bool>>,
    /// For each region of the board, whether it is part of the field.
    regions: Vec<bool>,
    /// The number of empty points.
    points: usize,
}

impl Field {
    /// Returns the field of the chain `target`, or `None` if it is too large. The field has all
    /// regions next to a block that can be captured, and all blocks next to these regions and
    /// blocks. A block can be captured if it is not considered alive, or if it has no liberty
    /// outside the field. If `weak` is given, the field is wide: each block of this player that has
    /// no room for two eyes outside the field can be captured, too.
    pub(super) fn gather(
        chains: &CaptureBoard<'_>,
        target: usize,
        weak: Option<Color>,
    ) -> Option<Self> {
        let blocks = vec![None; chains.len()];
        let field = Self {
            blocks,
            regions: vec![false; chains.analysis.regions().len()],
            points: 0,
        };
        let mut builder = FieldBuilder {
            chains,
            field,
            queue: Vec::new(),
        };
        builder.set_capturable(target);
        loop {
            while let Some(block) = builder.queue.pop() {
                builder.add_surroundings(block)?;
            }
            let mut capturable = Vec::new();
            for (block, &can_capture) in builder.field.blocks.iter().enumerate() {
                if can_capture != Some(false) {
                    continue;
                }
                let room = builder.room_outside(block);
                let is_small = room.points <= SMALL_ROOM && room.eyes < 2;
                if room.points == 0 || weak == Some(chains.color(block)) && is_small {
                    capturable.push(block);
                }
            }
            if capturable.is_empty() {
                return Some(builder.field);
            }
            for block in capturable {
                builder.set_capturable(block);
            }
        }
    }

    /// Makes the blocks of the field that pass `is_safe` uncapturable.
    pub(super) fn protect(&mut self, is_safe: impl Fn(usize) -> bool) {
        for (block, can_capture) in self.blocks.iter_mut().enumerate() {
            if is_safe(block) {
                *can_capture = can_capture.map(|_| false);
            }
        }
    }

    /// Returns whether a block of the field can be captured.
    pub(super) fn can_capture(&self, block: usize) -> bool {
        self.blocks[block] == Some(true)
    }

    /// Returns the blocks that can be captured.
    pub(super) fn capturable(&self) -> impl Iterator<Item = usize> {
        (0..self.blocks.len()).filter(|&block| self.can_capture(block))
    }

    /// Returns the game about the capture of the chain `target`, or `None` if it has too many
    /// vertices.
    pub(super) fn game(&self, chains: &CaptureBoard<'_>, target: usize) -> Option<CaptureGame> {
        let analysis = chains.analysis;
        let mut points = Vec::new();
        for (region, is_inside) in analysis.regions().iter().zip(&self.regions) {
            if *is_inside {
                points.extend(
                    analysis
                        .points(region)
                        .iter()
                        .map(|&point| usize::from(point)),
                );
            }
        }
        let (mut blocks, mut number_of_target) = (Vec::new(), 0);
        for (block, can_capture) in self.blocks.iter().enumerate() {
            let Some(can_capture) = *can_capture else {
                continue;
            };
            if block == target {
                number_of_target = blocks.len();
            }
            blocks.push(FieldBlock {
                color: chains.color(block),
                stones: chains.stones(block).to_vec(),
                can_capture,
            });
        }
        let first = chains.color(target).opponent();
        CaptureGame::new(
            analysis.grid(),
            &points,
            &blocks,
            &[],
            number_of_target,
            first,
        )
    }
}

/// The room that a block has outside a field.
struct Room {
    /// The points of the regions next to the block.
    points: usize,
    /// The number of these regions that only one colour borders, with no block in atari.
    eyes: usize,
}

/// The search for the members of a field.
struct FieldBuilder<'a> {
    chains: &'a CaptureBoard<'a>,
    field: Field,
    /// The blocks that can be captured and whose surroundings have not been added yet.
    queue: Vec<usize>,
}

impl FieldBuilder<'_> {
    fn set_capturable(&mut self, block: usize) {
        self.field.blocks[block] = Some(true);
        self.queue.push(block);
    }

    /// Adds the regions and blocks next to a block. Returns `None` if the field gets too large.
    fn add_surroundings(&mut self, block: usize) -> Option<()> {
        let (chains, analysis) = (self.chains, self.chains.analysis);
        for cell in chains.around(block) {
            match analysis.cells()[cell] {
                Cell::Border => {}
                Cell::Empty => self.add_region(analysis.region(cell))?,
                Cell::Black | Cell::White => self.add_block(analysis.block(cell)),
            }
        }
        Some(())
    }

    fn add_region(&mut self, number: usize) -> Option<()> {
        if !std::mem::replace(&mut self.field.regions[number], true) {
            let analysis = self.chains.analysis;
            let region = &analysis.regions()[number];
            self.field.points += analysis.points(region).len();
            if self.field.points > MAX_POINTS {
                return None;
            }
            analysis
                .blocks_around(region)
                .iter()
                .for_each(|&block| self.add_block(block.into()));
        }
        Some(())
    }

    fn add_block(&mut self, block: usize) {
        if self.field.blocks[block].is_none() {
            if self.chains.opinion(block) == Some(ChainStatus::Alive) {
                self.field.blocks[block] = Some(false);
            } else {
                self.set_capturable(block);
            }
        }
    }

    fn room_outside(&self, block: usize) -> Room {
        let analysis = self.chains.analysis;
        let mut seen = self.field.regions.clone();
        let mut room = Room { points: 0, eyes: 0 };
        for cell in self
            .chains
            .around(block)
            .filter(|&cell| analysis.cells()[cell] == Cell::Empty)
        {
            let number = analysis.region(cell);
            if !std::mem::replace(&mut seen[number], true) {
                let region = &analysis.regions()[number];
                room.points += analysis.points(region).len();
                let is_at_stake = analysis
                    .blocks_around(region)
                    .iter()
                    .any(|&other| self.is_in_atari(other.into()));
                room.eyes += usize::from(region.owner.is_some() && !is_at_stake);
            }
        }
        room
    }

    /// Returns whether a block is in atari. The region next to such a block may not be an eye, as
    /// in a ko.
    fn is_in_atari(&self, block: usize) -> bool {
        let analysis = self.chains.analysis;
        let mut liberties = self
            .chains
            .around(block)
            .filter(|&cell| analysis.cells()[cell] == Cell::Empty);
        let first = liberties.next();
        liberties.all(|cell| Some(cell) == first)
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
    /// Stones of the owner that decide the game as soon as they are captured: the opponent wins,
    /// unless the owner's next move captures at least as many stones. Without such stones, the
    /// board at the end decides, as in Article 7.
    pub(super) kept: VertexSet,
}

impl CaptureGame {
    /// Returns the game about the chain of block number `target`, or `None` if it has too many
    /// vertices. The player `first` moves first. `joints` has pairs of stones of one block that are
    /// connected although they are not adjacent.
    pub(in crate::territory) fn new(
        grid: Grid,
        points: &[usize],
        blocks: &[FieldBlock],
        joints: &[[usize; 2]],
        target: usize,
        first: Color,
    ) -> Option<Self> {
        let owner = blocks[target].color;
        let (graph, sets) = FieldGraph::new(grid, points, blocks, joints, owner)?;
        Some(Self {
            graph,
            owner,
            target: sets[target],
            first,
            kept: 0,
        })
    }

    /// Returns the game that the capture of the chain, or of a large block of its owner, decides.
    pub(in crate::territory) fn decided_by_capture(mut self) -> Self {
        self.kept = self.target | self.graph.large & self.graph.start[self.owner.index()];
        self
    }

    /// Returns the number of states that the search may visit if the fate of `stake` stones depends
    /// on the chain.
    pub(super) fn budget(&self, stake: u32) -> u32 {
        let stones = stake.max(self.graph.stones(self.target));
        let points = (self.graph.all & !self.graph.start[0] & !self.graph.start[1]).count();
        if points > MANY_POINTS && stones < MANY_STONES {
            120
        } else {
            (50 + 50 * stones * stones).min(25_000)
        }
    }
}
