//! External programs that are talked to line by line over pipes: starts them, watches them, kills them and their
//! children.
//!
//! This module knows no protocol: `scorer` and `gtp` define questions and answers.

mod command;
mod error_lines;
mod no_answer;
mod running;

pub use command::{command_line, command_words};
pub use no_answer::{MAX_FAILURES, NoAnswer};
pub use running::{Running, kill_all};
