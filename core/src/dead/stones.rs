//! Operations on the dead stones of a position.

use crate::board::{Cell, Point, Position};

/// Removes the stones `dead` from `position`. Returns the remaining position, and the numbers of prisoners that Black
/// and White gain.
#[must_use]
pub fn take_off(position: &Position, dead: &[Point]) -> (Position, [u32; 2]) {
    let mut rest = position.clone();
    let mut prisoners = [0; 2];
    for &point in dead {
        if let Some(color) = rest.get(point).color() {
            rest.set(point, None);
            prisoners[color.opponent().index()] += 1;
        }
    }
    (rest, prisoners)
}

/// Returns whether some block has both dead and living stones, which is impossible. `dead` must be sorted.
#[must_use]
pub fn splits_a_block(position: &Position, dead: &[Point]) -> bool {
    let grid = position.grid();
    let is_dead = |index: usize| dead.binary_search(&grid.point(index)).is_ok();
    dead.iter().map(|&point| grid.index(point)).any(|index| {
        let cell = position.cells()[index];
        let is_living_neighbour = |&other: &usize| position.cells()[other] == cell && !is_dead(other);
        cell != Cell::Empty && grid.neighbours(index).iter().any(is_living_neighbour)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dead_stones_are_prisoners() {
        let position = Position::from_diagram("xxo\n.oo\n...\n").unwrap();
        let dead = [Point::new(0, 0), Point::new(1, 0)];
        let (rest, prisoners) = take_off(&position, &dead);
        assert_eq!((rest.to_string().as_str(), prisoners), ("..O\n.OO\n...\n", [0, 2]));
        assert!(!splits_a_block(&position, &dead) && splits_a_block(&position, &dead[..1]));
    }
}
