//! Settings from the environment: `SEICHI_MIN_GAMES` is `--min-games`.
//!
//! Other variables with this prefix are ignored, because they may belong to another program. An empty variable counts
//! as not set.

use std::ffi::{OsStr, OsString};

use anyhow::anyhow;

use super::plan::{Layer, SourcedValue};
use super::setting::{Setting, Shape, Value, read_for};

/// Returns the value of a variable that is set and not empty.
pub(super) fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

/// Returns the settings of a command that the environment gives.
pub(super) fn layer(mine: &[Setting], known: &[Setting]) -> anyhow::Result<Layer> {
    let mut layer = Layer::new();
    for setting in mine {
        let Some(name) = setting.variable() else { continue };
        let Some(text) = variable(&name) else { continue };
        let value = read_for(Some(setting), known, &setting.key, |setting| read(setting, &text));
        if let Some(value) = value.map_err(|error| anyhow!("{name} {error}"))? {
            layer.insert(setting.key.clone(), SourcedValue { value, source: name.clone(), location: name });
        }
    }
    Ok(layer)
}

fn read(setting: &Setting, text: &OsStr) -> Result<Value, String> {
    if setting.shape() == Shape::Switch {
        return switch(text).map(Value::Switch);
    }
    let words = if setting.is_list() { split(text) } else { vec![text.to_owned()] };
    words.iter().try_for_each(|word| setting.check(word))?;
    Ok(Value::Words(words))
}

/// Parses the value of a flag that takes none on the command line: true or false.
pub(super) fn switch(text: &OsStr) -> Result<bool, String> {
    match text.to_string_lossy().to_lowercase().as_str() {
        "1" | "true" | "yes" | "on" => Ok(true),
        "0" | "false" | "no" | "off" => Ok(false),
        other => Err(format!("takes true or false, not {other}")),
    }
}

/// Splits the values of a repeatable flag: one a line if there are several lines, otherwise at commas outside braces,
/// since globs have commas in braces.
fn split(text: &OsStr) -> Vec<OsString> {
    let Some(text) = text.to_str() else { return vec![text.to_owned()] };
    let mut depth = 0_u32;
    let at_comma = |c: char| {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    };
    let values: Vec<&str> = if text.contains('\n') { text.lines().collect() } else { text.split(at_comma).collect() };
    values.into_iter().map(str::trim).filter(|value| !value.is_empty()).map(OsString::from).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn lists_are_split_at_commas_or_lines() {
        for (text, values) in [
            ("linked", vec!["linked"]),
            ("linked, grey,", vec!["linked", "grey"]),
            ("*.{sgf,SGF},b", vec!["*.{sgf,SGF}", "b"]),
            ("a,b\nc\n", vec!["a,b", "c"]),
            (",", vec![]),
            ("}a,b", vec!["}a", "b"]),
        ] {
            assert_eq!(super::split(text.as_ref()), values, "{text:?}");
        }
    }
}
