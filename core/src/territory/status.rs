//! The statuses that a strategy can give to a point.

use crate::board::Color;

/// The status that a strategy gives to a point. The variants have numbers, so statuses can be
/// compared, counted and written without branches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// Black's territory.
    BlackTerritory,
    /// White's territory.
    WhiteTerritory,
    /// An empty point surrounded by stones of one colour that are in seki.
    Seki,
    /// A false eye, or the point of a protective move: an empty point that one colour surrounds
    /// and has to fill.
    FalseEye,
    /// An empty point of a region that no colour controls.
    Dame,
    /// A point with a living stone.
    Stone,
    /// A cell outside the board.
    #[default]
    Border,
}

impl Status {
    /// The number of statuses.
    pub const COUNT: usize = 7;

    /// Returns the status of territory of `color`.
    pub const fn territory(color: Color) -> Self {
        match color {
            Color::Black => Self::BlackTerritory,
            Color::White => Self::WhiteTerritory,
        }
    }

    /// Returns the colour that scores the point.
    pub const fn owner(self) -> Option<Color> {
        match self {
            Self::BlackTerritory => Some(Color::Black),
            Self::WhiteTerritory => Some(Color::White),
            _ => None,
        }
    }
}
