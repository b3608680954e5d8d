//! The canonical board: of the sixteen boards that differ only by symmetry and a swap of the
//! colours, the first in lexicographic order. Playouts and their proofs, whose answers may depend
//! on chance or on the order of points, run on the canonical board. So their answers are the same
//! for every orientation of the board, and after a swap of the colours.

use super::{Cell, Color, Position, Size, Symmetry, idx16};

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
        for (point, cell) in self.size.iter().zip(self.contents(position)) {
            canonical.set(point, cell.color());
        }
        canonical
    }

    /// Returns what the points contain, row-major after the symmetry and the swap.
    fn contents(&self, position: &Position) -> impl Iterator<Item = Cell> {
        self.cells.iter().map(|&cell| {
            let cell = position.cells()[usize::from(cell)];
            cell.color().map_or(cell, |color| self.color(color).into())
        })
    }
}

/// Returns an orientation that maps a position to its canonical board.
pub(crate) fn canonical(position: &Position) -> Orientation {
    let (grid, size) = (position.grid(), position.size());
    let mut best: Option<Orientation> = None;
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
            let is_first = best.as_ref().is_none_or(|best| {
                let [own, other] =
                    [&orientation, best].map(|one| one.contents(position).map(|cell| cell as u8));
                own.lt(other)
            });
            if is_first {
                best = Some(orientation);
            }
        }
    }
    best.expect("a symmetry")
}
