//! The file of `--plan`: sets of games. Its keys are the flags of a set, and clap parses their values like flags.

use std::path::Path;

use anyhow::{Context, anyhow};
use clap::{Args, Command, FromArgMatches};
use toml::de::{DeTable, DeValue};

use super::game::PlannedGame;
use super::set::{GameSet, plan};

/// The key of the list of sets.
const SETS: &str = "set";

/// The words that set one key.
struct Entry {
    key: String,
    words: Vec<String>,
}

/// An error in a plan, and its byte.
type PlanError = (usize, String);

/// Returns the games of a plan.
///
/// # Errors
/// If the file can't be read, or is not a plan.
pub(super) fn games(path: &Path) -> anyhow::Result<Vec<PlannedGame>> {
    let name = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("failed to read the plan {name}"))?;
    let line = |byte: usize| 1 + text.bytes().take(byte).filter(|&byte| byte == b'\n').count();
    planned(&text).map_err(|(byte, why)| anyhow!("{name}:{}: {why}", line(byte)))
}

fn planned(text: &str) -> Result<Vec<PlannedGame>, PlanError> {
    let file = DeTable::parse(text).map_err(|error| {
        (error.span().map_or(0, |span| span.start), error.message().lines().next().unwrap_or_default().to_owned())
    })?;
    let mut file = file.into_inner();
    let sets = file.remove(SETS).ok_or((0, "no games: a plan has sets of games, [[set]]".to_owned()))?;
    let no_set = |byte: usize| (byte, "a set is a table: [[set]]".to_owned());
    let DeValue::Array(list) = sets.get_ref() else { return Err(no_set(sets.span().start)) };
    let common = entries(&file)?;
    let (mut bytes, mut sets) = (Vec::new(), Vec::new());
    for set in list {
        let byte = set.span().start;
        let DeValue::Table(table) = set.get_ref() else { return Err(no_set(byte)) };
        let own = entries(table)?;
        let is_left = |entry: &&Entry| !own.iter().any(|own| replaces(&own.key, &entry.key));
        let words = common.iter().filter(is_left).chain(&own).flat_map(|entry| &entry.words);
        sets.push(parsed(words).map_err(|why| (byte, why))?);
        bytes.push(byte);
    }
    plan(&sets).map_err(|(number, why)| (bytes[number - 1], why))
}

/// Returns the entries of a table.
fn entries(table: &DeTable<'_>) -> Result<Vec<Entry>, PlanError> {
    let mut entries = Vec::with_capacity(table.len());
    for (key, value) in table {
        let values = match value.get_ref() {
            DeValue::Array(list) => list.iter().map(|value| text(value.get_ref())).collect::<Option<Vec<_>>>(),
            one => text(one).map(|text| vec![text]),
        };
        let key_name = key.get_ref();
        let values = values
            .ok_or_else(|| (key.span().start, format!("{key_name} takes strings or numbers, and lists of them")))?;
        let words = values.iter().map(|value| format!("--{key_name}={value}")).collect();
        entries.push(Entry { key: key_name.to_string(), words });
    }
    Ok(entries)
}

/// Returns a string or a number as the text of a flag, with integers in decimal.
fn text(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => Some(i128::from_str_radix(number.as_str(), number.radix()).ok()?.to_string()),
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        _ => None,
    }
}

/// Returns whether a key of a set replaces one at the top: the same key, or another key that names the players'
/// engines.
fn replaces(own: &str, common: &str) -> bool {
    let is_side = |key: &str| key == "black" || key == "white";
    own == common || own == "engine" && is_side(common) || common == "engine" && is_side(own)
}

/// Parses the words of a set.
fn parsed<'a>(words: impl Iterator<Item = &'a String>) -> Result<GameSet, String> {
    let command = GameSet::augment_args(Command::new("plan").no_binary_name(true).disable_help_flag(true));
    let set = command.try_get_matches_from(words).and_then(|matches| GameSet::from_arg_matches(&matches));
    set.map_err(|error| {
        let text = error.to_string();
        let lines = text.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
        let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
        lines.join(" ").trim_start_matches("error: ").to_owned()
    })
}
