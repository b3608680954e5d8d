//! The settings of one game.

use clap::ValueEnum;
use seichi::board::Size;
use seichi::rules::{Points, Rules};

/// The settings of an engine for one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EngineSpec {
    /// The program and its arguments.
    pub(super) command: Vec<String>,
    /// GTP commands before the game.
    pub(super) before_game: Vec<String>,
    /// GTP commands before the engine is asked how the game ended.
    pub(super) before_status: Vec<String>,
}

/// The settings of one of the two players.
#[derive(Clone, Debug)]
pub(super) struct Player {
    /// The name; `None` for the engine's own.
    pub(super) name: Option<String>,
    /// GTP commands before each move.
    pub(super) before_move: Vec<String>,
}

/// The settings of a game to be played.
#[derive(Clone, Debug)]
pub(super) struct PlannedGame {
    /// The name of the file.
    pub(super) file: String,
    pub(super) size: Size,
    pub(super) rules: Rules,
    pub(super) komi: Points,
    /// The number of handicap stones: 0, or 2 to 9.
    pub(super) handicap: u8,
    pub(super) seed: u64,
    /// One engine for both sides, or Black's and White's.
    pub(super) engines: Vec<EngineSpec>,
    /// Black and White.
    pub(super) players: [Player; 2],
    /// The value in points below which a player passes instead of playing a move.
    pub(super) pass_below: Option<f64>,
    /// The maximum number of moves: a longer game is left out as endless.
    pub(super) move_limit: u32,
    /// The engine whose opinion becomes the label.
    pub(super) label: LabelFrom,
}

/// The engine whose opinion becomes the label if there are two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum LabelFrom {
    Agreed,
    Black,
}
