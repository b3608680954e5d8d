//! JSON.

use serde::Serialize;

use super::text::headline;
use super::{ComparisonReport, NoVerdict, Rendered, ReportFormat, RunReport, VerdictReport};
use crate::compare::{Baseline, Judgement, TwoRuns, add_mae_intervals};
use crate::report::{SavedError, json};
use crate::stats::Bootstrap;

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
        Ok(json(&figures))
    }

    fn verdict(&self, VerdictReport { run, judgement, .. }: &VerdictReport<'_>) -> Rendered {
        Ok(json(&VerdictJson {
            headline: headline(judgement),
            messages: judgement.violations.iter().map(ToString::to_string).collect(),
            signature: &run.run.figures.signature,
            judgement,
        }))
    }

    fn no_verdict(&self, why: &NoVerdict) -> Option<String> {
        Some(json(&NoVerdictJson { passed: false, error: &why.message, exit_code: why.exit_code }))
    }

    fn comparison(&self) -> Option<fn(&ComparisonReport<'_>) -> Rendered> {
        Some(|comparison| {
            let signatures = comparison.runs.map(|run| run.figures.signature.as_str());
            Ok(json(&ComparisonJson { signatures, changes: comparison.changes }))
        })
    }

    fn baseline(&self) -> Option<fn(&Baseline) -> String> {
        Some(json)
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
struct NoVerdictJson<'a> {
    passed: bool,
    error: &'a str,
    exit_code: u8,
}

#[derive(Serialize)]
struct ComparisonJson<'a> {
    signatures: [&'a str; 2],
    #[serde(flatten)]
    changes: &'a TwoRuns,
}
