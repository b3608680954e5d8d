//! External scorers: programs in any language that answer over a pipe, and functions of the calling
//! program (`function`).
//!
//! A program is started once per thread. It may read one position per line and answer each with a
//! line of territory, in any order (`protocol`), or it may be a GTP engine (`gtp_scorer`). When a
//! program fails, the first unanswered position gets no value; it does not count as zero. A program
//! that times out, exits or gives an invalid answer is restarted. After three failures in a row, it
//! is abandoned (`json_scorer`).

mod function;
pub(crate) mod gtp_scorer;
mod json_scorer;
pub(crate) mod protocol;
mod question;
mod spec;
#[cfg(test)]
mod tests;

pub use function::ScoringFunction;
pub(crate) use question::{Contradiction, ExternalScorer, Given, GivenBoard, Winner};
pub use question::{Question, Territory};
pub use spec::{Spec, SpecError};
