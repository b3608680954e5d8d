//! `run.json`: the figures and facts of a run.

use std::time::Duration;

use serde::{Serialize, Serializer};

use super::digests::{FileDigests, with_digest};
use crate::pipeline::{Figures, Timings};

/// The facts about a run besides its figures.
#[derive(Clone, Debug, Serialize)]
pub struct RunFacts {
    /// The words of the command line.
    pub arguments: Vec<String>,
    /// The commit that the program was built from, if it is a release built in a repository.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<&'static str>,
    /// The number of threads.
    pub jobs: usize,
    /// The start of the run, in seconds of Unix time.
    pub started: u64,
    /// The duration of the run, in seconds.
    pub seconds: f64,
    /// The time of each stage, summed over all threads.
    #[serde(rename = "stage_seconds", serialize_with = "stage_seconds")]
    pub timings: Timings,
}

fn stage_seconds<S: Serializer>(timings: &Timings, serializer: S) -> Result<S::Ok, S::Error> {
    let Timings { source, sgf, replay, dead, score, external } = timings;
    let stages = [source, sgf, replay, dead, score, external].map(Duration::as_secs_f64);
    serializer.collect_map(["source", "sgf", "replay", "dead", "score", "scorers"].into_iter().zip(stages))
}

#[derive(Serialize)]
struct RunJson<'a> {
    #[serde(flatten)]
    figures: &'a Figures,
    #[serde(flatten)]
    facts: &'a RunFacts,
    files: &'a FileDigests,
}

/// Returns the text of `run.json`, the only file of a run that contains times. `files` has the digests of the other files.
pub(super) fn run_json(figures: &Figures, facts: &RunFacts, files: &FileDigests) -> String {
    with_digest(&json(&RunJson { figures, facts, files }))
}

/// Returns a value as JSON, with a newline at the end.
///
/// # Panics
/// If the value has a map whose keys are not strings; no report has such a map.
#[must_use]
pub fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string_pretty(value).expect("keys are strings") + "\n"
}
