//! The shapes of eyes that are one eye once the opponent has played on their vital point.
//!
//! They are three in a row, bent three, pyramid four, square four, bulky five, crossed five and rabbity six; known to
//! every book on life and death.

use crate::board::Grid;

/// The points of the largest.
pub(super) const LARGEST: usize = 6;

/// The vital point of a connected shape, if there is one. Of a square four every point is as good.
pub(super) fn vital_point(grid: Grid, shape: &[u16]) -> Option<usize> {
    if !(3..=LARGEST).contains(&shape.len()) {
        return None;
    }
    // how many others of the shape are beside each: of all shapes of a size these are no others'
    let (mut sum, mut most, mut vital) = (0, 0, None);
    for &point in shape {
        let point = usize::from(point);
        let neighbours = grid.neighbours(point);
        let degree =
            neighbours.iter().filter(|&&beside| shape.iter().any(|&other| usize::from(other) == beside)).count();
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

/// The point beside the corner that four points bent around it turn on: who captures them can be played there, and has a
/// ko at best.
fn bent_four(grid: Grid, shape: &[u16]) -> Option<usize> {
    let has = |point: usize| shape.iter().any(|&other| usize::from(other) == point);
    let degree = |point: usize| grid.neighbours(point).into_iter().filter(|&beside| has(beside)).count();
    let points = || shape.iter().map(|&point| usize::from(point));
    let corner = points().find(|&point| grid.sides(point) == 2 && degree(point) == 2)?;
    points().find(|&point| point != corner && degree(point) == 2)
}
