//! `alternating` and `alternating-transposed`: fill the dame with black and white stones in turn.
//!
//! Each neutral region is filled separately: its points get black and white stones in turn, Black
//! first, in row-major order (top row first) for `alternating`, and in column-major order (left
//! column first) for `alternating-transposed`. The stones join the stones of their colour that they
//! touch, and on diagonals they oppose the other colour's eyes. Then come the steps that all fills
//! share: see [`Approach::Fill`](crate::territory::Approach::Fill).

use crate::board::Color;
use crate::territory::Strategy;

/// Fills each neutral region in row-major order, starting along the top row.
pub(super) const ALTERNATING: Strategy = Strategy::fill(
    "alternating",
    "fills each region of dame with Black, White, Black … row by row",
    &|dame| dame.fill(in_turn()),
);

/// Fills each neutral region in column-major order, starting down the left column.
pub(super) const TRANSPOSED: Strategy = Strategy {
    is_twin: true,
    ..Strategy::fill(
        "alternating-transposed",
        "fills each region of dame with Black, White, Black … column by column",
        &|dame| dame.fill_by_column(in_turn()),
    )
};

/// Returns the colours of the points, region by region; the first point of each region gets Black.
fn in_turn() -> impl FnMut(usize, usize) -> Color {
    // the region of the previous point, and the colour of the region's next point
    let mut current = (usize::MAX, Color::Black);
    move |_, region| {
        let color = if region == current.0 {
            current.1
        } else {
            Color::Black
        };
        current = (region, color.opponent());
        color
    }
}
