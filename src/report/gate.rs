//! The gate's verdict as text for a terminal.

use std::fmt::Write as _;

use super::text::{Style, clean, clean_lines, count};
use crate::compare::{Change, Judgement, StrategyVerdict, Thresholds};

/// The number of changes that are listed; the others are in `mismatches.csv`.
const LISTED: usize = 20;

/// Returns a table of strategies, the changes, and whether the run passes. `accept` is the command that accepts the run
/// as the baseline.
#[must_use]
pub fn gate_text(judgement: &Judgement, accept: &str, style: Style) -> String {
    let mut text = String::new();
    let header = format!(
        "{:<24}{:>7}{:>7}{:>8}{:>6}{:>7}{:>9}{:>7}",
        "strategy", "games", "exact", "before", "new", "worse", "changed", "fixed"
    );
    let _ = writeln!(text, "{}", style.bold(&header));
    judgement.strategies.iter().for_each(|verdict| row(&mut text, verdict));
    let bad: Vec<&Change> = judgement.changes.iter().filter(|change| change.kind.is_bad()).collect();
    let other: Vec<&Change> = judgement.changes.iter().filter(|change| !change.kind.is_bad()).collect();
    changes(&mut text, &bad);
    changes(&mut text, &other);
    if judgement.thresholds != Thresholds::default() {
        let _ = writeln!(text, "\nAllowed: {}", judgement.thresholds);
    }
    let _ = writeln!(text, "\n{}", style.bold(&headline(judgement)));
    for violation in &judgement.violations {
        let _ = writeln!(text, "  {}", clean_lines(&violation.to_string(), "  "));
    }
    if judgement.passed && judgement.accept {
        let _ = writeln!(text, "{ACCEPT} {}", clean(accept));
    }
    text
}

/// The advice if a run passes but differs from the baseline. The command follows.
pub(super) const ACCEPT: &str = "To record the differences in the baseline, run:";

/// Returns a one-line summary of the verdict.
#[must_use]
pub fn headline(judgement: &Judgement) -> String {
    format!("{}: {}", outcome(judgement), mismatches(judgement))
}

/// Returns `PASSED`, or `FAILED` and the number of violations.
pub(super) fn outcome(judgement: &Judgement) -> String {
    match judgement.violations.len() {
        0 => "PASSED".to_owned(),
        number => format!("FAILED, {}", count(number as u64, "violation")),
    }
}

/// Returns the numbers of new, worse, changed, fixed and known mismatches.
pub(super) fn mismatches(judgement: &Judgement) -> String {
    let sum = |number: fn(&StrategyVerdict) -> u64| judgement.strategies.iter().map(number).sum::<u64>();
    format!(
        "{} new, {} worse, {} changed, {} fixed, {} known mismatches",
        sum(|verdict| verdict.new),
        sum(|verdict| verdict.worse),
        sum(|verdict| verdict.changed),
        sum(|verdict| verdict.fixed),
        sum(|verdict| verdict.known)
    )
}

fn row(text: &mut String, verdict: &StrategyVerdict) {
    let games = verdict.now.map_or("–".to_owned(), |known| known.games.to_string());
    let exact = verdict.now.map_or("–".to_owned(), |known| known.exact.to_string());
    let before = verdict.before.map_or("–".to_owned(), |known| known.exact.to_string());
    let StrategyVerdict { strategy, new, worse, changed, fixed, .. } = verdict;
    let _ = writeln!(
        text,
        "{:<24}{games:>7}{exact:>7}{before:>8}{new:>6}{worse:>7}{changed:>9}{fixed:>7}",
        clean(strategy)
    );
}

fn changes(text: &mut String, changes: &[&Change]) {
    if !changes.is_empty() {
        text.push('\n');
    }
    for change in changes.iter().take(LISTED) {
        let (kind, strategy, game) = (change.kind.name(), clean(&change.strategy), clean(&change.game));
        let _ = writeln!(text, "{kind:<8}{game}  {strategy}\n        {}", change.words());
        if !change.explain.is_empty() {
            let _ = writeln!(text, "        {}", clean(&change.explain));
        }
    }
    if changes.len() > LISTED {
        let _ = writeln!(text, "… and {} more", changes.len() - LISTED);
    }
}
