//! Connected components in one pass: provisional labels, and which of them are of one component.
//!
//! Azriel Rosenfeld and John L. Pfaltz, "Sequential operations in digital picture processing", Journal of the ACM 13
//! (1966), 471–494.

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
        self.labels.clear();
        empty.clear();
        by_cell.clear();
        by_cell.resize(cells.len(), 0);
        for row in grid.rows() {
            for index in row {
                let [above, left, ..] = grid.neighbours(index);
                let cell = cells[index];
                by_cell[index] = match (cells[left] == cell, cells[above] == cell) {
                    (true, false) => by_cell[left],
                    (false, true) => by_cell[above],
                    (true, true) => self.join(by_cell[left], by_cell[above]),
                    (false, false) => self.add(cell),
                };
                if cell == Cell::Empty {
                    empty.push(u16::try_from(index).expect("an index fits into 16 bits"));
                }
            }
        }
    }

    /// The labels: a lower one of the same component, or the label itself; and what is on its points.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, Cell)> {
        self.labels.iter().map(|&(lower, cell)| (usize::from(lower), cell))
    }

    fn add(&mut self, cell: Cell) -> u16 {
        let label = u16::try_from(self.labels.len()).expect("at most 52 · 52 labels");
        self.labels.push((label, cell));
        label
    }

    /// Notes that two labels are of one component, and returns its lowest.
    fn join(&mut self, a: u16, b: u16) -> u16 {
        if a == b {
            return a;
        }
        let (a, b) = (self.lowest(a), self.lowest(b));
        self.labels[usize::from(a.max(b))].0 = a.min(b);
        a.min(b)
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
        assert_eq!(found, [(0, Cell::Black), (1, Cell::Empty), (0, Cell::Black)]);
    }
}
