//! A baseline as text for a terminal, and the changes if a run is accepted.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::compare::{Baseline, Change, Mismatch, StrategyCounts};

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

/// Returns a line for each value or mismatch that differs between two baselines: it begins with `-`, `+` or `~`. A changed
/// value of the header takes two lines. `changes` has the changed mismatches.
#[must_use]
pub fn baseline_difference(old: &Baseline, new: &Baseline, changes: &[Change]) -> String {
    let mut text = String::new();
    for (name, old, new) in [
        ("version", &old.version, &new.version),
        ("signature", &old.signature, &new.signature),
        ("corpus", &old.corpus, &new.corpus),
        ("games", &old.games.to_string(), &new.games.to_string()),
        ("evaluated", &old.evaluated.to_string(), &new.evaluated.to_string()),
    ] {
        if old != new {
            let _ = writeln!(text, "- {name} {old}\n+ {name} {new}");
        }
    }
    for name in old.strategies.keys().chain(new.strategies.keys()).collect::<BTreeSet<_>>() {
        let counts =
            |known: &StrategyCounts| format!("{} games, {} exact, {} maps", known.games, known.exact, known.maps_exact);
        line(&mut text, name, [old, new].map(|baseline| baseline.strategies.get(name).map(counts)));
    }
    for Change { game, strategy, before, now, .. } in changes {
        line(&mut text, &format!("{game} {strategy}"), [before, now].map(|one| one.as_ref().map(Mismatch::words)));
    }
    text
}

/// Writes the line of an item if it was removed, added or changed.
fn line(text: &mut String, name: &str, [old, new]: [Option<String>; 2]) {
    let _ = match (old, new) {
        (Some(old), None) => writeln!(text, "- {name}: {old}"),
        (None, Some(new)) => writeln!(text, "+ {name}: {new}"),
        (Some(old), Some(new)) if old != new => writeln!(text, "~ {name}: {old} -> {new}"),
        _ => Ok(()),
    };
}
