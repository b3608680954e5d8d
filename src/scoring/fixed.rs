//! `fixed-black` and `fixed-white`: one colour takes every dame.

use super::{Analysis, Fill, Strategy};
use crate::board::Color;

/// Fills every dame with stones of one colour.
pub(super) struct Fixed(pub(super) Color);

impl Strategy for Fixed {
    fn name(&self) -> &'static str {
        match self.0 {
            Color::Black => "fixed-black",
            Color::White => "fixed-white",
        }
    }

    fn summary(&self) -> &'static str {
        match self.0 {
            Color::Black => "fills every dame with Black, then false eyes, then counts eyes",
            Color::White => "fills every dame with White, then false eyes, then counts eyes",
        }
    }

    fn is_fill(&self) -> bool {
        true
    }

    fn play_dame(&self, analysis: &Analysis, fill: &mut Fill) {
        fill.paint_all(analysis, self.0);
    }
}
