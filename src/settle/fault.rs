//! What can be wrong with a line of a labels file: every fault there is, as a value.

use crate::board::Point;

macro_rules! faults {
    ($($(#[doc = $doc:literal])+ $fault:ident, $name:literal, $is_error:literal;)+) => {
        /// What can be said of a line of a labels file.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Fault { $($(#[doc = $doc])+ $fault,)+ }

        impl Fault {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$fault,)+];

            /// The name in reports.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$fault => $name,)+ }
            }

            /// Whether the line is wrong; else it is a notice.
            #[must_use]
            pub const fn is_error(self) -> bool {
                match self { $(Self::$fault => $is_error,)+ }
            }
        }
    };
}

faults! {
    /// The line does not parse.
    Syntax, "syntax", true;
    /// A key that means nothing, and is most likely a typing error.
    UnknownKey, "unknown_key", true;
    /// The line names no game.
    NoGame, "no_game", true;
    /// An earlier line is about the same game.
    Twice, "twice", true;
    /// The result makes no sense.
    Result, "result", true;
    /// A point is off the board.
    OffBoard, "off_board", true;
    /// A dead stone where there is no stone.
    NoStone, "no_stone", true;
    /// Of some block a part is dead.
    HalfBlock, "half_block", true;
    /// A stone that is not dead on the other side's territory.
    LivingStone, "living_stone", true;
    /// A point that both sides claim.
    Both, "both_claim", true;
    /// A point that one side claims, and the other surrounds.
    WrongSide, "wrong_side", true;
    /// A region of which one side, which surrounds it, claims a part, and no result says that this is right.
    Partial, "partial", true;
    /// A point that one side claims, and that both border.
    Neutral, "neutral", true;
    /// The result and the map, with prisoners and komi, contradict each other.
    Inconsistent, "inconsistent", true;
    /// The same, but for a count by area.
    Area, "area", false;
    /// A region of which one side, which surrounds it, claims a part, with a result that agrees.
    PartAgreed, "part_agreed", false;
    /// A living stone on its own side's territory, which says nothing.
    OwnStone, "own_stone", false;
    /// The game is left out, whatever the line says.
    Skipped, "skipped", false;
    /// A key that means nothing, and is like none that does.
    OtherKey, "other_key", false;
    /// The line says what the record says.
    Same, "same", false;
}

/// Something that is wrong with a line, or worth knowing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What it is.
    pub fault: Fault,
    /// What exactly, for a person.
    pub message: String,
    /// The points that it is about, sorted.
    pub points: Vec<Point>,
}

impl Finding {
    /// A finding about no points.
    pub fn new(fault: Fault, message: impl Into<String>) -> Self {
        Self { fault, message: message.into(), points: Vec::new() }
    }
}
