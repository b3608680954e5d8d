//! The sources of dead stones.

use serde::{Deserialize, Serialize};

use crate::board::{Point, Position};
use crate::skip::{Reason, Skip};

/// The source of dead stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum DeadFrom {
    /// A labels file or else the record's marks; there is no answer if a game has neither.
    #[default]
    Auto,
    /// The record's marks only.
    Marks,
    /// Labels files only.
    Labels,
    /// The ownership of an ownership file or of an analysis engine.
    Ownership,
    /// A GTP engine.
    Engine,
    /// Playouts.
    Estimate,
    /// No stone is dead.
    None,
}

impl DeadFrom {
    /// All sources, in the order in which they are listed.
    pub const ALL: [Self; 7] =
        [Self::Auto, Self::Marks, Self::Labels, Self::Ownership, Self::Engine, Self::Estimate, Self::None];

    /// Returns the name used with `--dead` and in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Marks => "marks",
            Self::Labels => "labels",
            Self::Ownership => "ownership",
            Self::Engine => "engine",
            Self::Estimate => "estimate",
            Self::None => "none",
        }
    }
}

/// A source that finds the dead stones of a finished position itself, such as an engine or playouts.
pub trait DeadStoneSource {
    /// Returns the dead stones of `position` according to the source `from`, in the order of [`Point`].
    ///
    /// # Errors
    /// If there is no answer. The error is the skip of the game, unless another source has an answer.
    fn dead(&mut self, from: DeadFrom, position: &Position) -> Result<Vec<Point>, Skip>;
}

/// The absence of a source: every request fails.
impl DeadStoneSource for () {
    fn dead(&mut self, from: DeadFrom, _: &Position) -> Result<Vec<Point>, Skip> {
        Err(Skip::new(Reason::EngineFailed, format!("nobody is there to ask ({})", from.name())))
    }
}
