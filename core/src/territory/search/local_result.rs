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
    /// Whether the search failed: it ran out of budget, a cycle prevented a proof, or the local game was out of reach.
    /// Then there are no variations, and the static answer stands.
    pub is_unread: bool,
    /// Whether a cycle prevented a proof: with any number of captures one of the players can go on, as in a double ko or
    /// with moonshine life. The rules of 1989 call such a game one without result (article 12).
    pub is_cyclic: bool,
    /// Whether the local game contains every connected block. If not, blocks farther away were assumed to be settled.
    pub is_whole: bool,
    /// Stones that are captured whoever moves first: one stone of each large block, all stones of a small one. They are
    /// alive by agreement, so that the static answer stands for their eyes; most often they are dead stones that nobody
    /// marked.
    pub agreed: Vec<u16>,
    /// The principal variation, for each colour that moves first.
    pub variations: [Vec<Step>; 2],
    /// For each colour that moves first, a line in which it tries to get more, and the opponent answers. Each of its moves
    /// would gain a point if the opponent passed. Empty if there is no such move, and if nobody asked for it.
    pub attempts: [Vec<Step>; 2],
    /// A lower and an upper bound for the value to Black in points, for each colour that moves first. They are equal
    /// where the search succeeded; `None` if the local game was not searched.
    pub bounds: [Option<[i32; 2]>; 2],
    /// The points of controlled regions whose owner depends on who moves first.
    pub unsettled: Vec<u16>,
}

impl LocalResult {
    /// Returns the value to Black in points if `first` moves first, if the search has found it.
    #[must_use]
    pub fn value(&self, first: Color) -> Option<i32> {
        self.bounds[first.index()].filter(|[low, high]| low == high && !self.is_unread).map(|[low, _]| low)
    }
}
