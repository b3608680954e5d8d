//! Go engines that speak the Go Text Protocol.
//!
//! Source: Gunnar Farnebäck, *Specification of the Go Text Protocol, version 2, draft 2* (2002). A command is a line.
//! Its answer begins with `=`, or with `?` if the command fails, and ends with an empty line. Each command has a
//! number, which the answer repeats: so an answer is never taken for that of another command.

mod answer;
mod engine;
mod status;
mod vertex;

pub use answer::Answer;
pub use engine::{Engine, LARGEST};
pub use status::{check_dead, parse_score, surrounded};
pub use vertex::{parse_vertex, vertex};
