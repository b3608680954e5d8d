//! HTML pages.

use super::{ComparisonReport, Rendered, ReportFormat, RunReport};
use crate::report::{html, runs_html};

/// HTML pages with boards.
pub(super) struct Html;

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

    fn comparison(&self) -> Option<fn(&ComparisonReport<'_>) -> Rendered> {
        Some(|&ComparisonReport { runs: [before, after], changes, .. }| {
            Ok(runs_html([before, after], changes, [&before.boards()?, &after.boards()?]))
        })
    }
}
