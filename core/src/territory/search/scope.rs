//! How much of a position is searched.

/// The local games that are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::territory) enum SearchScope {
    /// Starts from the uncertain points and stones, and extends each game as long as the search succeeds. Uncertain are
    /// points where the bounds of all fills differ or the static answer has a false eye or an eye in seki, and stones
    /// short of liberties.
    Uncertain,
    /// Every stone and point that is connected through shared dame or regions.
    Whole,
}
