//! Go engines that speak the Go Text Protocol.
//!
//! Source: Gunnar Farnebäck, *Specification of the Go Text Protocol, version 2, draft 2* (2002). A command is a line.
//! Its response begins with `=`, or with `?` if the command fails, and ends with an empty line. Each command has a
//! number, which the response repeats: so a response is never taken for that to another command.

mod engine;
mod response;
mod status;
mod vertex;

pub use engine::{Engine, LARGEST};
pub use response::GtpResponse;
pub use status::{check_dead, parse_score, surrounded};
pub use vertex::{color_name, parse_vertex, play_command, vertex};
