//! `striped`: fills the dame of every other column with Black, and the rest with White.

use seichi::board::Color;
use seichi::territory::{Dame, FillDame, Rule, Strategy};

/// Fills the dame column by column, the first column black.
pub(super) struct Striped;

impl Strategy for Striped {
    fn name(&self) -> &'static str {
        "striped"
    }

    fn summary(&self) -> &'static str {
        "fills dame with Black in every other column, and with White in the rest"
    }

    fn rule(&self) -> Rule<'_> {
        Rule::Fill(self)
    }
}

impl FillDame for Striped {
    fn fill_dame(&self, dame: &mut Dame<'_>) {
        let grid = dame.analysis().grid();
        dame.fill(|index, _| Color::BOTH[grid.column_and_row(index).0 % 2]);
    }
}
