//! Why a game was not evaluated: every reason there is, as a value.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The step on a game's way at which it was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// Fetching the bytes.
    Source,
    /// Reading the record.
    Sgf,
    /// Understanding its headers.
    Header,
    /// Replaying it.
    Replay,
    /// Finding the dead stones.
    Settle,
    /// Scoring: there is nothing to hold the strategies against, or a fault of the program itself.
    Score,
}

impl Stage {
    /// The name in `skipped.csv`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Source => "source",
            Self::Sgf => "sgf",
            Self::Header => "header",
            Self::Replay => "replay",
            Self::Settle => "settle",
            Self::Score => "score",
        }
    }
}

macro_rules! reasons {
    ($($(#[doc = $doc:literal])+ $reason:ident, $stage:ident, $name:literal;)+) => {
        /// Why a game was left out.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum Reason { $($(#[doc = $doc])+ $reason,)+ }

        impl Reason {
            /// Every reason, in the order of the stages.
            pub const ALL: &[Self] = &[$(Self::$reason,)+];

            /// The name in `skipped.csv`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$reason => $name,)+ }
            }

            /// The stage at which it is found.
            #[must_use]
            pub const fn stage(self) -> Stage {
                match self { $(Self::$reason => Stage::$stage,)+ }
            }

            /// What it means, for a person.
            #[must_use]
            pub fn meaning(self) -> String {
                let lines: &[&str] = match self { $(Self::$reason => &[$($doc),+],)+ };
                lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ")
            }
        }
    };
}

reasons! {
    /// The file could not be read.
    Unreadable, Source, "unreadable";
    /// The file, or what an archive unpacks to, is larger than a limit.
    TooLarge, Source, "too_large";
    /// The path is longer than the limit.
    LongPath, Source, "long_path";
    /// An archive that is not read: this build can't, or it is too deep in others.
    Archive, Source, "archive";
    /// The file has no bytes.
    Empty, Sgf, "empty";
    /// Nothing in the file begins a game.
    NoGame, Sgf, "no_game";
    /// The file has more games than the limit; those beyond it are left out.
    TooManyGames, Sgf, "too_many_games";
    /// The game's variations are deeper in each other than the limit.
    TooDeep, Sgf, "too_deep";
    /// The file ends inside a value of the game's main line.
    Truncated, Sgf, "truncated";
    /// The reader could not make sense of the game.
    Malformed, Sgf, "malformed";
    /// The game's `GM` names another game than Go.
    NotGo, Sgf, "not_go";
    /// The board has no size, or one that SGF has no letters for.
    BadSize, Sgf, "bad_size";
    /// The game has more nodes, moves, set-up stones or marks than the limit.
    TooLong, Sgf, "too_long";
    /// A move or a set-up stone stands where no point can be.
    BadPoint, Sgf, "bad_point";
    /// No board as large as the one asked for with `--size`, or one that is larger than the limit.
    OtherSize, Sgf, "other_size";
    /// No result is recorded.
    NoResult, Header, "no_result";
    /// Won by resignation.
    Resign, Header, "resign";
    /// Won on time.
    Time, Header, "time";
    /// Won by forfeit, or because there was no opponent.
    Forfeit, Header, "forfeit";
    /// Ended by an illegal move or a repetition.
    Illegal, Header, "illegal";
    /// Declared void.
    Void, Header, "void";
    /// Lost by both players.
    BothLost, Header, "both_lost";
    /// Not played to its end.
    Unfinished, Header, "unfinished";
    /// The result is recorded as unknown.
    UnknownResult, Header, "unknown_result";
    /// The winner is recorded, and no margin.
    WinnerOnly, Header, "winner_only";
    /// The result makes no sense to the program.
    UnreadableResult, Header, "unreadable_result";
    /// The margin is larger than a board can give.
    ResultOverflow, Header, "result_overflow";
    /// No komi is recorded, and nothing shows that there was none.
    NoKomi, Header, "no_komi";
    /// The komi makes no sense to the program.
    UnreadableKomi, Header, "unreadable_komi";
    /// The record does not say the rules, and another one in its folder names rules that count area.
    UnknownRules, Header, "unknown_rules";
    /// Not wanted by `--unique`: another record of the same game has more moves, or as many and comes first.
    Duplicate, Header, "duplicate";
    /// Not wanted by `--unique`: another record of the same game has another result.
    Contradicted, Header, "contradicted";
    /// A move or a set-up stone is off the board.
    OffBoard, Replay, "off_board";
    /// Neither marks nor labels say which stones are dead.
    NoDeadInfo, Settle, "no_dead_info";
    /// The engine that was asked which stones are dead has no answer.
    EngineFailed, Settle, "engine_failed";
    /// Not wanted by `--finished`: a border is open, or a comment says that moves are missing.
    NotFinished, Score, "not_finished";
    /// Held against what reading says: a game under area rules, of which reading has nothing to say.
    AreaRules, Score, "area_rules";
    /// Held against what reading says: there was no end of reading within the budget.
    Unread, Score, "unread";
    /// Held against what reading says: who plays first decides.
    Unsettled, Score, "unsettled";
    /// The program failed on this game. That is a bug.
    Internal, Score, "internal";
}

/// A game, or a file, that was left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skip {
    /// Why.
    pub reason: Reason,
    /// What exactly, for a person, and no longer than a person would read; may be empty.
    pub detail: String,
    /// Where in the file, in bytes from its start, when that is known.
    pub byte: Option<usize>,
}

/// Letters of a detail.
const MOST_DETAIL: usize = 1000;

impl Skip {
    /// A skip at no particular place.
    pub fn new(reason: Reason, detail: impl Into<String>) -> Self {
        let mut detail = detail.into();
        // it may quote a file, which may have anything in it
        if let Some((end, _)) = detail.char_indices().nth(MOST_DETAIL) {
            detail.truncate(end);
            detail.push('…');
        }
        Self { reason, detail, byte: None }
    }

    /// A fault of the program itself: what a panic said.
    #[must_use]
    pub fn internal(panic: &(dyn std::any::Any + Send)) -> Self {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        Self::new(Reason::Internal, text.unwrap_or("unknown"))
    }

    /// A skip that was found at `byte`.
    pub fn at(reason: Reason, byte: usize, detail: impl Into<String>) -> Self {
        Self { byte: Some(byte), ..Self::new(reason, detail) }
    }
}

impl fmt::Display for Skip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason.name())?;
        if self.detail.is_empty() { Ok(()) } else { write!(f, ": {}", self.detail) }
    }
}
