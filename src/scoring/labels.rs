//! Connected components in one pass: provisional labels, and which of them are of one component.
//!
//! Azriel Rosenfeld and John L. Pfaltz, "Sequential operations in digital picture processing", Journal of the ACM 13
//! (1966), 471–494.

use super::narrow;
use crate::board::{Cell, Grid};

/// Provisional labels of points with the same on them, in the order in which they were given.
#[derive(Clone, Debug, Default)]
pub(super) struct Labels {
    /// By label: a lower label of the same component, or itself; and what is on its points.
    labels: Vec<(u16, Cell)>,
}

impl Labels {
    /// Writes the label of each point into `by_cell`: that of a point left of it or above with the same on it, or a new
    /// one. Lists the empty points in `empty`, row-major.
    pub(super) fn find(&mut self, grid: Grid, cells: &[Cell], by_cell: &mut Vec<u16>, empty: &mut Vec<u16>) {
        let points = grid.size().points();
        by_cell.clear();
        by_cell.resize(cells.len(), 0);
        // the next label and empty point are written down before they are known to be some, for the processor can't
        // foresee what is on a point, and would have to go back half of the time
        self.labels.resize(points, (0, Cell::Empty));
        empty.resize(points, 0);
        let (mut labels, mut empty_points) = (0, 0);
        for row in grid.rows() {
            for index in row {
                let [above, left, ..] = grid.neighbours(index);
                let cell = cells[index];
                let (same_left, same_above) = (cells[left] == cell, cells[above] == cell);
                let (left, above) = (by_cell[left], by_cell[above]);
                let next = narrow(labels);
                self.labels[labels] = (next, cell);
                labels += usize::from(!(same_left | same_above));
                by_cell[index] = choose(same_left, left, choose(same_above, above, next));
                empty[empty_points] = narrow(index);
                empty_points += usize::from(cell == Cell::Empty);
                if choose(same_left & same_above, left ^ above, 0) != 0 {
                    self.join(left, above);
                }
            }
        }
        self.labels.truncate(labels);
        empty.truncate(empty_points);
    }

    /// The labels: a lower one of the same component, or the label itself; and what is on its points.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, Cell)> {
        self.labels.iter().map(|&(lower, cell)| (usize::from(lower), cell))
    }

    /// Notes that two labels are of one component.
    fn join(&mut self, a: u16, b: u16) {
        let (a, b) = (self.lowest(a), self.lowest(b));
        self.labels[usize::from(a.max(b))].0 = a.min(b);
    }

    fn lowest(&self, mut label: u16) -> u16 {
        while self.labels[usize::from(label)].0 != label {
            label = self.labels[usize::from(label)].0;
        }
        label
    }
}

/// `if is { a } else { b }` without a jump.
fn choose(is: bool, a: u16, b: u16) -> u16 {
    let mask = u16::from(is).wrapping_neg();
    (a & mask) | (b & !mask)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    #[test]
    fn a_horseshoe_is_one_component() {
        let position = Position::from_diagram("x.x\nx.x\nxxx\n").unwrap();
        let (mut labels, mut by_cell, mut empty) = (Labels::default(), Vec::new(), Vec::new());
        labels.find(position.grid(), position.cells(), &mut by_cell, &mut empty);
        assert_eq!(empty.len(), 2);
        let found: Vec<_> = labels.iter().collect();
        assert_eq!(found, [(0, Cell::Black), (1, Cell::Empty), (0, Cell::Black)]);
    }
}
