//! The audit of an archive as text and CSV.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::compare::{Audit, AuditRow, Field, Suspicion};
use crate::skip::Reason;
use crate::stats::wilson;
use crate::text::{Style, clean, count, fold, interval, percent};

/// Lists the suspects, but only the first `most` of each kind that is not certain. For each
/// suspect, one line has the recorded result, the counted result and the game. The reason is below
/// it.
pub(crate) fn audit_text(rows: &[&AuditRow], most: usize, style: Style) -> String {
    let mut text = String::new();
    for &suspicion in Suspicion::ALL {
        let own: Vec<&&AuditRow> = rows
            .iter()
            .filter(|row| row.suspicion() == Some(suspicion))
            .collect();
        if own.is_empty() {
            continue;
        }
        let games = count(own.len() as u64, "game");
        let heading = format!("{} ({games}{}):", suspicion.heading(), trial(suspicion));
        let _ = writeln!(text, "{}", style.bold(fold(&heading).trim_end()));
        let most = if suspicion.is_certain() {
            own.len()
        } else {
            most
        };
        for row in own.iter().take(most) {
            let recorded: String = row.game.recorded.chars().take(10).collect();
            let _ = writeln!(
                text,
                "{:<10} {:<10} {}",
                clean(&recorded),
                row.game.counted_result(),
                clean(&row.game.name)
            );
            text += &fold(&format!("    {}\n", clean(&description(row))));
        }
        if own.len() > most {
            let _ = writeln!(text, "and {} more: see --format csv", own.len() - most);
            text += &groups(&own);
        }
        text.push('\n');
    }
    if let Some(row) = rows
        .iter()
        .find(|row| row.suspicion().is_some() && !row.game.explain.is_empty())
    {
        let [game, command] = [&row.game.name, &row.game.explain].map(|text| clean(text));
        let _ = writeln!(text, "To see {game}:\n    {command}\n");
    }
    if text.is_empty() {
        text
    } else {
        format!("{}\n{text}", style.bold("recorded   counted    game"))
    }
}

/// Returns the share of planted errors among verdicts of this kind, if a trial measured it.
fn trial(suspicion: Suspicion) -> String {
    match suspicion.planted() {
        None => String::new(),
        Some([planted, all]) if all < FEW => {
            format!("; in a trial, {planted} of {all} were right")
        }
        Some([planted, all]) => format!(
            "; in a trial, {} ({}) were right",
            percent(f64::from(planted) / f64::from(all)),
            interval(wilson(planted.into(), all.into()))
        ),
    }
}

/// The number of verdicts below which a share is not given as a percentage.
const FEW: u32 = 50;

/// The maximum number of groups of suspects that the text lists.
const MOST_GROUPS: usize = 5;

/// Returns the largest groups of suspects with the same cause in the same folder.
fn groups(rows: &[&&AuditRow]) -> String {
    let mut groups: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    for row in rows {
        let folder = row
            .game
            .name
            .rsplit_once('/')
            .map_or("", |(folder, _)| folder);
        let cause = match (row.game.skipped, row.field()) {
            (Some(Reason::NoKomi), _) => "no komi is recorded: give --komi",
            (Some(Reason::UnknownRules), _) => "the rules are unclear: give --rules auto,NAME",
            (Some(reason), _) => reason.name(),
            (None, field) => field.map_or("the field is unclear", Field::name),
        };
        *groups.entry((cause, folder)).or_default() += 1;
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|&(_, games)| Reverse(games));
    let mut text = String::new();
    for ((cause, folder), games) in groups.into_iter().take(MOST_GROUPS) {
        let folder = if folder.is_empty() { "." } else { folder };
        text += &fold(&format!("    {games} in {}: {cause}\n", clean(folder)));
    }
    text
}

/// Returns the players and the date of a game, the wrong field, and the reason.
fn description(row: &AuditRow) -> String {
    let players = row.game.players.join(" – ");
    let why = match row.field() {
        Some(field) => format!("{}: {}", field.name(), row.why()),
        None => row.why().to_owned(),
    };
    let parts = [
        if players == " – " { "" } else { &players },
        &row.game.date,
        &why,
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
        let unchecked: u64 = reasons.values().sum();
        let _ = writeln!(
            text,
            "The result was not checked in {unchecked} of {games}: {}",
            by_name(&reasons)
        );
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
/// Never, because writing to memory can't fail.
pub fn audit_csv(rows: &[&AuditRow]) -> String {
    let mut csv = csv::Writer::from_writer(Vec::new());
    for row in rows {
        csv.serialize(row).expect("memory takes every byte");
    }
    String::from_utf8(csv.into_inner().expect("memory takes every byte")).expect("fields are text")
}
