//! The contents of a game record that scoring needs, and the limits on the games of a file.

use crate::board::{Action, Point, Size};
use crate::skip::{Reason, Skip};

/// The points that a record marks as territory in one node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Marks {
    /// The points of `TB` and `TW`, sorted, each once.
    pub points: [Vec<Point>; 2],
    /// The number of actions before the end of the marked node.
    pub after: usize,
}

/// The texts of the game's headers: the first value of each on the main line that is not empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Info {
    /// `RE`.
    pub result: Option<String>,
    /// `RU`.
    pub rules: Option<String>,
    /// `KM`.
    pub komi: Option<String>,
    /// `HA`.
    pub handicap: Option<String>,
    /// `PC`, where the game was played.
    pub place: Option<String>,
    /// `AP`, the program. A game may have several.
    pub applications: Vec<String>,
    /// `SO`, the source, and `US`, who entered the game.
    pub source: Option<String>,
    /// `GN`, the game's name.
    pub name: Option<String>,
    /// The beginning of `GC`, the comment on the game.
    pub comment: Option<String>,
    /// Whether there is `TC` or `TT`. These are not SGF properties, but a server writes its clock settings there.
    pub has_server_clock: bool,
    /// `PB` and `PW`, the players' names, on one line, shortened if very long.
    pub players: [Option<String>; 2],
    /// `BR` and `WR`, the players' ranks, on one line, shortened if very long.
    pub ranks: [Option<String>; 2],
    /// `DT`, the date, on one line, shortened if very long.
    pub date: Option<String>,
}

/// The contents of a game record that scoring needs.
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
    /// Defects of the text: `wrong_ca`, the file is not in the encoding that it names; `junk`, other text between the
    /// properties; `unclosed`, the file ends before the game does; `size_missing`, no size is given and 19 is assumed.
    pub oddities: Vec<&'static str>,
    /// The number of marks that cannot be understood and were left out.
    pub bad_marks: u32,
    /// The offset of the game in the file.
    pub byte: usize,
}

/// Limits on the games of a file, above any known record. A game beyond a limit becomes a skip that names the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordLimits {
    /// The maximum number of games in a file.
    pub games: usize,
    /// The maximum number of nodes on a main line, and of moves, set-up stones and marks. A rectangle such as `[aa:ss]`
    /// covers many points in a few bytes, and can be repeated.
    pub nodes: usize,
    /// The deepest nesting of variations.
    pub depth: usize,
    /// The longest side of a board.
    pub board: u8,
}

impl Default for RecordLimits {
    /// Returns limits a thousand times above any known game, except that boards may be as large as SGF's letters allow.
    fn default() -> Self {
        Self { games: 100_000, nodes: 1_000_000, depth: 10_000, board: 52 }
    }
}

impl RecordLimits {
    /// Returns the skip for the first game beyond the limit, which also covers all later games.
    pub(super) fn too_many(&self, byte: usize) -> Skip {
        let detail = format!("the file has more than {} games: this game and all later ones are skipped", self.games);
        Skip::at(Reason::TooManyGames, byte, detail)
    }

    pub(super) fn too_long(&self, byte: usize) -> Skip {
        let detail = format!("more than {} nodes, moves, set-up stones or marks", self.nodes);
        Skip::at(Reason::TooLong, byte, detail)
    }

    pub(super) fn too_deep(&self, byte: usize) -> Skip {
        Skip::at(Reason::TooDeep, byte, format!("variations are more than {} deep", self.depth))
    }
}
