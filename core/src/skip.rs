//! The reasons why games are skipped.

use serde::{Deserialize, Serialize};

/// The step of the evaluation at which a game is skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, strum::IntoStaticStr)]
#[non_exhaustive]
#[strum(serialize_all = "lowercase")]
pub enum Stage {
    /// Reading the bytes of the file.
    Source,
    /// Parsing the record.
    Sgf,
    /// Interpreting the record's headers.
    Header,
    /// Replaying the moves.
    Replay,
    /// Finding the dead stones.
    #[strum(serialize = "settle")]
    DeadStones,
    /// Scoring: the game is unfinished, or the program failed.
    Score,
}

impl Stage {
    /// Returns the name used in `skipped.csv`.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

macro_rules! reasons {
    ($($(#[doc = $doc:literal])+ $reason:ident, $stage:ident, $name:literal;)+) => {
        /// The reason why a game is skipped.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[non_exhaustive]
        pub enum Reason { $($(#[doc = $doc])+ #[serde(rename = $name)] $reason,)+ }

        impl Reason {
            /// Every reason, in the order of the stages.
            pub const ALL: &[Self] = &[$(Self::$reason,)+];

            /// Returns the name used in `skipped.csv`.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$reason => $name,)+ }
            }

            /// Returns the stage at which the game is skipped.
            pub const fn stage(self) -> Stage {
                match self { $(Self::$reason => Stage::$stage,)+ }
            }

            /// Returns the explanation for users.
            pub const fn meaning(self) -> &'static str {
                let doc = match self { $(Self::$reason => concat!($($doc),+),)+ };
                doc.trim_ascii_start()
            }
        }
    };
}

reasons! {
    /// The file could not be read.
    Unreadable, Source, "unreadable";
    /// Too many files are open. Which file fails is a matter of chance, so the run ends with an
    /// error instead of skipping the file.
    TooManyOpen, Source, "too_many_open";
    /// The file, or the unpacked content of an archive, is larger than a limit.
    TooLarge, Source, "too_large";
    /// The path is longer than the limit.
    LongPath, Source, "long_path";
    /// The archive was not opened: it is inside another archive, or this build does not read
    /// archives of this kind.
    Archive, Source, "archive";
    /// Another file has the same name and is used instead; in an archive, the last file of that
    /// name is used.
    DuplicateName, Source, "duplicate_name";
    /// The file is empty.
    Empty, Sgf, "empty";
    /// The file is not an SGF file: it contains no game.
    NoGame, Sgf, "no_game";
    /// The file has more games than the limit; the rest are skipped.
    TooManyGames, Sgf, "too_many_games";
    /// The game's variations are nested more deeply than the limit.
    TooDeep, Sgf, "too_deep";
    /// The file ends inside a value of the main line, or moves follow the end of the main line.
    Truncated, Sgf, "truncated";
    /// `GM` names a game other than Go.
    NotGo, Sgf, "not_go";
    /// The board size is not a number from 1 to 52.
    BadSize, Sgf, "bad_size";
    /// The game has more nodes, moves, set-up stones or marks than the limit.
    TooLong, Sgf, "too_long";
    /// A move or a set-up stone is on a point that SGF cannot name.
    BadPoint, Sgf, "bad_point";
    /// The board does not have a size given with `--size`, or is larger than the limit.
    OtherSize, Sgf, "other_size";
    /// No result is recorded.
    NoResult, Header, "no_result";
    /// Won by resignation.
    Resign, Header, "resign";
    /// Won on time.
    Time, Header, "time";
    /// Won by forfeit, or without an opponent.
    Forfeit, Header, "forfeit";
    /// Ended by an illegal move or by repetition.
    Illegal, Header, "illegal";
    /// Declared void.
    Void, Header, "void";
    /// Lost by both players.
    BothLost, Header, "both_lost";
    /// Not played to the end.
    Unfinished, Header, "unfinished";
    /// The result is recorded as unknown.
    UnknownResult, Header, "unknown_result";
    /// The winner is recorded, but no margin.
    WinnerOnly, Header, "winner_only";
    /// The result could not be understood.
    UnreadableResult, Header, "unreadable_result";
    /// The margin is larger than any board allows.
    ResultOverflow, Header, "result_overflow";
    /// No komi is recorded, and neither the result nor the marks show that there was none.
    NoKomi, Header, "no_komi";
    /// The komi could not be understood.
    UnreadableKomi, Header, "unreadable_komi";
    /// The record does not name the rules, and its komi is typical of area rules.
    UnknownRules, Header, "unknown_rules";
    /// Skipped by `--unique`: another record of the same game has more moves, or has the same
    /// number of moves and comes first.
    Duplicate, Header, "duplicate";
    /// Skipped by `--unique`: another record of the same game has a different result.
    Contradicted, Header, "contradicted";
    /// The `--known` file of an audit has the count of this record. The audit uses this count
    /// instead of skipping the game.
    Remembered, Header, "remembered";
    /// A move or a set-up stone is outside the board.
    OffBoard, Replay, "off_board";
    /// Neither marks nor a labels file says which stones are dead, or stones were played after the
    /// last marks.
    NoDeadInfo, DeadStones, "no_dead_info";
    /// The engine gave no answer about the dead stones.
    EngineFailed, DeadStones, "engine_failed";
    /// Skipped by `--finished`: a border between Black and White is open, or a comment says that
    /// moves are missing.
    NotFinished, Score, "not_finished";
    /// The user interrupted the program. A run that is interrupted writes nothing.
    Interrupted, Score, "interrupted";
    /// The program failed on this game. This is a bug.
    Internal, Score, "internal";
}

/// A game or a file that is skipped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{}: {}", reason.name(), self.words())]
pub struct Skip {
    /// The reason.
    pub reason: Reason,
    /// The details for users, which may be empty.
    pub detail: String,
    /// The offset in the file, in bytes, if known.
    pub byte: Option<usize>,
}

/// The maximum number of characters of a detail.
const MAX_DETAIL: usize = 1000;

impl Skip {
    /// Creates a skip without an offset.
    pub fn new(reason: Reason, detail: impl Into<String>) -> Self {
        let mut detail = detail.into();
        // the detail may quote a file and be very long
        if let Some((end, _)) = detail.char_indices().nth(MAX_DETAIL) {
            detail.truncate(end);
            detail.push('…');
        }
        Self {
            reason,
            detail,
            byte: None,
        }
    }

    /// Creates the skip for a bug in the program; `panic` is the payload of the panic.
    pub fn internal(panic: &(dyn std::any::Any + Send)) -> Self {
        Self::new(Reason::Internal, Self::text_of(panic))
    }

    /// Returns the message of a panic.
    pub fn text_of(panic: &(dyn std::any::Any + Send)) -> &str {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        text.or_else(|| panic.downcast_ref::<&str>().copied())
            .unwrap_or("unknown")
    }

    /// Returns the details, or the meaning of the reason if there are none.
    pub fn words(&self) -> String {
        if !self.detail.is_empty() {
            return self.detail.clone();
        }
        let (first, rest) = self.reason.meaning().trim_end_matches('.').split_at(1);
        first.to_lowercase() + rest
    }

    /// Creates a skip with the offset `byte`.
    pub fn at(reason: Reason, byte: usize, detail: impl Into<String>) -> Self {
        Self {
            byte: Some(byte),
            ..Self::new(reason, detail)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skip_without_details_is_shown_with_its_meaning() {
        assert_eq!(
            Skip::new(Reason::Empty, "").to_string(),
            "empty: the file is empty"
        );
        assert_eq!(
            Skip::at(Reason::NotGo, 3, "GM[2] is not Go").to_string(),
            "not_go: GM[2] is not Go"
        );
    }
}
