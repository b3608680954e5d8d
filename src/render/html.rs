//! Pages in HTML.

use super::{Comparison, Format, Rendered, RunReport};
use crate::report::{html, runs_html};

/// Pages in HTML, which show the boards.
pub(super) struct Html;

impl Format for Html {
    fn name(&self) -> &'static str {
        "html"
    }

    fn summary(&self) -> &'static str {
        "A page that shows the boards on which answers differ"
    }

    fn run(&self, RunReport { run, .. }: &RunReport<'_>) -> Rendered {
        Ok(html(run, &run.mismatches()?, &run.skipped()?, &run.boards()?))
    }

    fn comparison(&self) -> Option<fn(&Comparison<'_>) -> Rendered> {
        Some(|&Comparison { runs: [before, after], changes, .. }| {
            Ok(runs_html([before, after], changes, [&before.boards()?, &after.boards()?]))
        })
    }
}
