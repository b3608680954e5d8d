//! `grey`: fills every dame with a grey stone, which is black and white at once, as Bill Shubert
//! proposed in 1996 and as KGS does.
//!
//! Grey stones join each other and the blocks of both colours that they touch, so all blocks of a
//! colour around one neutral region count as one. On a diagonal, a grey stone counts against the
//! eyes of neither colour. After that come the steps that all fills share: see
//! [`Approach::Fill`](crate::territory::Approach::Fill). As on KGS, a dead stone in an eye in seki
//! is a prisoner.

use crate::board::Color;
use crate::territory::{Dame, Strategy};

/// Joins, for each colour, all blocks around each neutral region.
pub(super) const GREY: Strategy = Strategy {
    leaves_dead_in_seki: false,
    ..Strategy::fill(
        "grey",
        "fills dame with stones that are black and white at once and join everything around them",
        &fill,
    )
};

fn fill(dame: &mut Dame<'_>) {
    for color in Color::BOTH {
        dame.join_around_regions(color);
    }
}
