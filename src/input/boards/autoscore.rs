//! The boards of the test suite of OGS's automatic scoring (`autoscore` of the project goban).

use serde::Deserialize;

use super::{BoardFile, Expected, size_of};
use crate::board::{Color, Point, Position, Size};
use crate::labels::OwnershipLine;

/// The rules by which the suite scores: living stones count, and so do all points but those that it lists as nobody's.
const RULES: &str = "Chinese";

/// A file of the suite. Keys that are not listed are ignored.
#[derive(Deserialize)]
struct File {
    /// `b` or `B`, `w` or `W`, and blanks.
    board: Vec<Row>,
    /// The ownership with Black to move, and with White to move.
    black: Vec<Vec<f64>>,
    white: Vec<Vec<f64>>,
    /// The owner of each point as the board is: `B`, `W`, blank for nobody, `s` for a seal, `*` for any.
    correct_ownership: Vec<Row>,
    /// The owner of each point once the seals are played, if these owners differ.
    sealed_ownership: Option<Vec<Row>>,
}

/// A row of letters.
#[derive(Deserialize)]
#[serde(untagged)]
enum Row {
    Text(String),
    Letters(Vec<String>),
}

/// Returns the board of a file.
pub(super) fn read(bytes: &[u8]) -> Option<BoardFile> {
    let file: File = serde_json::from_slice(bytes).ok()?;
    let (size, stones) = points(&file.board)?;
    let mut position = Position::new(size);
    for (point, stone) in size.iter().zip(stones) {
        let Expected::Owner(color) = stone else { return None };
        position.set(point, color);
    }
    let (first_size, open) = points(&file.correct_ownership)?;
    let sealed = file.sealed_ownership.as_deref().map(points);
    let (second_size, sealed) = sealed.unwrap_or_else(|| Some((first_size, open.clone())))?;
    if [first_size, second_size] != [size; 2] {
        return None;
    }
    let ownership = OwnershipLine::of_players(file.black, file.white);
    ownership.of(size).ok()?;
    let at = |wanted: &dyn Fn(Point, Expected) -> bool, all: &[Expected]| -> Vec<Point> {
        size.iter().zip(all).filter(|&(point, &expected)| wanted(point, expected)).map(|(point, _)| point).collect()
    };
    let dead = at(&|point, expected| is_dead(position.get(point).color(), expected), &sealed);
    let territory = Color::BOTH.map(|color| {
        let is_own = |point| position.get(point).color() == Some(color);
        at(&|point, expected| expected == Expected::Owner(Some(color)) && !is_own(point), &open)
    });
    let either = at(&|_, expected| expected == Expected::Either, &open);
    let board = BoardFile::of(&position, RULES, dead, territory);
    Some(BoardFile { ownership: Some(ownership), expected: Some(sealed), either, ..board })
}

/// Returns whether a stone is dead by what is expected of its point. A stone of which either owner is right is not.
fn is_dead(stone: Option<Color>, expected: Expected) -> bool {
    stone.is_some() && expected != Expected::Either && expected != Expected::Owner(stone)
}

/// Returns the size of a board, and what its letters say of each point, row by row.
fn points(rows: &[Row]) -> Option<(Size, Vec<Expected>)> {
    let letters = |row: &Row| match row {
        Row::Text(text) => text.chars().collect::<Vec<_>>(),
        Row::Letters(letters) => letters.concat().chars().collect(),
    };
    let rows: Vec<Vec<char>> = rows.iter().map(letters).collect();
    let expected = |letter: &char| match letter {
        'b' | 'B' => Some(Expected::Owner(Some(Color::Black))),
        'w' | 'W' => Some(Expected::Owner(Some(Color::White))),
        ' ' => Some(Expected::Owner(None)),
        's' => Some(Expected::Seal),
        '*' => Some(Expected::Either),
        _ => None,
    };
    Some((size_of(&rows)?, rows.iter().flatten().map(expected).collect::<Option<_>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Black's left side is open at the bottom, where `s` has to be played; White's stone in it is dead.
    const FILE: &str = r#"{
        "game_id": 1, "board": ["  bW ", "W bW ", "  bW ", [" ", " ", " ", "w", " "]],
        "black": [[1, 1, 1, -1, -1], [1, 1, 1, -1, -1], [1, 1, 1, -1, -1], [1, 1, 0.1, -1, -1]],
        "white": [[1, 1, 1, -1, -1], [1, 1, 1, -1, -1], [1, 1, 1, -1, -1], [0, 0, -0.5, -1, -1]],
        "correct_ownership": ["  BWW", "  BWW", "  BW*", "  sWW"],
        "sealed_ownership": ["BBBWW", "BBBWW", "BBBW*", "BBsWW"]
    }"#;

    fn names(points: &[crate::labels::LabelPoint]) -> String {
        points.iter().map(|point| point.0.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_board_has_stones_a_label_and_an_ownership() {
        let board = read(FILE.as_bytes()).expect("a board");
        assert_eq!(board.to_sgf(), "(;GM[1]FF[4]SZ[5:4]RU[Chinese]KM[0]HA[0]AB[ca][cb][cc]AW[da][ab][db][dc][dd])\n");
        let label = &board.label;
        assert_eq!(names(label.dead.as_ref().expect("dead stones")), "ab");
        assert_eq!(names(label.black_territory.as_ref().expect("a list")), "", "before the seal is played");
        assert_eq!(names(label.white_territory.as_ref().expect("a list")), "ea eb ed");
        assert_eq!((label.result.as_ref(), board.either.as_slice()), (None, &[Point::new(4, 2)][..]));
        let expected = board.expected.expect("owners");
        assert!(expected[0].allows(Some(Color::Black), false) && !expected[0].allows(None, false));
        assert!(expected[17].allows(None, true) && !expected[17].allows(None, false), "a seal");
        assert!(expected[14].allows(None, false) && expected[14].allows(Some(Color::Black), false), "either");
        assert!(board.ownership.expect("an ownership").of(board.record.size).is_ok());
    }

    #[test]
    fn other_json_is_no_board() {
        let without = |from: &str, to: &str| read(FILE.replacen(from, to, 1).as_bytes()).is_none();
        assert!(without("\"correct_ownership\"", "\"ownership\""));
        assert!(without("\"W bW \"", "\"W bW\""), "rows of different lengths");
        assert!(without("\"  BWW\"", "\"  BW?\""), "an unknown letter");
        assert!(without("\"W bW \"", "\"WsbW \""), "no stone");
        assert!(without("[1, 1, 1, -1, -1]", "[1, 1, 1, -1]"), "ownership of another size");
        assert!(without("\"BBsWW\"]", "\"BBsWW\", \"     \"]"), "another height");
        assert!(read(b"[]").is_none() && read(b"{").is_none() && read(b"").is_none());
    }
}
