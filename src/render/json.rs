//! Verdicts, figures and comparisons as JSON.

use serde_json::json;

use super::RunReport;
use super::text::headline;
use crate::compare::TwoRuns;
use crate::run::{self, SavedRun};

/// Returns the gate's verdict on a run or, without a verdict, the figures of the run.
pub(super) fn render(report: &RunReport<'_>) -> String {
    let Some((result, _)) = report.verdict else {
        return run::json(&report.run.figures);
    };
    let mut json = json!(result);
    json["headline"] = headline(result).into();
    let messages: Vec<String> = result.violations.iter().map(ToString::to_string).collect();
    json["messages"] = messages.into();
    json["signature"] = report.run.figures.signature.clone().into();
    run::json(&json)
}

/// Returns the reason why there is no verdict.
pub(super) fn no_verdict(message: &str, exit_code: u8) -> String {
    run::json(&json!({"passed": false, "error": message, "exit_code": exit_code}))
}

/// Returns the changes from run A to run B as JSON.
pub(crate) fn comparison_json(saved: &[SavedRun; 2], changes: &TwoRuns) -> String {
    let mut json = json!(changes);
    json["signatures"] = json!(saved.each_ref().map(|run| &run.figures.signature));
    run::json(&json)
}
