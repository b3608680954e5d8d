//! The parts of a game record that scoring needs, and the limits on the games in a file.

use crate::board::{Action, Point, Size};

/// The points that a record marks as territory in one node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Marks {
    /// The points of `TB` and `TW`, sorted and without duplicates.
    pub points: [Vec<Point>; 2],
    /// The number of actions before the end of the marked node.
    pub after: usize,
}

/// A header with two different values.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repeated {
    /// The header: `RE`, `KM`, `RU`, `SZ`, `HA` or `DT`.
    pub header: &'static str,
    /// The first value.
    pub first: String,
    /// Another value.
    pub other: String,
}

/// The texts of the game's headers. For each header, this is its first non-empty value on the main
/// line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Info {
    /// The headers that the record gives more than once, with different values.
    pub repeated: Vec<Repeated>,
    /// `RE`.
    pub result: Option<String>,
    /// `RU`.
    pub rules: Option<String>,
    /// `KM`.
    pub komi: Option<String>,
    /// `HA`.
    pub handicap: Option<String>,
    /// `PC`, the place where the game was played.
    pub(crate) place: Option<String>,
    /// `AP`, the program. A game may have several.
    pub(crate) applications: Vec<String>,
    /// `SO`, the source, and `US`, the person who entered the game.
    pub(crate) sources: Vec<String>,
    /// `GN`, the game's name.
    pub(crate) name: Option<String>,
    /// The beginning of `GC`, the comment on the game.
    pub(crate) comment: Option<String>,
    /// Whether the record has `TC` or `TT`. These are not SGF properties, but one server writes its
    /// clock settings to them.
    pub(crate) has_server_clock: bool,
    /// `PB` and `PW`, the players' names, on one line, shortened if very long.
    pub players: [Option<String>; 2],
    /// `BR` and `WR`, the players' ranks, on one line, shortened if very long.
    pub ranks: [Option<String>; 2],
    /// `DT`, the date, on one line, shortened if very long.
    pub date: Option<String>,
    /// `EV`, the event, on one line, shortened if very long.
    pub event: Option<String>,
}

/// The parts of a game record that scoring needs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Record {
    /// The size of the board.
    pub size: Size,
    /// The moves and set-up points of the main line, in order.
    pub actions: Vec<Action>,
    /// The territory marks of the last marked node of the main line.
    pub marks: Option<Marks>,
    /// The headers.
    pub info: Info,
    /// Whether a comment says that moves are missing from the record.
    pub moves_missing: bool,
    /// The defects of the text.
    pub defects: Vec<Defect>,
    /// The number of marks that could not be understood and were left out.
    pub bad_marks: u32,
    /// The offset of the game in the file.
    pub byte: usize,
}

/// A defect in the text of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defect {
    /// The file is not in the encoding that it names.
    WrongCa,
    /// There is text other than SGF between the properties.
    Junk,
    /// The file ends before the game does.
    Unclosed,
    /// No size is given, so 19 is assumed.
    SizeMissing,
    /// A node sets up a black and a white stone on the same point.
    TwoColors,
}

impl Record {
    /// Returns whether the text has this defect.
    pub fn has(&self, defect: Defect) -> bool {
        self.defects.contains(&defect)
    }

    /// Returns whether the last two moves are passes.
    pub fn ends_in_passes(&self) -> bool {
        matches!(
            *self.actions,
            [.., Action::Move(_, None), Action::Move(_, None)]
        )
    }

    /// Returns whether the record is in fact other data without any property of a game, for example
    /// an image file that contains the bytes `(;`.
    pub(super) fn is_text(&self) -> bool {
        self.actions.is_empty() && self.info == Info::default() && self.has(Defect::Junk)
    }
}

/// The maximum number of games in a file. Like the other limits, it is far larger than any known
/// file or game needs. A game that exceeds a limit is skipped, and the skip names the limit.
pub(super) const MAX_GAMES: usize = 100_000;

/// The maximum number of moves. On a full board, each move might need a search of the whole board
/// for liberties.
pub(super) const MAX_MOVES: usize = 20_000;

/// The maximum number of nodes on a main line, and the maximum number of set-up stones and marks. A
/// rectangle such as `[aa:ss]` covers many points in a few bytes, and can be repeated.
pub(super) const MAX_NODES: usize = 1_000_000;

/// The maximum depth of nested variations.
pub(super) const MAX_DEPTH: usize = 10_000;
