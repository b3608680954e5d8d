//! `alternating` and `alternating-transposed`: fill the dame with black and white stones in turn.
//!
//! Each neutral region is filled separately. Its points get black and white stones in turn,
//! starting with Black: in row-major order (top row first) for `alternating`, and in column-major
//! order (left column first) for `alternating-transposed`. Each stone joins the stones of its
//! colour that it touches, and counts against an eye of the other colour if it stands on a diagonal
//! of that eye. After that come the steps that all fills share: see
//! [`Approach::Fill`](crate::territory::Approach::Fill).

use crate::board::Color;
use crate::territory::Strategy;

/// Fills each neutral region in row-major order, starting along the top row.
pub(super) const ALTERNATING: Strategy = Strategy::fill(
    "alternating",
    "fills each region of dame with black and white stones in turn, row by row",
    &|dame| dame.fill(in_turn()),
);

/// Fills each neutral region in column-major order, starting down the left column.
pub(super) const TRANSPOSED: Strategy = Strategy {
    is_twin: true,
    ..Strategy::fill(
        "alternating-transposed",
        "fills each region of dame with black and white stones in turn, column by column",
        &|dame| dame.fill_by_column(in_turn()),
    )
};

/// Returns a function that gives the points of each region black and white stones in turn, starting
/// with Black.
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
