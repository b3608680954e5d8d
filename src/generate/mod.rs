//! Generates games between two GTP engines, or of one engine against itself, played to the end and labelled by the
//! engines' own judgement.
//!
//! ```text
//! GameSet → PlannedGame (plan, template) → moves (play) → opinions → label → SGF (record)
//! ```
//!
//! A game depends only on its line of the plan: its engines are started for it alone, and the plan contains its seed.
//! So if the engines are deterministic, a game is reproducible at any time and in parallel with any others.
//!
//! The board is maintained here. A game is left out, with the reason, if a move is illegal on this board, if an engine
//! dies, times out or refuses, or if the game does not end: no label is ever made up. Superko and time are not checked.

mod disagreement;
mod engine;
mod game;
mod label;
mod opinion;
mod plan;
mod play;
mod play_all;
mod record;
mod template;

pub use disagreement::Disagreement;
pub use engine::Unplayed;
pub use game::{EngineSpec, LabelFrom, PlannedGame, Player};
pub use plan::{Engines, GameSet, plan};
pub use play::{Played, play};
pub use play_all::play_all;
pub use template::PLACEHOLDERS;
