//! The memory that evaluations of games on one thread reuse.

use super::{Context, Timings};
use crate::dead::Estimator;
use crate::territory::Evaluator;

/// The evaluators of one thread, whose memory the next game reuses, and the time of each stage.
pub(super) struct Scratch {
    pub(super) evaluator: Evaluator,
    pub(super) estimator: Estimator,
    /// The time of each stage.
    pub(super) timings: Timings,
}

impl Scratch {
    /// Returns new evaluators, which stop when the user stops the run.
    pub(super) fn new(context: &Context) -> Self {
        let mut scratch = Self {
            evaluator: Evaluator::new(),
            estimator: Estimator::default(),
            timings: Timings::default(),
        };
        scratch.evaluator.watch(&context.stop);
        scratch.estimator.watch(&context.stop);
        scratch
    }
}
