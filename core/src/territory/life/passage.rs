//! Joins blocks across dame.
//!
//! In a narrow dame region, two blocks are joined only if they touch the same point. Blocks farther
//! apart can be cut, and stones that are cut off have to be connected inside their own territory.
//!
//! A region with *room* contains a rectangle of two by three dame points. In such a region, it is
//! still undecided which blocks are connected, and only a *wall* hems a group in. All blocks of a
//! colour that can reach each other through the region are joined, as KGS joins them with grey
//! stones. A wall may have gaps that the opponent can defend by answering a move there: a one-point
//! jump in the open, a bamboo joint, or half a bamboo joint on the first line. A point is therefore
//! closed to a colour if it has exactly two open sides and the opponent's answer on one of the two
//! is safe. Its other two sides are the opponent's stones or the edge of the board.

use super::evaluate::Life;
use crate::board::{Cell, Color, Grid, idx16};
use crate::territory::analysis::{Analysis, Region};

/// The number of points in the smallest region with room.
const ROOM: usize = 6;

impl Life {
    /// Joins the blocks of one colour that touch the same dame point, or that can reach each other
    /// in a region with room.
    pub(super) fn join_over_dame(&mut self, analysis: &Analysis) {
        self.board.join_across_points(analysis);
        let (grid, cells) = (analysis.grid(), analysis.cells());
        for region in analysis.neutral() {
            let points = analysis.points(region);
            if points.len() >= ROOM
                && points
                    .iter()
                    .any(|&point| is_corner_of_room(grid, cells, point.into()))
            {
                for color in Color::BOTH {
                    self.join_walkers(analysis, region, color.into());
                }
            }
        }
    }

    /// Joins the blocks of `own` around the region that can reach each other without crossing a
    /// closed point.
    fn join_walkers(&mut self, analysis: &Analysis, region: &Region, own: Cell) {
        let (grid, cells) = (analysis.grid(), analysis.cells());
        let mut queue = std::mem::take(&mut self.points);
        for &start in analysis.points(region) {
            let mut first = None;
            queue.clear();
            queue.push(start);
            while let Some(index) = queue.pop().map(usize::from) {
                if std::mem::replace(&mut self.seen[index], true)
                    || is_closed(grid, cells, index, own)
                {
                    continue;
                }
                for cell in grid.neighbours(index) {
                    if cells[cell] == Cell::Empty {
                        queue.push(idx16(cell));
                    } else if cells[cell] == own {
                        let block = analysis.block(cell);
                        self.board.joins.join(*first.get_or_insert(block), block);
                    }
                }
            }
        }
        self.points = queue;
        analysis
            .points(region)
            .iter()
            .for_each(|&point| self.seen[usize::from(point)] = false);
    }
}

/// Returns whether a point is the top left corner of a rectangle of two by three empty points.
fn is_corner_of_room(grid: Grid, cells: &[Cell], index: usize) -> bool {
    let [_, _, right, below] = grid.neighbours(index);
    is_corner_of_square(grid, cells, index)
        && (is_corner_of_square(grid, cells, right) || is_corner_of_square(grid, cells, below))
}

/// Returns whether a point is the top left corner of a square of four empty points.
fn is_corner_of_square(grid: Grid, cells: &[Cell], index: usize) -> bool {
    let [_, _, right, below] = grid.neighbours(index);
    [index, right, below, below + 1]
        .iter()
        .all(|&cell| cells[cell] == Cell::Empty)
}

/// Returns whether the dame point at `index` is closed to the colour `own`, because the opponent
/// can safely answer a stone there.
///
/// The answer is on one of the two open sides of the point. The answer is safe if it connects to
/// other stones of the opponent, or if no stone of `own` is adjacent to the answer or, as a peep,
/// to the point itself.
fn is_closed(grid: Grid, cells: &[Cell], index: usize, own: Cell) -> bool {
    let sides = grid.neighbours(index).map(|cell| cells[cell]);
    if sides
        .iter()
        .filter(|&&cell| cell == own || cell == Cell::Empty)
        .count()
        != 2
    {
        return false;
    }
    for answer in grid.neighbours(index) {
        if cells[answer] != Cell::Empty {
            continue;
        }
        let adjacent = grid.neighbours(answer).map(|cell| cells[cell]);
        let is_joined = adjacent
            .iter()
            .any(|&other| other != own && other.color().is_some());
        if is_joined || !sides.contains(&own) && !adjacent.contains(&own) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::territory::life::test_boards::analysis;

    /// Returns whether White's first two blocks are joined across dame.
    fn is_joined(diagram: &str) -> bool {
        let analysis = analysis(diagram);
        let mut life = Life::default();
        life.reset(&analysis);
        life.join_over_dame(&analysis);
        let white = (0..analysis.blocks().len())
            .filter(|&block| analysis.blocks()[block].color == Color::White);
        let sets: Vec<usize> = white.map(|block| life.board.joins.find(block)).collect();
        sets[0] == sets[1]
    }

    #[test]
    fn blocks_are_joined_through_room() {
        assert!(is_joined("x...x\no...o\nx...x"), "three lanes");
        assert!(is_joined("xx...xx\no.....o\n.......\n......."));
        assert!(
            is_joined("......x...\no.....xxxo\n..........\noooooooooo"),
            "a peep"
        );
        assert!(
            is_joined("...x...\no..x..o\n.......\n......."),
            "there is a way round"
        );
    }

    #[test]
    fn blocks_are_joined_across_one_narrow_dame() {
        assert!(is_joined("xxx\no.o\nxxx"));
        assert!(!is_joined("x..x\no..o\nxxxx"));
    }

    #[test]
    fn walls_separate_blocks() {
        assert!(
            !is_joined("...xx...\no......o\n...xx...\n...xx..."),
            "a bamboo joint"
        );
        assert!(
            !is_joined("...xx...\no..xx..o\n........"),
            "on the first line"
        );
        assert!(
            !is_joined("...x...\no.....o\n...x...\n...x..."),
            "a one-point jump"
        );
    }
}
