//! The geometry of a board kept in one array with a border of its own.
//!
//! A row is followed by one border cell, which is the left border of the next row as well, and a whole row of border
//! lies above and below: so every neighbour and diagonal of a point is a cell, and no bounds are looked at.

use std::ops::Range;

use super::{Color, Point, Size};

/// What is on a cell of the array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum Cell {
    /// A point with a black stone.
    Black,
    /// A point with a white stone.
    White,
    /// An empty point.
    Empty,
    /// Not a point of the board.
    #[default]
    Border,
}

impl Cell {
    /// The colour of the stone, if there is one.
    #[must_use]
    pub const fn color(self) -> Option<Color> {
        match self {
            Self::Black => Some(Color::Black),
            Self::White => Some(Color::White),
            Self::Empty | Self::Border => None,
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

/// Where the points of a board are in the array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    size: Size,
    stride: usize,
}

impl Grid {
    /// The layout for boards of `size`.
    #[must_use]
    pub fn new(size: Size) -> Self {
        Self { size, stride: usize::from(size.width()) + 1 }
    }

    /// The size of the board.
    #[must_use]
    pub const fn size(self) -> Size {
        self.size
    }

    /// The number of cells, the border among them. At most 54 · 53 + 1, so an index fits into 16 bits.
    #[must_use]
    pub fn cells(self) -> usize {
        self.stride * (usize::from(self.size.height()) + 2) + 1
    }

    /// The index of `point`, which has to be on the board.
    #[must_use]
    pub fn index(self, point: Point) -> usize {
        debug_assert!(self.size.contains(point));
        (usize::from(point.y) + 1) * self.stride + usize::from(point.x) + 1
    }

    /// The point at `index`, which has to be a point's.
    #[must_use]
    pub fn point(self, index: usize) -> Point {
        let byte = |value: usize| u8::try_from(value).expect("an index of a point");
        Point::new(byte(index % self.stride - 1), byte(index / self.stride - 1))
    }

    /// The indices of each row's points, from the top. Two loops over rows and points are faster than one over
    /// [`Self::points`].
    pub fn rows(self) -> impl Iterator<Item = Range<usize>> {
        (1..=usize::from(self.size.height())).map(move |y| {
            let start = y * self.stride + 1;
            start..start + usize::from(self.size.width())
        })
    }

    /// The indices of the points, row-major.
    pub fn points(self) -> impl Iterator<Item = usize> {
        self.rows().flatten()
    }

    /// A number that orders points column-major: the left column first, each from the top down.
    #[must_use]
    pub fn by_column(self, index: usize) -> (usize, usize) {
        (index % self.stride, index / self.stride)
    }

    /// The four cells beside a point: above, left, right, below.
    #[must_use]
    pub const fn neighbours(self, index: usize) -> [usize; 4] {
        [index - self.stride, index - 1, index + 1, index + self.stride]
    }

    /// The four cells diagonal to a point.
    #[must_use]
    pub const fn diagonals(self, index: usize) -> [usize; 4] {
        let (up, down) = (index - self.stride, index + self.stride);
        [up - 1, up + 1, down - 1, down + 1]
    }

    /// How many sides of the board the point lies on: 0, 1, or 2 in a corner; up to 4 on boards one point wide.
    #[must_use]
    pub fn sides(self, index: usize) -> u16 {
        let point = self.point(index);
        u16::from(point.x == 0)
            + u16::from(point.y == 0)
            + u16::from(point.x + 1 == self.size.width())
            + u16::from(point.y + 1 == self.size.height())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_has_its_index_and_its_sides() {
        for (width, height) in [(1, 1), (1, 5), (3, 2), (52, 52)] {
            let grid = Grid::new(Size::new(width, height).unwrap());
            assert!(grid.points().eq(grid.size().iter().map(|point| grid.index(point))));
            assert!(grid.points().all(|index| grid.index(grid.point(index)) == index));
            let mut by_column: Vec<_> = grid.points().collect();
            by_column.sort_unstable_by_key(|&index| grid.by_column(index));
            assert!(by_column.is_sorted_by_key(|&index| (grid.point(index).x, grid.point(index).y)));
            assert_eq!(grid.points().map(|index| u32::from(grid.sides(index))).sum::<u32>(), 2 * (width + height));
            assert!(grid.points().all(|index| grid.diagonals(index).iter().all(|&cell| cell < grid.cells())));
        }
    }
}
