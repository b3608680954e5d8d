//! Labels files: a JSON object a line, which overrides what the record says of the end of a game.

use serde::Deserialize;

use super::Claim;
use crate::board::{Point, Position};
use crate::sgf::{Recorded, parse_result};

/// What a labels file says of one game. Every key but `game` is optional.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct LabelLine {
    /// The game: `x.sgf#1`, relative to the labels file.
    pub game: String,
    /// The result, as in `RE`.
    #[serde(default)]
    pub result: Option<String>,
    /// The dead stones.
    #[serde(default)]
    pub dead: Option<Vec<LabelPoint>>,
    /// Black's territory, points of dead stones among it.
    #[serde(default)]
    pub black_territory: Option<Vec<LabelPoint>>,
    /// White's territory, points of dead stones among it.
    #[serde(default)]
    pub white_territory: Option<Vec<LabelPoint>>,
    /// Where the label comes from.
    #[serde(default)]
    pub origin: Option<String>,
    /// Anything.
    #[serde(default)]
    pub note: Option<String>,
}

/// A point written as in SGF.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct LabelPoint(pub Point);

impl TryFrom<String> for LabelPoint {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Point::from_sgf(&text).map(Self).ok_or_else(|| format!("{text:?} is no SGF point such as \"dd\""))
    }
}

impl LabelLine {
    /// The result, understood; `None` where the line has none.
    #[must_use]
    pub fn recorded(&self) -> Option<Recorded> {
        self.result.as_deref().map(parse_result)
    }

    /// What the line says of dead stones and territory; `None` where it says nothing of either.
    pub(super) fn claim(&self, position: &Position) -> Option<Claim> {
        let points = |points: &Option<Vec<LabelPoint>>| -> Vec<Point> {
            points.iter().flatten().map(|&LabelPoint(point)| point).collect()
        };
        let has_map = self.black_territory.is_some() || self.white_territory.is_some();
        if self.dead.is_none() && !has_map {
            return None;
        }
        let dead = points(&self.dead);
        let territory = [points(&self.black_territory), points(&self.white_territory)];
        let mut claim = Claim::from_points(position, &territory, self.dead.is_some().then_some(&dead));
        if !has_map {
            claim.map = None;
        }
        Some(claim)
    }
}

/// Reads a labels file: its lines with their numbers, from 1. Empty lines are passed over.
///
/// # Errors
/// The number of the first line that does not parse, and what is wrong with it.
pub fn parse_labels(text: &str) -> Result<Vec<(usize, LabelLine)>, (usize, String)> {
    text.strip_prefix('\u{feff}')
        .unwrap_or(text)
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line))
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(number, line)| match serde_json::from_str(line) {
            Ok(label) => Ok((number, label)),
            Err(error) => Err((number, error.to_string())),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_does_not_parse_is_named() {
        let text = "{\"game\": \"a.sgf#1\"}\n\n{\"game\": \"b.sgf#1\", \"dead\": [\"d4\"]}\n";
        let (line, message) = parse_labels(text).unwrap_err();
        assert_eq!(line, 3);
        assert!(message.contains("\"d4\" is no SGF point"), "{message}");
        let lines =
            parse_labels("{\"game\": \"a.sgf#1\", \"result\": \"B+3.5\", \"note\": \"x\", \"more\": 1}").unwrap();
        assert!(matches!(lines[0].1.recorded(), Some(Recorded::Margin(_))));
        assert_eq!(parse_labels("{}").unwrap_err().0, 1);
    }
}
