//! Finds the points that may be false eyes in some fill.

use super::{Analysis, Candidate, Controlled};
use crate::board::{Cell, Color, idx16};

impl Analysis {
    /// Finds the points of controlled regions with enough opposing diagonals for a false eye.
    pub(super) fn find_candidates(&mut self) {
        let none = idx16(self.blocks.len());
        self.candidates.clear();
        self.candidate_at.clear();
        self.candidate_at.resize(self.controlled_points, none);
        for &Controlled { region, owner, .. } in &self.controlled {
            for number in self.regions[usize::from(region)].points.clone() {
                let point = self.region_points[number];
                let is_first_line = self.grid.sides(point.into()) > 0;
                // on the first line, one diagonal is enough
                let needed = if is_first_line { 1 } else { 2 };
                let diagonals = self.grid.diagonals(point.into()).into_iter();
                if diagonals.filter(|&cell| self.may_oppose(owner, cell)).count() >= needed.into() {
                    self.candidates.push(Candidate { point, region, owner, needed, adjacent: [none; 4], open: 0 });
                    self.candidate_at[number] = none + idx16(self.candidates.len());
                }
            }
        }
        for candidate in &mut self.candidates {
            for (side, cell) in self.grid.neighbours(candidate.point.into()).into_iter().enumerate() {
                let node = match self.cells[cell] {
                    Cell::Black | Cell::White => self.numbers[cell],
                    Cell::Empty => self.candidate_at[usize::from(self.indices[cell])],
                    Cell::Border => none,
                };
                candidate.open += u16::from(self.cells[cell] == Cell::Empty);
                if !candidate.adjacent.contains(&node) {
                    candidate.adjacent[side] = node;
                }
            }
        }
    }

    /// Returns whether a cell may oppose an eye of `owner` on a diagonal: it has an opponent's stone, or may get one
    /// when dame and false eyes are filled.
    fn may_oppose(&self, owner: Color, cell: usize) -> bool {
        match self.cells[cell] {
            Cell::Border => false,
            Cell::Empty => self.regions[self.region(cell)].owner != Some(owner),
            stone => stone == Cell::from(owner.opponent()),
        }
    }
}
