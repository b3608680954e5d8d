//! Orders points independently of the orientation of the board and of the colours.
//!
//! Where several moves protect as well, one has to be chosen, and the choice may not depend on the orientation. The
//! rank of a point is a hash of the distances to all stones and empty points, which is the same for each orientation.

use super::board::{Board, Spot};
use crate::board::{Color, Grid};

/// The ranks of the points of one position, which are computed when they are first asked for.
#[derive(Debug, Default)]
pub(super) struct Ranks {
    /// The points of the position and their content.
    spots: Vec<(u16, Spot)>,
    /// For each cell, its rank for Black and for White.
    known: Vec<[Option<u64>; 2]>,
}

impl Ranks {
    /// Starts with a new position.
    pub(super) fn set(&mut self, board: &Board) {
        self.spots.clear();
        self.spots.extend(board.points());
        self.known.clear();
        self.known.resize(board.grid().cells(), [None; 2]);
    }

    /// Sorts points by their rank for `color`.
    pub(super) fn sort(&mut self, grid: Grid, color: Color, points: &mut [u16]) {
        if points.len() > 1 {
            // few points: a stable sort is no slower, and its code is a third of that of an unstable one
            points.sort_by_key(|&point| (self.rank(grid, color, point), point));
        }
    }

    /// Returns the rank of a point for `color`.
    pub(super) fn rank(&mut self, grid: Grid, color: Color, point: u16) -> u64 {
        let known = &mut self.known[usize::from(point)][color.index()];
        *known.get_or_insert_with(|| {
            let (column, row) = grid.column_and_row(point.into());
            let hashes = self.spots.iter().map(|&(other, spot)| {
                let (other_column, other_row) = grid.column_and_row(other.into());
                let (across, down) = (column.abs_diff(other_column), row.abs_diff(other_row));
                let [near, far] = [across.min(down), across.max(down)].map(|distance| distance as u64);
                mix(near << 16 | far << 8 | number(spot, color))
            });
            hashes.fold(0, u64::wrapping_add)
        })
    }
}

/// Returns the number of a point's content as `color` sees it.
fn number(spot: Spot, color: Color) -> u64 {
    let is_other = |other: Color| u64::from(other != color);
    match spot {
        Spot::Border | Spot::Dame => 0,
        Spot::Empty => 1,
        Spot::Living(other) => 2 + is_other(other),
        Spot::Other(other) => 4 + is_other(other),
    }
}

/// Mixes the bits of a number: the finalizer of `SplitMix64` (Steele, Lea and Flood, "Fast splittable pseudorandom
/// number generators", 2014).
const fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ (number >> 31)
}
