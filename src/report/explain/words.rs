//! Words for answers.

use crate::board::Color;
use crate::territory::Status;

/// Returns `Black's`, `White's` or `nobody's`.
pub(super) fn whose(owner: Option<Color>) -> &'static str {
    match owner {
        Some(Color::Black) => "Black's",
        Some(Color::White) => "White's",
        None => "nobody's",
    }
}

/// The status of a point, to be put into words.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Words {
    pub(super) status: Status,
    /// Whether the answer says why a point is nobody's: the status of an external scorer only says who owns the point.
    pub(super) has_reasons: bool,
}

impl Words {
    pub(super) fn text(self) -> &'static str {
        match self.status {
            Status::Stone => "a stone",
            status if !self.has_reasons => whose(status.owner()),
            Status::BlackTerritory => "Black's",
            Status::WhiteTerritory => "White's",
            Status::Seki => "an eye in seki",
            Status::FalseEye => "a false eye",
            Status::Dame => "neutral",
            Status::Border => "off the board",
        }
    }
}
