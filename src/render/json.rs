//! JSON.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::json;

use super::text::headline;
use super::{ComparisonReport, NoVerdict, Rendered, ReportFormat, RunReport, VerdictReport};
use crate::compare::{Baseline, Judgement, SavedRow, TwoRuns};
use crate::pipeline::Figures;
use crate::report::{self, SavedError};
use crate::rules::{Method, Points};
use crate::stats::{Bootstrap, Errors};

/// JSON.
pub(super) struct Json;

impl ReportFormat for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn summary(&self) -> &'static str {
        "All figures as JSON"
    }

    fn run(&self, RunReport { run, is_new, .. }: &RunReport<'_>) -> Rendered {
        let mut figures = run.figures.clone();
        if !is_new {
            match run.games() {
                Ok(rows) => {
                    let bootstrap = Bootstrap { seed: figures.seed, ..Bootstrap::default() };
                    add_mae_intervals(&mut figures, &rows, &bootstrap);
                }
                // only these intervals need the rows
                Err(SavedError::LeftOut { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(report::json(&figures))
    }

    fn verdict(&self, VerdictReport { run, judgement, .. }: &VerdictReport<'_>) -> Rendered {
        Ok(report::json(&VerdictJson {
            headline: headline(judgement),
            messages: judgement.violations.iter().map(ToString::to_string).collect(),
            signature: &run.run.figures.signature,
            judgement,
        }))
    }

    fn no_verdict(&self, why: &NoVerdict) -> Option<String> {
        Some(report::json(&json!({"passed": false, "error": why.message, "exit_code": why.exit_code})))
    }

    fn comparison(&self) -> Option<fn(&ComparisonReport<'_>) -> Rendered> {
        Some(|comparison| {
            let signatures = comparison.runs.map(|run| run.figures.signature.as_str());
            Ok(report::json(&ComparisonJson { signatures, changes: comparison.changes }))
        })
    }

    fn baseline(&self) -> Option<fn(&Baseline) -> String> {
        Some(report::json)
    }
}

/// Adds the confidence intervals of the differences in mean absolute error to the pairs of a run. `rows` has the rows
/// of its `games.csv`.
fn add_mae_intervals(figures: &mut Figures, rows: &[SavedRow], bootstrap: &Bootstrap) {
    let index: BTreeMap<&str, usize> =
        figures.strategies.iter().enumerate().map(|(index, name)| (name.as_str(), index)).collect();
    let mut games: BTreeMap<&str, Vec<Option<Points>>> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.is_counted() && row.method == Method::Territory.name()) {
        let deltas = games.entry(&row.game).or_insert_with(|| vec![None; index.len()]);
        if let Some(&index) = index.get(row.strategy.as_str()) {
            deltas[index] = row.delta;
        }
    }
    let mut errors = Errors::default();
    for deltas in games.values() {
        errors.add(deltas);
    }
    for pair in &mut figures.pairwise {
        if let (Some(&a), Some(&b)) = (index.get(pair.a.as_str()), index.get(pair.b.as_str())) {
            pair.pair.mae_diff_interval = errors.mae_diff_interval(a, b, bootstrap);
        }
    }
}

#[derive(Serialize)]
struct VerdictJson<'a> {
    headline: String,
    messages: Vec<String>,
    signature: &'a str,
    #[serde(flatten)]
    judgement: &'a Judgement,
}

#[derive(Serialize)]
struct ComparisonJson<'a> {
    signatures: [&'a str; 2],
    #[serde(flatten)]
    changes: &'a TwoRuns,
}
