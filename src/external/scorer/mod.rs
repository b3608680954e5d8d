//! External scorers: programs in any language that are asked over a pipe, and functions of the calling program
//! (`function`).
//!
//! A program is started once per thread. It reads a position per line and answers with a line of territory for each, in
//! any order (`protocol`), or it is a GTP engine (`gtp`). When a program fails, the first of the positions that it
//! has not answered gets no value, never a zero. A program that times out, exits or answers with nonsense is started
//! again; after three failures in a row it is given up (`json`).

mod external_scorer;
mod function;
mod gtp;
mod json;
pub mod protocol;
mod question;
mod spec;

pub use crate::external::process::NoAnswer;
pub use external_scorer::ExternalScorer;
pub use function::{ScoringFunction, SharedFunction};
pub use gtp::GtpScorer;
pub use json::JsonScorer;
pub use question::{Given, Question, Territory};
pub use spec::{Protocol, Spec};
