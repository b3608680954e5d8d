//! `alternating` and `alternating-transposed`: Black and White take the dame of a region in turn.

use super::{Analysis, Fill, Strategy};

/// Fills each neutral region on its own with black, white, black … stones.
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
