//! The mismatches of a strategy as text for a terminal.

use std::cmp::Reverse;
use std::fmt::Write as _;

use crate::compare::{Mismatch, SavedRow};
use crate::labels::LabelCheck;
use crate::report::Style;
use crate::report::text::clean;
use crate::territory;

/// Returns a line for each mismatch of `strategy` in `rows`, the rows of `mismatches.csv`: its error, its category, and
/// the command that shows it. The most severe mismatches come first, but labels that contradict themselves come last.
#[must_use]
pub fn mismatches_text(rows: &[SavedRow], strategy: &str, style: Style) -> String {
    let mut text = format!("{}\n", style.bold("  delta  points  category          command"));
    let mut own: Vec<&SavedRow> = rows.iter().filter(|row| row.strategy == strategy).collect();
    if own.is_empty() {
        return format!("{strategy} has no mismatches.\n");
    }
    // the sort is stable: games with equal mismatches stay sorted by name
    let contradicts = |row: &SavedRow| row.label_check == LabelCheck::Inconsistent.name();
    own.sort_by_key(|row| (contradicts(row), Reverse(Mismatch::of(row).map(|mismatch| mismatch.severity()))));
    for row in own {
        let delta = row.delta.map_or_else(|| "–".to_owned(), |delta| delta.to_string());
        let points = row.map_diff.map_or_else(|| "–".to_owned(), |points| points.to_string());
        let fits = row.flags.split(';').find_map(|flag| flag.strip_prefix("fits_if="));
        let fits = fits.map(|words| format!("  # fits if {words}")).unwrap_or_default();
        let _ =
            writeln!(text, "{delta:>7} {points:>7}  {:<16}  {}{}", row.category, clean(&command(row)), clean(&fits));
    }
    text.push_str(
        "\ndelta: its margin minus the label's; points: where the maps differ;\ncategory: see seichi list categories\n",
    );
    text
}

/// Returns the command that shows the game with only this strategy next to the label, because other strategies may
/// differ on every point. The command of an external scorer is unchanged, because the strategies next to it give the
/// reasons.
fn command(row: &SavedRow) -> String {
    const START: &str = "seichi explain ";
    let Some(rest) = row.explain.strip_prefix(START).filter(|_| territory::strategy(&row.strategy).is_some()) else {
        return row.explain.clone();
    };
    // the strategies of the run, if its command line named any
    let rest = rest.strip_prefix("-s ").and_then(|rest| rest.split_once(' ')).map_or(rest, |(_, rest)| rest);
    format!("{START}-s {} {rest}", row.strategy)
}
