//! Text for a terminal, in at most 80 columns.

mod comparison;
pub(crate) mod run_text;
mod verdict_text;

pub(crate) use comparison::comparison_text;
pub(crate) use verdict_text::{baseline_difference, headline};
pub(super) use verdict_text::{mismatches, outcome};

use std::cmp::Reverse;
use std::fmt::Write as _;

use super::{Rendered, RunReport};
use crate::compare::Mismatch;
use crate::text::{clean, shell_word};
use run_text::eval_text;
use verdict_text::verdict_text;

/// The number of games for which commands are shown at the end of a new run with a scorer.
const WORST: usize = 4;

/// Returns the gate's verdict on a run or, without a verdict, the figures of the run. For a new
/// run, the next steps follow the figures.
///
/// # Errors
/// If a file of the run cannot be read.
pub(super) fn render(report: &RunReport<'_>) -> Rendered {
    let text = match report.verdict {
        Some((result, _)) => verdict_text(report, result),
        None if report.is_new => {
            eval_text(&report.run.figures, report.style) + &next_steps(report)?
        }
        None => eval_text(&report.run.figures, report.style),
    };
    Ok(report.style.finish(&text))
}

/// Returns the folder of a new run, and the commands that show more of the run and the worst games
/// of the first external scorer.
///
/// # Errors
/// If the mismatches can't be read.
fn next_steps(RunReport { run, games_in, .. }: &RunReport<'_>) -> Rendered {
    let out = run.folder.display().to_string();
    let mut text = format!("Reports: {out}\n");
    if run
        .figures
        .all()
        .strategies
        .iter()
        .any(|figures| figures.exact + figures.right_winners < figures.games)
    {
        let _ = writeln!(
            text,
            "Mismatches: {}",
            run.folder.join("mismatches.csv").display()
        );
    }
    // the page is outside the folder of the run, because the next run replaces that folder
    let _ = writeln!(
        text,
        "Page: seichi report {} --format html > report.html",
        shell_word(&out)
    );
    if let Some(scorer) = run.figures.scorers().next() {
        let mut rows = run.mismatches()?;
        rows.retain(|row| row.strategy == *scorer && row.counted);
        rows.sort_by_key(|row| Reverse(Mismatch::of(row).map(|mismatch| mismatch.severity())));
        if let Some(folder) = games_in.filter(|_| !rows.is_empty()) {
            let _ = writeln!(text, "Commands for the folder {folder:?}:");
        }
        for row in rows.iter().take(WORST) {
            let _ = writeln!(text, "{}", clean(&row.explain));
        }
    }
    Ok(text)
}
