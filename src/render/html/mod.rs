//! A run as an HTML page: the results as the terminal shows them, and the board of every game where
//! answers differ. The page is self-contained: it needs no network, no other file and no server.
//!
//! The page's script draws boards and the list of games on demand, from data that [`data`] packs.

mod data;
mod page;
mod script;

use super::{Rendered, ReportFormat, RunReport};
pub use page::html;

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
        Ok(html(run, &run.boards()?))
    }
}
