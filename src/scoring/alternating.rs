//! `alternating` and `alternating-transposed`: Black and White take the dame of a region in turn.

use super::{Analysis, Fill, Strategy, Verdict};

/// Fills each neutral region on its own with black, white, black … stones.
pub(super) enum Alternating {
    /// Row-major: along the top row first.
    ByRow,
    /// Column-major: down the left column first.
    ByColumn,
}

impl Alternating {
    fn fill(analysis: &Analysis, fill: &mut Fill, order: impl Iterator<Item = usize>) {
        for index in order {
            if analysis.is_dame(index) {
                let color = fill.take_turn(analysis.region(index));
                fill.paint(analysis, index, color);
            }
        }
    }
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

    fn score(&self, analysis: &Analysis, fill: &mut Fill, verdict: &mut Verdict) {
        match self {
            Self::ByRow => Self::fill(analysis, fill, analysis.grid().points()),
            Self::ByColumn => Self::fill(analysis, fill, analysis.grid().points_by_column()),
        }
        fill.settle(analysis, verdict);
    }
}
