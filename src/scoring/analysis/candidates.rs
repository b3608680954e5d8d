//! Finds the points that some strategy may find to be false eyes.

use super::{Analysis, Candidate, Liberties};
use crate::board::{Cell, Color};
use crate::scoring::narrow;

impl Analysis {
    /// Notes which colours' eyes each cell may oppose: it has a stone of the opponent, or one may come there when dame and
    /// false eyes are filled.
    pub(super) fn find_opposition(&mut self) {
        let (black, white) = (0b01, 0b10);
        self.opposes.clear();
        // a sum, which the processor makes of many cells at once
        self.opposes.extend(self.cells.iter().map(|&cell| {
            let is = |wanted: Cell| u8::from(cell == wanted);
            is(Cell::White) * black + is(Cell::Black) * white + is(Cell::Empty) * (black + white)
        }));
        for (&point, &region) in self.region_points[..self.controlled_points].iter().zip(&self.point_regions) {
            // Black's stones oppose White's eyes
            self.opposes[usize::from(point)] = (black + white) ^ self.borders[usize::from(region)];
        }
    }

    /// Finds the liberties of each block in the regions that one colour controls; none of what is no block.
    pub(super) fn find_liberties(&mut self) {
        self.liberties.clear();
        self.liberties.resize(self.blocks.len() + 1, Liberties::NONE);
        for contact in &self.contacts {
            let liberties = &mut self.liberties[usize::from(contact.block)];
            *liberties = liberties.with(contact.liberties);
        }
    }

    /// Notes the points of controlled regions that have as many opposing diagonals as a false eye has.
    pub(super) fn look_for_false_eyes(&mut self) {
        self.candidates.clear();
        self.last_liberties.clear();
        let mut suspects = std::mem::take(&mut self.suspects);
        suspects.resize(self.controlled_points, (0, 0));
        let mut count = 0;
        for (place, (&point, &region)) in
            self.region_points[..self.controlled_points].iter().zip(&self.point_regions).enumerate()
        {
            let (index, owner) = (usize::from(point), self.borders[usize::from(region)]);
            let is_border = |&cell: &usize| self.cells[cell] == Cell::Border;
            // on the first line one is enough
            let needed =
                2 - u8::from(self.grid.neighbours(index).iter().fold(false, |any, cell| any | is_border(cell)));
            let against: u8 =
                self.grid.diagonals(index).map(|cell| u8::from(self.opposes[cell] & owner != 0)).iter().sum();
            suspects[count] = (narrow(place), needed);
            count += usize::from(against >= needed);
        }
        suspects.truncate(count);
        for &(place, needed) in &suspects {
            let (point, region) = (self.region_points[usize::from(place)], self.point_regions[usize::from(place)]);
            let owner = Color::BOTH[usize::from(self.borders[usize::from(region)] >> 1)];
            let blocks = self.grid.neighbours(point.into()).map(|cell| {
                narrow(if self.cells[cell].color().is_some() { self.component(cell) } else { self.blocks.len() })
            });
            let candidate = Candidate { point, region, opponent: owner.opponent().into(), needed, blocks };
            self.candidates.push(candidate);
            if blocks.iter().any(|&block| self.liberties[usize::from(block)] == Liberties::only(point)) {
                self.last_liberties.push(candidate);
            }
        }
        self.suspects = suspects;
    }
}
