//! Finds what there is to know of a position, in one pass over it and one over its regions.

use super::{Analysis, Block, Candidate, Contact, Gap, Liberties, NONE, Region};
use crate::board::{Cell, Color, Point, Position};
use crate::scoring::eyes::Measure;
use crate::scoring::narrow;

impl Analysis {
    /// Finds the blocks and regions of `position`, from which the stones on the points `dead` were taken off.
    pub(in crate::scoring) fn set(&mut self, position: &Position, dead: &[Point]) {
        self.grid = position.grid();
        self.dead.clear();
        self.dead.resize(self.grid.cells(), false);
        for &point in dead {
            self.dead[self.grid.index(point)] = true;
        }
        self.cells.clear();
        self.cells.extend_from_slice(position.cells());
        self.labels.find(self.grid, &self.cells, &mut self.label, &mut self.empty);
        self.number();
        self.gather();
        self.seen.clear();
        self.seen.resize(self.cells.len(), NONE);
        self.seen_blocks.clear();
        self.seen_blocks.resize(self.blocks.len(), (NONE, 0));
        self.region_blocks.clear();
        self.controlled.clear();
        self.neutral.clear();
        self.contacts.clear();
        self.gaps.clear();
        self.candidates.clear();
        for number in 0..self.regions.len() {
            let blocks_start = self.region_blocks.len();
            let gaps_start = self.gaps.len();
            if let Some(owner) = self.regions[number].owner {
                self.controlled.push((narrow(number), owner));
                self.look_around_controlled(number);
                self.look_for_false_eyes(number, owner);
            } else {
                self.neutral.push(narrow(number));
                self.look_around_neutral(number);
            }
            self.regions[number].blocks = blocks_start..self.region_blocks.len();
            self.regions[number].gaps = gaps_start..self.gaps.len();
        }
        self.join_around_regions();
    }

    /// Joins the blocks around each region that one colour controls.
    fn join_around_regions(&mut self) {
        self.joins.reset(self.blocks.len(), self.blocks.len());
        for pair in self.contacts.windows(2).filter(|pair| pair[0].region == pair[1].region) {
            self.joins.join(usize::from(pair[0].block), usize::from(pair[1].block));
        }
        self.surrounding.clear();
        let names = self.joins.names(self.blocks.len()).iter();
        self.surrounding
            .extend(names.zip(0..).filter(|&(&name, block)| name != block).map(|(&name, block)| [name, block]));
    }

    /// Numbers blocks and regions in the order of their lowest labels, which is that of their first points.
    fn number(&mut self) {
        self.blocks.clear();
        self.regions.clear();
        self.numbers.clear();
        for (label, (lower, cell)) in self.labels.iter().enumerate() {
            let number = match cell.color() {
                _ if lower != label => self.numbers[lower],
                Some(color) => {
                    self.blocks.push(Block { color });
                    narrow(self.blocks.len() - 1)
                }
                None => {
                    self.regions.push(Region::default());
                    narrow(self.regions.len() - 1)
                }
            };
            self.numbers.push(number);
        }
    }

    /// Lists the points of each region, and finds out who controls it.
    fn gather(&mut self) {
        self.ends.clear();
        self.ends.resize(self.regions.len(), 0);
        for at in 0..self.empty.len() {
            let region = self.component(usize::from(self.empty[at]));
            self.ends[region] += 1;
        }
        let mut start = 0;
        for (region, end) in self.regions.iter_mut().zip(&mut self.ends) {
            let size = usize::from(*end);
            region.points = start..start + size;
            *end = narrow(start);
            start += size;
        }
        // what is left in these from another position is not looked at
        self.region_points.resize(start, 0);
        self.touched.resize(start, [NONE; 2]);
        self.places.resize(self.cells.len(), 0);
        self.borders.clear();
        self.borders.resize(self.regions.len(), 0);
        for at in 0..self.empty.len() {
            let point = self.empty[at];
            let region = self.component(usize::from(point));
            let place = self.ends[region];
            self.ends[region] += 1;
            self.region_points[usize::from(place)] = point;
            self.places[usize::from(point)] = place;
            for neighbour in self.grid.neighbours(usize::from(point)) {
                self.borders[region] |= 1 << self.cells[neighbour] as u8;
            }
        }
        for (region, borders) in self.regions.iter_mut().zip(&self.borders) {
            let has = |stone: Cell| borders & (1 << stone as u8) != 0;
            region.owner = match (has(Cell::Black), has(Cell::White)) {
                (true, false) => Some(Color::Black),
                (false, true) => Some(Color::White),
                _ => None,
            };
        }
    }

    /// Finds the blocks around a region that one colour controls, and how large it is as an eye.
    fn look_around_controlled(&mut self, number: usize) {
        let mut measure = Measure::default();
        let (blocks_start, contacts_start) = (self.region_blocks.len(), self.contacts.len());
        for at in self.regions[number].points.clone() {
            let point = self.region_points[at];
            for neighbour in measure.point(self.grid, &self.cells, usize::from(point)) {
                if self.cells[neighbour].color().is_some() {
                    measure.stone(neighbour, narrow(number), &mut self.seen);
                    let place = self.meet(self.component(neighbour), number);
                    let liberties = Liberties::only(point);
                    if let Some(contact) = self.contacts.get_mut(contacts_start + place - blocks_start) {
                        contact.liberties = contact.liberties.with(liberties);
                    } else {
                        let block = self.region_blocks[place];
                        self.contacts.push(Contact { block, region: narrow(number), liberties });
                    }
                }
            }
        }
        let region = &mut self.regions[number];
        region.boundary = measure.finish(region.points.len());
    }

    /// Finds the blocks around a region that no colour controls, and which of them a stone between them would join.
    fn look_around_neutral(&mut self, number: usize) {
        for place in self.regions[number].points.clone() {
            let point = self.region_points[place];
            let mut touched = [NONE; 2];
            for neighbour in self.grid.neighbours(usize::from(point)) {
                let stone = self.cells[neighbour];
                let Some(color) = stone.color() else { continue };
                let block = self.component(neighbour);
                self.meet(block, number);
                let first = &mut touched[color.index()];
                if *first == NONE {
                    *first = narrow(block);
                } else if usize::from(*first) != block {
                    self.gaps.push(Gap { point, stone, blocks: [*first, narrow(block)] });
                }
            }
            self.touched[place] = touched;
        }
    }

    /// Lists a block among those around a region, unless it is there, and returns its place.
    fn meet(&mut self, block: usize, region: usize) -> usize {
        let (seen, place) = self.seen_blocks[block];
        if usize::from(seen) == region {
            return usize::from(place);
        }
        let place = self.region_blocks.len();
        self.seen_blocks[block] = (narrow(region), narrow(place));
        self.region_blocks.push(narrow(block));
        place
    }

    /// Notes the points of a controlled region that have as many diagonals as a false eye has with a stone of the
    /// opponent, or with an empty point on which one may come when dame and false eyes are filled.
    fn look_for_false_eyes(&mut self, number: usize, owner: Color) {
        for &point in &self.region_points[self.regions[number].points.clone()] {
            let index = usize::from(point);
            let may_oppose = |&&cell: &&usize| match self.cells[cell] {
                Cell::Border => false,
                Cell::Empty => self.regions[self.component(cell)].owner != Some(owner),
                stone => stone != Cell::from(owner),
            };
            let against = self.grid.diagonals(index).iter().filter(may_oppose).count();
            // on the first line one is enough
            if against > 1 || against == 1 && self.grid.sides(index) > 0 {
                let needed = if self.grid.sides(index) > 0 { 1 } else { 2 };
                let opponent = Cell::from(owner.opponent());
                let blocks = self.grid.neighbours(index).map(|cell| {
                    narrow(if self.cells[cell].color().is_some() { self.component(cell) } else { self.blocks.len() })
                });
                self.candidates.push(Candidate { point, region: narrow(number), opponent, needed, blocks });
            }
        }
    }
}
