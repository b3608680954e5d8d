//! The steps of a fill that follow the treatment of the dame: filling false eyes and counting eyes.

use crate::board::{Cell, Color, Grid, idx16};
use crate::territory::analysis::LibertyRange;
use crate::territory::eyes::Boundary;
use crate::territory::filled::FilledBoard;
use crate::territory::trace::{FilledEye, Group, Space, Trace};
use crate::territory::{Analysis, TerritoryMap, reset};

use super::Dame;

/// The buffers of the steps.
#[derive(Debug, Default)]
pub(crate) struct FillSteps {
    board: FilledBoard,
    /// The false eyes found in the current round, each with an adjacent block that has no other
    /// liberty.
    found: Vec<(u16, u16)>,
    /// For each block that represents a set, the number of whole eyes of the set.
    eyes: Vec<u16>,
}

impl FillSteps {
    /// Performs all steps of a fill, and writes the status of each controlled region into `map`.
    /// Overwrites the trace, if one is requested.
    pub(crate) fn evaluate(
        &mut self,
        analysis: &Analysis,
        fill: &dyn Fn(&mut Dame<'_>),
        mut trace: Option<&mut Trace>,
        map: &mut TerritoryMap,
    ) {
        self.board.reset(analysis);
        fill(&mut Dame::new(analysis, &mut self.board));
        if let Some(trace) = &mut trace {
            let colors = analysis
                .dame()
                .map(|(index, _)| (idx16(index), self.board.cells[index].color()));
            let filled_dame = colors
                .filter_map(|(point, color)| Some((point, color?)))
                .collect();
            **trace = Trace {
                filled_dame,
                joined: self.board.joined_blocks(analysis),
                ..Trace::default()
            };
        }
        self.fill_false_eyes(analysis, trace.as_deref_mut());
        self.decide(analysis, trace, map);
    }

    /// Counts eyes on the board as it is, false eyes included, and writes the status of each
    /// controlled region into `map`. Overwrites the trace, if one is requested.
    pub(crate) fn count_eyes(
        &mut self,
        analysis: &Analysis,
        mut trace: Option<&mut Trace>,
        map: &mut TerritoryMap,
    ) {
        self.board.reset(analysis);
        if let Some(trace) = &mut trace {
            **trace = Trace::default();
        }
        self.decide(analysis, trace, map);
    }

    /// Fills every false eye with a stone of its owner, until none is left. A false eye is a point
    /// that is false by shape (see [`is_false_by_shape`]) and is the only liberty of an adjacent
    /// block. The whole set to which this block belongs then has no other liberty in a controlled
    /// region.
    ///
    /// The order does not matter. Filling only adds stones, so a point that is false by shape
    /// remains so. Filling takes liberties only from adjacent blocks, so a block with one liberty
    /// keeps that liberty until the point itself is filled.
    fn fill_false_eyes(&mut self, analysis: &Analysis, mut trace: Option<&mut Trace>) {
        loop {
            self.board.find_liberties(analysis);
            self.find_false_eyes(analysis);
            if self.found.is_empty() {
                return;
            }
            if let Some(trace) = &mut trace {
                for &(point, _) in &self.found {
                    let mut in_atari: Vec<u16> = Vec::new();
                    for cell in analysis.grid().neighbours(point.into()) {
                        if let Some(block) = self.board.block(analysis, cell)
                            && is_only(&mut self.board, block, point)
                            && !in_atari.contains(&idx16(block))
                        {
                            in_atari.push(idx16(block));
                        }
                    }
                    let region = idx16(analysis.region(point.into()));
                    trace.filled_eyes.push(FilledEye {
                        point,
                        region,
                        in_atari,
                    });
                }
            }
            for &(point, block) in &self.found {
                self.board.fill(analysis, point.into(), block);
            }
        }
    }

    fn find_false_eyes(&mut self, analysis: &Analysis) {
        let Self { board, found, .. } = self;
        found.clear();
        for (_, region, owner) in analysis.controlled() {
            // a region needs a closer look only if an adjacent block has a single liberty, and few
            // blocks do
            if !analysis
                .blocks_around(region)
                .iter()
                .any(|&block| board.liberties(block.into()).is_one())
            {
                continue;
            }
            for &point in analysis.points(region) {
                let index = usize::from(point);
                if board.cells[index] == Cell::Empty
                    && is_false_by_shape(analysis.grid(), &board.cells, index, owner)
                {
                    let mut adjacent = analysis.grid().neighbours(index).into_iter();
                    let cut_off = adjacent.find_map(|cell| {
                        board
                            .block(analysis, cell)
                            .filter(|&block| is_only(board, block, point))
                    });
                    found.extend(cut_off.map(|block| (point, idx16(block))));
                }
            }
        }
    }

    /// Joins the blocks around each region, counts the eyes of each set of blocks, and writes
    /// territory, seki and false eyes into `map`.
    ///
    /// False eyes change the number of eyes in a region, but not which blocks the region joins,
    /// because a filled point joins the stones around the components that it separates.
    fn decide(&mut self, analysis: &Analysis, trace: Option<&mut Trace>, map: &mut TerritoryMap) {
        let Self { board, eyes, .. } = self;
        board.join_around_regions(analysis);
        reset(eyes, analysis.blocks().len());
        let mut spaces = Vec::new();
        for (number, region, _) in analysis.controlled() {
            let set = board.joins.find(analysis.adjacent_block(region));
            let mut see = |points: &[u16], boundary: Boundary| {
                eyes[set] += boundary.eyes_if_owner_first();
                if trace.is_some() {
                    spaces.push((set, Space::new(idx16(number), points, boundary)));
                }
            };
            if board.is_filled(number) {
                board.for_each_space(analysis, region, see);
            } else {
                see(analysis.points(region), region.boundary);
            }
        }
        let FilledBoard { joins, cells, .. } = board;
        map.set_controlled(
            analysis,
            |region| eyes[joins.find(analysis.adjacent_block(region))] >= 2,
            |index| cells[index] != Cell::Empty,
        );
        if let Some(trace) = trace {
            trace.groups = Some(Group::collect(spaces, |set| eyes[set]));
        }
    }
}

/// Returns whether `point` is the only liberty of the set of `block`.
fn is_only(board: &mut FilledBoard, block: usize, point: u16) -> bool {
    board.liberties(block) == LibertyRange::only(point)
}

/// Returns whether a point of a controlled region is false by shape. On the first line, it needs at
/// least one occupied neighbour and one diagonal with a stone of the opponent; elsewhere, it needs
/// at least two of each.
fn is_false_by_shape(grid: Grid, cells: &[Cell], index: usize, owner: Color) -> bool {
    let needed = if grid.sides(index) > 0 { 1 } else { 2 };
    let opponent = Cell::from(owner.opponent());
    let against = grid
        .diagonals(index)
        .into_iter()
        .filter(|&cell| cells[cell] == opponent);
    let occupied = grid
        .neighbours(index)
        .into_iter()
        .filter(|&cell| cells[cell].color().is_some());
    against.count() >= needed && occupied.count() >= needed
}
