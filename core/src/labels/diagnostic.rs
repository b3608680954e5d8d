//! Diagnostics for the lines of a labels file, and their kinds.

use crate::board::Point;

macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $kind:ident, $name:literal, $is_error:literal;)+) => {
        /// The kind of a diagnostic for a line of a labels file.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum DiagnosticKind { $($(#[doc = $doc])+ $kind,)+ }

        impl DiagnosticKind {
            /// All kinds, in the order of their declaration.
            pub const ALL: &[Self] = &[$(Self::$kind,)+];

            /// Returns the name of the kind in reports.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$kind => $name,)+ }
            }

            /// Returns whether the kind is an error; otherwise, it is a notice.
            #[must_use]
            pub const fn is_error(self) -> bool {
                match self { $(Self::$kind => $is_error,)+ }
            }
        }
    };
}

kinds! {
    /// The line does not parse.
    Syntax, "syntax", true;
    /// The line has an unknown key that resembles a known one, most likely a misspelling.
    UnknownKey, "unknown_key", true;
    /// The line refers to a game that does not exist.
    NoGame, "no_game", true;
    /// An earlier line labels the same game.
    Twice, "twice", true;
    /// The result is not valid.
    Result, "result", true;
    /// A point is off the board.
    OffBoard, "off_board", true;
    /// A point is listed as a dead stone, but has no stone.
    NoStone, "no_stone", true;
    /// Only a part of a block is dead.
    HalfBlock, "half_block", true;
    /// A stone on the opponent's territory is not dead.
    LivingStone, "living_stone", true;
    /// Both sides claim a point.
    Both, "both_claim", true;
    /// One side claims a point that the other side surrounds.
    WrongSide, "wrong_side", true;
    /// One side surrounds a region but claims only a part of it, and no result confirms the claim.
    Partial, "partial", true;
    /// One side claims a point of a region that borders both colours.
    Neutral, "neutral", true;
    /// The result contradicts the map, prisoners and komi.
    Inconsistent, "inconsistent", true;
    /// The result contradicts the map, prisoners and komi under territory scoring, but agrees with an area count.
    Area, "area", false;
    /// One side surrounds a region but claims only a part of it, and the result confirms the claim.
    PartAgreed, "part_agreed", false;
    /// A living stone is listed as its own side's territory, which has no effect.
    OwnStone, "own_stone", false;
    /// The game is skipped, regardless of the line.
    Skipped, "skipped", false;
    /// The line has an unknown key that resembles no known one.
    OtherKey, "other_key", false;
    /// The line repeats the record.
    Same, "same", false;
}

/// A diagnostic: an error in a line of a labels file, or a notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind of the diagnostic.
    pub kind: DiagnosticKind,
    /// The message for the user.
    pub message: String,
    /// The points concerned, sorted.
    pub points: Vec<Point>,
}

impl Diagnostic {
    /// Returns a diagnostic that concerns no points.
    pub fn new(kind: DiagnosticKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), points: Vec::new() }
    }
}
