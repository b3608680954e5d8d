//! Finds the points that may be false eyes in some fill.

use std::hint::select_unpredictable;

use super::{Analysis, Candidate};
use crate::board::{Cell, Color, idx16};

impl Analysis {
    /// Finds, for each cell, the colours whose eyes it may oppose on a diagonal: it has an opponent's stone, or may get
    /// one when dame and false eyes are filled.
    pub(super) fn find_opposition(&mut self) {
        let (black, white) = (0b01, 0b10);
        self.opposes.clear();
        // a sum instead of a branch lets the compiler vectorise the loop
        self.opposes.extend(self.cells.iter().map(|&cell| {
            let has = |wanted: Cell| u8::from(cell == wanted);
            has(Cell::White) * black + has(Cell::Black) * white + has(Cell::Empty) * (black + white)
        }));
        for (&point, &region) in self.region_points[..self.controlled_points].iter().zip(&self.point_regions) {
            // Black's stones oppose White's eyes
            self.opposes[usize::from(point)] = (black + white) ^ self.borders[usize::from(region)];
        }
    }

    /// Finds the points of controlled regions with as many opposing diagonals as a false eye needs.
    pub(super) fn find_candidates(&mut self) {
        self.candidates.clear();
        let mut suspects = std::mem::take(&mut self.suspects);
        suspects.resize(self.controlled_points, (0, 0));
        let mut count = 0;
        for (number, (&point, &region)) in
            self.region_points[..self.controlled_points].iter().zip(&self.point_regions).enumerate()
        {
            let (index, owner) = (usize::from(point), self.borders[usize::from(region)]);
            // loops, because `map` on an array is not inlined here
            let (mut sides, mut against) = (0, 0);
            for cell in self.grid.neighbours(index) {
                sides += u8::from(self.cells[cell] == Cell::Border);
            }
            for cell in self.grid.diagonals(index) {
                against += u8::from(self.opposes[cell] & owner != 0);
            }
            // on the first line, one diagonal is enough
            let needed = 2 - u8::from(sides > 0);
            suspects[count] = (idx16(number), needed);
            count += usize::from(against >= needed);
        }
        suspects.truncate(count);
        let none = idx16(self.blocks.len());
        self.candidate_at.clear();
        self.candidate_at.resize(self.controlled_points, none);
        for (&(number, _), node) in suspects.iter().zip(none + 1..) {
            self.candidate_at[usize::from(number)] = node;
        }
        for &(number, needed) in &suspects {
            let (point, region) = (self.region_points[usize::from(number)], self.point_regions[usize::from(number)]);
            let cells = self.grid.neighbours(point.into());
            let (mut adjacent, mut open) = ([none; 4], 0);
            for (side, &cell) in cells.iter().enumerate() {
                let node = match self.cells[cell] {
                    Cell::Black | Cell::White => idx16(self.component(cell)),
                    Cell::Empty => self.candidate_at[usize::from(self.indices[cell])],
                    Cell::Border => none,
                };
                // test all sides: leaving early would be a mispredicted branch
                let is_known: u8 = adjacent.map(|known| u8::from(known == node)).iter().sum();
                adjacent[side] = select_unpredictable(is_known > 0, none, node);
                open += u16::from(self.cells[cell] == Cell::Empty);
            }
            let owner = Color::BOTH[usize::from(self.borders[usize::from(region)] >> 1)];
            self.candidates.push(Candidate { point, region, owner, needed, adjacent, open });
        }
        self.suspects = suspects;
    }
}
