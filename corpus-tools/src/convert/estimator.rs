//! The boards of the tests of OGS's score estimator.
//!
//! A file has a comment, the size and the player to move. Then comes a row of numbers for each row of the board (1 for
//! Black's stones, −1 for White's), and as many rows again, where 1 is a dead stone or neutral point that a person
//! removed before the count.

use std::collections::BTreeSet;

use seichi::board::{Color, Point, Position};
use seichi::dead::take_off;
use seichi::external::gtp::surrounded;
use seichi::rules::Rules;

use super::{Board, size_of};
use crate::generate::TerritoryMarks;

/// Returns the board of a file, or the reason why it can't be read. Its rules are Japanese: points are only marked as
/// neutral where that matters, such as eyes in seki under territory rules.
pub(super) fn read(text: &str) -> Result<Board, String> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let (headers, rows): (Vec<&str>, Vec<&str>) =
        lines.partition(|line| line.starts_with(|letter: char| letter.is_ascii_alphabetic()));
    let header = |name: &str| {
        let value = headers.iter().find_map(|line| line.strip_prefix(name)?.trim().parse::<usize>().ok());
        value.ok_or_else(|| format!("no {name}"))
    };
    let number = |word: &str| match word {
        "-1" => Ok(-1),
        "0" => Ok(0),
        "1" => Ok(1),
        _ => Err(format!("{word:?} is not -1, 0 or 1")),
    };
    let row = |line: &&str| line.split_whitespace().map(number).collect::<Result<Vec<i8>, _>>();
    let rows: Vec<Vec<i8>> = rows.iter().map(row).collect::<Result<_, _>>()?;
    let (stones, removed) = rows.split_at_checked(header("height")?).unwrap_or_default();
    let size = size_of(stones)?;
    if size_of(removed)? != size || usize::from(size.width()) != header("width")? {
        return Err("the rows do not make two boards of this width and height".to_owned());
    }
    let mut position = Position::new(size);
    for (point, stone) in size.iter().zip(stones.iter().flatten()) {
        let color = match stone {
            0 => None,
            1 => Some(Color::Black),
            _ => Some(Color::White),
        };
        position.set(point, color);
    }
    let removed = size.iter().zip(removed.iter().flatten()).filter(|&(_, &is)| is != 0).map(|(point, _)| point);
    let (dead, nobodys): (Vec<Point>, Vec<Point>) = removed.partition(|&point| position.get(point).color().is_some());
    let territory = territory(&position, &dead, &nobodys);
    Ok(Board { position, rules: Rules::JAPANESE, dead, territory, ownership: None, owners: None })
}

/// Returns the points of Black and of White as the server counts them: the regions that only one player's living stones
/// surround. Neutral points are not part of a region, and close it.
fn territory(position: &Position, dead: &[Point], nobodys: &[Point]) -> TerritoryMarks {
    let (rest, _) = take_off(position, dead);
    // a region next to neutral points is a player's if it would be with his stones on them
    let [black, white] = Color::BOTH.map(|color| {
        let mut closed = rest.clone();
        for &point in nobodys {
            closed.set(point, Some(color));
        }
        let points = &surrounded(&closed, &[])[color.index()];
        points.iter().copied().collect::<BTreeSet<_>>()
    });
    // no stone is next to a region of both
    [&black - &white, &white - &black]
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "# 1=black -1=white 0=open\nheight 3\nwidth 5\nplayer_to_move -1\n \
                        0  1  0 -1  0\n-1  1  1 -1  0\n 0  1  0  0  0\n\n\
                        0 0 1 0 0\n1 0 0 0 0\n0 0 1 0 0\n";

    #[test]
    fn removed_stones_are_dead_and_removed_points_close_regions() {
        let board = read(FILE).unwrap();
        let label = serde_json::to_string(&board.label("x.sgf#1".to_owned())).unwrap();
        assert_eq!(
            board.sgf(),
            "(;GM[1]FF[4]CA[UTF-8]SZ[5:3]RU[Japanese]KM[0]HA[0]AB[ba][bb][bc][cb]AW[ab][da][db])\n"
        );
        assert_eq!(
            label,
            "{\"game\":\"x.sgf#1\",\"result\":\"0\",\"dead\":[\"ab\"],\"black_territory\":[\"aa\",\"ab\",\"ac\"],\
             \"white_territory\":[\"ea\",\"eb\",\"dc\",\"ec\"],\"origin\":\"hand\"}"
        );
    }

    #[test]
    fn other_text_is_an_error() {
        for (from, to) in [
            ("height 3", "height 4"),
            ("height 3", "tall 3"),
            ("width 5", "width 4"),
            ("0 0 1 0 0\n1", "0 0 2 0 0\n1"),
            (" 0  1  0 -1  0", " 0  1  0 -2  0"),
            ("0  1  0  0  0", "0  1  0  0"),
            ("1 0 0 0 0\n", ""),
            (" -1 ", " x "),
        ] {
            assert!(read(&FILE.replacen(from, to, 1)).is_err(), "{from} as {to}");
        }
        assert!(read("e2e4").is_err() && read("").is_err());
    }
}
