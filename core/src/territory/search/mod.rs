//! Search: proves who wins a small game.
//!
//! There is one search algorithm, proof-number search ([`proof_number`]), limited by a [`budget`]
//! of states. It plays two games, each on its own board:
//!
//! - [`capture`]: is a chain of the final position dead? Both players may pass, and a field of at
//!   most 64 vertices represents the board. [`dead`](crate::dead) uses this game to prove the
//!   verdicts of playouts.
//! - [`teire`](super::teire): does a player owe a protective move? All dame are filled, and the
//!   opponent tries to capture a chain with few liberties on the whole board.

pub(super) mod budget;
mod capture;
pub(super) mod proof_number;

pub use capture::ChainStatus;
pub(crate) use capture::{CaptureBoard, ChainSearch};
pub(in crate::territory) use capture::{CaptureGame, Field, FieldBoard};
