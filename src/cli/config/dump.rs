//! `--dump-config`: what is set, and where.

use std::fmt::Write;

use anyhow::Context;

use super::plan::{Plan, Planned, Said, State};
use super::setting::{Setting, Shape, Value};

/// A plan as a configuration file, which makes the same plan.
pub(super) fn toml(command: &str, plan: &Plan) -> anyhow::Result<String> {
    let lines: Vec<(String, &str)> = plan.settings.iter().map(line).collect::<Result<_, _>>()?;
    let width = lines.iter().filter(|(_, origin)| !origin.is_empty()).map(|(line, _)| line.chars().count()).max();
    let width = width.unwrap_or_default().min(40);
    let mut text = match lines.len() {
        0 => format!("# {command} has no settings\n"),
        _ => format!("# the settings of {command}\n"),
    };
    for (line, origin) in &lines {
        // to a string one can always write
        let _ = if origin.is_empty() { writeln!(text, "{line}") } else { writeln!(text, "{line:<width$}  # {origin}") };
    }
    Ok(text)
}

/// What a plan sets, by key: a line each, as [`toml`] has it.
pub(super) fn lines(plan: &Plan) -> Vec<(String, String)> {
    let text = |planned| line(planned).map_or_else(|error| error.to_string(), |(line, _)| line);
    plan.settings.iter().map(|planned| (planned.setting.key.clone(), text(planned))).collect()
}

/// A line, and where it comes from. What nobody sets is a comment, for TOML has no word for nothing.
fn line(planned: &Planned) -> anyhow::Result<(String, &str)> {
    let Planned { setting, state } = planned;
    let key = &setting.key;
    let default = setting.default();
    let (value, origin) = match (state, &default) {
        (State::Given(value), _) => (value, if setting.is_positional() { "argument" } else { "flag" }),
        (State::Said(Said { value, origin, .. }), _) => (value, origin.as_str()),
        (State::Default, Some(value)) => (value, "default"),
        (State::Default, None) => return Ok((format!("# {key} is not set"), "")),
        (State::Excluded(other), _) => return Ok((format!("# {key} is not set: {other} is"), "")),
    };
    Ok((format!("{key} = {}", written(setting, value)?), origin))
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

/// A string as TOML writes it, on one line. JSON does so too, but for one character that TOML has no place for.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007F")
}

/// A number as TOML writes it: flags take `007`, too.
fn number(text: &str) -> String {
    let whole = text.parse::<i128>().map(|number| number.to_string());
    whole.or_else(|_| text.parse::<f64>().map(|number| format!("{number:?}").to_lowercase())).unwrap_or(text.to_owned())
}
