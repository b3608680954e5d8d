//! Reads labels files, which contain one JSON object per line. Each line overrides the record's
//! statements about the end of a game.

use std::collections::{BTreeMap, BTreeSet};

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::claim::{Claim, chains_of};
use crate::board::{Point, Position, Size};
use crate::sgf::{Recorded, parse_result};

/// A point in a labels file: `jo` as in SGF, or `K5` as in a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct LabelPoint {
    point: Point,
    /// Whether the point is named as in a diagram. If so, its row depends on the size of the board,
    /// and `point` is the point with this name on the largest board.
    is_named: bool,
}

impl LabelPoint {
    /// Returns the point on a board of this size. The point may be off the board.
    pub fn on(self, size: Size) -> Point {
        if !self.is_named {
            return self.point;
        }
        let above = Size::MAX - size.height();
        // a board that lacks the named row also lacks the last row of the largest board
        let y = self.point.y.checked_sub(above).unwrap_or(Size::MAX - 1);
        Point::new(self.point.x, y)
    }
}

impl From<Point> for LabelPoint {
    fn from(point: Point) -> Self {
        Self {
            point,
            is_named: false,
        }
    }
}

impl TryFrom<String> for LabelPoint {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        if let Some(point) = Point::from_name(&text, Size::LARGEST) {
            return Ok(Self {
                point,
                is_named: true,
            });
        }
        let point = Point::from_sgf(&text)
            .ok_or_else(|| format!("{text:?} is not a point such as \"jo\" (SGF) or \"K5\""))?;
        Ok(point.into())
    }
}

impl From<LabelPoint> for String {
    fn from(LabelPoint { point, is_named }: LabelPoint) -> Self {
        if is_named {
            point.name(Size::LARGEST)
        } else {
            point.to_string()
        }
    }
}

/// One line of a labels file: the label of a game. Every key except `game` is optional.
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
pub struct LabelLine {
    /// The name of the game, such as `x.sgf#1`, relative to the labels file.
    pub game: String,
    /// The result, in the syntax of the SGF property `RE`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The dead stones: at least one stone of each dead chain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dead: Option<Vec<LabelPoint>>,
    /// The stones that live in seki: at least one stone of each such chain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seki: Option<Vec<LabelPoint>>,
    /// Black's territory, including the points under dead stones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black_territory: Option<Vec<LabelPoint>>,
    /// White's territory, including the points under dead stones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white_territory: Option<Vec<LabelPoint>>,
    /// The origin of the label.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// A free-text note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl LabelLine {
    /// The keys of a line.
    pub const KEYS: [&str; 8] = [
        "game",
        "result",
        "dead",
        "seki",
        "black_territory",
        "white_territory",
        "origin",
        "note",
    ];

    /// Parses one line. Keys other than [`Self::KEYS`] are ignored.
    ///
    /// # Errors
    /// If the line is not UTF-8 or is not a valid label. The message gives the reason.
    pub fn parse(line: &[u8]) -> Result<Self, String> {
        // serde would also accept a list of the values in the order of declaration
        if !line.trim_ascii_start().starts_with(b"{") {
            return Err("expected a JSON object: a labels file has one on each line".to_owned());
        }
        // serde skips the values of unknown keys, so it would miss invalid UTF-8 in them
        let line = std::str::from_utf8(line).map_err(|_| "the line is not UTF-8")?;
        // the input is always a single line, so only the column is useful
        let line: Self = serde_json::from_str(line).map_err(|error| {
            error
                .to_string()
                .replace(" at line 1 column ", " at column ")
        })?;
        // a name without a number would match no game
        if !line.game.contains('#') {
            let game = &line.game;
            return Err(format!(
                "the game {game:?} needs a number, as in \"{game}#1\""
            ));
        }
        Ok(line)
    }

    /// Returns the parsed result, or `None` if the line has none.
    pub fn recorded(&self) -> Option<Recorded> {
        self.result.as_deref().map(parse_result)
    }

    /// Returns whether the line lists Black's or White's territory, even if the list is empty.
    pub const fn has_map(&self) -> bool {
        self.black_territory.is_some() || self.white_territory.is_some()
    }

    /// Returns the points of Black's and White's territory on a board of this size, in the order
    /// listed. Some may be off the board.
    pub fn territory(&self, size: Size) -> [Vec<Point>; 2] {
        let lists = [&self.black_territory, &self.white_territory];
        lists.map(|list| list.iter().flatten().map(|point| point.on(size)).collect())
    }

    /// Returns those of `points`, on a board of this size, that the line lists, each as the line
    /// first names it.
    pub(super) fn listed(&self, points: &[Point], size: Size) -> Vec<LabelPoint> {
        let lists = [
            &self.dead,
            &self.seki,
            &self.black_territory,
            &self.white_territory,
        ];
        let mut left: BTreeSet<Point> = points.iter().copied().collect();
        let mut listed: Vec<LabelPoint> = lists.into_iter().flatten().flatten().copied().collect();
        listed.retain(|point| left.remove(&point.on(size)));
        listed
    }

    /// Returns the points listed in seki on a board of this size, sorted. Some may be off the
    /// board.
    pub(super) fn seki_on(&self, size: Size) -> Vec<Point> {
        let points = self.seki.iter().flatten();
        let points: BTreeSet<Point> = points.map(|point| point.on(size)).collect();
        points.into_iter().collect()
    }

    /// Returns the line's claim about dead stones and territory, or `None` if it lists neither.
    pub(super) fn claim(&self, position: &Position) -> Option<Claim> {
        if self.dead.is_none() && !self.has_map() {
            return None;
        }
        let size = position.size();
        let dead = self.dead.as_ref().map(|listed| {
            let mut dead: Vec<Point> = listed.iter().map(|one| one.on(size)).collect();
            // a chain is dead as a whole
            dead.extend(chains_of(position, &dead));
            dead
        });
        let mut claim = Claim::from_points(position, &self.territory(size), dead.as_deref());
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
            "\u{feff}{\"game\": \"a.sgf#1\"}\r\n \n{\"game\": \"b.sgf#1\", \"dead\": [\"d0\"]}\n";
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
            message.starts_with("\"d0\" is not a point such as \"jo\" (SGF) or \"K5\""),
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
        assert_eq!(
            LabelLine::parse(b"{\"game\": \"a.sgf\"}").unwrap_err(),
            "the game \"a.sgf\" needs a number, as in \"a.sgf#1\""
        );
        for line in [br#" ["a.sgf#1", "B+3.5"]"#.as_slice(), b"game,result"] {
            assert!(
                LabelLine::parse(line)
                    .unwrap_err()
                    .starts_with("expected a JSON object")
            );
        }
    }

    #[test]
    fn points_are_named_as_in_sgf_or_as_in_a_diagram() {
        let on = |text: &str, size: u32| {
            let point = LabelPoint::try_from(text.to_owned()).expect("a point");
            let size = Size::new(19, size).expect("a size");
            Some(point.on(size)).filter(|&point| size.contains(point))
        };
        for (text, height, point) in [
            ("jo", 19, Some(Point::new(9, 14))),
            ("K5", 19, Some(Point::new(9, 14))),
            ("k5", 9, Some(Point::new(9, 4))),
            ("K5", 4, None),
            ("A52", 19, None),
            ("A52", 52, Some(Point::new(0, 0))),
            ("Z1", 19, None),
        ] {
            assert_eq!(on(text, height), point, "{text} {height}");
        }
        for text in ["I5", "K0", "K53", "", "K", "5", "AA5", "pass"] {
            assert!(LabelPoint::try_from(text.to_owned()).is_err(), "{text}");
        }
    }

    #[test]
    fn keys_are_written_in_order() {
        let text = concat!(
            r#"{"game":"a#1","result":"0","dead":["ab","K5"],"seki":["ac"],"black_territory":[],"#,
            r#""white_territory":["ZA"],"origin":"o","note":"n"}"#
        );
        let line = LabelLine::parse(text.as_bytes()).unwrap();
        assert_eq!(serde_json::to_string(&line).unwrap(), text);
        assert!(unknown_keys(text.as_bytes(), &LabelLine::KEYS).is_empty());
    }
}
