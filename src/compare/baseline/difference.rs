//! The difference of two baselines, as a person reviews it.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::{Baseline, Mismatch, StrategyCounts};

/// The changes that accepting a run would make to its baseline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaselineDifference {
    /// One line for each value or mismatch that differs; empty if nothing does. A changed value of the header takes two
    /// lines.
    pub text: String,
    /// The number of mismatches that are not yet known.
    pub added: u64,
    /// The number of known mismatches that no longer occur.
    pub gone: u64,
    /// The number of known mismatches that differ now.
    pub changed: u64,
}

impl Baseline {
    /// Returns the changes from `self` to the baseline `new`, as lines that begin with `-`, `+` or `~`.
    #[must_use]
    pub fn difference(&self, new: &Self) -> BaselineDifference {
        let mut text = String::new();
        let mut header = |name: &str, old: &str, new: &str| {
            if old != new {
                let _ = writeln!(text, "- {name} {old}\n+ {name} {new}");
            }
        };
        header("version", &self.version, &new.version);
        header("signature", &self.signature, &new.signature);
        header("corpus", &self.corpus, &new.corpus);
        header("games", &self.games.to_string(), &new.games.to_string());
        header("evaluated", &self.evaluated.to_string(), &new.evaluated.to_string());
        let names: BTreeSet<&String> = self.strategies.keys().chain(new.strategies.keys()).collect();
        for name in names {
            let counts = |known: &StrategyCounts| {
                format!("{} games, {} exact, {} maps", known.games, known.exact, known.maps_exact)
            };
            let texts = [self, new].map(|baseline| baseline.strategies.get(name).map(counts));
            line(&mut text, name, texts);
        }
        let keys: BTreeSet<&(String, String)> = self.mismatches.keys().chain(new.mismatches.keys()).collect();
        let (mut added, mut gone, mut changed) = (0, 0, 0);
        for key in keys {
            let pair = [self, new].map(|baseline| baseline.mismatches.get(key));
            match pair {
                [None, Some(_)] => added += 1,
                [Some(_), None] => gone += 1,
                [before, now] => changed += u64::from(before != now),
            }
            line(&mut text, &format!("{} {}", key.0, key.1), pair.map(|mismatch| mismatch.map(Mismatch::words)));
        }
        BaselineDifference { text, added, gone, changed }
    }
}

/// Writes the line of an item that was removed, added or changed, if it was.
fn line(text: &mut String, name: &str, [old, new]: [Option<String>; 2]) {
    let _ = match (old, new) {
        (Some(old), None) => writeln!(text, "- {name}: {old}"),
        (None, Some(new)) => writeln!(text, "+ {name}: {new}"),
        (Some(old), Some(new)) if old != new => writeln!(text, "~ {name}: {old} -> {new}"),
        _ => Ok(()),
    };
}
