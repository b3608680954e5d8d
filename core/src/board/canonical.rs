//! The canonical board: of the sixteen boards that differ only by symmetry and a swap of the
//! colours, the first in lexicographic order. Playouts and searches, whose answers may depend on
//! chance or on the order of points, run on the canonical board. So their answers are the same for
//! every orientation of the board, and after a swap of the colours.

use std::cmp::Ordering;

use super::{Cell, Color, Grid, Position, Size, Symmetry, idx16};

/// A symmetry of the board, with or without a swap of the colours.
#[derive(Debug)]
pub(crate) struct Orientation {
    /// The size of the board after the symmetry.
    size: Size,
    /// The cells of the points, row-major after the symmetry.
    pub(crate) cells: Vec<u16>,
    pub(crate) swap: bool,
}

impl Orientation {
    /// Maps a colour to the canonical board, or back.
    pub(crate) fn color(&self, color: Color) -> Color {
        if self.swap { color.opponent() } else { color }
    }

    /// Returns the canonical board of a position.
    pub(crate) fn position(&self, position: &Position) -> Position {
        let mut canonical = Position::new(self.size);
        for (point, &cell) in self.size.iter().zip(&self.cells) {
            canonical.set(
                point,
                self.cell(position.cells()[usize::from(cell)]).color(),
            );
        }
        canonical
    }

    /// Returns what the cells contain, row-major after the symmetry.
    fn contents<K>(&self, content: impl Fn(&Self, usize) -> K) -> impl Iterator<Item = K> {
        self.cells
            .iter()
            .map(move |&cell| content(self, cell.into()))
    }

    /// Maps the content of a cell to the canonical board, or back.
    pub(crate) fn cell(&self, cell: Cell) -> Cell {
        cell.color().map_or(cell, |color| self.color(color).into())
    }
}

/// Returns the orientations that map a board to the canonical board: a symmetric board has more
/// than one. `content` returns what a cell contains in an orientation.
pub(crate) fn canonical<K: Ord>(
    grid: Grid,
    content: impl Fn(&Orientation, usize) -> K,
) -> Vec<Orientation> {
    let size = grid.size();
    let mut found: Vec<Orientation> = Vec::new();
    for symmetry in Symmetry::all(size) {
        let laid = symmetry.size(size);
        let cells: Vec<u16> = laid
            .iter()
            .map(|point| idx16(grid.index(symmetry.back(size, point))))
            .collect();
        for swap in [false, true] {
            let orientation = Orientation {
                size: laid,
                cells: cells.clone(),
                swap,
            };
            let best = found.first().unwrap_or(&orientation);
            match orientation.contents(&content).cmp(best.contents(&content)) {
                Ordering::Less => found = vec![orientation],
                Ordering::Equal => found.push(orientation),
                Ordering::Greater => {}
            }
        }
    }
    found
}
