//! Counts the eyes of a space that contains dead stones, or that the opponent can enter because
//! stones around it are cut off.
//!
//! The table of [`crate::territory::eyes`] covers neither case. This module tries moves on a copy
//! of the space: every first stone by the owner, every answer inside the space, and every second
//! stone by the owner. The search is small, because it is at most three stones deep and a space
//! where dead stones can be a nakade has few points. A space has two eyes if it splits into two
//! components, or if it is one component without dead stones and its shape has two eyes when the
//! opponent plays first. The lower number of eyes in the table applies if the opponent plays first:
//! see Ricard Vilà and Tristan Cazenave, "When one eye is sufficient: a static classification"
//! (Advances in Computer Games 10, 2003).
//!
//! The owner plays first, as the table assumes for whole eyes. One point that has to be filled does
//! not change that, because the opponent spends a move on threatening to cut and the owner answers.
//! A second such point costs the owner the first move, so the opponent plays next. Before each
//! fill, the opponent may throw in a stone at the point. The owner captures it and still has to
//! fill the point, so the capturing stone takes up one more point of the space. The opponent throws
//! in where this helps him most.

use crate::board::{Cell, Grid};
use crate::territory::eyes::Boundary;

/// The maximum number of points of a space: a nakade has at most six points, and the owner needs at
/// most six others.
pub(super) const LARGEST: usize = 12;

/// With at least this many empty points, dead stones no longer matter and the shape decides. Next
/// to the largest nakade, which has six stones, six empty points still leave another eye.
const ENOUGH: u32 = 6;

/// A set of points of a space, with one bit for each point.
type PointSet = u16;

/// The points of a region, with the stones on them.
#[derive(Clone, Debug, Default)]
pub(super) struct EyeSpace {
    count: usize,
    /// For each point, its index on the board.
    cells: [u16; LARGEST],
    /// For each point, the set of adjacent points.
    adjacent: [PointSet; LARGEST],
    /// The points adjacent to stones around the space. Stones connected to these points are assumed
    /// to have outside liberties.
    wall: PointSet,
    /// The dead stones.
    pub(super) dead: PointSet,
    /// The owner's filled-in stones.
    pub(super) own: PointSet,
    /// The points of dead stones that cut, and the points adjacent to these stones. After the
    /// capture, the owner has stones on all of these points.
    pub(super) lost: PointSet,
    /// The points that have to be filled because the opponent threatens to cut there.
    pub(super) cuts: PointSet,
}

impl EyeSpace {
    /// Returns the space of `points`, without stones.
    pub(super) fn new(grid: Grid, cells: &[Cell], points: &[u16]) -> Self {
        let mut space = Self {
            count: points.len(),
            ..Self::default()
        };
        for (at, &point) in points.iter().enumerate() {
            space.cells[at] = point;
            for cell in grid.neighbours(usize::from(point)) {
                match points.iter().position(|&other| usize::from(other) == cell) {
                    Some(other) => space.adjacent[at] |= 1 << other,
                    None if cells[cell] != Cell::Border => space.wall |= 1 << at,
                    None => {}
                }
            }
        }
        space
    }

    fn all(&self) -> PointSet {
        (1 << self.count) - 1
    }

    /// Returns the points adjacent to any point of `points`.
    fn adjacent_to(&self, points: PointSet) -> PointSet {
        each(points).fold(0, |sum, at| sum | self.adjacent[at])
    }

    /// Returns the points of `among` that are reachable from `start` within `among`.
    fn reach(&self, start: PointSet, among: PointSet) -> PointSet {
        let mut reached = start;
        loop {
            let next = (reached | self.adjacent_to(reached)) & among;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// Returns `stones` without the blocks that have no liberty. Blocks with a point in `wall` have
    /// an outside liberty.
    fn without_captured(&self, stones: PointSet, empty: PointSet, wall: PointSet) -> PointSet {
        let (mut left, mut kept) = (stones, 0);
        while left != 0 {
            let block = self.reach(left & left.wrapping_neg(), stones);
            left &= !block;
            if self.adjacent_to(block) & empty != 0 || block & wall != 0 {
                kept |= block;
            }
        }
        kept
    }
}

/// Returns the indices of the points in a set.
fn each(points: PointSet) -> impl Iterator<Item = usize> {
    (0..LARGEST).filter(move |at| points & (1 << at) != 0)
}

/// The stones in a space at one state of the search.
#[derive(Clone, Copy, Debug)]
struct Stones {
    own: PointSet,
    dead: PointSet,
}

impl EyeSpace {
    fn empty(&self, stones: Stones) -> PointSet {
        self.all() & !(stones.own | stones.dead)
    }

    /// Plays the owner's stones on `points` and removes captured stones. Returns `None` if one of
    /// the owner's blocks would have no liberty.
    fn own_move(&self, stones: Stones, points: PointSet) -> Option<Stones> {
        let mut next = Stones {
            own: stones.own | points,
            dead: stones.dead & !points,
        };
        next.dead = self.without_captured(next.dead, self.empty(next), 0);
        let kept = self.without_captured(next.own, self.empty(next), self.wall);
        (kept == next.own).then_some(next)
    }

    /// Plays the opponent's stone and removes captured stones. Returns `None` if the move is
    /// suicide.
    fn other_move(&self, stones: Stones, point: PointSet) -> Option<Stones> {
        let mut next = Stones {
            dead: stones.dead | point,
            ..stones
        };
        next.own = self.without_captured(next.own, self.empty(next), self.wall);
        let kept = self.without_captured(next.dead, self.empty(next), 0);
        (kept == next.dead).then_some(next)
    }

    /// Returns the number of components into which the owner's stones divide the space, counting at
    /// most two.
    fn components(&self, stones: Stones) -> u16 {
        let free = self.all() & !stones.own;
        let first = self.reach(free & free.wrapping_neg(), free);
        u16::from(free != 0) + u16::from(free != first)
    }

    /// Returns the number of eyes that the owner has no matter what the opponent plays: the number
    /// of components, or the lower number in the table if there is only one component.
    fn certain_eyes(&self, grid: Grid, board: &[Cell], stones: Stones) -> u16 {
        let components = self.components(stones);
        if components != 1 || stones.dead != 0 && self.empty(stones).count_ones() < ENOUGH {
            return components;
        }
        let mut cells = [0; LARGEST];
        let mut count = 0;
        for at in each(self.all() & !stones.own) {
            cells[count] = self.cells[at];
            count += 1;
        }
        Boundary::of_shape(grid, board, &cells[..count]).half_eyes() / 2
    }

    /// Returns the number of eyes with the opponent to move.
    fn eyes_after_answer(&self, grid: Grid, board: &[Cell], stones: Stones) -> u16 {
        let certain = self.certain_eyes(grid, board, stones);
        if certain != 1 || stones.dead == 0 {
            return certain;
        }
        let mut answers =
            each(self.empty(stones)).filter_map(|at| self.other_move(stones, 1 << at));
        if self.is_saved(grid, board, stones)
            && answers.all(|next| self.is_saved(grid, board, next))
        {
            2
        } else {
            1
        }
    }

    /// Returns whether a move by the owner makes two certain eyes.
    fn is_saved(&self, grid: Grid, board: &[Cell], stones: Stones) -> bool {
        each(self.empty(stones))
            .filter_map(|at| self.own_move(stones, 1 << at))
            .any(|next| self.certain_eyes(grid, board, next) > 1)
    }

    /// Fills the points where the opponent threatens to cut. On each point of `thrown_in`, the
    /// opponent has thrown in a stone, which is captured from the empty points next to it.
    fn fill_cuts(&self, stones: Stones, thrown_in: PointSet) -> Stones {
        let cuts = self.cuts & !stones.own;
        let captures = self.adjacent_to(cuts & thrown_in) & self.empty(stones);
        let filled = Stones {
            own: stones.own | cuts | captures,
            dead: stones.dead & !cuts,
        };
        Stones {
            dead: self.without_captured(filled.dead, self.empty(filled), 0),
            ..filled
        }
    }

    /// Returns the number of eyes with the opponent to move, after the owner has filled the cuts.
    /// The opponent chooses the cuts at which he first throws in a stone.
    fn eyes_after_cuts(&self, grid: Grid, board: &[Cell], stones: Stones) -> u16 {
        let mut thrown_in = self.cuts & !stones.own;
        let mut least = u16::MAX;
        loop {
            least =
                least.min(self.eyes_after_answer(grid, board, self.fill_cuts(stones, thrown_in)));
            if thrown_in == 0 {
                return least;
            }
            // the next smaller subset of the cuts
            thrown_in = (thrown_in - 1) & self.cuts & !stones.own;
        }
    }

    /// Returns the number of eyes with the opponent to move, after the owner has filled the cuts.
    pub(super) fn eyes_second(&self, grid: Grid, board: &[Cell]) -> u16 {
        self.eyes_after_cuts(
            grid,
            board,
            Stones {
                own: self.own,
                dead: self.dead,
            },
        )
    }

    /// Returns whether the lost points are separated from the rest of the space.
    pub(super) fn is_apart(&self) -> bool {
        self.adjacent_to(self.lost) & !self.own == 0
    }

    /// Returns the number of eyes with the owner to move.
    pub(super) fn eyes_first(&self, grid: Grid, board: &[Cell]) -> u16 {
        let stones = Stones {
            own: self.own,
            dead: self.dead,
        };
        let passed = self.eyes_second(grid, board);
        if passed > 1 || self.is_scattered(grid, board) {
            return 2;
        }
        let moves = each(self.empty(stones)).filter_map(|at| self.first_move(stones, 1 << at));
        let best = moves
            .map(|next| self.eyes_after_cuts(grid, board, next))
            .max();
        best.map_or(passed, |best| best.max(passed))
    }

    /// Plays the owner's first stone. The stone has to be connected to the stones around the space,
    /// or has to divide the space, capture, or give atari. Otherwise, the opponent's next move
    /// would cut it off.
    fn first_move(&self, stones: Stones, point: PointSet) -> Option<Stones> {
        let next = self.own_move(stones, point)?;
        let is_joined = self.reach(point, next.own | self.cuts) & self.wall != 0;
        (is_joined
            || self.components(next) > 1
            || next.dead != stones.dead
            || self.gives_atari(next, point))
        .then_some(next)
    }

    /// Returns whether a block of dead stones adjacent to `point` has one liberty.
    fn gives_atari(&self, stones: Stones, point: PointSet) -> bool {
        each(self.adjacent_to(point) & stones.dead).any(|at| {
            let block = self.reach(1 << at, stones.dead);
            (self.adjacent_to(block) & self.empty(stones)).is_power_of_two()
        })
    }

    /// Returns whether the space has two eyes even if the opponent plays first, and has at most
    /// three dead stones, none of them adjacent to another. Such stones are no threat, because a
    /// nakade is a single block.
    fn is_scattered(&self, grid: Grid, board: &[Cell]) -> bool {
        let is_alone = each(self.dead).all(|at| self.adjacent[at] & self.dead == 0);
        (self.own | self.cuts) == 0
            && self.dead.count_ones() <= 3
            && self.count >= 7
            && is_alone
            && Boundary::of_shape(grid, board, &self.cells[..self.count]).half_eyes() == 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::territory::life::test_boards::analysis;

    /// Returns the eyes of a diagram's first space if the owner plays first, and if the opponent
    /// plays first.
    fn eyes(diagram: &str) -> [u16; 2] {
        let analysis = analysis(diagram);
        let points = analysis.points(&analysis.regions()[0]);
        let mut space = EyeSpace::new(analysis.grid(), analysis.cells(), points);
        for (at, &point) in points.iter().enumerate() {
            space.dead |= u16::from(analysis.is_dead(usize::from(point))) << at;
        }
        let (grid, cells) = (analysis.grid(), analysis.cells());
        [
            space.eyes_first(grid, cells),
            space.eyes_second(grid, cells),
        ]
    }

    #[test]
    fn eyes_of_shapes_with_dead_stones() {
        for (diagram, expected) in [
            // a dead stone on the vital point
            ("xxxxx\nx.@.x\nxxxxx", [1, 1]),
            ("xxxxx\nx@..x\nxxxxx", [2, 1]),
            ("xxxxxx\nx.@..x\nxxxxxx", [2, 1]),
            ("xxxxxx\nx.@@.x\nxxxxxx", [1, 1]),
            // two stones that can be captured one by one
            ("xxxx\nx.@x\nx@.x\nxxxx", [2, 1]),
            ("xxxx\nx@@x\nx..x\nxxxx", [1, 1]),
            // the opponent plays again inside a captured nakade
            ("xxxxxx\nx@@@.x\nxxxxxx", [1, 1]),
            ("xx.xx\nx@@@x\nx@@xx\nxx.xx\nxxxxx", [1, 1]),
            // seven stones, which are too many for a nakade, and four stones whose shape is not a
            // nakade
            ("xxxxxx\nx@@@@x\nx@@@.x\nxxxxxx", [2, 2]),
            ("xxxxxx\nx@@@@x\nx....x\nx....x\nxxxxxx", [2, 2]),
        ] {
            assert_eq!(eyes(diagram), expected, "\n{diagram}");
        }
    }

    #[test]
    fn unconnected_first_stone_must_capture_or_give_atari() {
        // next to the corner, a stone in the middle is not connected to any other stone of its
        // colour
        assert_eq!(eyes("xxxxx\nxx.@.\nxx..."), [1, 1]);
        assert_eq!(eyes("xxxxx\nxx...\nxx.@."), [2, 1]);
        // the first stone gives atari
        assert_eq!(eyes("x@..\nx@..\nxxxx"), [2, 1]);
    }

    #[test]
    fn empty_space_has_the_eyes_of_its_shape() {
        assert_eq!(eyes("xxxxx\nx...x\nxxxxx"), [2, 1]);
        assert_eq!(eyes("xxxx\nx..x\nx..x\nxxxx"), [1, 1]);
        assert_eq!(eyes("xxxxxx\nx....x\nxxxxxx"), [2, 2]);
    }
}
