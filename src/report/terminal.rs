//! The summary for a person at a terminal, in at most 80 columns.

use std::fmt::Write as _;

use crate::run::{Stratum, Summary};
use crate::score::LabelCheck;
use crate::stats::Tally;

/// Whether text is set off by the terminal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// Whether escape codes are wanted.
    pub color: bool,
}

impl Style {
    /// Text in bold.
    #[must_use]
    pub fn bold(self, text: &str) -> String {
        if self.color { format!("\x1b[1m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// The table of strategies, what was left out and why, and notes on labels.
#[must_use]
pub fn eval_text(summary: &Summary, style: Style) -> String {
    let mut text = String::new();
    let all = summary.all();
    if all.games() > 0 {
        let _ = writeln!(text, "Territory games, against their labels:\n");
        table(&mut text, summary, all, style);
    }
    if let Some((_, area)) = summary.strata().find(|(name, _)| *name == "method=area") {
        area_line(&mut text, area, all.games() > 0);
    }
    notes(&mut text, summary);
    skipped(&mut text, summary);
    if let Some(reference) = summary.strategies().first() {
        let signature = summary.signature(reference, all).to_string();
        let _ = writeln!(text, "\n{}", signature.replacen(reference, "*", 1));
    }
    text
}

fn table(text: &mut String, summary: &Summary, stratum: &Stratum, style: Style) {
    let header =
        format!("{:<24}{:>7}{:>9}{:>19}{:>11}{:>9}", "strategy", "games", "exact", "95 % interval", "winner", "error");
    let _ = writeln!(text, "{}", style.bold(&header));
    for (strategy, tally) in summary.strategies().iter().zip(&stratum.tallies) {
        let (low, high) = tally.exact_interval();
        let interval =
            if tally.games == 0 { "–".to_owned() } else { format!("{} – {}", number(low), percent(high)) };
        let _ = writeln!(
            text,
            "{strategy:<24}{:>7}{:>9}{interval:>19}{:>11}{:>9}",
            tally.games,
            rate(tally.exact_rate()),
            rate(tally.winner_rate()),
            tally.mean_absolute_error().map_or("–".to_owned(), |error| format!("{error:.3}")),
        );
    }
    let _ = writeln!(text, "\nwinner: the right one; error: mean absolute error of the margin, in points.");
}

fn area_line(text: &mut String, area: &Stratum, beside: bool) {
    let first = area.tallies.first().cloned().unwrap_or_else(Tally::default);
    let (low, high) = first.exact_interval();
    let _ = writeln!(
        text,
        "{}Area games, the same for every strategy: {} of {} exact, {} ({} – {}).",
        if beside { "\n" } else { "" },
        first.exact,
        first.games,
        rate(first.exact_rate()),
        number(low),
        percent(high),
    );
}

/// Where labels come from, and those that were not used.
fn notes(text: &mut String, summary: &Summary) {
    let origins: Vec<String> = summary
        .strata()
        .filter_map(|(name, stratum)| Some(format!("{} {}", name.strip_prefix("origin=")?, stratum.games())))
        .collect();
    if !origins.is_empty() {
        list(text, "\nLabels:", &origins);
    }
    let count = |check| summary.checks.get(&check).copied().unwrap_or_default();
    let inconsistent = count(LabelCheck::Inconsistent);
    if inconsistent > 0 {
        let _ = writeln!(text, "{inconsistent} labels contradict themselves and are in no figure (label_check).");
    }
    let area = count(LabelCheck::Area);
    if area > 0 {
        let _ = writeln!(text, "{area} labels of territory games fit area scoring only (label_check).");
    }
}

fn skipped(text: &mut String, summary: &Summary) {
    let skipped = summary.games - summary.evaluated;
    let _ = writeln!(text, "\n{} games, {} evaluated, {skipped} skipped.", summary.games, summary.evaluated);
    let mut reasons: Vec<_> = summary.skipped.iter().map(|(reason, games)| (*games, reason.name())).collect();
    reasons.sort_by_key(|&(games, name)| (std::cmp::Reverse(games), name));
    let reasons: Vec<String> = reasons.iter().map(|(games, name)| format!("{name} {games}")).collect();
    if !reasons.is_empty() {
        list(text, "Skipped:", &reasons);
    }
}

/// A list with commas, broken before column 80.
fn list(text: &mut String, start: &str, items: &[String]) {
    let _ = write!(text, "{start}");
    let mut column = start.trim_start().chars().count();
    for (number, item) in items.iter().enumerate() {
        let comma = if number + 1 < items.len() { "," } else { "" };
        let width = item.chars().count() + 1 + comma.len();
        if column + width > 79 {
            text.push_str("\n ");
            column = 1;
        }
        let _ = write!(text, " {item}{comma}");
        column += width;
    }
    text.push('\n');
}

fn rate(rate: Option<f64>) -> String {
    rate.map_or("–".to_owned(), percent)
}

fn percent(rate: f64) -> String {
    format!("{} %", number(rate))
}

/// In per cent with a decimal, never rounded up to all or down to nothing.
fn number(rate: f64) -> String {
    let tenths = (rate * 1000.0).round();
    let tenths = if tenths >= 1000.0 && rate < 1.0 { 999.0 } else { tenths };
    let tenths = if tenths <= 0.0 && rate > 0.0 { 1.0 } else { tenths };
    format!("{:.1}", tenths / 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_all_or_nothing_only_when_they_are() {
        let texts = [1.0, 0.9999, 0.99948, 0.5, 0.0001, 0.0].map(percent);
        assert_eq!(texts, ["100.0 %", "99.9 %", "99.9 %", "50.0 %", "0.1 %", "0.0 %"]);
    }

    #[test]
    fn lists_are_broken() {
        let mut text = String::new();
        list(&mut text, "Skipped:", &vec!["unreadable_result 12".to_owned(); 7]);
        assert!(text.lines().count() == 3 && text.lines().all(|line| line.chars().count() <= 79), "{text}");
    }
}
