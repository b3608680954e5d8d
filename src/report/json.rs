//! `run.json`: the figures and facts of a run.

use serde::{Deserialize, Serialize};

use super::digests::{FileDigests, with_digest};
use crate::pipeline::{Figures, Timings};

/// The facts of a run that are not figures.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunFacts {
    /// The words of the command line.
    pub arguments: Vec<String>,
    /// The number of threads.
    pub jobs: usize,
    /// The start of the run, in seconds of Unix time.
    pub started: u64,
    /// The duration of the run, in seconds.
    pub seconds: f64,
    /// The time of each stage, summed over all threads.
    pub timings: Timings,
}

#[derive(Serialize)]
struct RunJson<'a> {
    #[serde(flatten)]
    figures: &'a Figures,
    arguments: &'a [String],
    jobs: usize,
    started: u64,
    seconds: f64,
    stage_seconds: Stages,
    files: &'a FileDigests,
}

#[derive(Serialize)]
struct Stages {
    source: f64,
    sgf: f64,
    replay: f64,
    dead: f64,
    score: f64,
    scorers: f64,
}

/// Returns the text of `run.json`, the only file of a run that has times in it. `files` are the digests of all others.
#[must_use]
pub fn run_json(figures: &Figures, facts: &RunFacts, files: &FileDigests) -> String {
    let timings = &facts.timings;
    let stage_seconds = Stages {
        source: timings.source.as_secs_f64(),
        sgf: timings.sgf.as_secs_f64(),
        replay: timings.replay.as_secs_f64(),
        dead: timings.dead.as_secs_f64(),
        score: timings.score.as_secs_f64(),
        scorers: timings.external.as_secs_f64(),
    };
    let RunFacts { arguments, jobs, started, seconds, .. } = facts;
    with_digest(&json(&RunJson {
        figures,
        arguments,
        jobs: *jobs,
        started: *started,
        seconds: *seconds,
        stage_seconds,
        files,
    }))
}

/// Returns a value as JSON, with a newline at the end.
///
/// # Panics
/// If the value has a map whose keys are no strings, which no report has.
#[must_use]
pub fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string_pretty(value).expect("keys are strings") + "\n"
}
