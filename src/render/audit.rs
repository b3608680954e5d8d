//! The audit of an archive as text, CSV and JSON.

use std::fmt::Write as _;

use crate::compare::{Audit, AuditRow, Doubt};
use crate::text::{Style, clean, count, fold, percent};

/// The number of suspects of a kind that the text lists.
const SHOWN: usize = 20;

/// Returns the suspects, by kind: the recorded and the counted result, the game, and below them the reason.
#[must_use]
pub(crate) fn audit_text(rows: &[&AuditRow], style: Style) -> String {
    let mut text = String::new();
    for doubt in Doubt::ALL {
        let own: Vec<&&AuditRow> = rows.iter().filter(|row| row.doubt == Some(doubt)).collect();
        if own.is_empty() {
            continue;
        }
        let right = doubt.right().map(|right| format!("; {} of such verdicts were right", percent(right)));
        let games = count(own.len() as u64, "game");
        let heading = format!("{} ({games}{}):", doubt.heading(), right.unwrap_or_default());
        let _ = writeln!(text, "{}", style.bold(fold(&heading).trim_end()));
        for row in own.iter().take(SHOWN) {
            let recorded: String = row.recorded.chars().take(10).collect();
            let _ = writeln!(text, "{:<10} {:<10} {}", clean(&recorded), row.counted, clean(&row.game));
            text += &fold(&format!("    {}\n", clean(&description(row))));
        }
        if own.len() > SHOWN {
            let _ = writeln!(text, "and {} more: see --format csv", own.len() - SHOWN);
        }
        text.push('\n');
    }
    if text.is_empty() { text } else { format!("{}\n{text}", style.bold("recorded   counted    game")) }
}

/// Returns the players and the date of a game, and why its result may be wrong.
fn description(row: &AuditRow) -> String {
    let players = format!("{} – {}", row.black, row.white);
    let parts = [if players == " – " { "" } else { &players }, &row.date, &row.why];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

/// Returns the number of games by verdict.
#[must_use]
pub(crate) fn audit_census(audit: &Audit) -> String {
    let (verdicts, duplicates) = audit.census();
    let parts: Vec<String> = verdicts.iter().map(|(verdict, games)| format!("{verdict} {games}")).collect();
    let games = count(audit.rows.len() as u64, "game");
    fold(&format!("{games}: {}; {}\n", parts.join(", "), count(duplicates, "duplicate")))
}

/// Returns the rows as CSV.
///
/// # Panics
/// Never: memory takes every byte.
#[must_use]
pub(crate) fn audit_csv(rows: &[&AuditRow]) -> String {
    let mut csv = csv::Writer::from_writer(Vec::new());
    for row in rows {
        csv.serialize(row).expect("memory takes every byte");
    }
    String::from_utf8(csv.into_inner().expect("memory takes every byte")).expect("fields are text")
}
