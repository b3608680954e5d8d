//! A census of games, as `seichi inspect` prints it, and lists of names, as `seichi list` prints
//! them.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;
use serde_json::{Value, json};

use crate::text::{Style, clean, fold};

/// The numbers of games with certain properties.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Census {
    /// The number of games.
    pub(crate) games: u64,
    /// The number of games that an evaluation would count.
    pub(crate) evaluated: u64,
    /// The number of games with each value, for each table.
    #[serde(flatten)]
    pub(crate) tables: BTreeMap<&'static str, BTreeMap<String, u64>>,
}

impl Census {
    /// Counts a game in a table.
    pub(crate) fn count(&mut self, table: &'static str, key: String) {
        *self
            .tables
            .entry(table)
            .or_default()
            .entry(key)
            .or_default() += 1;
    }

    /// Returns the numbers as text. `advice` is below the first line, and the most frequent values
    /// of each table come first.
    pub(crate) fn text(&self, advice: &[String], style: Style) -> String {
        let skipped = self.games - self.evaluated;
        let mut text = format!(
            "{} games, {} to be evaluated, {skipped} to be skipped\n",
            self.games, self.evaluated
        );
        for line in advice {
            text += &fold(&format!("{line}\n"));
        }
        for (table, rows) in &self.tables {
            let _ = writeln!(text, "\n{}", style.bold(&table.replace('_', " ")));
            let mut rows: Vec<_> = rows.iter().collect();
            rows.sort_by_key(|&(key, &count)| (Reverse(count), key));
            for (key, count) in rows {
                let _ = writeln!(text, "{count:>9}  {}", clean(key));
            }
        }
        text
    }

    /// Returns the numbers as JSON.
    pub(crate) fn json(&self) -> Value {
        json!(self)
    }
}

/// Returns names with their meanings, one per line.
pub(crate) fn list_text(rows: &[(&str, String)]) -> String {
    let width = rows
        .iter()
        .map(|(name, _)| name.len())
        .max()
        .unwrap_or_default();
    let mut text = String::new();
    for (name, meaning) in rows {
        let _ = writeln!(text, "{name:<width$}  {meaning}");
    }
    text
}
