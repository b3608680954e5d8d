//! How many eyes a space is in which dead stones stand, or into which the opponent can come where stones around it are
//! cut off.
//!
//! The table of [`crate::scoring::eyes`] knows neither. Its whole eyes are what the owner has who plays first, and so it
//! is here: of the owner's stone, an answer inside and another stone, all of the few that there are in a space in which
//! stones can be a nakade, are tried on a copy of the space alone. Two eyes are two parts, or one that is empty and of a
//! shape that has two when the opponent plays first: the table's lower number, which is Ricard Vilà and Tristan Cazenave,
//! "When one eye is sufficient: a static classification" (Advances in Computer Games 10, 2003). No stone beyond the third
//! is looked at.

use crate::board::{Cell, Grid};
use crate::scoring::eyes::Boundary;

/// As many points a space has at most: a nakade has no more than six, and the owner as many beside it.
pub(in crate::scoring) const LARGEST: usize = 12;

/// With as many empty points beside dead stones the space is what its shape is: the largest nakade has six stones, and as
/// many points leave an eye beside it.
const ENOUGH: u32 = 6;

/// A set of the points of a space.
type Points = u16;

/// A space: the points of a region, with what stands there.
#[derive(Clone, Debug)]
pub(in crate::scoring) struct EyeSpace {
    count: usize,
    /// By point: its index on the board.
    cells: [u16; LARGEST],
    /// By point: the points beside it.
    beside: [Points; LARGEST],
    /// The points beside stones around the space. These are held to have liberties.
    wall: Points,
    /// Dead stones.
    pub(in crate::scoring) dead: Points,
    /// The owner's stones: what was filled in.
    pub(in crate::scoring) own: Points,
    /// The points of dead stones that cut, and beside them; the owner's after their capture.
    pub(in crate::scoring) lost: Points,
    /// Points that have to be filled, on which the opponent threatens to cut.
    pub(in crate::scoring) cuts: Points,
}

impl EyeSpace {
    /// The space of `points`, without stones.
    pub(in crate::scoring) fn new(grid: Grid, cells: &[Cell], points: &[u16]) -> Self {
        let mut space = Self {
            count: points.len(),
            cells: [0; LARGEST],
            beside: [0; LARGEST],
            wall: 0,
            dead: 0,
            own: 0,
            lost: 0,
            cuts: 0,
        };
        for (at, &point) in points.iter().enumerate() {
            space.cells[at] = point;
            for cell in grid.neighbours(usize::from(point)) {
                match points.iter().position(|&other| usize::from(other) == cell) {
                    Some(other) => space.beside[at] |= 1 << other,
                    None if cells[cell] != Cell::Border => space.wall |= 1 << at,
                    None => {}
                }
            }
        }
        space
    }

    fn all(&self) -> Points {
        (1 << self.count) - 1
    }

    /// The points beside those of a set.
    fn around(&self, points: Points) -> Points {
        each(points).fold(0, |around, at| around | self.beside[at])
    }

    /// The points of `among` that can be reached from `start` through such points.
    fn reach(&self, start: Points, among: Points) -> Points {
        let mut reached = start;
        loop {
            let next = (reached | self.around(reached)) & among;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// Takes off the blocks of `stones` that have no liberty; those of `safe` have one outside.
    fn without_captured(&self, stones: Points, empty: Points, safe: Points) -> Points {
        let (mut left, mut kept) = (stones, 0);
        while left != 0 {
            let block = self.reach(left & left.wrapping_neg(), stones);
            left &= !block;
            if self.around(block) & empty != 0 || block & safe != 0 {
                kept |= block;
            }
        }
        kept
    }
}

/// The places of a set's points.
fn each(points: Points) -> impl Iterator<Item = usize> {
    (0..LARGEST).filter(move |at| points & (1 << at) != 0)
}

/// The stones in a space at one moment.
#[derive(Clone, Copy, Debug)]
struct Stones {
    own: Points,
    dead: Points,
}

impl EyeSpace {
    fn empty(&self, stones: Stones) -> Points {
        self.all() & !(stones.own | stones.dead)
    }

    /// The owner's stones `points`, and what they capture; nothing where the first of them would be suicide.
    fn own_move(&self, stones: Stones, points: Points) -> Option<Stones> {
        let mut next = Stones { own: stones.own | points, dead: stones.dead & !points };
        next.dead = self.without_captured(next.dead, self.empty(next), 0);
        let kept = self.without_captured(next.own, self.empty(next), self.wall);
        (kept == next.own).then_some(next)
    }

    /// The opponent's stone, and what it captures; nothing where it would be suicide.
    fn other_move(&self, stones: Stones, point: Points) -> Option<Stones> {
        let mut next = Stones { dead: stones.dead | point, ..stones };
        next.own = self.without_captured(next.own, self.empty(next), self.wall);
        let kept = self.without_captured(next.dead, self.empty(next), 0);
        (kept == next.dead).then_some(next)
    }

    /// The parts into which the owner's stones divide the space; two are as good as more.
    fn parts(&self, stones: Stones) -> u16 {
        let free = self.all() & !stones.own;
        let first = self.reach(free & free.wrapping_neg(), free);
        u16::from(free != 0) + u16::from(free != first)
    }

    /// Eyes that are there already, or will be wherever the opponent plays, by the table's lower number.
    fn sure(&self, grid: Grid, board: &[Cell], stones: Stones) -> u16 {
        let parts = self.parts(stones);
        if parts != 1 || stones.dead != 0 && self.empty(stones).count_ones() < ENOUGH {
            return parts;
        }
        let mut cells = [0; LARGEST];
        let mut count = 0;
        for at in each(self.all() & !stones.own) {
            cells[count] = self.cells[at];
            count += 1;
        }
        Boundary::of_shape(grid, board, &cells[..count]).eyes() / 2
    }

    /// Eyes when it is the opponent's turn.
    fn answered(&self, grid: Grid, board: &[Cell], stones: Stones) -> u16 {
        let sure = self.sure(grid, board, stones);
        if sure != 1 || stones.dead == 0 {
            return sure;
        }
        let saved = |stones: Stones| {
            let moves = each(self.empty(stones)).filter_map(|at| self.own_move(stones, 1 << at));
            moves.map(|next| self.sure(grid, board, next)).any(|eyes| eyes > 1)
        };
        let answers = each(self.empty(stones)).filter_map(|at| self.other_move(stones, 1 << at));
        if saved(stones) && answers.into_iter().all(saved) { 2 } else { 1 }
    }

    /// Fills the points on which the opponent threatens to cut. Where the point beside one is empty the opponent plays on
    /// it first: the owner captures.
    fn fill_cuts(&self, stones: Stones) -> Stones {
        let cuts = self.cuts & !stones.own;
        let captures = self.around(cuts) & self.empty(stones);
        let filled = Stones { own: stones.own | cuts | captures, dead: stones.dead & !cuts };
        Stones { dead: self.without_captured(filled.dead, self.empty(filled), 0), ..filled }
    }

    /// The eyes when the opponent is to play, but the cuts are filled.
    pub(in crate::scoring) fn eyes_second(&self, grid: Grid, board: &[Cell]) -> u16 {
        self.answered(grid, board, self.fill_cuts(Stones { own: self.own, dead: self.dead }))
    }

    /// Whether what was lost is apart from what is left.
    pub(in crate::scoring) fn is_apart(&self) -> bool {
        self.around(self.lost) & !self.own == 0
    }

    /// The eyes when the owner plays first.
    pub(in crate::scoring) fn eyes_first(&self, grid: Grid, board: &[Cell]) -> u16 {
        let stones = Stones { own: self.own, dead: self.dead };
        let passed = self.eyes_second(grid, board);
        if passed > 1 || self.is_scattered(grid, board) {
            return 2;
        }
        let moves = each(self.empty(stones)).filter_map(|at| self.own_move(stones, 1 << at));
        let best = moves.map(|next| self.answered(grid, board, self.fill_cuts(next))).max();
        best.map_or(passed, |best| best.max(passed))
    }

    /// Whether the space has two eyes even when the opponent plays first, and the dead stones are two or three single
    /// ones: a nakade is one block.
    fn is_scattered(&self, grid: Grid, board: &[Cell]) -> bool {
        let is_alone = each(self.dead).all(|at| self.beside[at] & self.dead == 0);
        let shape = || Boundary::of_shape(grid, board, &self.cells[..self.count]);
        (self.own | self.cuts) == 0 && self.dead.count_ones() <= 3 && self.count >= 7 && is_alone && shape().eyes() == 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scoring::life::tests::analysis;

    /// The eyes of the first space of a diagram, when the owner plays first, and when the opponent does.
    fn eyes(diagram: &str) -> [u16; 2] {
        let analysis = analysis(diagram);
        let points = analysis.points(&analysis.regions()[0]);
        let mut space = EyeSpace::new(analysis.grid(), analysis.cells(), points);
        for (at, &point) in points.iter().enumerate() {
            space.dead |= u16::from(analysis.is_dead(usize::from(point))) << at;
        }
        let (grid, cells) = (analysis.grid(), analysis.cells());
        [space.eyes_first(grid, cells), space.eyes_second(grid, cells)]
    }

    #[test]
    fn shapes_with_dead_stones() {
        for (diagram, expected) in [
            // the vital point is taken
            ("xxxxx\nx.@.x\nxxxxx", [1, 1]),
            ("xxxxx\nx@..x\nxxxxx", [2, 1]),
            ("xxxxxx\nx.@..x\nxxxxxx", [2, 1]),
            ("xxxxxx\nx.@@.x\nxxxxxx", [1, 1]),
            // each of two stones is captured alone
            ("xxxx\nx.@x\nx@.x\nxxxx", [2, 1]),
            ("xxxx\nx@@x\nx..x\nxxxx", [1, 1]),
            // a nakade that is captured, and played into again
            ("xxxxxx\nx@@@.x\nxxxxxx", [1, 1]),
            ("xx.xx\nx@@@x\nx@@xx\nxx.xx\nxxxxx", [1, 1]),
            // stones that are no nakade, and more than are in one
            ("xxxxxx\nx@@@@x\nx@@@.x\nxxxxxx", [2, 2]),
            ("xxxxxx\nx@@@@x\nx....x\nx....x\nxxxxxx", [2, 2]),
        ] {
            assert_eq!(eyes(diagram), expected, "\n{diagram}");
        }
    }

    #[test]
    fn an_empty_space_is_what_its_shape_is() {
        assert_eq!(eyes("xxxxx\nx...x\nxxxxx"), [2, 1]);
        assert_eq!(eyes("xxxx\nx..x\nx..x\nxxxx"), [1, 1]);
        assert_eq!(eyes("xxxxxx\nx....x\nxxxxxx"), [2, 2]);
    }
}
