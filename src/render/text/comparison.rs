//! The comparison of two runs as text for a terminal.

use std::cmp::Ordering;
use std::fmt::Write as _;

use crate::compare::{ChangedGame, StrategyChange, TwoRuns};
use crate::outcome::Outcome;
use crate::run::{SavedRun, p_value};
use crate::stats::{Pair, PairVerdict};
use crate::text::{Style, clean, count};

/// The number of listed changes; JSON lists all of them.
const LISTED: usize = 30;

/// Returns the changes from run A to run B as text.
pub(crate) fn comparison_text(saved: &[SavedRun; 2], runs: &TwoRuns, style: Style) -> String {
    let mut text = summary_text(saved, runs, style);
    if runs.strategies.is_empty() {
        text.push_str("\nThe runs have no strategy in common.\n");
    } else {
        changed(&mut text, &runs.changed);
    }
    text
}

/// The header of the table of strategies.
const HEADER: &str =
    "strategy                exact A      B changed  fixed broken    p (Holm)  B is";

/// Returns the verdict on each strategy.
fn summary_text(saved: &[SavedRun; 2], runs: &TwoRuns, style: Style) -> String {
    let [a, b] = saved.each_ref().map(|run| clean(&run.figures.signature));
    let mut text = format!("A: {a}\nB: {b}\n");
    let _ = writeln!(
        text,
        "{} in both, out of {} in A and {} in B.\n",
        count(runs.common, "counted game"),
        runs.games[0],
        runs.games[1]
    );
    let _ = writeln!(text, "{}", style.bold(HEADER));
    for change in &runs.strategies {
        let Pair {
            discordance,
            holm_p,
            ..
        } = &change.pair;
        let (before, now) = (
            discordance.both + discordance.a_only,
            discordance.both + discordance.b_only,
        );
        let word = verdict_words(change);
        let _ = writeln!(
            text,
            "{:<24}{before:>7}{now:>7}{:>8}{:>7}{:>7}{:>12}  {word}",
            clean(&change.strategy),
            change.changed,
            discordance.b_only,
            discordance.a_only,
            p_value(*holm_p),
        );
    }
    let _ = writeln!(
        text,
        "\nfixed, broken: games that only B or only A gets right; p: McNemar's exact test,\n\
         Holm-corrected across strategies. Counted games: territory and area games."
    );
    for (names, run) in runs.only.iter().zip(["A", "B"]) {
        if !names.is_empty() {
            let _ = writeln!(text, "Only in {run}: {}", clean(&names.join(", ")));
        }
    }
    text
}

/// Returns, in words, the verdict on run B in comparison with run A.
fn verdict_words(change: &StrategyChange) -> String {
    let (verdict, discordance) = (change.pair.verdict, &change.pair.discordance);
    let differing = discordance.a_only + discordance.b_only;
    match verdict {
        _ if change.changed == 0 => "the same".to_owned(),
        PairVerdict::TooFew => format!("{}: {differing}", verdict.text()),
        verdict => verdict.reversed().text().to_owned(),
    }
}

fn changed(text: &mut String, changed: &[ChangedGame]) {
    if changed.is_empty() {
        return text.push_str("\nNo answer changed.\n");
    }
    let _ = writeln!(
        text,
        "\n{} changed:\n",
        count(changed.len() as u64, "answer")
    );
    for change in changed.iter().take(LISTED) {
        let [before, now] = [0, 1].map(|run| match change.delta[run] {
            Some(delta) => delta.signed(),
            None => change.outcome[run].map_or("–", Outcome::name).to_owned(),
        });
        let [map_before, map_now] = change
            .map_diff
            .map(|points| points.map_or("–".to_owned(), |points| points.to_string()));
        let effect = match change.effect() {
            Ordering::Less => "broken",
            Ordering::Equal => "changed",
            Ordering::Greater => "fixed",
        };
        let _ = writeln!(
            text,
            "{effect:<9}{}  {}: error {before} -> {now}, \
             differing points {map_before} -> {map_now}",
            clean(&change.game),
            clean(&change.strategy)
        );
    }
    if changed.len() > LISTED {
        let _ = writeln!(
            text,
            "… and {} more: --format json lists all",
            changed.len() - LISTED
        );
    }
}
