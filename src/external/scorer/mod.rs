//! External scorers: programs in any language that are asked over a pipe, and functions of the calling program
//! (`function`).
//!
//! A program is started once per thread. It reads a position per line and answers each with a line of territory, in
//! any order (`protocol`), or it is a GTP engine (`gtp`). When a program fails, the first unanswered position gets no
//! value, instead of a zero. A program that times out, exits or gives an invalid answer is restarted; after three
//! failures in a row it is given up (`json`).

mod function;
mod gtp;
mod json;
pub mod protocol;
mod question;
mod spec;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

pub use crate::external::process::NoAnswer;
pub use function::{ScoringFunction, SharedFunction};
pub use gtp::GtpScorer;
pub use json::JsonScorer;
pub use question::{Given, Question, Territory};
pub use spec::{Protocol, Spec};

/// An external scorer for one thread, started at the first question.
#[derive(Debug)]
pub enum ExternalScorer {
    /// A scorer that speaks JSON.
    Json(JsonScorer),
    /// A scorer that speaks GTP.
    Gtp(GtpScorer),
    /// A function.
    Function(SharedFunction),
}

impl ExternalScorer {
    /// Creates a scorer that is not yet started. `timeout` is the time for each answer.
    #[must_use]
    pub fn new(spec: &Spec, timeout: Duration) -> Self {
        match &spec.protocol {
            Protocol::Json => Self::Json(JsonScorer::new(spec.command.clone(), timeout)),
            Protocol::Gtp => Self::Gtp(GtpScorer::new(spec.command.clone(), timeout)),
            Protocol::Function(function) => Self::Function(function.clone()),
        }
    }

    /// Asks all questions and returns the answers in order. If `stop` is set, the rest are [`NoAnswer::Interrupted`].
    pub fn ask(&mut self, questions: &[Question], stop: &AtomicBool) -> Vec<Result<Given, NoAnswer>> {
        let given = |territory| Given::Territory { territory, also_dead: Vec::new() };
        match self {
            Self::Json(scorer) => scorer.ask(questions, stop).into_iter().map(|answer| answer.map(given)).collect(),
            Self::Gtp(scorer) => scorer.ask(questions, stop),
            Self::Function(function) => {
                function.ask(questions, stop).into_iter().map(|answer| answer.map(given)).collect()
            }
        }
    }
}
