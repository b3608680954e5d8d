//! The page of one run.

use std::fmt::Write as _;

use super::escape::escape;
use super::page::{Sections, page};
use super::{data, picture, tables};
use crate::compare::SavedRow;
use crate::pipeline::Figures;
use crate::report::terminal::{dead_notes, label_makers};
use crate::report::{SavedBoard, SkippedGame};

/// Returns the page of a run. `mismatches` are the rows of `mismatches.csv`.
#[must_use]
pub fn html(figures: &Figures, mismatches: &[SavedRow], skipped: &[SkippedGame], boards: &[SavedBoard]) -> String {
    let after = [tables::matrix(figures), picture::histograms(figures, mismatches), tables::skipped(figures, skipped)];
    page(&Sections {
        title: "seichi report",
        header: header(figures),
        before: tables::summary(figures),
        games: "Games on which answers differ",
        after: after.concat(),
        data: data::pack(&figures.strategies, &eras(figures), boards, None),
    })
}

/// Returns the ranges of years of the run, as its strata name them.
fn eras(figures: &Figures) -> Vec<&str> {
    figures.strata.keys().filter_map(|name| name.strip_prefix("era=")).collect()
}

/// Returns the header of the page: the games of the run, and the meaning of its figures.
fn header(figures: &Figures) -> String {
    let mut page = String::new();
    let skipped = figures.games - figures.evaluated;
    let _ = write!(
        page,
        "<p class=\"signature\"><code>{}</code></p>\n\
         <p>{} games, {} evaluated, {skipped} <a href=\"#skipped\">skipped</a>. Labels by origin: ",
        escape(&figures.signature),
        figures.games,
        figures.evaluated,
    );
    let origins = figures.strata.iter().filter_map(|(name, stratum)| Some((name.strip_prefix("origin=")?, stratum)));
    let origins: Vec<String> =
        origins.map(|(origin, stratum)| format!("{} {}", escape(origin), stratum.games)).collect();
    let _ = writeln!(page, "{}.</p>", if origins.is_empty() { "none".to_owned() } else { origins.join(", ") });
    for line in label_makers(figures) {
        let line = escape(&line).replace("agreement", "<strong>agreement</strong>");
        let _ = writeln!(page, "<p class=\"note\">{line}</p>");
    }
    for note in dead_notes(figures) {
        let _ = writeln!(page, "<p class=\"dead-stones\">{}</p>", escape(&note.replace('\n', " ")));
    }
    page
}
