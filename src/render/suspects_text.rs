//! The audit of an archive as text, CSV and JSON.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::compare::{Audit, AuditRow, Doubt};
use crate::text::{Style, clean, count, fold, percent};

/// Returns at most `most` suspects of each kind: the recorded and the counted result, the game, and
/// below them the reason.
pub(crate) fn audit_text(rows: &[&AuditRow], most: usize, style: Style) -> String {
    let mut text = String::new();
    for &doubt in Doubt::ALL {
        let own: Vec<&&AuditRow> = rows
            .iter()
            .filter(|row| row.doubt() == Some(doubt))
            .collect();
        if own.is_empty() {
            continue;
        }
        let right = doubt
            .right()
            .map(|right| format!("; {} were right in a trial", percent(right)));
        let games = count(own.len() as u64, "game");
        let heading = format!(
            "{} ({games}{}):",
            doubt.heading(),
            right.unwrap_or_default()
        );
        let _ = writeln!(text, "{}", style.bold(fold(&heading).trim_end()));
        for row in own.iter().take(most) {
            let recorded: String = row.recorded.chars().take(10).collect();
            let _ = writeln!(
                text,
                "{:<10} {:<10} {}",
                clean(&recorded),
                row.counted,
                clean(&row.game)
            );
            text += &fold(&format!("    {}\n", clean(&description(row))));
        }
        if own.len() > most {
            let _ = writeln!(text, "and {} more: see --format csv", own.len() - most);
        }
        text.push('\n');
    }
    if let Some(row) = rows
        .iter()
        .find(|row| row.doubt().is_some() && !row.explain.is_empty())
    {
        let _ = writeln!(
            text,
            "To see the first of these games:\n    {}\n",
            clean(&row.explain)
        );
    }
    if text.is_empty() {
        text
    } else {
        format!("{}\n{text}", style.bold("recorded   counted    game"))
    }
}

/// Returns the players and the date of a game, and why its result may be wrong.
fn description(row: &AuditRow) -> String {
    let players = format!("{} – {}", row.black, row.white);
    let parts = [
        if players == " – " { "" } else { &players },
        &row.date,
        &row.why,
    ];
    parts
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(", ")
}

/// Returns the number of games for each verdict, and the number of uncounted games for each reason.
pub(crate) fn audit_census(audit: &Audit) -> String {
    let (verdicts, duplicates) = audit.census();
    let games = count(audit.rows.len() as u64, "game");
    let mut text = format!(
        "{games}: {}; {}\n",
        by_name(&verdicts),
        count(duplicates, "duplicate")
    );
    let reasons = audit.reasons();
    if !reasons.is_empty() {
        let _ = writeln!(text, "not counted: {}", by_name(&reasons));
    }
    text.lines()
        .map(|line| fold(&format!("{line}\n")))
        .collect()
}

fn by_name(numbers: &BTreeMap<&str, u64>) -> String {
    numbers
        .iter()
        .map(|(name, games)| format!("{name} {games}"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Returns the rows as CSV.
///
/// # Panics
/// Never: memory takes every byte.
#[must_use]
pub fn audit_csv(rows: &[&AuditRow]) -> String {
    let mut csv = csv::Writer::from_writer(Vec::new());
    for row in rows {
        csv.serialize(row).expect("memory takes every byte");
    }
    String::from_utf8(csv.into_inner().expect("memory takes every byte")).expect("fields are text")
}
