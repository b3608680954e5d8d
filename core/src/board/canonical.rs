//! Finds the canonical board among the boards that differ only by a symmetry, a swap of the
//! colours, or both. There are up to sixteen such boards, and the canonical board is the first of
//! them in lexicographic order. The results of playouts and of their proofs can depend on chance or
//! on the order of the points. Both run on the canonical board, so their results are the same for
//! every orientation of a board and after a swap of the colours.

use super::playing::NONE;
use super::{Cell, Color, Grid, Position, Size, Symmetry, idx16};

/// A symmetry of the board, with or without a swap of the colours.
#[derive(Debug)]
pub(crate) struct Orientation {
    /// The size of the board after the symmetry.
    size: Size,
    /// The cells of the original board, in row-major order after the symmetry.
    pub(crate) cells: Vec<u16>,
    pub(crate) swap: bool,
}

impl Orientation {
    /// Returns the orientation whose contents, row by row, come first in lexicographic order.
    /// `content` returns the content of a cell of `grid` in an orientation.
    pub(crate) fn first<T: Ord>(grid: Grid, content: impl Fn(usize, &Self) -> T) -> Self {
        let size = grid.size();
        let mut best: Option<(Vec<T>, Self)> = None;
        for symmetry in Symmetry::all(size) {
            let laid = symmetry.size(size);
            let cells: Vec<u16> = laid
                .iter()
                .map(|point| idx16(grid.index(symmetry.back(size, point))))
                .collect();
            for swap in [false, true] {
                let one = Self {
                    size: laid,
                    cells: cells.clone(),
                    swap,
                };
                let contents: Vec<T> = one
                    .cells
                    .iter()
                    .map(|&cell| content(cell.into(), &one))
                    .collect();
                if best.as_ref().is_none_or(|(first, _)| contents < *first) {
                    best = Some((contents, one));
                }
            }
        }
        best.expect("a symmetry").1
    }

    /// Maps a colour to the canonical board or back.
    pub(crate) fn color(&self, color: Color) -> Color {
        if self.swap { color.opponent() } else { color }
    }

    /// Returns the layout of the canonical board.
    pub(crate) fn grid(&self) -> Grid {
        Grid::new(self.size)
    }

    /// Returns, for each cell of the canonical board, the cell that it comes from.
    pub(crate) fn origins(&self) -> Vec<u16> {
        let grid = self.grid();
        let mut origins = vec![NONE; grid.cells()];
        for (place, &cell) in grid.points().zip(&self.cells) {
            origins[place] = cell;
        }
        origins
    }

    /// Returns the canonical board of a position.
    pub(crate) fn position(&self, position: &Position) -> Position {
        let mut canonical = Position::new(self.size);
        for (point, &cell) in self.size.iter().zip(&self.cells) {
            let stone = position.cells()[usize::from(cell)].color();
            canonical.set(point, stone.map(|color| self.color(color)));
        }
        canonical
    }
}

/// Returns an orientation that maps a position to its canonical board.
pub(crate) fn canonical(position: &Position) -> Orientation {
    Orientation::first(position.grid(), |cell, orientation| {
        let cell = position.cells()[cell];
        let stone = cell.color().map(|color| orientation.color(color));
        stone.map_or(cell, Cell::from) as u8
    })
}
