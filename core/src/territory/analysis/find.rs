//! Finds the blocks and regions of a position, and the contacts between them.

use std::hint::select_unpredictable;
use std::ops::Range;

use super::contact::{AdjacentStone, LastContact};
use super::{Analysis, Block, Contact, Controlled, Gap, LibertyRange, NONE, Region, component};
use crate::board::{Cell, Color, Point, Position, idx16};
use crate::territory::eyes::{Boundary, tick_off};
use crate::territory::reset;

impl Analysis {
    /// Analyses `position` after the stones on the points `dead` were removed.
    ///
    /// Each step is one loop over all regions that writes results before it knows whether they are needed. Branches on
    /// where a region ends or on the neighbours of a point would be mispredicted.
    pub(crate) fn set(&mut self, position: &Position, dead: &[Point]) {
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
        self.list_empty();
        self.find_owners();
        self.list_points();
        self.met.clear();
        self.met.resize(self.blocks.len(), LastContact::default());
        self.measure_controlled();
        self.measure_neutral();
        self.pair_dame();
        self.find_opposition();
        self.find_candidates();
        self.join_around_regions();
    }

    /// Joins the blocks around each controlled region.
    fn join_around_regions(&mut self) {
        self.joins.reset(idx16(self.blocks.len()));
        for pair in self.contacts.windows(2).filter(|pair| pair[0].region == pair[1].region) {
            self.joins.join(usize::from(pair[0].block), usize::from(pair[1].block));
        }
        self.joins.flatten();
        self.surrounding.resize(self.blocks.len(), [0; 2]);
        let mut count = 0;
        for (&name, block) in self.joins.representatives().iter().zip(0..) {
            self.surrounding[count] = [name, block];
            count += usize::from(name != block);
        }
        self.surrounding.truncate(count);
    }

    /// Numbers blocks and regions in the order of their first runs, which is the order of their first points.
    fn number(&mut self) {
        // write entries before it is known whether they are needed: a branch on the content of a run would be
        // mispredicted
        let runs = self.runs.iter().len();
        self.blocks.resize(runs, Block { color: Color::Black });
        self.numbers.resize(runs, 0);
        // the next number of a block and of a region
        let mut next = [0_u16; 2];
        for (run, (lower, cell)) in self.runs.iter().enumerate() {
            let next_block = usize::from(next[0]);
            self.blocks[next_block] = Block { color: Color::BOTH[usize::from(cell == Cell::White)] };
            let next = &mut next[usize::from(cell == Cell::Empty)];
            // only a first run keeps the new number
            self.numbers[run] = *next;
            self.numbers[run] = self.numbers[lower];
            *next += u16::from(lower == run);
        }
        let [blocks, regions] = next.map(usize::from);
        self.blocks.truncate(blocks);
        self.regions.clear();
        self.regions.resize(regions, Region::default());
    }

    /// Lists the empty points. Finds, for each region, its number of points and the colours of the adjacent stones.
    fn list_empty(&mut self) {
        reset(&mut self.ends, self.regions.len());
        reset(&mut self.borders, self.regions.len());
        self.empty.resize(self.grid.size().points(), 0);
        let mut listed = 0;
        let rows = self.runs.rows();
        for (y, row) in rows.iter().enumerate() {
            let of_row = |y: usize, color: usize| rows.get(y).map_or(0, |row| row.stones[color]);
            let around = |color: usize| {
                let stones = row.stones[color];
                stones << 1 | stones >> 1 | of_row(y.wrapping_sub(1), color) | of_row(y + 1, color)
            };
            let adjacent = [around(0), around(1)];
            let mut empty = row.empty;
            while empty != 0 {
                let bit = empty & empty.wrapping_neg();
                empty ^= bit;
                let point = row.first + bit.trailing_zeros() as usize;
                let region = component(&self.runs, &self.numbers, point);
                self.empty[listed] = idx16(point);
                listed += 1;
                self.ends[region] += 1;
                self.borders[region] |= u8::from(adjacent[0] & bit != 0) | u8::from(adjacent[1] & bit != 0) << 1;
            }
        }
        self.empty.truncate(listed);
    }

    /// Separates the controlled regions from the neutral ones.
    fn find_owners(&mut self) {
        self.controlled.resize(self.regions.len(), Controlled { region: 0, owner: Color::Black, block: 0, eyes: 0 });
        self.neutral.resize(self.regions.len(), 0);
        let (mut controlled, mut neutral) = (0, 0);
        for (number, (region, &borders)) in self.regions.iter_mut().zip(&self.borders).enumerate() {
            region.owner = [None, Some(Color::Black), Some(Color::White), None][usize::from(borders)];
            self.controlled[controlled].region = idx16(number);
            self.controlled[controlled].owner = Color::BOTH[usize::from(borders >> 1)];
            self.neutral[neutral] = idx16(number);
            controlled += usize::from(region.owner.is_some());
            neutral += usize::from(region.owner.is_none());
        }
        self.controlled.truncate(controlled);
        self.neutral.truncate(neutral);
    }

    /// Lists the points of each region, controlled regions first.
    fn list_points(&mut self) {
        let mut start = 0;
        let mut reserve = |number: u16| {
            let end = &mut self.ends[usize::from(number)];
            let points = start..start + usize::from(*end);
            *end = idx16(start);
            start = points.end;
            self.regions[usize::from(number)].points = points;
            start
        };
        self.controlled_points = self.controlled.iter().map(|one| reserve(one.region)).last().unwrap_or(0);
        for &number in &self.neutral {
            reserve(number);
        }
        // entries of the previous position are overwritten before they are read
        self.region_points.resize(start, 0);
        self.point_regions.resize(start, 0);
        self.indices.resize(self.cells.len(), 0);
        for &point in &self.empty {
            let region = component(&self.runs, &self.numbers, point.into());
            let end = &mut self.ends[region];
            self.region_points[usize::from(*end)] = point;
            self.point_regions[usize::from(*end)] = idx16(region);
            self.indices[usize::from(point)] = *end;
            *end += 1;
        }
    }

    /// Lists the stones adjacent to the points at `indices` in `region_points`, with one entry for each pair of a point
    /// and an adjacent stone.
    fn list_adjacent_stones(&mut self, indices: Range<usize>) {
        self.adjacent_stones.resize(4 * indices.len(), AdjacentStone::default());
        let (list, cells) = (&mut self.adjacent_stones[..], &self.cells[..]);
        let mut stones = 0;
        let points = self.region_points[indices.clone()].iter().zip(&self.point_regions[indices.clone()]);
        for ((&point, &region), index) in points.zip(idx16(indices.start)..) {
            for cell in self.grid.neighbours(point.into()) {
                list[stones] = AdjacentStone { stone: idx16(cell), point, region, index };
                stones += usize::from(matches!(cells[cell], Cell::Black | Cell::White));
            }
        }
        self.adjacent_stones.truncate(stones);
    }

    /// Finds the blocks around each controlled region, their liberties there, and the region's boundary and eyes.
    fn measure_controlled(&mut self) {
        self.list_adjacent_stones(0..self.controlled_points);
        for (&point, &region) in self.region_points[..self.controlled_points].iter().zip(&self.point_regions) {
            self.regions[usize::from(region)].boundary.length += self.grid.sides(point.into());
        }
        self.seen.clear();
        self.seen.resize(self.cells.len(), NONE);
        let none = Contact { block: 0, region: 0, liberties: LibertyRange::NONE, count: 0 };
        self.contacts.resize(self.adjacent_stones.len(), none);
        reset(&mut self.liberties, self.blocks.len());
        let mut listed = 0;
        for &AdjacentStone { stone, point, region, .. } in &self.adjacent_stones {
            let block = component(&self.runs, &self.numbers, stone.into());
            let met = &mut self.met[block];
            // stones adjacent to one point are consecutive in the list
            let liberties = u16::from(met.point != point);
            self.liberties[block] += liberties;
            met.point = point;
            let (at, is_new) = met.of_region(region, listed);
            self.contacts[listed] =
                Contact { block: idx16(block), region, liberties: LibertyRange::only(point), count: 0 };
            // the points of a region come in ascending order
            let contact = &mut self.contacts[at];
            contact.liberties.end_with(point);
            contact.count += liberties;
            listed += usize::from(is_new);
            self.regions[usize::from(region)].boundary.length += tick_off(&mut self.seen, stone.into(), region);
        }
        self.contacts.truncate(listed);
        self.region_blocks.clear();
        for contact in &self.contacts {
            self.region_blocks.push(contact.block);
            self.regions[usize::from(contact.region)].blocks.end += 1;
        }
        let mut start = 0;
        for one in &mut self.controlled {
            let region = &mut self.regions[usize::from(one.region)];
            one.block = self.region_blocks[start];
            region.blocks = start..start + region.blocks.end;
            start = region.blocks.end;
            let points = &self.region_points[region.points.clone()];
            let inside = |cell: usize| self.cells[cell] == Cell::Empty;
            region.boundary = Boundary::of_length(region.boundary.length, self.grid, points, inside);
            one.eyes = region.boundary.most_eyes();
        }
    }

    /// Finds the blocks around each neutral region, and the pairs of blocks that touch the same dame point.
    fn measure_neutral(&mut self) {
        self.list_adjacent_stones(self.controlled_points..self.region_points.len());
        self.touched.clear();
        self.touched.resize(self.region_points.len() - self.controlled_points, [NONE; 2]);
        let (mut listed, mut gaps) = (self.region_blocks.len(), 0);
        let mut start = listed;
        self.region_blocks.resize(listed + self.adjacent_stones.len(), 0);
        self.gaps.resize(self.adjacent_stones.len(), Gap { point: 0, stone: Cell::Empty, blocks: [0; 2] });
        for &AdjacentStone { stone, point, region, index } in &self.adjacent_stones {
            let block = component(&self.runs, &self.numbers, stone.into());
            let (at, is_new) = self.met[block].of_region(region, listed);
            let (block, stone) = (idx16(block), self.cells[usize::from(stone)]);
            self.region_blocks[at] = block;
            listed += usize::from(is_new);
            let dame = usize::from(index) - self.controlled_points;
            let first = &mut self.touched[dame][usize::from(stone == Cell::White)];
            let is_first = *first == NONE;
            *first = select_unpredictable(is_first, block, *first);
            let is_gap = *first != block;
            self.gaps[gaps] = Gap { point, stone, blocks: [*first, block] };
            gaps += usize::from(is_gap);
            let region = &mut self.regions[usize::from(region)];
            region.blocks.end += usize::from(is_new);
        }
        self.region_blocks.truncate(listed);
        self.gaps.truncate(gaps);
        self.joins_around_dame.reset(idx16(self.blocks.len()));
        for &number in &self.neutral {
            let region = &mut self.regions[usize::from(number)];
            region.blocks = start..start + region.blocks.end;
            start = region.blocks.end;
            let mut first = [None; 2];
            for &block in &self.region_blocks[region.blocks.clone()] {
                let color = self.blocks[usize::from(block)].color;
                self.joins_around_dame.join((*first[color.index()].get_or_insert(block)).into(), block.into());
            }
        }
        self.joins_around_dame.flatten();
    }

    /// Lists the pairs of adjacent dame points.
    fn pair_dame(&mut self) {
        let dame = &self.region_points[self.controlled_points..];
        self.dame_pairs.resize(2 * dame.len(), [0; 2]);
        let mut count = 0;
        for (&point, number) in dame.iter().zip(0..) {
            let [_, _, right, below] = self.grid.neighbours(point.into());
            for cell in [right, below] {
                let other = self.indices[cell].wrapping_sub(idx16(self.controlled_points));
                self.dame_pairs[count] = [number, other];
                count += usize::from(self.cells[cell] == Cell::Empty);
            }
        }
        self.dame_pairs.truncate(count);
    }
}
