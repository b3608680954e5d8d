//! `striped`: fills the dame of every other column with Black, and the rest with White.

use seichi::board::Color;
use seichi::territory::{Approach, Dame, FillDame, Strategy};

/// Fills the dame of the first, third, fifth … column with Black, and the rest with White.
pub(super) struct Striped;

impl Strategy for Striped {
    fn name(&self) -> &'static str {
        "striped"
    }

    fn summary(&self) -> &'static str {
        "fills dame with Black in every other column, and with White in the rest"
    }

    fn approach(&self) -> Approach<'_> {
        Approach::Fill(self)
    }
}

impl FillDame for Striped {
    fn fill_dame(&self, dame: &mut Dame<'_>) {
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
}
