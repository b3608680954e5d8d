//! A baseline as text for a terminal.

use std::fmt::Write as _;

use crate::compare::{Baseline, StrategyCounts};

/// Returns a table of the strategies of a baseline.
pub(super) fn baseline_text(baseline: &Baseline) -> String {
    let mut text = format!("{:<24}{:>7}{:>7}{:>7}{:>12}\n", "strategy", "games", "exact", "maps", "mismatches");
    for (name, known) in &baseline.strategies {
        let listed = baseline.mismatches.keys().filter(|(_, strategy)| strategy == name).count();
        let StrategyCounts { games, exact, maps_exact, .. } = known;
        let _ = writeln!(text, "{name:<24}{games:>7}{exact:>7}{maps_exact:>7}{listed:>12}");
    }
    text + &format!("\n{} games, {} evaluated\n{}\n", baseline.games, baseline.evaluated, baseline.signature)
}
