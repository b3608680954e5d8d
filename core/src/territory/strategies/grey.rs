//! `grey`: fills every dame with a grey stone, which is black and white at once, as Bill Shubert
//! proposed in 1996 and as KGS does.
//!
//! Grey stones join each other and the blocks of both colours that they touch, so all blocks of a
//! colour around one neutral region count as one. On a diagonal a grey stone opposes neither
//! colour. Then come the steps shared by all fills. A surrounded point with two occupied neighbours
//! and two diagonals held by the opponent (on the first line: one neighbour and one diagonal) is
//! filled if it is the last liberty of an adjacent block. The eyes of every surrounded region are
//! counted from its boundary length and shape. Regions that share a block (joined blocks count as
//! one) are territory if they have two eyes in all, and in seki otherwise. As on KGS, a dead stone
//! in an eye in seki is a prisoner.

use crate::board::Color;
use crate::territory::{Approach, Dame, FillDame, Strategy};

/// Joins, for each colour, all blocks around each neutral region.
pub(super) struct Grey;

impl Strategy for Grey {
    fn name(&self) -> &'static str {
        "grey"
    }

    fn summary(&self) -> &'static str {
        "fills dame with stones that are black and white at once and join everything around them"
    }

    fn leaves_dead_in_seki(&self) -> bool {
        false
    }

    fn approach(&self) -> Approach<'_> {
        Approach::Fill(self)
    }
}

impl FillDame for Grey {
    fn fill_dame(&self, dame: &mut Dame<'_>) {
        for color in Color::BOTH {
            dame.join_around_regions(color);
        }
    }
}
