//! JSON.

use serde_json::json;

use super::text::headline;
use super::{RunReport, VerdictReport};
use crate::compare::TwoRuns;
use crate::run::{self, SavedRun};

/// Returns the figures of a run.
pub(super) fn run(report: &RunReport<'_>) -> String {
    run::json(&report.run.figures)
}

/// Returns the gate's verdict on a run.
pub(super) fn verdict(VerdictReport { run, result, .. }: &VerdictReport<'_>) -> String {
    let mut json = json!(result);
    json["headline"] = headline(result).into();
    let messages: Vec<String> = result.violations.iter().map(ToString::to_string).collect();
    json["messages"] = messages.into();
    json["signature"] = run.run.figures.signature.clone().into();
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
