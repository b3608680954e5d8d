//! One explained game as text, JSON or a picture.

mod board_text;
mod game_json;
mod game_text;
mod svg;

pub(crate) use game_json::{protective_json, safety_json};
pub(crate) use svg::PICTURE_MARK;
