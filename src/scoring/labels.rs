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
    /// Writes the label of each point into `by_cell`: that of the point left of it with the same on it, or a new one. Lists
    /// the empty points in `empty`, row-major.
    pub(super) fn find(&mut self, grid: Grid, cells: &[Cell], by_cell: &mut Vec<u16>, empty: &mut Vec<u16>) {
        let points = grid.size().points();
        by_cell.clear();
        by_cell.resize(cells.len(), 0);
        // each label and empty point is written down before it is known to be one, for the processor can't foresee what
        // is on a point, and would have to go back half of the time
        self.labels.resize(points, (0, Cell::Border));
        empty.resize(points, 0);
        let (mut next, mut empty_points) = (0_u16, 0);
        for row in grid.rows() {
            let (start, above) = (row.start, grid.neighbours(row.start)[0]);
            // with the cells left of the first ones, which are no points
            let here = cells[start - 1..row.end].windows(2);
            let over = cells[above - 1..above + row.len()].windows(2);
            let mut joins = 0_u64;
            for (x, ((here, over), label)) in here.zip(over).zip(&mut by_cell[row]).enumerate() {
                let cell = here[1];
                let (is_new, is_over, is_new_over) = (here[0] != cell, over[1] == cell, over[0] != cell);
                let begins = is_new | is_new_over;
                next += u16::from(is_new);
                *label = next - 1;
                self.labels[usize::from(next - 1)] = (next - 1, cell);
                // where a run of points and one above it begin to touch
                joins |= u64::from(is_over & begins) << x;
                empty[empty_points] = narrow(start + x);
                empty_points += usize::from(cell == Cell::Empty);
            }
            while joins != 0 {
                let x = joins.trailing_zeros() as usize;
                joins &= joins - 1;
                self.join(by_cell[above + x], by_cell[start + x]);
            }
        }
        self.labels.truncate(next.into());
        empty.truncate(empty_points);
    }

    /// The labels: a lower one of the same component, or the label itself; and what is on its points.
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = (usize, Cell)> {
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
        let [black, empty] = [(0, Cell::Black), (1, Cell::Empty)];
        assert_eq!(found, [black, empty, black, black, empty, (2, Cell::Black), black]);
    }
}
