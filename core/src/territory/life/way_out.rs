//! Finds blocks that are not hemmed in.
//!
//! Only stones without a way out need two eyes. A dame point is a way out for a colour if no stone of the opponent is
//! adjacent to it, or to an empty point at most two steps away: the owner gets that far before the opponent arrives. At
//! the end of a game that was played to the last dame there is no such point.

use crate::board::{Cell, Grid};
use crate::territory::analysis::Analysis;
use crate::territory::buffers::reset;

/// Sets, for each block, whether it touches a dame point with a way out for the block's colour.
pub(super) fn mark_with_way_out(analysis: &Analysis, marked: &mut Vec<bool>) {
    reset(marked, analysis.blocks().len());
    let (grid, cells) = (analysis.grid(), analysis.cells());
    for region in analysis.neutral() {
        for index in analysis.points(region).iter().map(|&point| usize::from(point)) {
            let adjacent = grid.neighbours(index);
            let Some(color) = adjacent.iter().find_map(|&cell| cells[cell].color()) else { continue };
            if has_way_out(grid, cells, index, color.opponent().into(), 2) {
                for cell in adjacent.into_iter().filter(|&cell| cells[cell].color().is_some()) {
                    marked[analysis.block(cell)] = true;
                }
            }
        }
    }
}

/// Returns whether no stone `other` is adjacent to a point, or to an empty point at most `steps` steps away.
fn has_way_out(grid: Grid, cells: &[Cell], index: usize, other: Cell, steps: u8) -> bool {
    let adjacent = grid.neighbours(index);
    let go_on = |&cell: &usize| cells[cell] != Cell::Empty || has_way_out(grid, cells, cell, other, steps - 1);
    adjacent.iter().all(|&cell| cells[cell] != other) && (steps == 0 || adjacent.iter().all(go_on))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::territory::life::test_boards::analysis;

    /// Returns, for each block of a diagram, whether it has a way out.
    fn marked(diagram: &str) -> Vec<bool> {
        let mut marked = vec![true; 9];
        mark_with_way_out(&analysis(diagram), &mut marked);
        marked
    }

    #[test]
    fn far_from_the_opponent() {
        assert_eq!(marked("x...o"), [false, false]);
        assert_eq!(marked("x....o"), [true, true]);
        assert_eq!(marked("x...\n....\nxx.o\n"), [true, true, false]);
        // points behind stones are no way out
        assert_eq!(marked("x.xo"), [false, false, false]);
    }
}
