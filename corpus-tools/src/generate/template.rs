//! Fills in placeholders such as `{seed}` in commands and names.

use seichi::board::Color;
use seichi::rules::{Points, Rules};

/// The placeholders for commands and names, written in braces.
const PLACEHOLDERS: [&str; 7] = ["seed", "size", "rules", "komi", "handicap", "level", "color"];

/// The values of the placeholders.
#[derive(Clone, Debug)]
pub(super) struct Values<'a> {
    pub(super) seed: u64,
    pub(super) size: u8,
    pub(super) rules: Rules,
    pub(super) komi: Points,
    pub(super) handicap: u8,
    /// The player's level; `None` if the text is for both players, or if no levels are given.
    pub(super) level: Option<&'a str>,
    /// The player's colour; `None` if the text is for both players.
    pub(super) color: Option<Color>,
}

impl Values<'_> {
    /// Replaces each placeholder by its value. `{{` and `}}` become braces.
    ///
    /// # Errors
    /// If a brace is unbalanced or a placeholder has no value; the message gives the reason.
    pub(super) fn fill(&self, text: &str) -> Result<String, String> {
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
                .ok_or_else(|| format!("{text:?} has an unmatched brace; write a brace itself as {{{{ or }}}}"))?;
            filled += &self.value(name).map_err(|why| format!("{text:?}: {why}"))?;
            rest = after;
        }
        Ok(filled + rest)
    }

    /// Fills in several texts.
    ///
    /// # Errors
    /// The errors of [`Self::fill`].
    pub(super) fn fill_all(&self, texts: &[String]) -> Result<Vec<String>, String> {
        texts.iter().map(|text| self.fill(text)).collect()
    }

    /// Returns the value of a placeholder.
    fn value(&self, name: &str) -> Result<String, String> {
        let of_a_player = || format!("{{{name}}} is for a single player, but one engine plays for both");
        Ok(match name {
            "seed" => self.seed.to_string(),
            "size" => self.size.to_string(),
            "rules" => self.rules.name().into_owned(),
            "komi" => self.komi.to_string(),
            "handicap" => self.handicap.to_string(),
            "level" if self.level.is_none() && self.color.is_some() => {
                return Err("{level} is used, but no levels are given".to_owned());
            }
            "level" => self.level.ok_or_else(of_a_player)?.to_owned(),
            "color" => self.color.ok_or_else(of_a_player)?.to_string().to_lowercase(),
            _ => {
                return Err(format!(
                    "unknown placeholder {{{name}}}; the placeholders are {}",
                    PLACEHOLDERS.join(", ")
                ));
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_placeholder_is_replaced_unknown_is_an_error() {
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
        assert_eq!(values.fill(text).unwrap(), "--japanese-rules 7 9 6.5 2 3 white {x} é");
        for (wrong, why) in [
            ("{sed}", "unknown placeholder {sed}; the placeholders are seed, size"),
            ("{seed", "has an unmatched brace"),
            ("seed}", "has an unmatched brace"),
        ] {
            let error = values.fill(wrong).unwrap_err();
            assert!(error.contains(why), "{error}");
        }
        let none = Values { level: None, ..values.clone() };
        assert!(none.fill("{level}").unwrap_err().contains("no levels are given"));
        let both = Values { level: None, color: None, ..values };
        assert!(both.fill("{level}").unwrap_err().contains("one engine plays for both"));
    }
}
