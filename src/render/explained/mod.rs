//! One explained game as text or JSON.

mod board_text;
mod game_json;
mod game_text;

pub(crate) use game_json::{protective_json, safety_json};
