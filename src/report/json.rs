//! `run.json` and the summary as JSON.

use serde_json::{Map, Value, json};

use crate::run::{Stratum, Summary, Timings};
use crate::stats::Tally;

/// What a run was, beside its figures.
#[derive(Clone, Debug)]
pub struct RunFacts {
    /// The words of the command line.
    pub arguments: Vec<String>,
    /// Threads.
    pub jobs: usize,
    /// When it began, in seconds of Unix time.
    pub started: u64,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// The stages' times, over all threads.
    pub timings: Timings,
}

/// The text of `run.json`: the only file of a run with times in it.
#[must_use]
pub fn run_json(summary: &Summary, facts: &RunFacts) -> String {
    let timings = &facts.timings;
    let mut value = summary_json(summary);
    value["version"] = json!(env!("CARGO_PKG_VERSION"));
    value["arguments"] = json!(facts.arguments);
    value["jobs"] = json!(facts.jobs);
    value["started"] = json!(facts.started);
    value["seconds"] = json!(facts.seconds);
    value["stage_seconds"] = json!({
        "source": timings.source.as_secs_f64(),
        "sgf": timings.sgf.as_secs_f64(),
        "replay": timings.replay.as_secs_f64(),
        "score": timings.score.as_secs_f64(),
    });
    format!("{value:#}\n")
}

/// The summary: counts, and for each stratum and strategy the figures of `summary.csv`, which are `null` where there
/// is nothing to tell.
#[must_use]
pub fn summary_json(summary: &Summary) -> Value {
    let strata: Map<String, Value> = summary
        .strata()
        .map(|(name, stratum)| {
            let strategies = summary.strategies().iter().zip(&stratum.tallies);
            let figures: Vec<Value> =
                strategies.map(|(strategy, tally)| figures(summary, strategy, stratum, tally)).collect();
            (name.to_owned(), json!({"games": stratum.games(), "corpus": stratum.digest(), "strategies": figures}))
        })
        .collect();
    let skipped: Map<String, Value> =
        summary.skipped.iter().map(|(reason, games)| (reason.name().to_owned(), json!(games))).collect();
    let checks: Map<String, Value> =
        summary.checks.iter().map(|(check, games)| (check.name().to_owned(), json!(games))).collect();
    json!({
        "games": summary.games,
        "evaluated": summary.evaluated,
        "skipped": skipped,
        "label_checks": checks,
        "strata": strata,
    })
}

fn figures(summary: &Summary, strategy: &str, stratum: &Stratum, tally: &Tally) -> Value {
    json!({
        "strategy": strategy,
        "games": tally.games,
        "exact": tally.exact,
        "exact_rate": tally.exact_rate(),
        "exact_interval": tally.exact_interval(),
        "winner": tally.winner,
        "winner_rate": tally.winner_rate(),
        "winner_interval": tally.winner_interval(),
        "mae": tally.mean_absolute_error(),
        "bias": tally.bias(),
        "maps": tally.maps,
        "maps_exact": tally.maps_exact,
        "points_wrong": tally.points_wrong,
        "seki_precision": tally.seki.precision(),
        "seki_recall": tally.seki.recall(),
        "seki_f1": tally.seki.f1(),
        "signature": summary.signature(strategy, stratum).to_string(),
    })
}
