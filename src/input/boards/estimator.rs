//! The boards of the tests of OGS's score estimator.
//!
//! A comment, the size and the player to move are followed by a row of numbers for each row of the board (1 Black's
//! stones, −1 White's), and by as many rows in which 1 is what a person removed before the count: a dead stone, or an
//! empty point that is nobody's.

use super::{BoardFile, size_of};
use crate::board::{Color, Point, Position};

/// The rules: a point is only marked as nobody's where that matters, as eyes in seki do under territory rules.
const RULES: &str = "Japanese";

/// Returns the board of a file.
pub(super) fn read(bytes: &[u8]) -> Option<BoardFile> {
    let text = std::str::from_utf8(bytes).ok()?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let (headers, rows): (Vec<&str>, Vec<&str>) =
        lines.partition(|line| line.starts_with(|letter: char| letter.is_ascii_alphabetic()));
    let header = |name: &str| {
        let value = headers.iter().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        value.and_then(|value| value.trim().parse::<usize>().ok())
    };
    let numbers = |line: &&str| line.split_whitespace().map(|word| word.parse::<i8>().ok()).collect::<Option<Vec<_>>>();
    let rows: Vec<Vec<i8>> = rows.iter().map(numbers).collect::<Option<_>>()?;
    let (stones, removed) = rows.split_at_checked(header("height")?)?;
    let size = size_of(stones)?;
    if size_of(removed) != Some(size) || usize::from(size.width()) != header("width")? {
        return None;
    }
    let mut position = Position::new(size);
    for (point, stone) in size.iter().zip(stones.iter().flatten()) {
        position.set(
            point,
            match stone {
                0 => None,
                1 => Some(Color::Black),
                -1 => Some(Color::White),
                _ => return None,
            },
        );
    }
    if removed.iter().flatten().any(|number| !matches!(number, 0 | 1)) {
        return None;
    }
    let removed: Vec<Point> =
        size.iter().zip(removed.iter().flatten()).filter(|&(_, &is)| is == 1).map(|(point, _)| point).collect();
    let (dead, nobodys): (Vec<Point>, Vec<Point>) =
        removed.into_iter().partition(|&point| position.get(point).color().is_some());
    let territory = territory(&position, &dead, &nobodys);
    Some(BoardFile::of(&position, RULES, dead, territory))
}

/// Returns the points of Black and of White as the server counts them: the regions that only one player's living stones
/// surround. Points that are nobody's are no part of a region, and close it.
fn territory(position: &Position, dead: &[Point], nobodys: &[Point]) -> [Vec<Point>; 2] {
    let grid = position.grid();
    let stone = |index: usize| position.cells()[index].color().filter(|_| !dead.contains(&grid.point(index)));
    let mut is_seen = vec![true; grid.cells()];
    for index in grid.points() {
        is_seen[index] = nobodys.contains(&grid.point(index)) || stone(index).is_some();
    }
    let mut territory = [Vec::new(), Vec::new()];
    for first in grid.points() {
        if is_seen[first] {
            continue;
        }
        is_seen[first] = true;
        let (mut region, mut at, mut touches) = (vec![first], 0, [false; 2]);
        while let Some(&index) = region.get(at) {
            at += 1;
            for next in grid.neighbours(index) {
                if let Some(color) = stone(next) {
                    touches[color.index()] = true;
                }
                if !std::mem::replace(&mut is_seen[next], true) {
                    region.push(next);
                }
            }
        }
        let owner = match touches {
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            _ => None,
        };
        if let Some(owner) = owner {
            territory[owner.index()].extend(region.into_iter().map(|index| grid.point(index)));
        }
    }
    territory
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "# 1=black -1=white 0=open\nheight 3\nwidth 5\nplayer_to_move -1\n \
                        0  1  0 -1  0\n-1  1  1 -1  0\n 0  1  0  0  0\n\n\
                        0 0 1 0 0\n1 0 0 0 0\n0 0 1 0 0\n";

    fn names(points: Option<&Vec<crate::labels::LabelPoint>>) -> String {
        let mut names: Vec<String> = points.expect("a list").iter().map(|point| point.0.to_string()).collect();
        names.sort();
        names.join(" ")
    }

    #[test]
    fn what_was_removed_is_dead_or_nobodys_and_closes_regions() {
        let board = BoardFile::read("x.GAME", FILE.as_bytes()).expect("a board");
        assert_eq!(board.to_sgf(), "(;GM[1]FF[4]SZ[5:3]RU[Japanese]KM[0]HA[0]AB[ba][bb][cb][bc]AW[da][ab][db])\n");
        let label = &board.label;
        assert_eq!(names(label.dead.as_ref()), "ab");
        assert_eq!(names(label.black_territory.as_ref()), "aa ab ac");
        assert_eq!(names(label.white_territory.as_ref()), "dc ea eb ec");
        assert!(board.ownership.is_none() && board.expected.is_none() && board.either.is_empty());
    }

    #[test]
    fn other_files_are_no_boards() {
        let without = |from: &str, to: &str| BoardFile::read("x.game", FILE.replacen(from, to, 1).as_bytes()).is_none();
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
            assert!(without(from, to), "{from} as {to}");
        }
        assert!(BoardFile::read("x.txt", FILE.as_bytes()).is_none() && BoardFile::read("x.game", b"").is_none());
    }
}
