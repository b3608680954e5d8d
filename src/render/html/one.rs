//! The page of one run.

use std::fmt::Write as _;

use super::data::{PageData, PageGame, controls, external};
use super::page::{Sections, date_and_command, page, run_name};
use super::{plots, results};
use crate::game::rank_ranges;
use crate::render::text::run_text::{best_first, dead_notes, label_makers, origins};
use crate::run::Figures;
use crate::run::{SavedBoard, SavedRun, SkippedRow};
use crate::text::escape;

/// Returns the page of a run.
#[must_use]
pub fn html(run: &SavedRun, skipped: &[SkippedRow], boards: &[SavedBoard]) -> String {
    let figures = &run.figures;
    let after = [
        results::matrix(figures),
        plots::plots(figures),
        results::skipped(figures, skipped),
    ];
    page(&Sections {
        title: &run_name(&run.folder),
        kind: "seichi report",
        header: header(run),
        before: results::summary(figures),
        games: "Games where answers differ",
        after: after.concat(),
        data: PageData {
            strategies: &figures.strategies,
            controls: controls(&figures.strategies),
            external: external(&figures.strategies),
            best: best(figures),
            eras: eras(figures),
            ranks: ranks(figures),
            runs: false,
            games: PageGame::all(boards, &[]),
        },
    })
}

/// Returns the indices of the strategies, the most exact first.
fn best(figures: &Figures) -> Vec<usize> {
    best_first(figures.all())
        .into_iter()
        .filter_map(|one| {
            let mut names = figures.strategies.iter();
            names.position(|name| *name == one.strategy)
        })
        .collect()
}

/// Returns the year ranges that occur in the run, as its strata name them.
fn eras(figures: &Figures) -> Vec<&str> {
    figures
        .strata
        .keys()
        .filter_map(|name| name.strip_prefix("era="))
        .collect()
}

/// Returns the rank ranges that occur in the run, from the weakest.
fn ranks(figures: &Figures) -> Vec<&'static str> {
    rank_ranges()
        .filter(|rank| figures.strata.contains_key(&format!("rank={rank}")))
        .collect()
}

/// Returns the header of the page: the date and the games of the run, and the meaning of its
/// figures.
fn header(run: &SavedRun) -> String {
    let figures = &run.figures;
    let skipped = figures.games - figures.evaluated;
    let origins: Vec<String> = origins(figures)
        .map(|(origin, games)| format!("{} {games}", escape(origin)))
        .collect();
    let mut page = format!(
        "<p class=\"run\">{}</p>\n<p>{} games, {} evaluated, \
         {skipped} <a href=\"#skipped\">skipped</a>. Labels by origin: {}.</p>\n",
        date_and_command(run),
        figures.games,
        figures.evaluated,
        if origins.is_empty() {
            "none".to_owned()
        } else {
            origins.join(", ")
        },
    );
    for line in label_makers(figures) {
        let line = escape(&line).replace("agreement", "<strong>agreement</strong>");
        let _ = writeln!(page, "<p class=\"note\">{line}</p>");
    }
    for note in dead_notes(figures) {
        let _ = writeln!(
            page,
            "<p class=\"dead-stones\">{}</p>",
            escape(&note.replace('\n', " "))
        );
    }
    let _ = writeln!(
        page,
        "<p class=\"signature\"><code>{}</code></p>",
        escape(&figures.signature)
    );
    page
}
