//! An external scorer, whichever protocol it speaks.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::function::SharedFunction;
use super::gtp::GtpScorer;
use super::json::JsonScorer;
use super::question::{Given, Question};
use super::spec::{Protocol, Spec};
use crate::external::process::NoAnswer;

/// An external scorer for one thread, started at the first question.
#[derive(Debug)]
pub enum ExternalScorer {
    /// A scorer that speaks JSON.
    Json(JsonScorer),
    /// A scorer that speaks GTP.
    Gtp(GtpScorer),
    /// A function, which needs no process.
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

    /// Forgets the failures so far, for a caller that decides itself when the scorer is given up.
    pub const fn forget_failures(&mut self) {
        match self {
            Self::Json(scorer) => scorer.forget_failures(),
            Self::Gtp(scorer) => scorer.forget_failures(),
            Self::Function(_) => {}
        }
    }

    /// Asks all questions and returns their answers in order. If `stop` is set, the rest are [`NoAnswer::Interrupted`].
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::external::process::MAX_FAILURES;
    use crate::rules::{Method, Points};

    #[test]
    fn failures_are_forgotten_for_a_caller_that_counts_them() {
        let position = Position::from_diagram("x..\n...\n..o").unwrap();
        let question = Question { position, dead: Vec::new(), method: Method::Area, tax: None, komi: Points::ZERO };
        for protocol in [Protocol::Json, Protocol::Gtp] {
            let spec = Spec { name: "x".to_owned(), protocol, command: vec!["false".to_owned()] };
            let mut scorer = ExternalScorer::new(&spec, Duration::from_secs(10));
            let is_given_up = |scorer: &mut ExternalScorer| {
                let answers = scorer.ask(std::slice::from_ref(&question), &AtomicBool::new(false));
                matches!(answers[..], [Err(NoAnswer::GivenUp)])
            };
            for _ in 0..MAX_FAILURES {
                assert!(!is_given_up(&mut scorer), "{spec:?}");
            }
            assert!(is_given_up(&mut scorer), "{spec:?}");
            scorer.forget_failures();
            assert!(!is_given_up(&mut scorer), "{spec:?}");
        }
    }
}
