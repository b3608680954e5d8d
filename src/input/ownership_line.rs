//! Ownership files: one JSON object per line, with the ownership of a game's last position.

use serde::{Deserialize, Serialize};

use crate::board::Size;
use crate::dead::{BadOwnership, Ownership};

/// One line of an ownership file.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(crate) struct OwnershipLine {
    /// The name of the game, such as `x.sgf#1`, relative to the file.
    pub(crate) game: String,
    /// The ownership, if the line does not say which player is to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ownership: Option<Values>,
    /// The ownership with Black to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    black_to_move: Option<Values>,
    /// The ownership with White to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    white_to_move: Option<Values>,
}

/// A number for each point, from 1 (Black's) to −1 (White's): rows from the top, or all rows in one
/// list.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(untagged)]
enum Values {
    Flat(Vec<f64>),
    Rows(Vec<Vec<f64>>),
}

impl OwnershipLine {
    /// The keys of a line.
    pub(super) const KEYS: [&str; 4] = ["game", "ownership", "black_to_move", "white_to_move"];

    /// Creates the line for a game, with its numbers arranged in rows.
    pub(crate) fn new(game: String, ownership: &Ownership) -> Self {
        let width = usize::from(ownership.size().width());
        let mut states = ownership.states().iter().map(|state| {
            let rows = state.chunks(width).map(<[f64]>::to_vec);
            Values::Rows(rows.collect())
        });
        match (states.next(), states.next()) {
            (black_to_move, white_to_move @ Some(_)) => Self {
                game,
                ownership: None,
                black_to_move,
                white_to_move,
            },
            (ownership, None) => Self {
                game,
                ownership,
                black_to_move: None,
                white_to_move: None,
            },
        }
    }

    /// Parses one line. Keys other than [`Self::KEYS`] are ignored, because an engine may write
    /// more keys.
    ///
    /// # Errors
    /// If the line is not a JSON object of this form, or has no ownership; the message gives the
    /// reason.
    pub(crate) fn parse(line: &[u8]) -> Result<Self, String> {
        if !line.trim_ascii_start().starts_with(b"{") {
            return Err(
                "expected a JSON object: an ownership file has one on each line".to_owned(),
            );
        }
        let line: Self = serde_json::from_slice(line).map_err(|error| {
            error
                .to_string()
                .replace(" at line 1 column ", " at column ")
        })?;
        if line.states().next().is_none() {
            return Err("expected ownership, black_to_move or white_to_move".to_owned());
        }
        Ok(line)
    }

    fn states(&self) -> impl Iterator<Item = &Values> {
        [&self.ownership, &self.black_to_move, &self.white_to_move]
            .into_iter()
            .flatten()
    }

    /// Returns the ownership of a board of `size`.
    ///
    /// # Errors
    /// If the numbers do not fit a board of this size.
    pub(crate) fn of(&self, size: Size) -> Result<Ownership, BadOwnership> {
        let (width, height) = (usize::from(size.width()), usize::from(size.height()));
        let mut states = Vec::new();
        for values in self.states() {
            states.push(match values {
                Values::Flat(values) => values.clone(),
                Values::Rows(rows) => {
                    let wrong = rows.iter().map(Vec::len).find(|&length| length != width);
                    if wrong.is_some() || rows.len() != height {
                        let found = wrong.unwrap_or(width);
                        return Err(BadOwnership::Rows(rows.len(), found, size));
                    }
                    rows.concat()
                }
            });
        }
        Ownership::new(size, states)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Point;

    fn line(text: &str) -> Result<OwnershipLine, String> {
        OwnershipLine::parse(text.as_bytes())
    }

    #[test]
    fn rows_and_a_single_list_are_equivalent() {
        let size = Size::new(2, 2).unwrap();
        let rows = line(r#"{"game": "a.sgf#1", "ownership": [[1, 0.5], [-1, 0]], "policy": [1]}"#)
            .unwrap();
        let flat = line(r#"{"game": "a.sgf#1", "ownership": [1, 0.5, -1, 0]}"#).unwrap();
        assert_eq!(rows.of(size), flat.of(size));
        assert_eq!(
            rows.of(size)
                .unwrap()
                .mean(Point::new(0, 1))
                .total_cmp(&-1.0),
            std::cmp::Ordering::Equal
        );
        let two = line(
            r#"{"game": "a", "black_to_move": [1, 0, 0, 0], "white_to_move": [-0.5, 0, 0, 0]}"#,
        )
        .unwrap();
        assert!((two.of(size).unwrap().mean(Point::new(0, 0)) - 0.25).abs() < 1e-9);
    }

    #[test]
    fn ownership_line_round_trips() {
        let size = Size::new(3, 2).unwrap();
        let black = vec![1.0, 0.5, -0.25, 0.0, 0.0, -1.0];
        let white = vec![1.0, 0.13, 0.0, 0.0, 1.0, 0.3];
        for states in [vec![black.clone()], vec![black, white]] {
            let ownership = Ownership::new(size, states).unwrap();
            let text = serde_json::to_string(&OwnershipLine::new("a.sgf#1".to_owned(), &ownership))
                .unwrap();
            assert!(text.contains(":[[1.0,0.5,-0.25],[0.0,0.0,-1.0]]"), "{text}");
            assert_eq!(line(&text).unwrap().of(size), Ok(ownership));
        }
    }

    #[test]
    fn invalid_ownership_lines_are_errors_with_reasons() {
        let size = Size::new(2, 2).unwrap();
        let error = |text: &str| line(text).unwrap().of(size).unwrap_err().to_string();
        assert_eq!(
            error(r#"{"game": "a", "ownership": [1]}"#),
            "an ownership list has length 1, but the board has 4 points"
        );
        assert_eq!(
            error(r#"{"game": "a", "ownership": [[1, 0], [1, 0, 0]]}"#),
            "the ownership has 2 rows, some of length 3, but the board has 2 columns and 2 rows"
        );
        assert_eq!(
            line(r#"{"game": "a"}"#).unwrap_err(),
            "expected ownership, black_to_move or white_to_move"
        );
        assert!(
            line("game,owner")
                .unwrap_err()
                .starts_with("expected a JSON object")
        );
        assert!(
            line("{")
                .unwrap_err()
                .starts_with("EOF while parsing an object at column 1")
        );
        assert!(
            line(r#"{"game": "a", "ownership": "x"}"#).is_err()
                && line(r#"{"ownership": [1]}"#).is_err()
        );
    }
}
