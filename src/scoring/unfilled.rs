//! `unfilled`: the article's first version, eyes counted on the board as it is.

use super::{Analysis, Fill, Strategy, Verdict};

/// Counts eyes and fills nothing.
pub(super) struct Unfilled;

impl Strategy for Unfilled {
    fn name(&self) -> &'static str {
        "unfilled"
    }

    fn summary(&self) -> &'static str {
        "counts eyes on the board as it is: fills neither dame nor false eyes"
    }

    fn is_control(&self) -> bool {
        true
    }

    fn score(&self, analysis: &Analysis, fill: &mut Fill, verdict: &mut Verdict) {
        fill.count_eyes(analysis, verdict);
    }
}
