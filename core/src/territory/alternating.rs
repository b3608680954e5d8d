//! `alternating` and `alternating-transposed`: fill the dame with black and white stones in turn.
//!
//! Each neutral region is filled on its own: its points get Black, White, Black … in row-major order (top row first)
//! for `alternating`, in column-major order (left column first) for `alternating-transposed`. The stones join the
//! stones of their colour that they touch, and oppose the other colour's eyes on diagonals. The steps of all fills
//! follow. A surrounded point with two occupied neighbours and two diagonals held by the opponent (one of each on the
//! first line) is filled while it is the last liberty of an adjacent block. The eyes of every surrounded region are
//! counted from its boundary length and shape. Regions that share a block (joined blocks are one) are territory if they
//! have two eyes in all, and in seki otherwise.

use super::{Analysis, Fill, Strategy};

/// Fills each neutral region on its own with Black, White, Black …
pub(super) enum Alternating {
    /// Row-major: along the top row first.
    ByRow,
    /// Column-major: down the left column first.
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
            Self::ByColumn => "fills each region of dame with Black, White, Black … column by column",
        }
    }

    fn is_fill(&self) -> bool {
        true
    }

    fn play_dame(&self, analysis: &Analysis, fill: &mut Fill) {
        match self {
            Self::ByRow => fill.paint_rows_in_turn(analysis),
            Self::ByColumn => fill.paint_columns_in_turn(analysis),
        }
    }
}
