//! Finds the colours of dead stones.
//!
//! A position has no dead stones on it; only their points are known. A block is alive or dead as a whole, so a dead
//! stone has the opposite colour of each living stone that it touches.

use crate::board::{Cell, Color};
use crate::territory::Analysis;
use crate::territory::buffers::reset;

/// Sets, for each cell, the colour of the dead stone that stood there, if there was one and its colour can be told.
pub(super) fn find_dead_colors(analysis: &Analysis, colors: &mut Vec<Option<Color>>, queue: &mut Vec<usize>) {
    reset(colors, analysis.cells().len());
    for (_, region, owner) in analysis.controlled() {
        for index in analysis.points(region).iter().map(|&point| usize::from(point)) {
            colors[index] = analysis.is_dead(index).then(|| owner.opponent());
        }
    }
    queue.clear();
    let grid = analysis.grid();
    for index in analysis.neutral().flat_map(|region| analysis.points(region)).map(|&point| usize::from(point)) {
        let touches = |color| grid.neighbours(index).iter().any(|&cell| analysis.cells()[cell] == Cell::from(color));
        if analysis.is_dead(index) {
            colors[index] = match Color::BOTH.map(touches) {
                [true, false] => Some(Color::White),
                [false, true] => Some(Color::Black),
                _ => None,
            };
            queue.extend(colors[index].map(|_| index));
        }
    }
    // dead stones that touch no living one are of one colour with those beside them
    while let Some(index) = queue.pop() {
        for cell in grid.neighbours(index) {
            if analysis.is_dead(cell) && analysis.is_dame(cell) && colors[cell].is_none() {
                colors[cell] = colors[index];
                queue.push(cell);
            }
        }
    }
}
