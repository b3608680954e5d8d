//! The time of each stage of an evaluation.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The time of each stage of an evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Timings {
    /// Fetching bytes.
    pub(crate) source: Duration,
    /// Reading records.
    pub(crate) sgf: Duration,
    /// Headers, replay, dead stones from marks and labels.
    pub(crate) replay: Duration,
    /// Dead stones from an engine or from playouts.
    pub(crate) dead: Duration,
    /// Scoring and comparing.
    pub(crate) score: Duration,
    /// Waiting for external scorers.
    pub(crate) external: Duration,
}

impl Timings {
    /// Returns the seconds of each stage, by its name in `run.json`.
    pub(crate) fn seconds(&self) -> BTreeMap<String, f64> {
        let stages = [
            ("source", self.source),
            ("sgf", self.sgf),
            ("replay", self.replay),
            ("dead", self.dead),
            ("score", self.score),
            ("scorers", self.external),
        ];
        let named = stages.map(|(name, time)| (name.to_owned(), time.as_secs_f64()));
        named.into()
    }

    /// Adds the times of another thread.
    pub(crate) fn add(&mut self, other: &Self) {
        self.source += other.source;
        self.sgf += other.sgf;
        self.replay += other.replay;
        self.dead += other.dead;
        self.score += other.score;
        self.external += other.external;
    }
}

/// Measures a time, if there is a clock.
pub(crate) struct Stopwatch(Option<Instant>);

impl Stopwatch {
    /// Starts to measure.
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
