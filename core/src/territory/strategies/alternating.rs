//! `alternating` and `alternating-transposed`: fill the dame with black and white stones in turn.
//!
//! Each neutral region is filled separately: its points get Black, White, Black … in row-major
//! order (top row first) for `alternating`, and in column-major order (left column first) for
//! `alternating-transposed`. The stones join the stones of their colour that they touch, and oppose
//! the other colour's eyes on diagonals. Then come the steps shared by all fills. A surrounded
//! point with two occupied neighbours and two diagonals held by the opponent (on the first line:
//! one neighbour and one diagonal) is filled if it is the last liberty of an adjacent block. The
//! eyes of every surrounded region are counted from its boundary length and shape. Regions that
//! share a block (joined blocks count as one) are territory if they have two eyes in all, and in
//! seki otherwise.

use crate::board::Color;
use crate::territory::{Approach, Dame, FillDame, Strategy};

/// Fills each neutral region with black and white stones in turn, the first of them black.
pub(super) enum Alternating {
    /// In row-major order, starting along the top row.
    ByRow,
    /// In column-major order, starting down the left column.
    ByColumn,
}

impl Strategy for Alternating {
    fn name(&self) -> &'static str {
        match self {
            Self::ByRow => "alternating",
            Self::ByColumn => "alternating-transposed",
        }
    }

    fn summary(&self) -> &'static str {
        match self {
            Self::ByRow => "fills each region of dame with Black, White, Black … row by row",
            Self::ByColumn => {
                "fills each region of dame with Black, White, Black … column by column"
            }
        }
    }

    fn is_twin(&self) -> bool {
        matches!(self, Self::ByColumn)
    }

    fn approach(&self) -> Approach<'_> {
        Approach::Fill(self)
    }
}

impl FillDame for Alternating {
    fn fill_dame(&self, dame: &mut Dame<'_>) {
        // the region of the previous point, and the colour of the region's next point
        let mut current = (usize::MAX, Color::Black);
        let in_turn = |_, region| {
            let color = if region == current.0 {
                current.1
            } else {
                Color::Black
            };
            current = (region, color.opponent());
            color
        };
        match self {
            Self::ByRow => dame.fill(in_turn),
            Self::ByColumn => dame.fill_by_column(in_turn),
        }
    }
}
