//! The steps that the filling strategies share: which blocks belong together once the dame are played, which false
//! eyes have to be filled, and whether what is left makes two eyes.
//!
//! A dame point is never beside a point of a controlled region, for then they would be one region. So the stones with
//! which a strategy fills the dame matter in two ways only: they join blocks, and they stand on diagonals.

mod trace;

use std::ops::Range;

use super::analysis::Liberties;
use super::eyes::Boundary;
use super::joins::Joins;
use super::{Analysis, Region, Status, Verdict};
use crate::board::{Cell, Color};
pub use trace::{Filled, Group, Space, Trace};

/// What a strategy makes of the dame, and the memory of the common steps.
#[derive(Debug, Default)]
pub struct Fill {
    /// Over nodes: the blocks, and behind them the cells, for stones that were filled in.
    joins: Joins,
    /// The position with the dame and the false eyes filled. A dame without a colour stays empty.
    cells: Vec<Cell>,
    /// By block that names a set of joined ones: the liberties of the set.
    liberties: Vec<Liberties>,
    /// By block that names a set: how many eyes its regions have.
    eyes: Vec<u16>,
    /// The points that were filled as false eyes, with the numbers of their regions.
    false_eyes: Vec<(u16, u16)>,
    /// What is left of the regions with false eyes: the points of each part, and its region and size.
    part_points: Vec<u16>,
    parts: Vec<Part>,
    /// By cell: the last part that was found to border it, or [`FOUND`].
    seen: Vec<u16>,
    /// By block: whether the strategy has marked it.
    marked: Vec<bool>,
    /// The points of a region in another order.
    order: Vec<u16>,
    /// What is done, where someone asks.
    trace: Option<Trace>,
}

/// A region that is left of another once false eyes are filled.
#[derive(Debug)]
struct Part {
    points: Range<usize>,
    region: u16,
    boundary: Boundary,
}

/// In `seen`: a point of a part that was found. No cell or region has this number.
const FOUND: u16 = u16::MAX;

impl Fill {
    /// Gets ready for the next strategy: every block alone, every dame empty.
    pub(super) fn reset(&mut self, analysis: &Analysis) {
        let blocks = analysis.blocks().len();
        self.joins.reset(blocks + analysis.cells().len());
        self.cells.clear();
        self.cells.extend_from_slice(analysis.cells());
        self.false_eyes.clear();
        self.marked.clear();
        self.marked.resize(blocks, false);
    }

    /// Marks the blocks around a region.
    pub fn mark_around(&mut self, analysis: &Analysis, region: &Region) {
        for &block in analysis.blocks_around(region) {
            self.marked[usize::from(block)] = true;
        }
    }

    /// Whether a block around a region is marked.
    #[must_use]
    pub fn touches_marked(&self, analysis: &Analysis, region: &Region) -> bool {
        analysis.blocks_around(region).iter().any(|&block| self.marked[usize::from(block)])
    }

    /// Fills a dame point with a stone of `color`, which joins what it touches of that colour, dame filled earlier
    /// among it.
    pub fn paint(&mut self, analysis: &Analysis, index: usize, color: Color) {
        self.cells[index] = color.into();
        self.join_around(analysis, index);
    }

    /// Fills a neutral region with stones of `color`.
    pub fn paint_all(&mut self, analysis: &Analysis, region: &Region, color: Color) {
        for &point in analysis.points(region) {
            self.cells[usize::from(point)] = color.into();
        }
        self.link_all(analysis, region, color);
    }

    /// Fills a neutral region with stones of Black and White in turn, Black's first, in the order of `key`.
    pub fn paint_in_turn<K: Ord>(&mut self, analysis: &Analysis, region: &Region, key: impl Fn(u16) -> K) {
        let mut order = std::mem::take(&mut self.order);
        order.clear();
        order.extend_from_slice(analysis.points(region));
        order.sort_unstable_by_key(|&point| key(point));
        for (&point, color) in order.iter().zip(Color::BOTH.into_iter().cycle()) {
            self.paint(analysis, usize::from(point), color);
        }
        self.order = order;
    }

    /// Joins the blocks of `color` that touch a point, and nothing else.
    pub fn link(&mut self, analysis: &Analysis, index: usize, color: Color) {
        let stone = Cell::from(color);
        let mut first = None;
        for cell in analysis.grid().neighbours(index) {
            if analysis.cells()[cell] == stone {
                let block = analysis.block(cell);
                self.joins.join(*first.get_or_insert(block), block);
            }
        }
    }

    /// Joins the blocks of `color` around a region.
    pub fn link_all(&mut self, analysis: &Analysis, region: &Region, color: Color) {
        let mut first = None;
        for block in analysis.blocks_around(region).iter().map(|&block| usize::from(block)) {
            if analysis.blocks()[block].color == color {
                self.joins.join(*first.get_or_insert(block), block);
            }
        }
    }

    /// The common steps: fills false eyes, counts eyes, and gives the verdict.
    pub fn settle(&mut self, analysis: &Analysis, verdict: &mut Verdict) {
        self.note_dame(analysis);
        self.fill_false_eyes(analysis);
        self.count_eyes(analysis, verdict);
    }

    /// While some false-ish point is the only liberty of a neighbouring block, fills it with the colour that controls
    /// it.
    ///
    /// The order does not matter. A fill adds stones, so a false-ish point stays one; and it takes no liberty from a
    /// block that it does not touch, so a block with one liberty keeps it until that very point is filled.
    fn fill_false_eyes(&mut self, analysis: &Analysis) {
        let may_be = |&&(point, region): &&(u16, u16)| self.is_false_ish(analysis, point, region);
        if analysis.candidates().iter().find(may_be).is_none() {
            return;
        }
        loop {
            self.find_liberties(analysis);
            let before = self.false_eyes.len();
            for &(point, region) in analysis.candidates() {
                if self.cells[usize::from(point)] == Cell::Empty
                    && self.is_false_ish(analysis, point, region)
                    && self.is_only_liberty(analysis, point)
                {
                    self.false_eyes.push((point, region));
                }
            }
            if self.false_eyes.len() == before {
                return;
            }
            self.note_false_eyes(analysis, before);
            for number in before..self.false_eyes.len() {
                let (point, region) = self.false_eyes[number];
                self.cells[usize::from(point)] = owner(analysis, region).into();
                self.join_around(analysis, usize::from(point));
            }
        }
    }

    /// Joins the stone on a filled point with the stones of its colour beside it.
    fn join_around(&mut self, analysis: &Analysis, index: usize) {
        for cell in analysis.grid().neighbours(index) {
            if self.cells[cell] == self.cells[index] {
                self.joins.join(node(analysis, index), node(analysis, cell));
            }
        }
    }

    /// Finds the liberties of each set of joined blocks.
    fn find_liberties(&mut self, analysis: &Analysis) {
        self.liberties.clear();
        self.liberties.resize(analysis.blocks().len(), Liberties::None);
        for (number, region, _) in analysis.controlled() {
            if !self.is_in_parts(number) {
                for (&block, &liberties) in analysis.blocks_around(region).iter().zip(analysis.liberties_in(region)) {
                    let set = &mut self.liberties[self.joins.find(usize::from(block))];
                    *set = set.with(liberties);
                }
                continue;
            }
            for &point in analysis.points(region) {
                if self.cells[usize::from(point)] == Cell::Empty {
                    for cell in analysis.grid().neighbours(usize::from(point)) {
                        if self.cells[cell].color().is_some() {
                            let set = &mut self.liberties[self.joins.find(node(analysis, cell))];
                            *set = set.with(Liberties::Only(point));
                        }
                    }
                }
            }
        }
    }

    fn is_only_liberty(&mut self, analysis: &Analysis, point: u16) -> bool {
        analysis.grid().neighbours(usize::from(point)).into_iter().any(|cell| {
            self.cells[cell].color().is_some()
                && self.liberties[self.joins.find(node(analysis, cell))] == Liberties::Only(point)
        })
    }

    /// On the first line one occupied neighbour and one opposing diagonal, elsewhere two and two.
    fn is_false_ish(&self, analysis: &Analysis, point: u16, region: u16) -> bool {
        let (grid, index) = (analysis.grid(), usize::from(point));
        let opposing = Cell::from(owner(analysis, region).opponent());
        let against = grid.diagonals(index).iter().filter(|&&cell| self.cells[cell] == opposing).count();
        if against == 0 {
            return false;
        }
        let needed = if grid.sides(index) > 0 { 1 } else { 2 };
        let occupied = grid.neighbours(index).iter().filter(|&&cell| self.cells[cell].color().is_some()).count();
        occupied >= needed && against >= needed
    }

    /// Joins the blocks around each region, adds the regions' eyes, and tells territory from seki.
    pub fn count_eyes(&mut self, analysis: &Analysis, verdict: &mut Verdict) {
        self.note_count();
        self.find_parts(analysis);
        self.eyes.clear();
        self.eyes.resize(analysis.blocks().len(), 0);
        let whole = |fill: &Self, number: usize| !fill.is_in_parts(number);
        for (number, region, _) in analysis.controlled() {
            if whole(self, number) {
                let blocks = analysis.blocks_around(region);
                for &block in blocks {
                    self.joins.join(usize::from(blocks[0]), usize::from(block));
                }
            }
        }
        (0..self.parts.len()).for_each(|part| self.join_around_part(analysis, part));
        for (number, region, _) in analysis.controlled() {
            if whole(self, number) {
                self.eyes[self.joins.find(usize::from(analysis.blocks_around(region)[0]))] +=
                    region.boundary.most_eyes();
            }
        }
        for number in 0..self.parts.len() {
            let set = self.set_around_part(analysis, number);
            self.eyes[set] += self.parts[number].boundary.most_eyes();
        }
        for (number, region, owner) in analysis.controlled() {
            if whole(self, number) {
                let set = self.joins.find(usize::from(analysis.blocks_around(region)[0]));
                verdict.set(number, status(self.eyes[set], owner));
            }
        }
        self.give_parts(analysis, verdict);
    }

    /// The statuses of the points in regions with false eyes.
    fn give_parts(&mut self, analysis: &Analysis, verdict: &mut Verdict) {
        for number in 0..self.parts.len() {
            let set = self.set_around_part(analysis, number);
            let Part { points, region, .. } = &self.parts[number];
            for &point in &self.part_points[points.clone()] {
                verdict.set_point(usize::from(*region), point, status(self.eyes[set], owner(analysis, *region)));
            }
        }
        for &(point, region) in &self.false_eyes {
            verdict.set_point(usize::from(region), point, Status::FalseEye);
        }
    }

    /// Whether a region has false eyes, so that its parts stand for it.
    fn is_in_parts(&self, region: usize) -> bool {
        self.false_eyes.iter().any(|&(_, other)| usize::from(other) == region)
    }

    /// Finds what is left of regions with false eyes.
    fn find_parts(&mut self, analysis: &Analysis) {
        self.part_points.clear();
        self.parts.clear();
        if self.false_eyes.is_empty() {
            return;
        }
        self.seen.clear();
        self.seen.resize(self.cells.len(), 0);
        for (number, region, _) in analysis.controlled() {
            if self.is_in_parts(number) {
                analysis.points(region).iter().for_each(|&point| self.find_part(analysis, point));
            }
        }
    }

    /// Adds the part of `first`, unless that is filled or its part has been found.
    fn find_part(&mut self, analysis: &Analysis, first: u16) {
        if self.cells[usize::from(first)] != Cell::Empty || self.seen[usize::from(first)] == FOUND {
            return;
        }
        let start = self.part_points.len();
        self.part_points.push(first);
        self.seen[usize::from(first)] = FOUND;
        let mut next = start;
        while let Some(&point) = self.part_points.get(next) {
            next += 1;
            for cell in analysis.grid().neighbours(usize::from(point)) {
                if self.cells[cell] == Cell::Empty && self.seen[cell] != FOUND {
                    self.seen[cell] = FOUND;
                    self.part_points.push(u16::try_from(cell).expect("an index fits into 16 bits"));
                }
            }
        }
        // the first point's index is no other part's, and no cell is 0
        let points = start..self.part_points.len();
        let boundary =
            Boundary::measure(analysis.grid(), &self.cells, &self.part_points[points.clone()], first, &mut self.seen);
        let region = u16::try_from(analysis.region(usize::from(first))).expect("a region's number fits into 16 bits");
        self.parts.push(Part { points, region, boundary });
    }

    fn join_around_part(&mut self, analysis: &Analysis, part: usize) {
        let mut first = None;
        for at in self.parts[part].points.clone() {
            for cell in analysis.grid().neighbours(usize::from(self.part_points[at])) {
                if self.cells[cell].color().is_some() {
                    let node = node(analysis, cell);
                    self.joins.join(*first.get_or_insert(node), node);
                }
            }
        }
    }

    /// The set of joined blocks around a part. A false eye is filled beside a block, so there is one.
    fn set_around_part(&mut self, analysis: &Analysis, part: usize) -> usize {
        let mut around = self.parts[part]
            .points
            .clone()
            .flat_map(|at| analysis.grid().neighbours(usize::from(self.part_points[at])));
        let stone =
            around.find(|&cell| self.cells[cell].color().is_some()).expect("a controlled region borders a stone");
        self.joins.find(node(analysis, stone))
    }
}

fn status(eyes: u16, owner: Color) -> Status {
    if eyes >= 2 { Status::Territory(owner) } else { Status::Seki }
}

/// The colour that controls a region, which some colour does.
fn owner(analysis: &Analysis, region: u16) -> Color {
    analysis.regions()[usize::from(region)].owner.expect("a controlled region")
}

/// What stands in `joins` for the stone on `index`: its block, or the cell of a point that was filled. A set with a
/// block in it has a block for its name, for names are the smallest.
fn node(analysis: &Analysis, index: usize) -> usize {
    if analysis.cells()[index] == Cell::Empty { analysis.blocks().len() + index } else { analysis.block(index) }
}
