//! Finds the protective moves (*teire*) that players owe inside their own territory once the dame are taken.
//!
//! A game ends before its last dame are filled, and players count without the moves that filling them will force. The
//! rules here find those moves on a [`Board`](board::Board) on which dead stones stand and every dame is taken: the
//! opponent moves first, and a move is owed if he captures living stones however their owner answers.
//!
//! [`Protection`] goes through the weak chains of a position. [`CaptureSearch`](capture::CaptureSearch) reads whether a chain
//! can be captured, and [`refutation`] finds the moves that capture it.

mod board;
mod capture;
mod protection;
mod refutation;

pub(super) use protection::Protection;
