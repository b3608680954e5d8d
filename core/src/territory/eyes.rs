//! Counts the eyes of a region from its boundary length and a few shapes.
//!
//! The table is from the article named in [`crate::territory`]; the article takes it from Ricard
//! Vilà and Tristan Cazenave, "When one eye is sufficient: a static classification" (Advances in
//! Computer Games 10, 2003). The table ignores dead stones inside the region: it counts a region
//! with a dead stone on the vital point as if the region were empty.

use crate::board::{Cell, Grid};

/// The four-point shapes that the table distinguishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EyeShape {
    /// The region contains a square of four points.
    SquareFour,
    /// The region is a path of four points with two bends, like a Z.
    CurvedFour,
    /// Any other shape.
    Other,
}

/// The boundary length and the shape of a region, which determine the number of its eyes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Boundary {
    /// The boundary length (the paper's Ext): the number of distinct stones that border the region,
    /// plus, for each point of the region, the number of board edges that it lies on.
    pub length: u16,
    /// The shape, if the table distinguishes it.
    shape: EyeShape,
}

impl Default for Boundary {
    /// Returns the boundary of an empty set of points.
    fn default() -> Self {
        Self {
            length: 0,
            shape: EyeShape::Other,
        }
    }
}

impl Boundary {
    /// Measures the region that consists of `points`. Sets the entry of each counted stone in
    /// `seen` to `mark`; no entry may have this value beforehand.
    pub(super) fn measure(
        grid: Grid,
        cells: &[Cell],
        points: &[u16],
        mark: u16,
        seen: &mut [u16],
    ) -> Self {
        let mut length = 0;
        for neighbour in points
            .iter()
            .flat_map(|&point| grid.neighbours(point.into()))
        {
            length += match cells[neighbour] {
                Cell::Border => 1,
                Cell::Empty => 0,
                // each stone counts once
                Cell::Black | Cell::White => {
                    u16::from(std::mem::replace(&mut seen[neighbour], mark) != mark)
                }
            };
        }
        Self::of_length(length, grid, points, |cell| cells[cell] == Cell::Empty)
    }

    /// Measures a space of at most [`Self::MAX_POINTS`] `points`, as if a stone stood on every
    /// adjacent point of the board, regardless of `cells`.
    pub(super) fn of_shape(grid: Grid, cells: &[Cell], points: &[u16]) -> Self {
        let (mut stones, mut count) = ([0; 4 * Self::MAX_POINTS], 0);
        let mut length = 0;
        for cell in points
            .iter()
            .flat_map(|&point| grid.neighbours(point.into()))
            .filter(|&cell| !has(points, cell))
        {
            if cells[cell] == Cell::Border {
                length += 1;
            } else if !stones[..count].contains(&cell) {
                stones[count] = cell;
                count += 1;
                length += 1;
            }
        }
        Self::of_length(length, grid, points, |cell| has(points, cell))
    }

    /// Returns the boundary of the region of `points`, given its boundary length. `inside` returns
    /// whether a cell belongs to the region.
    fn of_length(length: u16, grid: Grid, points: &[u16], inside: impl Fn(usize) -> bool) -> Self {
        let mut indices = points.iter().map(|&point| usize::from(point));
        // most regions are too small to have one of the shapes
        if points.len() < 4 {
            return Self {
                length,
                shape: EyeShape::Other,
            };
        }
        // the region has a square if one of its points is the top left corner of a square
        let has_square = indices.clone().any(|index| {
            let [_, _, right, below] = grid.neighbours(index);
            inside(right) && inside(below) && inside(below + 1)
        });
        let shape = if has_square {
            EyeShape::SquareFour
        } else if points.len() == 4
            && length == 8
            && indices.all(|index| {
                let neighbours = grid.neighbours(index).into_iter();
                neighbours.filter(|&cell| inside(cell)).count() <= 2
            })
        {
            EyeShape::CurvedFour
        } else {
            EyeShape::Other
        };
        Self { length, shape }
    }

    /// The maximum number of points that [`Self::of_shape`] accepts.
    pub(super) const MAX_POINTS: usize = 12;

    /// Returns the number of half eyes of the region: 2 means one eye, 3 one and a half eyes, and 4
    /// two eyes.
    ///
    /// One and a half eyes become two eyes if the owner plays first, and one eye if the opponent
    /// does.
    pub const fn half_eyes(self) -> u16 {
        match (self.length, self.shape) {
            (0..=6, _) | (8, EyeShape::SquareFour) => 2,
            (7, _) | (8, EyeShape::Other) | (9, EyeShape::SquareFour) => 3,
            _ => 4,
        }
    }

    /// Returns the number of whole eyes if the owner plays first.
    pub(crate) const fn eyes_if_owner_first(self) -> u16 {
        self.half_eyes().div_ceil(2)
    }
}

/// Returns whether `cell` is one of `points`.
fn has(points: &[u16], cell: usize) -> bool {
    points.iter().any(|&point| usize::from(point) == cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::territory::Analysis;

    /// Returns the boundary of the region of a diagram's first empty point, and checks that all
    /// ways of measuring it agree.
    fn boundary(diagram: &str) -> (u16, EyeShape, u16) {
        let position = Position::from_diagram(diagram).expect("a board");
        let analysis = Analysis::new(&position, &[]);
        let region = &analysis.regions()[0];
        let (grid, cells, points) = (analysis.grid(), analysis.cells(), analysis.points(region));
        let boundary = region.boundary;
        assert_eq!(
            Boundary::measure(grid, cells, points, 1, &mut vec![0; cells.len()]),
            boundary,
            "{diagram}"
        );
        assert_eq!(
            Boundary::of_shape(grid, cells, points),
            boundary,
            "{diagram}"
        );
        (boundary.length, boundary.shape, boundary.half_eyes())
    }

    #[test]
    fn half_eyes_follow_the_table_of_the_article() {
        use EyeShape::{CurvedFour, Other, SquareFour};
        for (diagram, expected) in [
            ("xxx\nx.x\nxxx", (4, Other, 2)),
            ("xxxx\nx..x\nxxxx", (6, Other, 2)),
            ("xxxx\nx..x\nx.xx\nxxxx", (7, Other, 3)),
            ("xxxxx\nx...x\nxxxxx", (8, Other, 3)),
            ("xxxx\nx..x\nx..x\nxxxx", (8, SquareFour, 2)),
            ("xxxxx\nx..xx\nxx..x\nxxxxx", (8, CurvedFour, 4)),
            ("xxxxx\nx...x\nxx.xx\nxxxxx", (8, Other, 3)),
            ("xxxxx\nx..xx\nx...x\nxxxxx", (9, SquareFour, 3)),
            ("xxxxx\nx...x\nx.xxx\nxxxxx", (9, Other, 4)),
            ("xxxxxx\nx....x\nxxxxxx", (10, Other, 4)),
            (
                "xxxxxxxxxxxxxx\nx............x\nxxxxxxxxxxxxxx",
                (26, Other, 4),
            ),
            // in the corner and on the first line, the edges of the board count
            ("..x\n.xx\nxxx", (7, Other, 3)),
            ("..x\n..x\nxxx", (8, SquareFour, 2)),
            (".x\nxx", (4, Other, 2)),
        ] {
            assert_eq!(boundary(diagram), expected, "{diagram}");
        }
    }

    #[test]
    fn point_of_a_narrow_board_lies_on_three_edges() {
        assert_eq!(boundary(".x.").0, 4);
        assert_eq!(boundary(".\nx\n.").0, 4);
    }
}
