//! The points of handicap stones, as the GTP specification defines them.

use crate::board::{Point, Size};

/// Returns the points of a handicap of `stones`, or `None` if a board of this size has no such
/// handicap.
pub(super) fn fixed_handicap(size: Size, stones: u32) -> Option<Vec<Point>> {
    let most = match size.width() {
        side if side < 7 || side != size.height() => 0,
        side if side == 7 || side.is_multiple_of(2) => 4,
        _ => 9,
    };
    if !(2..=most).contains(&stones) {
        return None;
    }
    let near = if size.width() < 13 { 2 } else { 3 };
    let (middle, far) = (size.width() / 2, size.width() - 1 - near);
    // columns from the left and rows from the top; the centre is the last point of an odd handicap
    // of more than three
    let corners = [(near, far), (far, near), (near, near), (far, far)];
    let sides = [(near, middle), (far, middle), (middle, near), (middle, far)];
    let centre = (stones > 3 && stones % 2 == 1).then_some((middle, middle));
    let others = stones as usize - usize::from(centre.is_some());
    let points = corners.into_iter().chain(sides).take(others).chain(centre);
    Some(points.map(|(x, y)| Point::new(x, y)).collect())
}
