//! Pages in HTML.

use super::{ComparisonReport, Rendered, ReportFormat, RunReport};
use crate::report::{html, runs_html};

/// Pages in HTML, which show the boards.
pub(super) struct Html;

impl ReportFormat for Html {
    fn name(&self) -> &'static str {
        "html"
    }

    fn summary(&self) -> &'static str {
        "A page that shows the boards on which answers differ"
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
