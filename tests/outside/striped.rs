//! `striped`: fills the dame in every other column with Black, and the rest with White.

use seichi::board::Color;
use seichi::territory::{Dame, Strategy};

/// Fills the dame in the first, third, fifth … column with Black, and the rest with White.
pub(super) const STRIPED: Strategy = Strategy::fill(
    "striped",
    "fills dame with Black in every other column, and with White in the rest",
    &fill,
);

fn fill(dame: &mut Dame<'_>) {
    let grid = dame.analysis().grid();
    // columns count from 1
    let is_odd = |index| grid.column_and_row(index).0 % 2 == 1;
    dame.fill(|index, _| {
        if is_odd(index) {
            Color::Black
        } else {
            Color::White
        }
    });
}
