//! A part of a board as text: the surroundings of the points on which an answer differs from the label.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::Range;

use crate::board::column_label;
use crate::report::SavedBoard;

/// The number of rows and columns that are shown around the points that differ.
const AROUND: usize = 2;

/// Returns the part of the board around the points on which a strategy differs from the label, with the letters of
/// `boards.ndjson` and `*` before each such point. Returns `None` if a map is missing or nothing differs.
pub(super) fn picture(board: &SavedBoard, strategy: &str) -> Option<String> {
    let label = board.label_map.as_ref()?;
    let answer = board.answers.iter().find(|answer| answer.strategies.iter().any(|name| name == strategy))?;
    let owner = |rows: &[String], (x, y): (usize, usize)| match rows[y].as_bytes()[x] {
        letter @ (b'b' | b'w') => letter,
        _ => b'.',
    };
    let (width, height) = (label.first()?.len(), label.len());
    let points = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let differ: BTreeSet<(usize, usize)> =
        points.filter(|&point| owner(label, point) != owner(&answer.map, point)).collect();
    let columns = around(differ.iter().map(|point| point.0), width)?;
    let rows = around(differ.iter().map(|point| point.1), height)?;
    let names = columns.clone().map(|x| column_label(u8::try_from(x).expect("at most 52 columns")));
    let mut text = names.fold(String::from("   "), |line, name| line + &format!("{name:>3}")) + "\n";
    for y in rows {
        let cells = columns.clone().fold(String::new(), |line, x| {
            let letter = match (answer.map[y].as_bytes()[x], board.position[y].as_bytes()[x]) {
                // show a dead stone, not the territory under it
                (_, dead @ (b'x' | b'o')) => dead,
                (letter, _) => letter,
            };
            line + if differ.contains(&(x, y)) { " *" } else { "  " } + &char::from(letter).to_string()
        });
        let _ = writeln!(text, "{:>3}{cells}", height - y);
    }
    Some(text)
}

/// Returns the range from the least to the greatest value, extended by [`AROUND`] on each side and cut to `0..end`, or
/// `None` if there are no values.
fn around(values: impl Iterator<Item = usize>, end: usize) -> Option<Range<usize>> {
    let values: Vec<usize> = values.collect();
    let (least, greatest) = (values.iter().min()?, values.iter().max()?);
    Some(least.saturating_sub(AROUND)..(greatest + AROUND + 1).min(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_points_that_differ_are_in_the_middle() {
        let rows = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let board: SavedBoard = serde_json::from_value(serde_json::json!({
            "game": "x#1", "rules": "japanese", "komi": 0.0, "handicap": 0, "moves": 0, "origin": "", "label": "B+2",
            "label_check": "consistent", "prisoners": [0, 0], "disputed": false, "flags": [], "explain": "",
            "position": rows(".XoX....O XX.X....O XXXX....O OOOO....O"),
            "label_map": rows("bXbX....O XXbX....O XXXX....O OOOO....O"),
            "answers": [{
                "strategies": ["some"], "margin": 1.0, "delta": -1.0, "outcome": "winner", "map_diff": 1,
                "category": "seki", "map": rows("sXbX....O XXbX....O XXXX....O OOOO....O"),
            }],
        }))
        .unwrap();
        let text = picture(&board, "some").unwrap();
        assert_eq!(text, "     A  B  C\n  4 *s  X  o\n  3  X  X  b\n  2  X  X  X\n");
        assert_eq!(picture(&board, "other"), None);
    }
}
