//! Generates games between two GTP engines, or of one engine against itself, played to the end and labelled by the
//! engines' own judgement.
//!
//! ```text
//! Set → Game (plan, template) → moves, end (play) → opinions (status) → label → SGF (record)
//! ```
//!
//! A game depends only on its line of the plan: its engines are started for it alone, and the plan contains its seed.
//! So if the engines are deterministic, a game is reproducible at any time and in parallel with any others.
//!
//! The board is maintained here. A game is left out, with the reason, if a move is illegal on this board, if an engine
//! dies, times out or refuses, or if the game does not end: no label is ever made up. Superko and time are not checked.

mod label;
mod plan;
mod play;
mod play_all;
mod record;
mod status;
mod template;

pub use plan::{EngineSpec, Engines, Game, LabelFrom, PLACEHOLDERS, Player, Set, plan};
pub use play::{Played, Unplayed, play};
pub use play_all::play_all;
pub use status::Disagreement;
