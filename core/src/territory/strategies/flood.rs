//! `flood`: every region surrounded by one colour is territory.
//!
//! A region is a maximal set of connected empty points, after the dead stones have been removed
//! from the board. If all stones adjacent to a region have one colour, the whole region is
//! territory of that colour. Any other region is dame. False eyes and seki are ignored. This is a
//! control strategy, for comparison with the other strategies. Area scoring uses its map.

use crate::territory::Strategy;

/// Gives every controlled region to the colour that surrounds it.
pub(super) const FLOOD: Strategy = Strategy {
    is_control: true,
    ..Strategy::own(
        "flood",
        "every region that one colour surrounds is territory, even in seki (control)",
        &|scoring, map| scoring.give_to_surrounding(map),
    )
};
