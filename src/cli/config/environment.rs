//! Settings from the environment: `SEICHI_MIN_GAMES` is `--min-games`.
//!
//! A variable with this prefix that names no flag of any command is an error, because a misspelt one would be ignored in
//! silence. An empty variable counts as not set.

use std::ffi::{OsStr, OsString};

use anyhow::{anyhow, bail};

use super::plan::{Layer, SourcedValue};
use super::setting::{Setting, Shape, Value, read_for};
use crate::cli::named::most_similar;

/// The prefix of all variables.
const PREFIX: &str = "SEICHI_";

/// The variables of the flags that choose the configuration, which are no settings themselves.
const CONFIGURATION: [&str; 3] = ["SEICHI_CONFIG", "SEICHI_PROFILE", "SEICHI_DUMP_CONFIG"];

/// Returns the value of a variable that is set and not empty.
pub(super) fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

/// Checks that every variable with the prefix names a setting of some command.
pub(super) fn check_names(known: &[Setting]) -> anyhow::Result<()> {
    let mut names: Vec<String> = known.iter().filter_map(Setting::variable).collect();
    names.extend(CONFIGURATION.map(str::to_owned));
    for (name, value) in std::env::vars_os() {
        let name = name.to_string_lossy();
        if name.starts_with(PREFIX) && !value.is_empty() && names.iter().all(|known| *known != name) {
            match most_similar(&name, &names) {
                Some(similar) => bail!("{name} is the variable of no flag: did you mean {similar}?"),
                None => bail!("{name} is the variable of no flag: seichi eval --help lists the flags"),
            }
        }
    }
    Ok(())
}

/// Returns the settings of a command that the environment gives.
pub(super) fn layer(mine: &[Setting], known: &[Setting]) -> anyhow::Result<Layer> {
    let mut layer = Layer::new();
    for setting in mine {
        let Some(name) = setting.variable() else { continue };
        let Some(text) = variable(&name) else { continue };
        let value = read_for(Some(setting), known, &setting.key, |setting| read(setting, &text));
        if let Some(value) = value.map_err(|error| anyhow!("{name} {error}"))? {
            layer.insert(
                setting.key.clone(),
                SourcedValue { value, source: name.clone(), location: name, refusal: None },
            );
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
