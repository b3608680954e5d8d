//! `linked`: joins two blocks of one colour if both touch the same dame point, and fills no dame.
//!
//! Blocks are joined across a gap of one dame, but not across a gap of two. A dame is not a liberty
//! and never counts as a hostile diagonal of an eye, so the rule treats both colours and all
//! directions alike. Then come the steps shared by all fills. A surrounded point with two occupied
//! neighbours and two diagonals held by the opponent (on the first line: one neighbour and one
//! diagonal) is filled if it is the last liberty of an adjacent block. The eyes of every surrounded
//! region are counted from its boundary length and shape. Regions that share a block (joined blocks
//! count as one) are territory if they have two eyes in all, and in seki otherwise.

use crate::territory::{Approach, Dame, FillDame, Strategy};

/// Joins two blocks of one colour if and only if both touch the same dame point.
pub(super) struct Linked;

impl Strategy for Linked {
    fn name(&self) -> &'static str {
        "linked"
    }

    fn summary(&self) -> &'static str {
        "joins blocks of one colour that touch the same dame, then fills false eyes and counts eyes"
    }

    fn approach(&self) -> Approach<'_> {
        Approach::Fill(self)
    }
}

impl FillDame for Linked {
    fn fill_dame(&self, dame: &mut Dame<'_>) {
        dame.join_across_points();
    }
}
