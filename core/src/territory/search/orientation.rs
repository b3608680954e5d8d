//! The canonical one of the sixteen boards that differ only by symmetry and colour swap.
//!
//! Several variations may be equally good, and a search finds one of them. So that the answer depends neither on how
//! the board lies nor on which colour is which, the search always sees the canonical board: the one whose cells come
//! first in lexicographic order.

use crate::board::{Cell, Color, Point, Position, Size, Symmetry};
use crate::territory::analysis::Analysis;

/// An orientation of the board: a symmetry, with or without a swap of the colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Orientation {
    symmetry: Symmetry,
    swap: bool,
}

impl Orientation {
    /// Returns every orientation of a board of `size`.
    fn all(size: Size) -> impl Iterator<Item = Self> {
        Symmetry::all(size).flat_map(|symmetry| [false, true].map(|swap| Self { symmetry, swap }))
    }

    /// Returns the orientations that lead to the canonical board: more than one if the board is symmetric.
    pub(super) fn canonical(analysis: &Analysis) -> Vec<Self> {
        let size = analysis.grid().size();
        let mut best: Vec<Self> = Vec::new();
        for orientation in Self::all(size) {
            let Some(first) = best.first() else {
                best.push(orientation);
                continue;
            };
            let cell = |orientation: Self, point| {
                let index = analysis.grid().index(orientation.back(size, point));
                (orientation.cell(analysis.cells()[index]) as u8, analysis.is_dead(index))
            };
            let cells = |orientation: Self| orientation.size(size).iter().map(move |point| cell(orientation, point));
            match cells(orientation).cmp(cells(*first)) {
                std::cmp::Ordering::Less => best = vec![orientation],
                std::cmp::Ordering::Equal => best.push(orientation),
                std::cmp::Ordering::Greater => {}
            }
        }
        best
    }

    /// Returns the size of the board after the symmetry.
    fn size(self, size: Size) -> Size {
        self.symmetry.size(size)
    }

    /// Returns the point of the original board, of `size`, that the symmetry maps to `point`.
    pub(super) fn back(self, size: Size, point: Point) -> Point {
        self.symmetry.back(size, point)
    }

    /// Maps the content of a cell.
    fn cell(self, cell: Cell) -> Cell {
        cell.color().map_or(cell, |color| self.color(color).into())
    }

    /// Maps a colour of the original board to the canonical board, or back.
    pub(super) fn color(self, color: Color) -> Color {
        if self.swap { color.opponent() } else { color }
    }

    /// Maps a pair of Black's and White's items from the canonical board back to the original one.
    pub(super) fn pair<T>(self, [black, white]: [T; 2]) -> [T; 2] {
        if self.swap { [white, black] } else { [black, white] }
    }

    /// Returns the board in this orientation, and the points on which dead stones stood.
    pub(super) fn oriented(self, analysis: &Analysis) -> (Position, Vec<Point>) {
        let size = analysis.grid().size();
        let (mut position, mut dead) = (Position::new(self.size(size)), Vec::new());
        for point in self.size(size).iter() {
            let index = analysis.grid().index(self.back(size, point));
            let cell = analysis.cells()[index];
            position.set(point, self.cell(cell).color());
            if analysis.is_dead(index) {
                dead.push(point);
            }
        }
        (position, dead)
    }
}
