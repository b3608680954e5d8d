//! Go engines that speak the Go Text Protocol.
//!
//! Source: Gunnar Farnebäck, *Specification of the Go Text Protocol, version 2, draft 2* (2002). A
//! command is a line. Its response begins with `=`, or with `?` if the command fails, and ends with
//! an empty line. Each command has a number. The response repeats the number, and so can be matched
//! to its command.

mod engine;
mod notation;
mod response;
#[cfg(test)]
mod tests;

pub use engine::Engine;
pub(crate) use notation::{check_dead, color_name, parse_score};
pub use notation::{parse_vertex, surrounded};
#[cfg(any(test, fuzzing))]
pub(crate) use response::read_response;
