//! A baseline as text for a terminal, and the changes if a run is accepted.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::compare::{Baseline, StrategyCounts};

/// Returns a table of the strategies of a baseline.
#[must_use]
pub fn baseline_text(baseline: &Baseline) -> String {
    let mut text = format!("{:<24}{:>7}{:>7}{:>7}{:>12}\n", "strategy", "games", "exact", "maps", "mismatches");
    for (name, known) in &baseline.strategies {
        let listed = baseline.mismatches.keys().filter(|(_, strategy)| strategy == name).count();
        let StrategyCounts { games, exact, maps_exact, .. } = known;
        let _ = writeln!(text, "{name:<24}{games:>7}{exact:>7}{maps_exact:>7}{listed:>12}");
    }
    text + &format!("\n{} games, {} evaluated\n{}\n", baseline.games, baseline.evaluated, baseline.signature)
}

/// Returns the lines that only one of two baselines has: with `-` if only the old baseline has the line, and with `+`
/// if only the new baseline has it.
#[must_use]
pub fn baseline_difference(old: &Baseline, new: &Baseline) -> String {
    let texts = [old, new].map(Baseline::to_text);
    let [old, new] = texts.each_ref().map(|text| text.lines().collect::<BTreeSet<_>>());
    // sorted, so the two lines of a changed value or mismatch follow each other
    let differing = old.symmetric_difference(&new);
    differing.fold(String::new(), |text, line| text + if old.contains(line) { "- " } else { "+ " } + line + "\n")
}
