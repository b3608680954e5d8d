//! A run as an HTML page: the results, and the board of every game where answers differ. The page
//! is self-contained: it needs no network, no other file and no server.
//!
//! Figures and tables are written here. Boards and the list of games are drawn by the
//! page's script on demand, from data that [`data`] packs.

mod data;
mod markup;
mod one;
mod page;
mod results;
mod script;

use super::{Rendered, ReportFormat, RunReport};
pub use one::html;

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
