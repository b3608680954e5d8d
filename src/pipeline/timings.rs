//! The time of each stage of an evaluation.

use std::time::{Duration, Instant};

/// The time of each stage of an evaluation.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
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

/// Calls `work` and adds its time to `total`, if there is a clock.
pub(super) fn timed<T>(total: &mut Duration, work: impl FnOnce() -> T) -> T {
    let start = now();
    let result = work();
    if let (Some(start), Some(end)) = (start, now()) {
        *total += end.saturating_duration_since(start);
    }
    result
}

/// Returns the time, or `None` in WebAssembly for browsers, where the standard library's clock panics.
fn now() -> Option<Instant> {
    const HAS_CLOCK: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));
    HAS_CLOCK.then(Instant::now)
}
