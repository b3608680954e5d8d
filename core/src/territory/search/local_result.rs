//! The result of a local search.

use crate::board::Color;

/// A move of a variation: the player, and the index of the point or `None` for a pass.
pub type Step = (Color, Option<u16>);

/// The result of a local search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LocalResult {
    /// The indices of the points that could be played.
    pub points: Vec<u16>,
    /// The number of states searched.
    pub nodes: u32,
    /// Whether the search failed: it ran out of budget, or the local game was out of reach. Then there are no
    /// variations, and the static answer stands.
    pub is_unread: bool,
    /// Whether the local game contains every connected block. If not, blocks farther away were assumed to be settled.
    pub is_whole: bool,
    /// Stones that are captured whoever moves first: one stone of each large block, all stones of a small one. They are
    /// alive by agreement, and the result assumes that they are.
    pub agreed: Vec<u16>,
    /// The principal variation, for each colour that moves first.
    pub variations: [Vec<Step>; 2],
    /// For each colour that moves first, a line in which it tries to get more, and the opponent answers. Each of its moves
    /// would gain a point if the opponent passed. Empty if there is no such move, and if nobody asked for it.
    pub attempts: [Vec<Step>; 2],
    /// The value to Black in points, for each colour that moves first.
    pub values: [i32; 2],
    /// The points of controlled regions whose owner depends on who moves first.
    pub unsettled: Vec<u16>,
}
