//! A run as an HTML page: the results, and the board of every game where answers differ. The page is self-contained:
//! it needs no network, no other file and no server.
//!
//! Figures, tables and charts are written here. Boards and the list of games are drawn by the page's script on demand,
//! from the data in [`data`].

mod data;
mod markup;
mod page;
mod picture;
mod script;
mod strata;
mod tables;

pub use page::html;

use super::{Rendered, ReportFormat, RunReport};

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
}
