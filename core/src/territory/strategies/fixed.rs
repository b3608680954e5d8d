//! `fixed-black` and `fixed-white`: fill every dame with stones of one colour.
//!
//! The stones on the dame join the blocks of their colour around each neutral region. On diagonals
//! they oppose the eyes of the other colour. Then come the steps shared by all fills. A surrounded
//! point with two occupied neighbours and two diagonals held by the opponent (on the first line:
//! one neighbour and one diagonal) is filled if it is the last liberty of an adjacent block. The
//! eyes of every surrounded region are counted from its boundary length and shape. Regions that
//! share a block (joined blocks count as one) are territory if they have two eyes in all, and in
//! seki otherwise. The answers of all other fills lie between these two.

use crate::board::Color;
use crate::territory::{Approach, Dame, FillDame, Strategy};

/// Fills every dame with one colour.
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
            Color::Black => "fills every dame with Black, then fills false eyes and counts eyes",
            Color::White => "fills every dame with White, then fills false eyes and counts eyes",
        }
    }

    fn is_twin(&self) -> bool {
        self.0 == Color::White
    }

    fn approach(&self) -> Approach<'_> {
        Approach::Fill(self)
    }
}

impl FillDame for Fixed {
    fn fill_dame(&self, dame: &mut Dame<'_>) {
        dame.fill(|_, _| self.0);
    }
}
