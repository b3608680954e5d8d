//! Labels files: one JSON object per line. Each line overrides what a record says about the end of
//! its game.

use std::collections::BTreeMap;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::claim::Claim;
use crate::board::{Point, Position};
use crate::sgf::{Recorded, parse_result};

/// One line of a labels file: the label of a game. Every key except `game` is optional.
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
pub struct LabelLine {
    /// The name of the game, such as `x.sgf#1`, relative to the labels file.
    pub game: String,
    /// The result, in the syntax of the SGF property `RE`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The dead stones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dead: Option<Vec<Point>>,
    /// Black's territory, including the points under dead stones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black_territory: Option<Vec<Point>>,
    /// White's territory, including the points under dead stones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white_territory: Option<Vec<Point>>,
    /// The origin of the label.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// A free-text note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl LabelLine {
    /// The keys of a line.
    pub const KEYS: [&str; 7] = [
        "game",
        "result",
        "dead",
        "black_territory",
        "white_territory",
        "origin",
        "note",
    ];

    /// Parses one line. Keys other than [`Self::KEYS`] are ignored.
    ///
    /// # Errors
    /// If the line is not UTF-8 or not a valid label; the message gives the reason.
    pub fn parse(line: &[u8]) -> Result<Self, String> {
        // serde would also accept a list of the values in the order of declaration
        if !line.trim_ascii_start().starts_with(b"{") {
            return Err("expected a JSON object: a labels file has one on each line".to_owned());
        }
        // serde skips the values of unknown keys, so it would miss invalid UTF-8 in them
        let line = std::str::from_utf8(line).map_err(|_| "the line is not UTF-8")?;
        // the input is always a single line, so only the column is useful
        serde_json::from_str(line).map_err(|error| {
            error
                .to_string()
                .replace(" at line 1 column ", " at column ")
        })
    }

    /// Returns the parsed result, or `None` if the line has none.
    pub fn recorded(&self) -> Option<Recorded> {
        self.result.as_deref().map(parse_result)
    }

    /// Returns whether the line lists Black's or White's territory, even if the list is empty.
    pub const fn has_map(&self) -> bool {
        self.black_territory.is_some() || self.white_territory.is_some()
    }

    /// Returns the points of Black's and White's territory, in the order listed.
    pub fn territory(&self) -> [Vec<Point>; 2] {
        [&self.black_territory, &self.white_territory].map(|list| list.clone().unwrap_or_default())
    }

    /// Returns the line's claim about dead stones and territory, or `None` if it lists neither.
    pub(super) fn claim(&self, position: &Position) -> Option<Claim> {
        if self.dead.is_none() && !self.has_map() {
            return None;
        }
        let mut claim = Claim::from_points(position, &self.territory(), self.dead.as_deref());
        if !self.has_map() {
            claim.map = None;
        }
        Some(claim)
    }
}

/// Returns the keys of a JSON object that are not in `known`.
#[must_use]
#[expect(
    clippy::zero_sized_map_values,
    reason = "serde cannot read a set from an object"
)]
pub fn unknown_keys(line: &[u8], known: &[&str]) -> Vec<String> {
    let keys: BTreeMap<String, IgnoredAny> = serde_json::from_slice(line).unwrap_or_default();
    keys.into_keys()
        .filter(|key| !known.contains(&key.as_str()))
        .collect()
}

/// Returns the non-empty lines of a labels file with their numbers, counted from 1.
pub fn label_lines(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let lines = bytes
        .split(|&byte| byte == b'\n')
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim_ascii()));
    lines.filter(|(_, line)| !line.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn label_lines_are_parsed_with_errors() {
        let text =
            "\u{feff}{\"game\": \"a.sgf#1\"}\r\n \n{\"game\": \"b.sgf#1\", \"dead\": [\"d4\"]}\n";
        let lines: Vec<_> = label_lines(text.as_bytes())
            .map(|(number, line)| (number, LabelLine::parse(line)))
            .collect();
        assert_eq!((lines.len(), lines[0].0, lines[1].0), (2, 1, 3));
        assert_eq!(
            lines[0].1.as_ref().map(|line| line.game.as_str()),
            Ok("a.sgf#1")
        );
        let message = lines[1].1.as_ref().unwrap_err();
        assert!(
            message.starts_with("\"d4\" is not an SGF point such as \"mf\" (column 13, row 6 "),
            "{message}"
        );
        let text = b"{\"game\": \"a.sgf#1\", \"result\": \"B+3.5\", \"note\": \"x\", \"more\": 1}";
        assert_eq!(unknown_keys(text, &LabelLine::KEYS), ["more"]);
        let line = LabelLine::parse(text).unwrap();
        assert!(matches!(line.recorded(), Some(Recorded::Margin(_))));
        for line in [
            b"{\"game\": \"\xff\"}".as_slice(),
            b"{\"game\": \"a\", \"more\": \"\xff\"}",
        ] {
            assert_eq!(LabelLine::parse(line).unwrap_err(), "the line is not UTF-8");
        }
        assert!(LabelLine::parse(b"{}").is_err());
        for line in [br#" ["a.sgf#1", "B+3.5"]"#.as_slice(), b"game,result"] {
            assert!(
                LabelLine::parse(line)
                    .unwrap_err()
                    .starts_with("expected a JSON object")
            );
        }
    }

    #[test]
    fn keys_are_written_in_order() {
        let text = concat!(
            r#"{"game":"a","result":"0","dead":["ab"],"black_territory":[],"#,
            r#""white_territory":["ZA"],"origin":"o","note":"n"}"#
        );
        let line = LabelLine::parse(text.as_bytes()).unwrap();
        assert_eq!(serde_json::to_string(&line).unwrap(), text);
        assert!(unknown_keys(text.as_bytes(), &LabelLine::KEYS).is_empty());
    }
}
