//! One explained game as text, JSON or a picture.

mod board_text;
mod game_json;
mod game_text;

pub(crate) use game_json::{protective_json, safety_json};
