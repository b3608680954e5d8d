//! Points that have to be filled.

/// A point at which a block has to be connected.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    pub(super) point: u16,
    /// The block that has no other liberty.
    pub(super) block: u16,
    /// Whether a dead stone stands on the point.
    pub(super) has_dead: bool,
}

/// The reason why a stone was put on a point of a controlled region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum FillReason {
    /// The point has no such stone.
    #[default]
    NotFilled,
    /// A block has to be connected there.
    Cut,
    /// A block has to be connected there, and a dead stone stands on the point or next to it.
    CutByDead,
    /// Dead stones are captured from there. The point still counts for the owner.
    Capture,
}

impl FillReason {
    /// Returns whether the point is a false eye: filled, and not the owner's afterwards.
    pub(super) const fn is_false_eye(self) -> bool {
        matches!(self, Self::Cut | Self::CutByDead)
    }
}
