//! The points of handicap stones, as the specification of GTP fixes them.

use crate::board::{Point, Size};

/// Returns the points of a handicap of `stones`, or `None` if a board of this size has no such handicap.
pub(super) fn fixed_handicap(size: Size, stones: usize) -> Option<Vec<Point>> {
    let side = size.width();
    if !(2..=most_stones(size)).contains(&stones) {
        return None;
    }
    let near = if side < 13 { 2 } else { 3 };
    let (middle, far) = (side / 2, side - 1 - near);
    // columns from the left and rows from the top; the centre is the last point of an odd handicap
    let corners = [(near, far), (far, near), (near, near), (far, far)];
    let sides = [(near, middle), (far, middle), (middle, near), (middle, far)];
    let mut points: Vec<(u8, u8)> = corners.into_iter().chain(sides).take(stones).collect();
    if let 5 | 7 | 9 = stones {
        points.truncate(stones - 1);
        points.push((middle, middle));
    }
    Some(points.into_iter().map(|(x, y)| Point::new(x, y)).collect())
}

/// Returns the most stones of a fixed handicap on a board.
pub(super) fn most_stones(size: Size) -> usize {
    match size.width() {
        side if side < 7 || side != size.height() => 0,
        side if side == 7 || side.is_multiple_of(2) => 4,
        _ => 9,
    }
}
