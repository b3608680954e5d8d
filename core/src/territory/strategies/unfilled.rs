//! `unfilled`: counts eyes on the board as it is, like the first version of the article named in
//! [`crate::territory`].
//!
//! It fills neither dame nor false eyes. The number of eyes in each region surrounded by one colour
//! follows from its boundary length and shape. Regions of one colour that border the same block
//! belong together, transitively, and so do their blocks. The regions of such a group are territory
//! if they have at least two eyes in all; otherwise they are in seki. False eyes count as eyes,
//! because this is a control strategy, which leaves out steps that are known to matter.

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
