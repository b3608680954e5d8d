//! Games between GTP engines, or of one with itself, played to the end and labelled by the engines' own judgement.
//!
//! ```text
//! Set → Game (plan, template) → moves, end (play) → opinions (status) → label → SGF (record)
//! ```
//!
//! A game depends on its line of the plan alone: it has engines of its own, started for it, and the seed is in it. So it
//! comes out the same at any time and beside any others, as far as its engines do.
//!
//! The board is kept here. A move that is illegal on it, an engine that dies, is silent or refuses, and a game without
//! end leave the game out, with the reason: never a label that nobody gave. What is not looked at: superko, time.

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
