//! JSON.

use serde::Serialize;
use serde_json::json;

use super::text::headline;
use super::{ComparisonReport, NoVerdict, Rendered, ReportFormat, RunReport, VerdictReport};
use crate::compare::{Judgement, TwoRuns};
use crate::run;

/// JSON.
pub(super) struct Json;

impl ReportFormat for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn summary(&self) -> &'static str {
        "All figures as JSON"
    }

    fn run(&self, RunReport { run, .. }: &RunReport<'_>) -> Rendered {
        Ok(run::json(&run.figures))
    }

    fn verdict(&self, VerdictReport { run, judgement, .. }: &VerdictReport<'_>) -> Rendered {
        Ok(run::json(&VerdictJson {
            headline: headline(judgement),
            messages: judgement
                .violations
                .iter()
                .map(ToString::to_string)
                .collect(),
            signature: &run.run.figures.signature,
            judgement,
        }))
    }

    fn no_verdict(&self, why: &NoVerdict) -> Option<String> {
        Some(run::json(
            &json!({"passed": false, "error": why.message, "exit_code": why.exit_code}),
        ))
    }

    fn comparison(&self) -> Option<fn(&ComparisonReport<'_>) -> Rendered> {
        Some(|comparison| {
            let signatures = comparison.runs.map(|run| run.figures.signature.as_str());
            Ok(run::json(&ComparisonJson {
                signatures,
                changes: comparison.changes,
            }))
        })
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
