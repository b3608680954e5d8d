//! The geometry of a board and its border, which are stored in one array.
//!
//! Each row is followed by one border cell, which is also the left border of the next row. One full
//! row of border cells lies above the board, and another below it. Every orthogonal or diagonal
//! neighbour of a point is therefore a cell of the array, and no bounds checks are needed.

use std::ops::Range;

use super::{Color, Point, Size};

/// Converts a number to 16 bits. The number must be the index of a cell, or a count that cannot
/// exceed the number of cells, such as the number of blocks.
pub(crate) fn idx16(number: usize) -> u16 {
    u16::try_from(number).expect("at most 54 · 53 + 1 cells")
}

/// The content of a cell of the array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum Cell {
    /// A point with a black stone.
    Black,
    /// A point with a white stone.
    White,
    /// An empty point.
    Empty,
    /// A cell outside the board.
    #[default]
    Border,
}

impl Cell {
    /// Returns the colour of the stone, if there is one.
    pub const fn color(self) -> Option<Color> {
        match self {
            Self::Black => Some(Color::Black),
            Self::White => Some(Color::White),
            Self::Empty | Self::Border => None,
        }
    }

    /// Returns the letter used in diagrams: `X` for a black stone, `O` for a white stone, and `.`
    /// for no stone.
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'X',
            Self::White => 'O',
            Self::Empty | Self::Border => '.',
        }
    }
}

impl From<Color> for Cell {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }
}

/// The layout of a board's points in the array of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    size: Size,
    stride: usize,
}

impl Default for Grid {
    /// Returns the layout of a one-point board.
    fn default() -> Self {
        Self::new(Size::new(1, 1).expect("a board of one point"))
    }
}

impl Grid {
    /// Returns the layout for boards of `size`.
    pub(crate) fn new(size: Size) -> Self {
        let stride = usize::from(size.width()) + 1;
        Self { size, stride }
    }

    /// Returns the size of the board.
    pub const fn size(self) -> Size {
        self.size
    }

    /// Returns the number of cells, including the border. The number is at most 54 · 53 + 1, so an
    /// index fits in 16 bits.
    pub fn cells(self) -> usize {
        self.stride * (usize::from(self.size.height()) + 2) + 1
    }

    /// Returns the index of `point`, which must be on the board.
    pub fn index(self, point: Point) -> usize {
        debug_assert!(self.size.contains(point));
        (usize::from(point.y) + 1) * self.stride + usize::from(point.x) + 1
    }

    /// Returns the point at `index`, which must not be on the border.
    pub fn point(self, index: usize) -> Point {
        let (column, row) = self.column_and_row(index);
        let [x, y] =
            [column - 1, row - 1].map(|side| u8::try_from(side).expect("an index of a point"));
        Point::new(x, y)
    }

    /// Returns the column and the row of the point at `index`, counted from 1.
    pub const fn column_and_row(self, index: usize) -> (usize, usize) {
        (index % self.stride, index / self.stride)
    }

    /// Iterates over the rows from top to bottom. Each item is the range of a row's indices. Nested
    /// loops over rows and points are faster than one loop over [`Self::points`].
    pub fn rows(self) -> impl Iterator<Item = Range<usize>> {
        (1..=usize::from(self.size.height())).map(move |y| {
            let start = y * self.stride + 1;
            start..start + usize::from(self.size.width())
        })
    }

    /// Iterates over the indices of the points in row-major order.
    pub fn points(self) -> impl Iterator<Item = usize> {
        self.rows().flatten()
    }

    /// Returns the four cells adjacent to a point: above, left, right, below.
    pub const fn neighbours(self, index: usize) -> [usize; 4] {
        [
            index - self.stride,
            index - 1,
            index + 1,
            index + self.stride,
        ]
    }

    /// Returns the four cells diagonal to a point.
    pub const fn diagonals(self, index: usize) -> [usize; 4] {
        let (up, down) = (index - self.stride, index + self.stride);
        [up - 1, up + 1, down - 1, down + 1]
    }

    /// Extends `cells` with all cells connected to them. `is_new` returns whether to add a
    /// neighbouring cell; it must return false for a cell that is already in the list.
    pub(crate) fn flood(self, cells: &mut Vec<u16>, mut is_new: impl FnMut(usize) -> bool) {
        let mut next = 0;
        while let Some(&cell) = cells.get(next) {
            next += 1;
            for other in self.neighbours(cell.into()) {
                if is_new(other) {
                    cells.push(idx16(other));
                }
            }
        }
    }

    /// Returns the number of edges on which the point lies: usually 0 or 1, 2 in a corner, and up
    /// to 4 on a board that is one point wide.
    pub(crate) fn sides(self, index: usize) -> u16 {
        let point = self.point(index);
        u16::from(point.x == 0)
            + u16::from(point.y == 0)
            + u16::from(point.x + 1 == self.size.width())
            + u16::from(point.y + 1 == self.size.height())
    }
}

/// A symmetry of a board. It may reflect the columns, the rows or both, and then transpose the
/// board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Symmetry {
    transpose: bool,
    flip_x: bool,
    flip_y: bool,
}

impl Symmetry {
    /// Iterates over the symmetries of a board of `size`. A square board has all eight. For any
    /// other board, these are the four symmetries that leave it wider than it is high.
    pub fn all(size: Size) -> impl Iterator<Item = Self> {
        let all = (0..8).map(|number: u8| Self {
            transpose: number & 4 != 0,
            flip_x: number & 2 != 0,
            flip_y: number & 1 != 0,
        });
        let (width, height) = (size.width(), size.height());
        all.filter(move |symmetry| width == height || symmetry.transpose == (width < height))
    }

    /// Returns the size that a board of `size` has after the symmetry.
    pub fn size(self, size: Size) -> Size {
        let (width, height) = (u32::from(size.width()), u32::from(size.height()));
        let (width, height) = if self.transpose {
            (height, width)
        } else {
            (width, height)
        };
        Size::new(width, height).expect("sides of a board")
    }

    /// Returns the point to which the symmetry moves `point` on a board of `size`.
    pub fn apply(self, size: Size, point: Point) -> Point {
        let Point { x, y } = self.flip(size, point);
        if self.transpose {
            Point::new(y, x)
        } else {
            Point::new(x, y)
        }
    }

    /// Returns the point of a board of `size` that the symmetry moves to `point`.
    pub(crate) fn back(self, size: Size, point: Point) -> Point {
        self.flip(
            size,
            if self.transpose {
                Point::new(point.y, point.x)
            } else {
                point
            },
        )
    }

    fn flip(self, size: Size, point: Point) -> Point {
        let Point { mut x, mut y } = point;
        if self.flip_x {
            x = size.width() - 1 - x;
        }
        if self.flip_y {
            y = size.height() - 1 - y;
        }
        Point::new(x, y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_have_indices_and_edges() {
        for (width, height) in [
            (1, 1),
            (1, 5),
            (3, 2),
            (19, 19),
            (30, 52),
            (51, 51),
            (52, 52),
        ] {
            let grid = Grid::new(Size::new(width, height).unwrap());
            assert!(
                grid.points()
                    .eq(grid.size().iter().map(|point| grid.index(point)))
            );
            assert!(
                grid.points()
                    .all(|index| grid.index(grid.point(index)) == index)
            );
            assert_eq!(
                grid.points()
                    .map(|index| u32::from(grid.sides(index)))
                    .sum::<u32>(),
                2 * (width + height)
            );
            assert!(grid.points().all(|index| {
                grid.diagonals(index)
                    .iter()
                    .all(|&cell| cell < grid.cells())
            }));
        }
    }

    #[test]
    fn back_inverts_apply() {
        for (width, height, ways) in [(5, 5, 8), (5, 3, 4), (3, 5, 4)] {
            let size = Size::new(width, height).unwrap();
            assert_eq!(Symmetry::all(size).count(), ways);
            for symmetry in Symmetry::all(size) {
                let laid = symmetry.size(size);
                assert!(laid.width() >= laid.height());
                for point in size.iter() {
                    assert!(laid.contains(symmetry.apply(size, point)));
                    assert_eq!(symmetry.back(size, symmetry.apply(size, point)), point);
                }
            }
        }
    }
}
