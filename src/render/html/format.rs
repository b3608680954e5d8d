//! HTML pages.

use super::{gate_html, html, runs_html};
use crate::render::{ComparisonReport, Rendered, ReportFormat, RunReport, VerdictReport};

/// HTML pages with boards.
pub(in crate::render) struct Html;

impl ReportFormat for Html {
    fn name(&self) -> &'static str {
        "html"
    }

    fn summary(&self) -> &'static str {
        "A page with the boards where strategies differ from each other or from the label"
    }

    fn run(&self, RunReport { run, .. }: &RunReport<'_>) -> Rendered {
        Ok(html(run, &run.skipped()?, &run.boards()?))
    }

    fn verdict(&self, verdict: &VerdictReport<'_>) -> Rendered {
        Ok(gate_html(verdict, &verdict.run.run.boards()?))
    }

    fn comparison(&self) -> Option<fn(&ComparisonReport<'_>) -> Rendered> {
        Some(|comparison| {
            let [before, after] = comparison.runs;
            let boards = [&*before.boards()?, &*after.boards()?];
            Ok(runs_html(comparison.runs, comparison.changes, boards))
        })
    }
}
