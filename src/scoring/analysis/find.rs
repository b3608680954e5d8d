//! Finds what there is to know of a position, in one pass over it and one over its regions.

use super::{Analysis, Block, Candidate, Contact, Gap, Liberties, NONE, Region, component};
use crate::board::{Cell, Color, Point, Position};
use crate::scoring::eyes::{Boundary, tick_off};
use crate::scoring::{narrow, renew};

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
        self.runs.find(self.grid, &self.cells);
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
        self.last_liberties.clear();
        for number in 0..self.regions.len() {
            let blocks_start = self.region_blocks.len();
            let gaps_start = self.gaps.len();
            if let Some(owner) = self.regions[number].owner {
                self.controlled.push((narrow(number), owner));
                self.look_around_controlled(number);
            } else {
                self.neutral.push(narrow(number));
                self.look_around_neutral(number);
            }
            self.regions[number].blocks = blocks_start..self.region_blocks.len();
            self.regions[number].gaps = gaps_start..self.gaps.len();
        }
        self.find_opposition();
        self.find_liberties();
        for at in 0..self.controlled.len() {
            let (number, owner) = self.controlled[at];
            self.look_for_false_eyes(usize::from(number), owner);
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

    /// Numbers blocks and regions in the order of their first runs, which is that of their first points.
    fn number(&mut self) {
        // everything is written down before it is known to be needed, for the processor can't foresee what is in a run
        let runs = self.runs.iter().len();
        self.blocks.resize(runs, Block { color: Color::Black });
        self.numbers.resize(runs, 0);
        let (mut blocks, mut regions) = (0, 0);
        for (run, (lower, cell)) in self.runs.iter().enumerate() {
            let (is_first, is_empty, is_stone) = (lower == run, cell == Cell::Empty, cell != Cell::Empty);
            self.blocks[blocks] = Block { color: if cell == Cell::White { Color::White } else { Color::Black } };
            let next = narrow(if is_empty { regions } else { blocks });
            self.numbers[run] = if is_first { next } else { self.numbers[lower] };
            blocks += usize::from(is_first & is_stone);
            regions += usize::from(is_first & is_empty);
        }
        self.blocks.truncate(blocks);
        self.regions.clear();
        self.regions.resize(regions, Region::default());
    }

    /// Lists the points of each region, and finds out who controls it.
    fn gather(&mut self) {
        self.list_empty();
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
        for &point in &self.empty {
            let end = &mut self.ends[component(&self.runs, &self.numbers, point.into())];
            self.region_points[usize::from(*end)] = point;
            self.places[usize::from(point)] = *end;
            *end += 1;
        }
        for (region, borders) in self.regions.iter_mut().zip(&self.borders) {
            region.owner = [None, Some(Color::Black), Some(Color::White), None][usize::from(*borders)];
        }
    }

    /// Lists the empty points; and finds, for each region, how many there are and whose stones are beside them.
    fn list_empty(&mut self) {
        renew(&mut self.ends, self.regions.len());
        renew(&mut self.borders, self.regions.len());
        self.empty.clear();
        let rows = self.runs.rows();
        for (y, row) in rows.iter().enumerate() {
            let of_row = |y: usize, color: usize| rows.get(y).map_or(0, |row| row.stones[color]);
            let beside = [0, 1].map(|color| {
                let stones = row.stones[color];
                stones << 1 | stones >> 1 | of_row(y.wrapping_sub(1), color) | of_row(y + 1, color)
            });
            let mut empty = row.empty;
            while empty != 0 {
                let x = empty.trailing_zeros() as usize;
                empty &= empty - 1;
                let region = component(&self.runs, &self.numbers, row.first + x);
                self.empty.push(narrow(row.first + x));
                self.ends[region] += 1;
                self.borders[region] |= u8::from(beside[0] >> x & 1 == 1) | u8::from(beside[1] >> x & 1 == 1) << 1;
            }
        }
    }

    /// Lists the stones beside a region, once for each of its points that they are beside, and the places of these points.
    /// Returns how many sides of the board its points lie on.
    fn list_stones_beside(&mut self, number: usize) -> u16 {
        let places = self.regions[number].points.clone();
        // what is beside a point can't be foreseen: so it is written down before it is known to be a stone
        self.stones_beside.resize(4 * places.len(), (0, 0));
        let (mut stones, mut sides) = (0, 0);
        for place in places {
            for cell in self.grid.neighbours(self.region_points[place].into()) {
                self.stones_beside[stones] = (narrow(cell), narrow(place));
                stones += usize::from(matches!(self.cells[cell], Cell::Black | Cell::White));
                sides += u16::from(self.cells[cell] == Cell::Border);
            }
        }
        self.stones_beside.truncate(stones);
        sides
    }

    /// Finds the blocks around a region that one colour controls, and how large it is as an eye.
    fn look_around_controlled(&mut self, number: usize) {
        let mut length = self.list_stones_beside(number);
        let (blocks_start, contacts_start) = (self.region_blocks.len(), self.contacts.len());
        for at in 0..self.stones_beside.len() {
            let (stone, place) = self.stones_beside[at];
            let stone = usize::from(stone);
            length += tick_off(&mut self.seen, stone, narrow(number));
            let listed = self.meet(self.component(stone), number);
            let liberties = Liberties::only(self.region_points[usize::from(place)]);
            if let Some(contact) = self.contacts.get_mut(contacts_start + listed - blocks_start) {
                contact.liberties = contact.liberties.with(liberties);
            } else {
                let block = self.region_blocks[listed];
                self.contacts.push(Contact { block, region: narrow(number), liberties });
            }
        }
        let points = &self.region_points[self.regions[number].points.clone()];
        let inside = |cell: usize| self.cells[cell] == Cell::Empty;
        self.regions[number].boundary = Boundary::of_length(length, self.grid, points, inside);
    }

    /// Finds the blocks around a region that no colour controls, and which of them a stone between them would join.
    fn look_around_neutral(&mut self, number: usize) {
        self.list_stones_beside(number);
        self.touched[self.regions[number].points.clone()].fill([NONE; 2]);
        for at in 0..self.stones_beside.len() {
            let (stone, place) = self.stones_beside[at];
            let block = self.component(usize::from(stone));
            self.meet(block, number);
            let stone = self.cells[usize::from(stone)];
            let first = &mut self.touched[usize::from(place)][usize::from(stone == Cell::White)];
            if *first == NONE {
                *first = narrow(block);
            } else if usize::from(*first) != block {
                let point = self.region_points[usize::from(place)];
                self.gaps.push(Gap { point, stone, blocks: [*first, narrow(block)] });
            }
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

    /// Notes which colours' eyes each cell may oppose: it has a stone of the opponent, or one may come there when dame and
    /// false eyes are filled.
    fn find_opposition(&mut self) {
        let [black, white, both, none] = [0b01, 0b10, 0b11, 0];
        let of = |cell: Cell| [white, black, both, none][cell as usize];
        self.opposes.clear();
        self.opposes.extend(self.cells.iter().map(|&cell| of(cell)));
        for &(number, owner) in &self.controlled {
            for &point in &self.region_points[self.regions[usize::from(number)].points.clone()] {
                self.opposes[usize::from(point)] = of(owner.into());
            }
        }
    }

    /// Finds the liberties of each block in the regions that one colour controls; none of what is no block.
    fn find_liberties(&mut self) {
        self.liberties.clear();
        self.liberties.resize(self.blocks.len() + 1, Liberties::NONE);
        for contact in &self.contacts {
            let liberties = &mut self.liberties[usize::from(contact.block)];
            *liberties = liberties.with(contact.liberties);
        }
    }

    /// Notes the points of a controlled region that have as many opposing diagonals as a false eye has.
    fn look_for_false_eyes(&mut self, number: usize, owner: Color) {
        for &point in &self.region_points[self.regions[number].points.clone()] {
            let index = usize::from(point);
            let against: u8 =
                self.grid.diagonals(index).iter().map(|&cell| self.opposes[cell] >> owner.index() & 1).sum();
            if against == 0 {
                continue;
            }
            let neighbours = self.grid.neighbours(index);
            // on the first line one is enough
            let needed = if neighbours.iter().any(|&cell| self.cells[cell] == Cell::Border) { 1 } else { 2 };
            if against >= needed {
                let opponent = Cell::from(owner.opponent());
                let blocks = neighbours.map(|cell| {
                    narrow(if self.cells[cell].color().is_some() { self.component(cell) } else { self.blocks.len() })
                });
                let candidate = Candidate { point, region: narrow(number), opponent, needed, blocks };
                self.candidates.push(candidate);
                if blocks.iter().any(|&block| self.liberties[usize::from(block)] == Liberties::only(point)) {
                    self.last_liberties.push(candidate);
                }
            }
        }
    }
}
