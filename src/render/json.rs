//! JSON.

use serde_json::json;

use super::text::headline;
use super::{Rendered, ReportFormat, RunReport, VerdictReport};
use crate::compare::TwoRuns;
use crate::run::{self, SavedRun};

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

    fn verdict(&self, VerdictReport { run, result, .. }: &VerdictReport<'_>) -> Rendered {
        let mut json = json!(result);
        json["headline"] = headline(result).into();
        let messages: Vec<String> = result.violations.iter().map(ToString::to_string).collect();
        json["messages"] = messages.into();
        json["signature"] = run.run.figures.signature.clone().into();
        Ok(run::json(&json))
    }

    fn no_verdict(&self, message: &str, exit_code: u8) -> Option<String> {
        Some(run::json(
            &json!({"passed": false, "error": message, "exit_code": exit_code}),
        ))
    }
}

/// Returns the changes from run A to run B as JSON.
pub(crate) fn comparison_json(saved: &[SavedRun; 2], changes: &TwoRuns) -> String {
    let mut json = json!(changes);
    json["signatures"] = json!(saved.each_ref().map(|run| &run.figures.signature));
    run::json(&json)
}
