//! `fixed-black` and `fixed-white`: fill every dame with stones of one colour.
//!
//! The stones on the dame join the blocks of their colour around each neutral region. On a diagonal
//! of an eye of the other colour, such a stone counts against that eye. After that come the steps
//! that all fills share: see [`Approach::Fill`](crate::territory::Approach::Fill). The answers of
//! all other fills lie between the answers of these two.

use crate::board::Color;
use crate::territory::Strategy;

/// Fills every dame with a black stone.
pub(super) const FIXED_BLACK: Strategy = Strategy::fill(
    "fixed-black",
    "fills every dame with black stones, then fills false eyes and counts eyes",
    &|dame| dame.fill(|_, _| Color::Black),
);

/// Fills every dame with a white stone.
pub(super) const FIXED_WHITE: Strategy = Strategy {
    is_twin: true,
    ..Strategy::fill(
        "fixed-white",
        "fills every dame with white stones, then fills false eyes and counts eyes",
        &|dame| dame.fill(|_, _| Color::White),
    )
};
