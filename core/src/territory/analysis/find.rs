//! Finds the blocks and regions of a position, and the contacts between them.

use super::{Analysis, Block, Contact, LibertyRange, NONE, Region};
use crate::board::{Cell, Color, Point, Position, idx16};
use crate::territory::eyes::Boundary;
use crate::territory::reset;

impl Analysis {
    /// Analyses `position`, from which the dead stones have been removed; `dead` contains their
    /// points.
    pub fn new(position: &Position, dead: &[Point]) -> Self {
        let mut analysis = Self::default();
        analysis.set(position, dead);
        analysis
    }

    /// Overwrites the analysis with that of another position.
    pub(crate) fn set(&mut self, position: &Position, dead: &[Point]) {
        self.grid = position.grid();
        self.cells.clear();
        self.cells.extend_from_slice(position.cells());
        reset(&mut self.dead, self.cells.len());
        for &point in dead {
            self.dead[self.grid.index(point)] = true;
        }
        self.agreed_seki.clear();
        self.find_components();
        self.list_points();
        self.measure_controlled();
        self.measure_neutral();
    }

    /// Declares that the blocks of `stones` are in seki by agreement. Points without a living stone
    /// are ignored.
    pub(crate) fn agree_on_seki(&mut self, position: &Position, stones: &[Point]) {
        for &stone in stones {
            if position.has_stone(stone) {
                self.agreed_seki.push(self.numbers[self.grid.index(stone)]);
            }
        }
    }

    /// Finds the blocks and regions by flood fill, in the order of their first points.
    fn find_components(&mut self) {
        self.blocks.clear();
        self.regions.clear();
        self.numbers.clear();
        self.numbers.resize(self.cells.len(), NONE);
        for start in self.grid.points() {
            if self.numbers[start] != NONE {
                continue;
            }
            let content = self.cells[start];
            let number = idx16(if content == Cell::Empty {
                self.regions.len()
            } else {
                self.blocks.len()
            });
            let (points, touched) = self.fill_component(start, number);
            if let Some(color) = content.color() {
                self.blocks.push(Block {
                    color,
                    stones: idx16(points),
                });
                continue;
            }
            self.regions.push(Region {
                points: 0..points,
                owner: Color::only(touched),
                ..Region::default()
            });
        }
    }

    /// Gives `number` to every point of the component that contains `start`. Returns how many
    /// points the component has, and whether black and white stones touch it.
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

    /// Lists the points of each region.
    fn list_points(&mut self) {
        let mut start = 0;
        for region in &mut self.regions {
            let size = region.points.len();
            region.points = start..start;
            start += size;
        }
        reset(&mut self.region_points, start);
        for point in self
            .grid
            .points()
            .filter(|&point| self.cells[point] == Cell::Empty)
        {
            let end = &mut self.regions[usize::from(self.numbers[point])].points.end;
            self.region_points[*end] = idx16(point);
            *end += 1;
        }
    }

    /// Finds the blocks around each controlled region, their liberties there, and the region's
    /// boundary.
    fn measure_controlled(&mut self) {
        self.contacts.clear();
        self.region_blocks.clear();
        self.seen.clear();
        self.seen.resize(self.cells.len(), NONE);
        for (region, number) in self
            .regions
            .iter_mut()
            .zip(0..)
            .filter(|(region, _)| region.owner.is_some())
        {
            let points = &self.region_points[region.points.clone()];
            let first = self.contacts.len();
            for &point in points {
                for cell in self
                    .grid
                    .neighbours(point.into())
                    .into_iter()
                    .filter(|&cell| self.cells[cell].color().is_some())
                {
                    let block = self.numbers[cell];
                    let known = self.contacts[first..]
                        .iter_mut()
                        .find(|contact| contact.block == block);
                    if let Some(contact) = known {
                        contact.count += u16::from(contact.liberties.last != point);
                        contact.liberties.last = point;
                    } else {
                        let liberties = LibertyRange::only(point);
                        self.contacts.push(Contact {
                            block,
                            region: number,
                            liberties,
                            count: 1,
                        });
                        self.region_blocks.push(block);
                    }
                }
            }
            region.blocks = first..self.contacts.len();
            region.boundary =
                Boundary::measure(self.grid, &self.cells, points, number, &mut self.seen);
        }
    }

    /// Finds the blocks around each neutral region.
    fn measure_neutral(&mut self) {
        for region in self
            .regions
            .iter_mut()
            .filter(|region| region.owner.is_none())
        {
            let first = self.region_blocks.len();
            for &point in &self.region_points[region.points.clone()] {
                let adjacent = self.grid.neighbours(point.into()).into_iter();
                for cell in adjacent.filter(|&cell| self.cells[cell].color().is_some()) {
                    let block = self.numbers[cell];
                    if !self.region_blocks[first..].contains(&block) {
                        self.region_blocks.push(block);
                    }
                }
            }
            region.blocks = first..self.region_blocks.len();
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
