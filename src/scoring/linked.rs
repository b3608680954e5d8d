//! `linked`: dame are not filled; a dame between two blocks connects them.

use super::{Analysis, Fill, Strategy};

/// Two blocks of one colour count as one exactly where both touch the same dame.
///
/// Nothing passes from dame to dame: a gap of one connects, a gap of two does not. A dame is no liberty and never
/// opposes as a diagonal, so neither colour, side nor corner is special.
pub(super) struct Linked;

impl Strategy for Linked {
    fn name(&self) -> &'static str {
        "linked"
    }

    fn summary(&self) -> &'static str {
        "joins blocks of one colour that touch the same dame, then fills false eyes, then counts eyes"
    }

    fn is_fill(&self) -> bool {
        true
    }

    fn play_dame(&self, _: &Analysis, fill: &mut Fill) {
        fill.link_gaps();
    }
}
