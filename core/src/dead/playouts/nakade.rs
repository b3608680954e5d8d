//! Nakade: eye shapes that make only one eye once the opponent has played on their vital point.
//!
//! The shapes are three in a row, bent three, pyramid four, square four, bulky five, crossed five
//! and rabbity six. Books on life and death list them.

use crate::board::Grid;

/// The number of points of the largest shape.
pub(super) const LARGEST: usize = 6;

/// Returns the vital point of a connected shape, if it has one. All points of a square four are
/// equally good.
pub(super) fn vital_point(grid: Grid, shape: &[u16]) -> Option<usize> {
    if !(3..=LARGEST).contains(&shape.len()) {
        return None;
    }
    // each point has a number of neighbours within the shape; the sum and the maximum of these
    // numbers identify a shape of a given size
    let (mut sum, mut most, mut vital) = (0, 0, None);
    for &point in shape {
        let point = usize::from(point);
        let degree = degree(grid, shape, point);
        sum += degree;
        if degree > most {
            (most, vital) = (degree, Some(point));
        }
    }
    if let (4, 2, 6) = (shape.len(), most, sum) {
        return bent_four(grid, shape);
    }
    let is_nakade = match (shape.len(), most) {
        (3, _) | (4, 3) | (5, 4) => true,
        (4, _) => sum == 8,
        (5, _) => sum == 10,
        _ => most == 4 && sum == 14,
    };
    vital.filter(|_| is_nakade)
}

/// Returns the vital point of four points that bend around a corner of the board: the middle point
/// next to the corner. After capturing such a block, a player can be attacked there and gets a ko
/// at best.
fn bent_four(grid: Grid, shape: &[u16]) -> Option<usize> {
    // the middle points, between two points of the shape
    let mut middle: Vec<usize> = shape.iter().map(|&point| point.into()).collect();
    middle.retain(|&point| degree(grid, shape, point) == 2);
    let corner = middle.iter().position(|&point| grid.sides(point) == 2)?;
    middle.remove(corner);
    middle.first().copied()
}

/// Returns the number of neighbours of a point within a shape.
fn degree(grid: Grid, shape: &[u16], point: usize) -> usize {
    let neighbours = grid.neighbours(point);
    neighbours
        .iter()
        .filter(|&&neighbour| shape.iter().any(|&other| usize::from(other) == neighbour))
        .count()
}
