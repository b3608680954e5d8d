//! One explained game as text, JSON or a picture.

mod board;
mod json;
mod svg;
mod text;

#[cfg(feature = "cli")]
pub(crate) use json::{protective_json, safety_json};
