//! The symmetries of a board.

use super::{Point, Size};

/// A symmetry of a board: reflections of columns, rows or both, then perhaps a transposition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Symmetry {
    transpose: bool,
    flip_x: bool,
    flip_y: bool,
}

impl Symmetry {
    /// Iterates over the symmetries of a board of `size`: eight if it is square, else the four that make its rows the
    /// longer side.
    pub fn all(size: Size) -> impl Iterator<Item = Self> {
        let bit = |number: u8, bit: u8| number >> bit & 1 == 1;
        let all = (0..8).map(move |number| Self {
            transpose: bit(number, 2),
            flip_x: bit(number, 1),
            flip_y: bit(number, 0),
        });
        let (width, height) = (size.width(), size.height());
        all.filter(move |symmetry| width == height || symmetry.transpose == (width < height))
    }

    /// Returns the size of the image of a board of `size`.
    #[must_use]
    pub fn size(self, size: Size) -> Size {
        let (width, height) = (u32::from(size.width()), u32::from(size.height()));
        let (width, height) = if self.transpose { (height, width) } else { (width, height) };
        Size::new(width, height).expect("sides of a board")
    }

    /// Returns the image of `point`, a point of a board of `size`.
    #[must_use]
    pub fn apply(self, size: Size, point: Point) -> Point {
        let Point { x, y } = self.flip(size, point);
        if self.transpose { Point::new(y, x) } else { Point::new(x, y) }
    }

    /// Returns the point of a board of `size` whose image is `point`.
    #[must_use]
    pub fn back(self, size: Size, point: Point) -> Point {
        self.flip(size, if self.transpose { Point::new(point.y, point.x) } else { point })
    }

    fn flip(self, size: Size, point: Point) -> Point {
        let flip = |coordinate: u8, side: u8, flip: bool| if flip { side - 1 - coordinate } else { coordinate };
        Point::new(flip(point.x, size.width(), self.flip_x), flip(point.y, size.height(), self.flip_y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_comes_back() {
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
