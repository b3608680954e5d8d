//! The mismatches of a strategy as text for a terminal.

use std::fmt::Write as _;

use super::text::{Style, clean};
use crate::compare::SavedRow;
use crate::territory;

/// Returns a line for each mismatch of `strategy` in `rows`, those of `mismatches.csv`: its error, its category, and
/// the command that shows it.
#[must_use]
pub fn mismatches_text(rows: &[SavedRow], strategy: &str, style: Style) -> String {
    let mut text = format!("{}\n", style.bold("  delta  points  category          command"));
    let mut found = 0;
    for row in rows.iter().filter(|row| row.strategy == strategy) {
        found += 1;
        let delta = row.delta.map_or_else(|| "–".to_owned(), |delta| delta.to_string());
        let points = row.map_diff.map_or_else(|| "–".to_owned(), |points| points.to_string());
        let about = if row.margin.is_none() { "no_answer" } else { &row.category };
        let _ = writeln!(text, "{delta:>7} {points:>7}  {about:<16}  {}", clean(&command(row)));
    }
    if found == 0 {
        return format!("{strategy} has no mismatches.\n");
    }
    text.push_str(
        "\ndelta: its margin minus the label's; points: on which the maps differ;\ncategory: see seichi list categories\n",
    );
    text
}

/// Returns the command that shows the game with this strategy only, next to the label: other strategies may differ on
/// every point. The command of an external scorer is unchanged: the
/// strategies beside it give the reasons.
fn command(row: &SavedRow) -> String {
    const START: &str = "seichi explain ";
    match row.explain.strip_prefix(START).filter(|_| territory::strategy(&row.strategy).is_some()) {
        Some(rest) => format!("{START}-s {} {rest}", row.strategy),
        None => row.explain.clone(),
    }
}
