//! The members of a local game on the board.

use crate::board::Color;

/// The points, blocks and regions of a local game.
#[derive(Clone, Debug, Default)]
pub(super) struct Extent {
    /// The points that can be played.
    pub(super) points: Vec<u16>,
    /// Blocks, and whether each can be captured.
    pub(super) blocks: Vec<(u16, bool)>,
    /// Blocks beyond the limit.
    pub(super) beyond: Vec<u16>,
    /// For each block of the board, its distance from the seed. Uncertain blocks have distance 0; blocks that do not
    /// belong to the local game have none.
    pub(super) distances: Vec<Option<u8>>,
    /// The distance up to which blocks belong to the local game.
    pub(super) limit: u8,
    /// Controlled regions that are not played in.
    pub(super) territories: Vec<u16>,
    /// The regions that the local game decides: those adjacent to blocks that are not at its edge.
    pub(super) regions: Vec<u16>,
    /// Stones that are dead by agreement, on points that can be played.
    pub(super) dead: Vec<(u16, Color)>,
    /// Whether there are dead stones of which nothing shows the colour.
    pub(super) has_unknown: bool,
}

impl Extent {
    /// Returns whether no connected block was left out.
    pub(super) const fn is_whole(&self) -> bool {
        self.beyond.is_empty()
    }
}
