//! Finds the blocks and regions of a position, and the contacts between them.

use super::{Analysis, Block, Contact, Controlled, Gap, LibertyRange, NONE, Region};
use crate::board::{Cell, Color, Point, Position, idx16};
use crate::territory::eyes::Boundary;
use crate::territory::reset;

impl Analysis {
    /// Analyses `position`, which no longer has the dead stones; `dead` are their points.
    pub(crate) fn set(&mut self, position: &Position, dead: &[Point]) {
        self.grid = position.grid();
        self.cells.clear();
        self.cells.extend_from_slice(position.cells());
        reset(&mut self.dead, self.cells.len());
        for &point in dead {
            self.dead[self.grid.index(point)] = true;
        }
        self.find_components();
        self.list_points();
        self.measure_controlled();
        self.measure_neutral();
        self.pair_dame();
        self.find_candidates();
    }

    /// Finds the blocks and regions by flood fill, in the order of their first points.
    fn find_components(&mut self) {
        self.blocks.clear();
        self.regions.clear();
        self.controlled.clear();
        self.neutral.clear();
        self.numbers.clear();
        self.numbers.resize(self.cells.len(), NONE);
        for start in self.grid.points() {
            if self.numbers[start] != NONE {
                continue;
            }
            let content = self.cells[start];
            let number = idx16(if content == Cell::Empty { self.regions.len() } else { self.blocks.len() });
            let (points, touched) = self.fill_component(start, number);
            if let Some(color) = content.color() {
                self.blocks.push(Block { color, stones: idx16(points) });
                continue;
            }
            let owner = Color::only(touched);
            self.regions.push(Region { points: 0..points, owner, ..Region::default() });
            match owner {
                Some(owner) => self.controlled.push(Controlled { region: number, owner, block: 0, eyes: 0 }),
                None => self.neutral.push(number),
            }
        }
    }

    /// Numbers the component of `start`. Returns its number of points, and whether black and white stones
    /// touch it.
    fn fill_component(&mut self, start: usize, number: u16) -> (usize, [bool; 2]) {
        let (cells, mut touched) = (&self.cells[..], [false; 2]);
        self.queue.clear();
        self.queue.push(idx16(start));
        self.numbers[start] = number;
        self.grid.flood(&mut self.queue, |cell| {
            if cells[cell] == cells[start] {
                return std::mem::replace(&mut self.numbers[cell], number) == NONE;
            }
            if let Some(color) = cells[cell].color() {
                touched[color.index()] = true;
            }
            false
        });
        (self.queue.len(), touched)
    }

    /// Lists the points of each region, controlled regions first.
    fn list_points(&mut self) {
        let mut start = 0;
        let mut reserve = |regions: &mut [Region], number: u16| {
            let points = &mut regions[usize::from(number)].points;
            let size = points.len();
            *points = start..start;
            start += size;
        };
        self.controlled.iter().for_each(|one| reserve(&mut self.regions, one.region));
        self.neutral.iter().for_each(|&number| reserve(&mut self.regions, number));
        self.controlled_points = self.neutral.first().map_or(start, |&number| self.points_start(number));
        reset(&mut self.region_points, start);
        reset(&mut self.indices, self.cells.len());
        for point in self.grid.points().filter(|&point| self.cells[point] == Cell::Empty) {
            let end = &mut self.regions[usize::from(self.numbers[point])].points.end;
            self.region_points[*end] = idx16(point);
            self.indices[point] = idx16(*end);
            *end += 1;
        }
    }

    /// Returns the index in `region_points` of the first point of a region.
    fn points_start(&self, number: u16) -> usize {
        self.regions[usize::from(number)].points.start
    }

    /// Finds the blocks around each controlled region, their liberties there, and the region's boundary and eyes. Joins
    /// the blocks around each region.
    fn measure_controlled(&mut self) {
        self.contacts.clear();
        self.region_blocks.clear();
        reset(&mut self.liberties, self.blocks.len());
        self.joins.reset(idx16(self.blocks.len()));
        self.seen.clear();
        self.seen.resize(self.cells.len(), NONE);
        for one in &mut self.controlled {
            let region = &mut self.regions[usize::from(one.region)];
            let points = &self.region_points[region.points.clone()];
            let first = self.contacts.len();
            for &point in points {
                for cell in
                    self.grid.neighbours(point.into()).into_iter().filter(|&cell| self.cells[cell].color().is_some())
                {
                    let block = self.numbers[cell];
                    let known = self.contacts[first..].iter_mut().find(|contact| contact.block == block);
                    let is_new = known.as_ref().is_none_or(|contact| !contact.liberties.ends_with(point));
                    self.liberties[usize::from(block)] += u16::from(is_new);
                    if let Some(contact) = known {
                        contact.liberties.end_with(point);
                        contact.count += u16::from(is_new);
                    } else {
                        let liberties = LibertyRange::only(point);
                        self.contacts.push(Contact { block, region: one.region, liberties, count: 1 });
                        self.region_blocks.push(block);
                    }
                }
            }
            region.blocks = first..self.contacts.len();
            region.boundary = Boundary::measure(self.grid, &self.cells, points, one.region, &mut self.seen);
            one.block = self.region_blocks[first];
            one.eyes = region.boundary.most_eyes();
            for &block in &self.region_blocks[first..] {
                self.joins.join(one.block.into(), block.into());
            }
        }
        self.joins.flatten();
        self.surrounding.clear();
        let pairs = self.joins.representatives().iter().zip(0..).map(|(&first, block)| [first, block]);
        self.surrounding.extend(pairs.filter(|[first, block]| first != block));
    }

    /// Finds the blocks around each neutral region, and the pairs of blocks that touch the same dame point. Joins the
    /// blocks of each colour around each region.
    fn measure_neutral(&mut self) {
        self.touched.clear();
        self.gaps.clear();
        self.joins_around_dame.reset(idx16(self.blocks.len()));
        for &number in &self.neutral {
            let region = &mut self.regions[usize::from(number)];
            let first = self.region_blocks.len();
            for &point in &self.region_points[region.points.clone()] {
                let mut touched = [NONE; 2];
                for cell in self.grid.neighbours(point.into()) {
                    let stone = self.cells[cell];
                    let Some(color) = stone.color() else { continue };
                    let block = self.numbers[cell];
                    if !self.region_blocks[first..].contains(&block) {
                        self.region_blocks.push(block);
                    }
                    let touched = &mut touched[color.index()];
                    if *touched == NONE {
                        *touched = block;
                    } else if *touched != block {
                        self.gaps.push(Gap { point, stone, blocks: [*touched, block] });
                    }
                }
                self.touched.push(touched);
            }
            region.blocks = first..self.region_blocks.len();
            let mut firsts = [None; 2];
            for &block in &self.region_blocks[first..] {
                let first = firsts[self.blocks[usize::from(block)].color.index()].get_or_insert(block);
                self.joins_around_dame.join((*first).into(), block.into());
            }
        }
        self.joins_around_dame.flatten();
    }

    /// Lists the pairs of adjacent dame points.
    fn pair_dame(&mut self) {
        self.dame_pairs.clear();
        for (&point, dame) in self.region_points[self.controlled_points..].iter().zip(0..) {
            let [_, _, right, below] = self.grid.neighbours(point.into());
            for cell in [right, below].into_iter().filter(|&cell| self.cells[cell] == Cell::Empty) {
                self.dame_pairs.push([dame, self.indices[cell] - idx16(self.controlled_points)]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::territory::life::test_boards::analysis;

    #[test]
    fn horseshoe_is_one_block() {
        let analysis = analysis("x.x\nx.x\nxxx");
        assert_eq!((analysis.blocks().len(), analysis.regions().len()), (1, 1));
        assert_eq!(analysis.blocks_around(&analysis.regions()[0]), [0]);
    }
}
