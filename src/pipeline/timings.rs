//! The time that each stage of an evaluation takes.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// The time that each stage of the evaluation took.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Timings {
    /// Fetching bytes.
    pub source: Duration,
    /// Reading records.
    pub sgf: Duration,
    /// Headers, replay, dead stones by marks and labels.
    pub replay: Duration,
    /// Dead stones by an engine or by playouts.
    pub dead: Duration,
    /// Scoring and comparing.
    pub score: Duration,
    /// Waiting for external scorers.
    #[serde(rename = "outside")]
    pub external: Duration,
}

impl Timings {
    /// Adds the times of another thread.
    pub fn add(&mut self, other: &Self) {
        self.source += other.source;
        self.sgf += other.sgf;
        self.replay += other.replay;
        self.dead += other.dead;
        self.score += other.score;
        self.external += other.external;
    }
}

/// Calls `work` and adds the time that it took to `total`.
pub(super) fn timed<T>(total: &mut Duration, work: impl FnOnce() -> T) -> T {
    let mut watch = Stopwatch::start();
    let result = work();
    watch.lap(total);
    result
}

/// Measures stages that follow each other. Without a clock every lap is empty.
pub(super) struct Stopwatch(Option<Instant>);

impl Stopwatch {
    /// Starts the first lap.
    pub(super) fn start() -> Self {
        Self(now())
    }

    /// Adds the time since the last lap to `total`.
    pub(super) fn lap(&mut self, total: &mut Duration) {
        let now = now();
        if let (Some(now), Some(before)) = (now, self.0) {
            *total += now.saturating_duration_since(before);
        }
        self.0 = now;
    }

    /// Adds the time since the last lap to `total`, except for `part` of it, which is added to `other`.
    pub(super) fn lap_but(&mut self, part: Duration, total: &mut Duration, other: &mut Duration) {
        let mut lap = Duration::ZERO;
        self.lap(&mut lap);
        *total += lap.saturating_sub(part);
        *other += part;
    }
}

/// Returns the time, or `None` in WebAssembly for browsers, where the standard library's clock panics.
fn now() -> Option<Instant> {
    const HAS_CLOCK: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));
    HAS_CLOCK.then(Instant::now)
}
