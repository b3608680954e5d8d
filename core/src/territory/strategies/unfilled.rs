//! `unfilled`: counts eyes on the board as it is, like the first version of the article named in
//! [`crate::territory`].
//!
//! The strategy fills neither dame nor false eyes. The number of eyes in each region surrounded by
//! one colour follows from its boundary length and shape. Regions of one colour that border the
//! same block belong to one group, transitively, and so do the blocks around them. The regions of a
//! group are territory if they have at least two eyes in all; otherwise they are in seki. False
//! eyes count as eyes: this is a control strategy, which leaves out steps that are known to matter.

use crate::territory::Strategy;

/// Counts eyes, and fills nothing.
pub(super) const UNFILLED: Strategy = Strategy {
    is_control: true,
    ..Strategy::own(
        "unfilled",
        "counts eyes on the board as it is: fills neither dame nor false eyes (control)",
        &|scoring, map| scoring.count_eyes(map),
    )
};
