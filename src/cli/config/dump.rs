//! `--dump-config`: prints the settings and their sources.

use std::fmt::Write;

use anyhow::Context;

use super::plan::{Assignment, Plan, PlannedSetting, SourcedValue};
use super::setting::{Setting, Shape, Value};

/// Returns `plan` as a configuration file that gives the same plan.
pub(super) fn toml(command: &str, plan: &Plan) -> anyhow::Result<String> {
    let lines: Vec<(String, &str)> = plan.settings.iter().map(line).collect::<Result<_, _>>()?;
    let width = lines.iter().filter(|(_, source)| !source.is_empty()).map(|(line, _)| line.chars().count()).max();
    let width = width.unwrap_or_default().min(40);
    let mut text = match lines.len() {
        0 => format!("# {command} has no settings\n"),
        _ => format!("# the settings of {command}\n"),
    };
    for (line, source) in &lines {
        // writing to a string can't fail
        let _ = if source.is_empty() { writeln!(text, "{line}") } else { writeln!(text, "{line:<width$}  # {source}") };
    }
    Ok(text)
}

/// Returns the key and the configuration line of every setting of `plan`, formatted as in [`toml`].
pub(super) fn lines(plan: &Plan) -> Vec<(String, String)> {
    let text = |planned| line(planned).map_or_else(|error| error.to_string(), |(line, _)| line);
    plan.settings.iter().map(|planned| (planned.setting.key.clone(), text(planned))).collect()
}

/// Returns the line of a setting, and its source. A setting without a value is a comment, since TOML has no null.
fn line(planned: &PlannedSetting) -> anyhow::Result<(String, &str)> {
    let PlannedSetting { setting, assignment, .. } = planned;
    let key = &setting.key;
    let default = setting.default();
    let (value, source) = match (assignment, &default) {
        (Assignment::CommandLine(value), _) => (value, if setting.is_positional() { "argument" } else { "flag" }),
        (Assignment::Layer(SourcedValue { value, source, .. }), _) => (value, source.as_str()),
        (Assignment::Default, Some(value)) => (value, "default"),
        (Assignment::Default, None) => return Ok((format!("# {key} is not set"), "")),
        (Assignment::Excluded(other), _) => return Ok((format!("# {key} is not set: {other} is"), "")),
    };
    Ok((format!("{key} = {}", written(setting, value)?), source))
}

fn written(setting: &Setting, value: &Value) -> anyhow::Result<String> {
    let words = match value {
        Value::Switch(on) => return Ok(on.to_string()),
        Value::Words(words) => words,
    };
    let word = |word: &std::ffi::OsString| {
        let text = word.to_str().with_context(|| {
            format!("{} {}: TOML has no way to write what is not UTF-8", setting.key, word.display())
        })?;
        Ok(if setting.shape() == Shape::Number { number(text) } else { quoted(text) })
    };
    let words: Vec<String> = words.iter().map(word).collect::<anyhow::Result<_>>()?;
    Ok(if setting.is_list() { format!("[{}]", words.join(", ")) } else { words.concat() })
}

/// Returns `text` as a TOML string on one line. JSON strings are valid TOML, but for U+007F, which TOML requires
/// escaped.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007F")
}

/// Returns a number as TOML writes it: flags also accept forms such as `007`, which TOML does not.
fn number(text: &str) -> String {
    let whole = text.parse::<i128>().map(|number| number.to_string());
    whole.or_else(|_| text.parse::<f64>().map(|number| format!("{number:?}").to_lowercase())).unwrap_or(text.to_owned())
}
