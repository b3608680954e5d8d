//! Reads `corpus.toml` files: descriptions that add data missing from the game records of a folder.

use std::path::Path;

use serde::Deserialize;

use super::labels_file::{LabelsError, read_content};
use super::limits::MAX_DESCRIPTION;
use crate::rules::{Points, Rules};

/// The kind of descriptions, in error messages.
const DESCRIPTION: &str = "description";

/// A description of the games of a folder, from a `corpus.toml`. `None` means not specified.
///
/// ```toml
/// origin = "people"
/// rules = "japanese"
/// komi = 0
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// The origin of the labels.
    pub origin: Option<String>,
    /// The rules of games whose records name no rules.
    pub rules: Option<Rules>,
    /// The komi of games whose records state no komi.
    pub komi: Option<Points>,
}

impl Description {
    /// Reads the description at `path`.
    ///
    /// # Errors
    /// If the file can't be read or parsed, or has more than [`MAX_DESCRIPTION`] bytes.
    pub(super) fn read(path: &Path) -> Result<Self, LabelsError> {
        let bytes = read_content(DESCRIPTION, path, MAX_DESCRIPTION)?;
        Self::parse(&bytes).map_err(|why| LabelsError::of_file(DESCRIPTION, path, &why))
    }

    fn parse(bytes: &[u8]) -> Result<Self, String> {
        let text = std::str::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned())?;
        let description: Self = toml::from_str(text).map_err(|error| error.to_string())?;
        if description.origin.as_deref().is_some_and(|origin| origin.trim().is_empty()) {
            return Err("origin = \"\": expected a name, such as \"people\"".to_owned());
        }
        match description.komi {
            Some(komi) if !komi.is_in_halves() => {
                Err(format!("komi = {komi}: expected a number of points or half points"))
            }
            _ => Ok(description),
        }
    }

    /// Replaces the values that a more specific description specifies.
    pub(super) fn refine(&mut self, specific: &Self) {
        self.origin = specific.origin.clone().or(self.origin.take());
        self.rules = specific.rules.or(self.rules);
        self.komi = specific.komi.or(self.komi);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn description_may_leave_out_values() {
        let description = Description::parse(b"origin = \"people\"\nkomi = 5.5").unwrap();
        let komi = Points::parse("5.5");
        assert_eq!(description, Description { origin: Some("people".to_owned()), rules: None, komi });
        assert_eq!(Description::parse(b"").unwrap(), Description::default());
    }

    #[test]
    fn specific_values_replace_general_ones() {
        let mut description = Description::parse(b"origin = \"people\"\nkomi = 0").unwrap();
        description.refine(&Description::parse(b"rules = \"chinese\"\nkomi = 7.5").unwrap());
        assert_eq!(description, Description::parse(b"origin = \"people\"\nrules = \"chinese\"\nkomi = 7.5").unwrap());
    }

    #[test]
    fn invalid_description_is_an_error() {
        for (text, wanted) in [
            ("orgin = \"people\"", "orgin"),
            ("rules = \"nihon\"", "japanese"),
            ("komi = 6.3", "komi = 6.3"),
            ("komi = \"six\"", "komi"),
            ("komi = nan", "komi"),
            ("origin = \"\"", "origin"),
        ] {
            let why = Description::parse(text.as_bytes()).unwrap_err();
            assert!(why.contains(wanted), "{text}: {why}");
        }
    }
}
