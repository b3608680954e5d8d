//! The page of one run.

use std::fmt::Write as _;

use super::data::PageData;
use super::page::{Sections, date_and_command, page};
use super::results;
use crate::render::text::run_text::{dead_notes, label_makers, skip_reasons};
use crate::run::{SavedBoard, SavedRun};
use crate::text::escape;

/// Returns the page of a run.
pub fn html(run: &SavedRun, boards: &[SavedBoard]) -> String {
    let figures = &run.figures;
    page(&Sections {
        title: &run.folder.display().to_string(),
        header: header(run),
        before: results::summary(figures),
        after: results::pairs(figures) + &results::area(figures) + &results::strata(figures),
        data: PageData::new(&figures.strategies, boards),
    })
}

/// Returns the header of the page: the date and the games of the run, and the meaning of its
/// figures.
fn header(run: &SavedRun) -> String {
    let figures = &run.figures;
    let skipped = figures.games - figures.evaluated;
    let mut page = format!(
        "<p class=\"run\">{}</p>\n<p>{} games, {} evaluated, \
         {skipped} skipped{}.</p>\n",
        date_and_command(run),
        figures.games,
        figures.evaluated,
        escape(&skip_reasons(figures)),
    );
    for line in label_makers(figures) {
        let line = escape(&line).replace("agreement", "<strong>agreement</strong>");
        let _ = writeln!(page, "<p class=\"note\">{line}</p>");
    }
    for note in dead_notes(figures) {
        let _ = writeln!(page, "<p class=\"dead-stones\">{}</p>", escape(&note));
    }
    let _ = writeln!(
        page,
        "<p class=\"signature\"><code>{}</code></p>",
        escape(&figures.signature)
    );
    page
}
