//! The gate's verdict as text for a terminal.

use std::fmt::Write as _;

use super::explain_command::shell_word;
use super::text::{Style, clean, clean_lines, count};
use crate::compare::{Change, Judgement, StrategyVerdict, Thresholds};

/// The number of changes that are listed; the others are in `mismatches.csv`.
const LISTED: usize = 20;

/// The commands that a verdict suggests.
#[derive(Clone, Debug)]
pub struct GateCommands {
    /// The command that accepts the run as the baseline.
    pub accept: String,
    /// The command that lists the mismatches of the strategy whose name follows.
    pub list: String,
}

impl GateCommands {
    /// Returns the command that lists the mismatches of a strategy.
    fn list(&self, strategy: &str) -> String {
        format!("{} {}", self.list, shell_word(strategy))
    }

    /// Returns what the user can do about the verdict, one advice a line.
    pub(super) fn advice(&self, judgement: &Judgement) -> Vec<String> {
        if judgement.passed {
            return if judgement.accept { vec![format!("{ACCEPT} {}", self.accept)] } else { Vec::new() };
        }
        let Some(bad) = judgement.changes.iter().find(|change| change.kind.is_bad()) else { return Vec::new() };
        let mut advice = vec![format!("To look at all of them, run: {}", self.list(&bad.strategy))];
        // a baseline with such a scorer would protect nothing
        if !judgement.strategies.iter().any(StrategyVerdict::is_silent) {
            advice.push(format!("If they are intended, run: {}", self.accept));
        }
        advice
    }
}

/// Returns a table of strategies, the changes, whether the run passes, and what the user can do.
#[must_use]
pub fn gate_text(judgement: &Judgement, commands: &GateCommands, style: Style) -> String {
    let mut text = String::new();
    let header = format!(
        "{:<24}{:>7}{:>7}{:>8}{:>6}{:>7}{:>9}{:>7}",
        "strategy", "games", "exact", "before", "new", "worse", "changed", "fixed"
    );
    let _ = writeln!(text, "{}", style.bold(&header));
    judgement.strategies.iter().for_each(|verdict| row(&mut text, verdict));
    let bad: Vec<&Change> = judgement.changes.iter().filter(|change| change.kind.is_bad()).collect();
    let other: Vec<&Change> = judgement.changes.iter().filter(|change| !change.kind.is_bad()).collect();
    changes(&mut text, &bad, commands);
    changes(&mut text, &other, commands);
    if judgement.thresholds != Thresholds::default() {
        let _ = writeln!(text, "\nAllowed: {}", judgement.thresholds);
    }
    let _ = writeln!(text, "\n{}", style.bold(&headline(judgement)));
    for violation in &judgement.violations {
        let _ = writeln!(text, "  {}", clean_lines(&violation.to_string(), "  "));
    }
    for advice in commands.advice(judgement) {
        let _ = writeln!(text, "{}", clean(&advice));
    }
    text
}

/// The advice if a run passes but differs from the baseline. The command follows.
const ACCEPT: &str = "To record the differences in the baseline, run:";

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

fn changes(text: &mut String, changes: &[&Change], commands: &GateCommands) {
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
    if let Some(next) = changes.get(LISTED) {
        let list = clean(&commands.list(&next.strategy)).into_owned();
        let list = if next.kind.is_bad() { format!(": {list}") } else { String::new() };
        let _ = writeln!(text, "… and {} more{list}", changes.len() - LISTED);
    }
}
