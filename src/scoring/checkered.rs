//! `checkered` and `checkered-white`: the article's own choice, dame filled like a chess board.

use super::{Analysis, Fill, Strategy};
use crate::board::Color;

/// Fills each neutral region on its own by the parity of x + y.
pub(super) struct Checkered {
    /// The colour of a region's first point, row-major.
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
            Color::Black => "fills each region of dame like a chess board, its first point black",
            Color::White => "fills each region of dame like a chess board, its first point white",
        }
    }

    fn is_fill(&self) -> bool {
        true
    }

    fn play_dame(&self, analysis: &Analysis, fill: &mut Fill) {
        let parity = |index| {
            let (column, row) = analysis.grid().column_and_row(index);
            (column + row) % 2
        };
        let colors = [self.first, self.first.opponent()];
        // the region, and the parity of its first point
        let mut current = (usize::MAX, 0);
        fill.paint(analysis, |index, region| {
            let parity = parity(index);
            if region != current.0 {
                current = (region, parity);
            }
            colors[parity ^ current.1]
        });
    }
}
