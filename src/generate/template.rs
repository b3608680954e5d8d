//! Fills in placeholders such as `{seed}` in commands and names.

use crate::board::Color;
use crate::rules::{Points, Rules};

/// The placeholders that may stand in braces in commands and names.
pub const PLACEHOLDERS: [&str; 7] = ["seed", "size", "rules", "komi", "handicap", "level", "color"];

/// The values of the placeholders.
#[derive(Clone, Debug)]
pub(super) struct Values<'a> {
    pub(super) seed: u64,
    pub(super) size: u8,
    pub(super) rules: Rules,
    pub(super) komi: Points,
    pub(super) handicap: u8,
    /// The player's level; `None` if the text is for both players, or there are no levels.
    pub(super) level: Option<&'a str>,
    /// The player's colour; `None` if the text is for both players.
    pub(super) color: Option<Color>,
}

/// Replaces each placeholder by its value; `{{` and `}}` stand for braces.
///
/// # Errors
/// If a brace is unbalanced or a placeholder has no value; the message gives the reason.
pub(super) fn fill(text: &str, values: &Values<'_>) -> Result<String, String> {
    let mut filled = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        filled += &rest[..at];
        let from = &rest[at..];
        if from.starts_with("{{") || from.starts_with("}}") {
            filled += &from[..1];
            rest = &from[2..];
            continue;
        }
        let (name, after) = from
            .strip_prefix('{')
            .and_then(|inner| inner.split_once('}'))
            .ok_or_else(|| format!("{text:?} has a brace without its other half: a brace itself is {{{{ or }}}}"))?;
        filled += &value(name, values).map_err(|why| format!("{text:?}: {why}"))?;
        rest = after;
    }
    Ok(filled + rest)
}

/// Returns the value of a placeholder.
fn value(name: &str, values: &Values<'_>) -> Result<String, String> {
    let of_a_player = || format!("{{{name}}} is a player's own, and one engine plays for both here");
    Ok(match name {
        "seed" => values.seed.to_string(),
        "size" => values.size.to_string(),
        "rules" => values.rules.name().into_owned(),
        "komi" => values.komi.to_string(),
        "handicap" => values.handicap.to_string(),
        "level" if values.level.is_none() && values.color.is_some() => {
            return Err("{level} is used, and there are no levels".to_owned());
        }
        "level" => values.level.ok_or_else(of_a_player)?.to_owned(),
        "color" => values.color.ok_or_else(of_a_player)?.to_string().to_lowercase(),
        _ => return Err(format!("{{{name}}} is no placeholder; there are {}", PLACEHOLDERS.join(", "))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_filled_in() {
        let values = Values {
            seed: 7,
            size: 9,
            rules: Rules::JAPANESE,
            komi: Points::parse("6.5").unwrap(),
            handicap: 2,
            level: Some("3"),
            color: Some(Color::White),
        };
        let text = "--{rules}-rules {seed} {size} {komi} {handicap} {level} {color} {{x}} é";
        assert_eq!(fill(text, &values).unwrap(), "--japanese-rules 7 9 6.5 2 3 white {x} é");
        for (wrong, why) in [
            ("{sed}", "{sed} is no placeholder; there are seed, size"),
            ("{seed", "has a brace without its other half"),
            ("seed}", "has a brace without its other half"),
        ] {
            let error = fill(wrong, &values).unwrap_err();
            assert!(error.contains(why), "{error}");
        }
        let none = Values { level: None, ..values.clone() };
        assert!(fill("{level}", &none).unwrap_err().contains("there are no levels"));
        let both = Values { level: None, color: None, ..values };
        assert!(fill("{level}", &both).unwrap_err().contains("one engine plays for both"));
    }
}
