//! The settings of one game.

use crate::board::Size;
use crate::rules::{Points, Rules};

/// The engine whose opinion becomes the label if there are two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LabelFrom {
    /// Both engines; a game on which they disagree has no label.
    #[default]
    Agreed,
    /// Black's engine.
    Black,
}

/// The settings of an engine for one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// GTP commands before the game.
    pub before_game: Vec<String>,
    /// GTP commands before the engine is asked how the game ended.
    pub before_status: Vec<String>,
}

/// The settings of one of the two players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The name; `None` for the engine's own.
    pub name: Option<String>,
    /// GTP commands before each move.
    pub before_move: Vec<String>,
}

/// The settings of a game to be played.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedGame {
    /// The name of the file.
    pub file: String,
    /// The size of the board.
    pub size: Size,
    /// The rules.
    pub rules: Rules,
    /// Komi.
    pub komi: Points,
    /// The number of handicap stones: 0, or 2 to 9.
    pub handicap: u8,
    /// The seed.
    pub seed: u64,
    /// One engine for both sides, or Black's and White's.
    pub engines: Vec<EngineSpec>,
    /// Black and White.
    pub players: [Player; 2],
    /// The value in points below which a player passes instead of playing a move.
    pub pass_below: Option<f64>,
    /// The number of moves after which the game is left out as endless.
    pub move_limit: u32,
    /// The engine whose opinion becomes the label.
    pub label: LabelFrom,
}
