//! Text for a terminal, in at most 80 columns.

mod baseline;
pub(crate) mod comparison;
pub(crate) mod eval;
#[cfg(feature = "cli")]
mod mismatches;
mod verdict;

pub use baseline::{baseline_difference, baseline_text};
#[cfg(feature = "cli")]
pub(crate) use mismatches::mismatches_text;
pub(crate) use verdict::headline;
pub(super) use verdict::{mismatches, outcome};

use std::fmt::Write as _;

use super::{ComparisonReport, Rendered, ReportFormat, RunReport, VerdictReport};
use crate::pipeline::Figures;
use crate::territory::strategy;
use crate::text::shell_word;
use eval::eval_text;

/// Text for a terminal.
pub(super) struct Text;

impl ReportFormat for Text {
    fn name(&self) -> &'static str {
        "text"
    }

    fn summary(&self) -> &'static str {
        "Tables for a terminal"
    }

    fn run(&self, run: &RunReport<'_>) -> Rendered {
        let text = eval_text(&run.run.figures, run.pairs, run.style);
        Ok(if run.is_new { text + &next_steps(run) } else { text })
    }

    fn verdict(&self, verdict: &VerdictReport<'_>) -> Rendered {
        Ok(verdict::verdict_text(verdict))
    }

    fn comparison(&self) -> Option<fn(&ComparisonReport<'_>) -> Rendered> {
        Some(comparison::comparison_text)
    }
}

/// Returns the folder of a new run, and the commands that show more of it.
fn next_steps(RunReport { run, pairs, .. }: &RunReport<'_>) -> String {
    let (figures, out) = (&run.figures, run.folder.display().to_string());
    let word = shell_word(&out);
    let mut text = format!("Reports: {out}\n");
    if let Some(strategy) = erring(figures) {
        let _ = writeln!(text, "Mismatches: seichi report {word} --list {}", shell_word(strategy));
    }
    if run.files.has("boards.ndjson") {
        // outside the folder of the run, because the next run replaces that folder
        let _ = writeln!(text, "Page: seichi report {word} --format html --file report.html");
    }
    if figures.strategies.len() > 1 && !pairs && figures.all().games > 0 {
        let _ = writeln!(text, "Pairs: seichi report {word} --pairs");
    }
    text
}

/// Returns the strategy with the most interesting mismatches, if any has mismatches: the user's own scorer, or else the
/// most exact strategy.
#[must_use]
pub(crate) fn erring(figures: &Figures) -> Option<&str> {
    let erring = || figures.all().strategies.iter().filter(|figures| figures.exact < figures.games);
    let own = erring().find(|figures| strategy(&figures.strategy).is_none());
    // of equals, `max_by_key` returns the last, and the list of strategies goes from the simplest to the most refined
    own.or_else(|| erring().max_by_key(|figures| figures.exact)).map(|figures| figures.strategy.as_str())
}
