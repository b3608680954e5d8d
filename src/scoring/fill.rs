//! The steps that the filling strategies share: which blocks belong together once the dame are played, which false
//! eyes have to be filled, and whether what is left makes two eyes.
//!
//! A dame point is never beside a point of a controlled region, for then they would be one region. So the stones with
//! which a strategy fills the dame matter in two ways only: they join blocks, and they stand on diagonals.

use super::eyes::Boundary;
use super::joins::Joins;
use super::{Analysis, Status, TerritoryMap};
use crate::board::{Cell, Color};

/// What a strategy makes of the dame, and the memory of the common steps.
#[derive(Debug, Default)]
pub struct Fill {
    /// Over cells: a stone by the name of its block, a filled point by itself.
    joins: Joins,
    /// The position with the dame and the false eyes filled. A dame without a colour stays empty.
    cells: Vec<Cell>,
    /// The points of controlled regions that may be false eyes, with the colour that controls them.
    candidates: Vec<(u16, Color)>,
    false_eyes: Vec<(u16, Color)>,
    /// By set of joined blocks: its only liberty so far.
    only_liberty: Vec<u16>,
    /// The regions that are left when false eyes are filled: their points, and where each region starts.
    points: Vec<u16>,
    regions: Vec<(usize, Color, Boundary)>,
    /// By set of joined blocks: how many eyes its regions have.
    eyes: Vec<u16>,
    seen: Vec<u16>,
    /// By block: whether a strategy has marked it.
    marked: Vec<bool>,
    /// By region: whose turn it is.
    turns: Vec<Color>,
}

/// In `only_liberty`: none found yet, and more than one. Neither is an index of a point.
const NONE: u16 = 0;
const MANY: u16 = u16::MAX;

impl Fill {
    /// Gets ready for the next strategy: every block alone, every dame empty.
    pub(super) fn reset(&mut self, analysis: &Analysis) {
        self.joins.reset(analysis.cells().len());
        self.cells.clear();
        self.cells.extend_from_slice(analysis.cells());
        self.false_eyes.clear();
        self.marked.clear();
        self.marked.resize(analysis.cells().len(), false);
        self.turns.clear();
        self.turns.resize(analysis.regions().len(), Color::Black);
    }

    /// Whose turn it is in a region: Black's first, then the other's at each call.
    pub fn take_turn(&mut self, region: usize) -> Color {
        let color = self.turns[region];
        self.turns[region] = color.opponent();
        color
    }

    /// Marks the blocks that touch a point.
    pub fn mark_around(&mut self, analysis: &Analysis, index: usize) {
        for cell in analysis.grid().neighbours(index) {
            if analysis.cells()[cell].color().is_some() {
                self.marked[analysis.block(cell)] = true;
            }
        }
    }

    /// Whether a point touches a marked block.
    #[must_use]
    pub fn touches_marked(&self, analysis: &Analysis, index: usize) -> bool {
        let touching = analysis.grid().neighbours(index);
        touching.iter().any(|&cell| analysis.cells()[cell].color().is_some() && self.marked[analysis.block(cell)])
    }

    /// Fills a dame point with a stone of `color`, which joins what it touches of that colour, dame filled earlier
    /// among it.
    pub fn paint(&mut self, analysis: &Analysis, index: usize, color: Color) {
        self.cells[index] = color.into();
        self.join_around(analysis, index);
    }

    /// Joins the blocks of `color` that touch a point, and nothing else.
    pub fn link(&mut self, analysis: &Analysis, index: usize, color: Color) {
        let stone = Cell::from(color);
        let mut beside = analysis.grid().neighbours(index).into_iter().filter(|&cell| analysis.cells()[cell] == stone);
        if let Some(first) = beside.next() {
            for other in beside {
                self.joins.join(analysis.block(first), analysis.block(other));
            }
        }
    }

    /// Joins the blocks of `color` that touch any of `points`.
    pub fn link_all(&mut self, analysis: &Analysis, points: &[u16], color: Color) {
        let stone = Cell::from(color);
        let mut first = None;
        for &point in points {
            for cell in analysis.grid().neighbours(usize::from(point)) {
                if analysis.cells()[cell] == stone {
                    let block = analysis.block(cell);
                    self.joins.join(*first.get_or_insert(block), block);
                }
            }
        }
    }

    /// The common steps: fills false eyes, counts eyes, and writes the map.
    pub fn settle(&mut self, analysis: &Analysis, map: &mut TerritoryMap) {
        self.fill_false_eyes(analysis);
        self.count_eyes(analysis, map);
        for &(point, _) in &self.false_eyes {
            map.set(usize::from(point), Status::FalseEye);
        }
    }

    /// While some false-ish point is the only liberty of a neighbouring block, fills it with the colour that controls
    /// it.
    ///
    /// The order does not matter. A fill adds stones, so a false-ish point stays one; and it takes no liberty from a
    /// block that it does not touch, so a block with one liberty keeps it until that very point is filled.
    fn fill_false_eyes(&mut self, analysis: &Analysis) {
        self.candidates.clear();
        for (region, owner) in analysis.controlled() {
            for &point in analysis.points(region) {
                if self.may_be_false(analysis, usize::from(point), owner) {
                    self.candidates.push((point, owner));
                }
            }
        }
        while !self.candidates.is_empty() && self.fill_some(analysis) {}
    }

    /// Fills the candidates that are false eyes now. Says whether there were any.
    fn fill_some(&mut self, analysis: &Analysis) -> bool {
        self.find_only_liberties(analysis);
        let filled_before = self.false_eyes.len();
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.retain(|&(point, owner)| {
            let is_false = self.is_false_eye(analysis, usize::from(point), owner);
            if is_false {
                self.false_eyes.push((point, owner));
            }
            !is_false
        });
        self.candidates = candidates;
        for number in filled_before..self.false_eyes.len() {
            let (point, owner) = self.false_eyes[number];
            self.cells[usize::from(point)] = owner.into();
            self.join_around(analysis, usize::from(point));
        }
        self.false_eyes.len() > filled_before
    }

    /// Joins the stone on a filled point with the stones of its colour beside it.
    fn join_around(&mut self, analysis: &Analysis, index: usize) {
        for cell in analysis.grid().neighbours(index) {
            if self.cells[cell] == self.cells[index] {
                self.joins.join(index, node(analysis, cell));
            }
        }
    }

    fn find_only_liberties(&mut self, analysis: &Analysis) {
        self.only_liberty.clear();
        self.only_liberty.resize(self.cells.len(), NONE);
        for (region, _) in analysis.controlled() {
            for &point in analysis.points(region) {
                if self.cells[usize::from(point)] != Cell::Empty {
                    continue;
                }
                for cell in analysis.grid().neighbours(usize::from(point)) {
                    if self.cells[cell].color().is_some() {
                        let node = node(analysis, cell);
                        let only = &mut self.only_liberty[self.joins.find(node)];
                        *only = if *only == NONE || *only == point { point } else { MANY };
                    }
                }
            }
        }
    }

    fn is_false_eye(&mut self, analysis: &Analysis, index: usize, owner: Color) -> bool {
        self.is_false_ish(analysis, index, owner)
            && analysis.grid().neighbours(index).into_iter().any(|cell| {
                self.cells[cell].color().is_some() && {
                    let node = node(analysis, cell);
                    usize::from(self.only_liberty[self.joins.find(node)]) == index
                }
            })
    }

    /// On the first line one occupied neighbour and one opposing diagonal, elsewhere two and two.
    fn is_false_ish(&self, analysis: &Analysis, index: usize, owner: Color) -> bool {
        let grid = analysis.grid();
        let needed = if grid.sides(index) > 0 { 1 } else { 2 };
        let opposing = Cell::from(owner.opponent());
        let occupied = grid.neighbours(index).iter().filter(|&&cell| self.cells[cell].color().is_some()).count();
        let against = grid.diagonals(index).iter().filter(|&&cell| self.cells[cell] == opposing).count();
        occupied >= needed && against >= needed
    }

    /// Whether a point can become a false eye at all: an opposing stone stands on a diagonal, or an empty point that
    /// may yet be filled with one.
    fn may_be_false(&self, analysis: &Analysis, index: usize, owner: Color) -> bool {
        let own = Cell::from(owner);
        analysis.grid().diagonals(index).iter().any(|&cell| self.cells[cell] != own && self.cells[cell] != Cell::Border)
    }

    /// Joins the blocks around each region, adds the regions' eyes, and marks territory and seki.
    pub fn count_eyes(&mut self, analysis: &Analysis, map: &mut TerritoryMap) {
        self.find_regions(analysis);
        self.eyes.clear();
        self.eyes.resize(self.cells.len(), 0);
        for number in 0..self.regions.len() {
            let mut first = None;
            for at in self.region(number) {
                for cell in analysis.grid().neighbours(usize::from(self.points[at])) {
                    if self.cells[cell].color().is_some() {
                        let node = node(analysis, cell);
                        self.joins.join(*first.get_or_insert(node), node);
                    }
                }
            }
        }
        for number in 0..self.regions.len() {
            let set = self.set_around(analysis, number);
            self.eyes[set] += self.regions[number].2.most_eyes();
        }
        for number in 0..self.regions.len() {
            let set = self.set_around(analysis, number);
            let owner = self.regions[number].1;
            let status = if self.eyes[set] >= 2 { Status::Territory(owner) } else { Status::Seki };
            for at in self.region(number) {
                map.set(usize::from(self.points[at]), status);
            }
        }
    }

    /// Where the points of a region are in `self.points`.
    fn region(&self, number: usize) -> std::ops::Range<usize> {
        let end = self.regions.get(number + 1).map_or(self.points.len(), |next| next.0);
        self.regions[number].0..end
    }

    /// The set of joined blocks around a region.
    fn set_around(&mut self, analysis: &Analysis, number: usize) -> usize {
        let stone = self
            .region(number)
            .flat_map(|at| analysis.grid().neighbours(usize::from(self.points[at])))
            .find(|&cell| self.cells[cell].color().is_some())
            .expect("a controlled region borders a stone");
        let node = node(analysis, stone);
        self.joins.find(node)
    }

    /// Finds the controlled regions that are left once false eyes are filled.
    fn find_regions(&mut self, analysis: &Analysis) {
        self.points.clear();
        self.regions.clear();
        self.seen.clear();
        self.seen.resize(self.cells.len(), 0);
        for (region, owner) in analysis.controlled() {
            let points = analysis.points(region);
            if points.iter().all(|&point| self.cells[usize::from(point)] == Cell::Empty) {
                self.regions.push((self.points.len(), owner, region.boundary));
                self.points.extend_from_slice(points);
            } else {
                for &point in points {
                    self.find_region(analysis, point, owner);
                }
            }
        }
    }

    /// Adds the region of `first`, unless it is filled or has been found.
    fn find_region(&mut self, analysis: &Analysis, first: u16, owner: Color) {
        /// In `seen`: a point of a region that was found. No index is as large.
        const FOUND: u16 = u16::MAX;
        if self.cells[usize::from(first)] != Cell::Empty || self.seen[usize::from(first)] == FOUND {
            return;
        }
        let start = self.points.len();
        self.points.push(first);
        self.seen[usize::from(first)] = FOUND;
        let mut next = start;
        while let Some(&point) = self.points.get(next) {
            next += 1;
            for cell in analysis.grid().neighbours(usize::from(point)) {
                if self.cells[cell] == Cell::Empty && self.seen[cell] != FOUND {
                    self.seen[cell] = FOUND;
                    self.points.push(u16::try_from(cell).expect("an index fits into 16 bits"));
                }
            }
        }
        let boundary = Boundary::measure(analysis.grid(), &self.cells, &self.points[start..], &mut self.seen);
        self.regions.push((start, owner, boundary));
    }
}

/// What stands in `joins` for the stone on `index`: its block, or itself on a point that was filled.
fn node(analysis: &Analysis, index: usize) -> usize {
    if analysis.cells()[index] == Cell::Empty { index } else { analysis.block(index) }
}
