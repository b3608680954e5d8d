//! External scorers: programs in any language that answer over a pipe, and functions of the calling
//! program (`function`).
//!
//! A program is started once per thread. It reads a position per line and answers each with a line
//! of territory, in any order (`protocol`), or it is a GTP engine (`gtp_scorer`). When a program
//! fails, the first unanswered position is left without a value, rather than given a zero. A
//! program that times out, exits or gives an invalid answer is restarted; after three failures in a
//! row, it is abandoned (`json_scorer`).

mod function;
pub(crate) mod gtp_scorer;
mod json_scorer;
pub(crate) mod protocol;
mod question;
mod spec;
#[cfg(test)]
mod tests;

pub use function::ScoringFunction;
pub(crate) use question::{ExternalScorer, Given, GivenBoard, Winner};
pub use question::{Question, Territory};
pub use spec::{Spec, SpecError};
