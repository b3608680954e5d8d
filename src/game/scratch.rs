//! The memory that evaluations of games on one thread reuse, and the time of each stage.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::Context;
use crate::dead::Estimator;
use crate::territory::Evaluator;

/// The evaluators of one thread, which reuse their memory for the next game, and the time of each
/// stage.
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

/// The time of each stage of an evaluation, by its name in `run.json`. The stage `dead` covers
/// engines and playouts; finding dead stones from marks and labels is part of `replay`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Timings(BTreeMap<&'static str, Duration>);

impl Timings {
    /// Returns the time of a stage so far.
    pub(crate) fn of(&self, stage: &str) -> Duration {
        self.0.get(stage).copied().unwrap_or_default()
    }

    /// Adds to the time of a stage.
    pub(crate) fn add(&mut self, stage: &'static str, time: Duration) {
        *self.0.entry(stage).or_default() += time;
    }

    /// Adds the times of another thread.
    pub(crate) fn add_all(&mut self, other: &Self) {
        for (stage, &time) in &other.0 {
            self.add(stage, time);
        }
    }

    /// Returns the seconds of each stage.
    pub(crate) fn seconds(&self) -> BTreeMap<String, f64> {
        let stages = self.0.iter();
        stages
            .map(|(stage, time)| ((*stage).to_owned(), time.as_secs_f64()))
            .collect()
    }
}

/// Measures elapsed time, if there is a clock.
pub(crate) struct Stopwatch(Option<Instant>);

impl Stopwatch {
    /// Starts measuring.
    pub(crate) fn start() -> Self {
        // the standard library's clock panics in WebAssembly for browsers
        const HAS_CLOCK: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));
        Self(HAS_CLOCK.then(Instant::now))
    }

    /// Returns the time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.0.map_or(Duration::ZERO, |start| start.elapsed())
    }
}
