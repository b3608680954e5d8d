//! `checkered` and `checkered-white`: fill the dame like a chessboard, as in the article named in
//! [`crate::territory`].
//!
//! Each neutral region is filled separately. The colour of a point depends on the parity of x + y.
//! The region's first point in row-major order gets a black stone for `checkered`, and a white
//! stone for `checkered-white`. Each stone joins the stones of its colour that it touches, and
//! counts against an eye of the other colour if it stands on a diagonal of that eye. After that
//! come the steps that all fills share: see [`Approach::Fill`](crate::territory::Approach::Fill).

use crate::board::Color;
use crate::territory::{Dame, Strategy};

/// Fills each neutral region like a chessboard, with a black stone on the first point in row-major
/// order.
pub(super) const CHECKERED: Strategy = Strategy::fill(
    "checkered",
    "fills each region of dame like a chessboard, starting with black",
    &|dame| fill(dame, Color::Black),
);

/// Fills each neutral region like a chessboard, with a white stone on the first point in row-major
/// order.
pub(super) const CHECKERED_WHITE: Strategy = Strategy {
    is_twin: true,
    ..Strategy::fill(
        "checkered-white",
        "fills each region of dame like a chessboard, starting with white",
        &|dame| fill(dame, Color::White),
    )
};

fn fill(dame: &mut Dame<'_>, first: Color) {
    let grid = dame.analysis().grid();
    let colors = [first, first.opponent()];
    // the number of the region, and the parity of its first point
    let mut current = (usize::MAX, 0);
    dame.fill(|index, region| {
        let (column, row) = grid.column_and_row(index);
        let parity = (column + row) % 2;
        if region != current.0 {
            current = (region, parity);
        }
        colors[parity ^ current.1]
    });
}
