//! The stones that a click on the board marks.

use seichi::board::{Cell, Point, Position};

/// Returns the stones of the same colour that are connected to the stone on `point`. With
/// `is_group`, stones that are connected across empty points are included.
fn joined(position: &Position, point: Point, is_group: bool) -> Vec<Point> {
    let (grid, cells) = (position.grid(), position.cells());
    let start = grid.index(point);
    let (mut reached, mut seen) = (vec![start], vec![false; cells.len()]);
    seen[start] = true;
    let mut next = 0;
    while let Some(&index) = reached.get(next) {
        for near in grid.neighbours(index) {
            let is_joined = cells[near] == cells[start] || is_group && cells[near] == Cell::Empty;
            if is_joined && !seen[near] {
                seen[near] = true;
                reached.push(near);
            }
        }
        next += 1;
    }
    reached.retain(|&index| cells[index] == cells[start]);
    reached.sort_unstable();
    reached.into_iter().map(|index| grid.point(index)).collect()
}

/// Returns the stones that a click on a stone marks, sorted. On an open board, empty points connect
/// most stones of a colour, so only directly connected stones are marked.
pub(crate) fn group_at(position: &Position, point: Point) -> Vec<Point> {
    let group = joined(position, point, true);
    let all = position
        .get(point)
        .color()
        .map_or(0, |color| position.stones(color));
    if 2 * group.len() > all as usize {
        return joined(position, point, false);
    }
    group
}

/// Returns a number for each point, row by row: the number of the first stone that a click on the
/// point marks. With Shift, a click marks only directly connected stones (`is_group` is false).
pub(crate) fn numbers(position: &Position, is_group: bool) -> Vec<Option<usize>> {
    let size = position.size();
    let mut numbers = vec![None; size.points()];
    for point in size.iter() {
        if numbers[size.index_of(point)].is_none() && position.get(point).color().is_some() {
            let stones = if is_group {
                group_at(position, point)
            } else {
                joined(position, point, false)
            };
            for stone in stones {
                numbers[size.index_of(stone)] = Some(size.index_of(point));
            }
        }
    }
    numbers
}
