//! `grey`: dame are filled with stones that are Black and White at once, as Bill Shubert proposed in 1996 and as KGS
//! does.

use super::{Analysis, Fill, Strategy};

/// Every neutral region joins all blocks around it, Black's and White's, and is no one's on a diagonal.
pub(super) struct Grey;

impl Strategy for Grey {
    fn name(&self) -> &'static str {
        "grey"
    }

    fn summary(&self) -> &'static str {
        "fills dame with stones of both colours at once, which join everything around them"
    }

    fn is_fill(&self) -> bool {
        true
    }

    fn play_dame(&self, _: &Analysis, fill: &mut Fill) {
        fill.link_around(|_| true);
    }
}
