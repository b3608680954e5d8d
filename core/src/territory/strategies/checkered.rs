//! `checkered` and `checkered-white`: fill the dame like a chessboard, as the article does.
//!
//! Each neutral region is filled separately: the colour of a point depends on the parity of x + y,
//! and the region's first point in row-major order is Black for `checkered`, White for
//! `checkered-white`. The stones join the stones of their colour that they touch, and oppose the
//! other colour's eyes on diagonals. Then come the steps shared by all fills. A surrounded point
//! with two occupied neighbours and two diagonals held by the opponent (on the first line: one
//! neighbour and one diagonal) is filled if it is the last liberty of an adjacent block. The eyes
//! of every surrounded region are counted from its boundary length and shape. Regions that share a
//! block (joined blocks count as one) are territory if they have two eyes in all, and in seki
//! otherwise.

use crate::board::Color;
use crate::territory::{Approach, Dame, FillDame, Strategy};

/// Fills each neutral region like a chessboard.
pub(super) struct Checkered {
    /// The colour of a region's first point in row-major order.
    pub(super) first: Color,
}

impl Strategy for Checkered {
    fn name(&self) -> &'static str {
        match self.first {
            Color::Black => "checkered",
            Color::White => "checkered-white",
        }
    }

    fn summary(&self) -> &'static str {
        match self.first {
            Color::Black => "fills each region of dame like a chessboard, starting with black",
            Color::White => "fills each region of dame like a chessboard, starting with white",
        }
    }

    fn is_twin(&self) -> bool {
        self.first == Color::White
    }

    fn approach(&self) -> Approach<'_> {
        Approach::Fill(self)
    }
}

impl FillDame for Checkered {
    fn fill_dame(&self, dame: &mut Dame<'_>) {
        let grid = dame.analysis().grid();
        let colors = [self.first, self.first.opponent()];
        // the number of the region, and the parity of its first point
        let mut current = (usize::MAX, 0);
        dame.fill(|index, region| {
            let (column, row) = grid.column_and_row(index);
            let parity = (column + row) % 2;
            if region != current.0 {
                current = (region, parity);
            }
            colors[parity ^ current.1]
        });
    }
}
