//! The gate's verdict as text for a terminal, and the difference between two baselines.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::run_text::{remarks, tables};
use crate::compare::{Baseline, Change, GateResult, StrategyResult};
use crate::render::{Advice, RunReport, unmeasured};
use crate::text::{clean, clean_lines, count};

/// The number of listed changes; JSON lists all of them.
const LISTED: usize = 20;

/// The header of the table of strategies.
const HEADER: &str = "strategy                  games  exact  before   new  worse  changed  fixed";

/// Returns a table of strategies, the changes, whether the run passes, and advice.
pub(super) fn verdict_text(report: &RunReport<'_>, result: &GateResult) -> String {
    let RunReport { run, style, .. } = report;
    let mut text = String::new();
    let _ = writeln!(text, "{}", style.bold(HEADER));
    for verdict in &result.strategies {
        row(&mut text, verdict);
    }
    for line in tables(&run.figures).into_iter().flat_map(remarks) {
        let _ = writeln!(text, "{}", clean(&line));
    }
    text.push_str("\ngames: territory and area games whose labels do not contradict themselves\n");
    let (bad, other): (Vec<&Change>, Vec<&Change>) = result
        .changes
        .iter()
        .partition(|change| change.kind.is_bad());
    changes(&mut text, &bad);
    changes(&mut text, &other);
    let _ = writeln!(
        text,
        "\n{}",
        style.verdict(result.violations.is_empty(), &headline(result))
    );
    for violation in &result.violations {
        let _ = writeln!(text, "  {}", clean_lines(&violation.to_string(), "  "));
    }
    for Advice(words, command) in report.advice() {
        let _ = writeln!(text, "{words}: {}", clean(&command));
    }
    for line in unmeasured(&run.figures) {
        let _ = writeln!(text, "{}", clean(&line));
    }
    text
}

/// Returns a one-line summary of the verdict.
pub(crate) fn headline(result: &GateResult) -> String {
    format!("{}: {}", outcome(result), mismatches(result))
}

/// Returns `PASSED`, or `FAILED` and the number of violations.
pub(in crate::render) fn outcome(result: &GateResult) -> String {
    match result.violations.len() {
        0 => "PASSED".to_owned(),
        number => format!("FAILED, {}", count(number as u64, "violation")),
    }
}

/// Returns the numbers of new, worse, changed, fixed and known mismatches.
pub(in crate::render) fn mismatches(result: &GateResult) -> String {
    let [mut new, mut worse, mut changed, mut fixed, mut known] = [0; 5];
    for verdict in &result.strategies {
        new += verdict.new;
        worse += verdict.worse;
        changed += verdict.changed;
        fixed += verdict.fixed;
        known += verdict.known;
    }
    format!("{new} new, {worse} worse, {changed} changed, {fixed} fixed, {known} known mismatches")
}

fn row(text: &mut String, verdict: &StrategyResult) {
    let games = verdict
        .now
        .map_or("–".to_owned(), |known| known.games.to_string());
    let exact = verdict
        .now
        .map_or("–".to_owned(), |known| known.exact.to_string());
    let before = verdict
        .before
        .map_or("–".to_owned(), |known| known.exact.to_string());
    let StrategyResult {
        strategy,
        new,
        worse,
        changed,
        fixed,
        ..
    } = verdict;
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
        let (kind, strategy, game) = (
            change.kind.name(),
            clean(&change.strategy),
            clean(&change.game),
        );
        let _ = writeln!(
            text,
            "{kind:<8}{game}  {strategy}\n        {}",
            change.words()
        );
        if !change.explain.is_empty() {
            let _ = writeln!(text, "        {}", clean(&change.explain));
        }
    }
    if changes.len() > LISTED {
        let _ = writeln!(
            text,
            "… and {} more: --format json lists all",
            changes.len() - LISTED
        );
    }
}

/// Returns the lines that only one of two baselines has, marked with `-` if only the old baseline
/// has the line, and with `+` if only the new baseline has it.
pub(crate) fn baseline_difference(old: &Baseline, new: &Baseline) -> String {
    let texts = [old, new].map(Baseline::to_text);
    let [old, new] = texts
        .each_ref()
        .map(|text| text.lines().collect::<BTreeSet<_>>());
    // the lines are sorted, so the two lines of a changed value or mismatch are adjacent
    let differing = old.symmetric_difference(&new);
    differing.fold(String::new(), |text, line| {
        text + if old.contains(line) { "- " } else { "+ " } + &clean(line) + "\n"
    })
}
