//! Points and moves in GTP notation: `D4`, counted from the lower left, without the letter I.

use crate::board::{Color, Point, Size};

/// Returns the GTP name of a point on a board of `size`.
#[must_use]
pub fn vertex(point: Point, size: Size) -> String {
    point.label(size)
}

/// Reads a GTP vertex, in either case. Returns `Some(None)` for `pass`, and `None` if `text` is no vertex of the board.
#[must_use]
pub fn parse_vertex(text: &str, size: Size) -> Option<Option<Point>> {
    if text.eq_ignore_ascii_case("pass") {
        return Some(None);
    }
    let letter = text.bytes().next()?.to_ascii_uppercase();
    let column = match letter {
        b'A'..=b'H' => letter - b'A',
        b'J'..=b'Z' => letter - b'A' - 1,
        _ => return None,
    };
    let digits = &text[1..];
    let row: u8 = digits.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
    let point = Point::new(column, size.height().checked_sub(row)?);
    size.contains(point).then_some(Some(point))
}

/// Returns the GTP name of a colour.
#[must_use]
pub const fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// Returns the GTP command for a move, or for a pass if there is no point.
#[must_use]
pub fn play_command(color: Color, point: Option<Point>, size: Size) -> String {
    let name = point.map_or_else(|| "pass".to_owned(), |point| vertex(point, size));
    format!("play {} {name}", color_name(color))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for side in [1, 9, 19, 25] {
            let size = Size::new(side, side).unwrap();
            for point in size.iter() {
                let name = vertex(point, size);
                assert_eq!(parse_vertex(&name, size), Some(Some(point)), "{name}");
                assert_eq!(parse_vertex(&name.to_lowercase(), size), Some(Some(point)), "{name}");
            }
        }
        let size = Size::new(9, 9).unwrap();
        assert_eq!(vertex(Point::new(8, 0), size), "J9");
        assert_eq!((parse_vertex("PASS", size), parse_vertex("pass", size)), (Some(None), Some(None)));
        for wrong in ["", "I5", "A0", "A10", "K1", "A", "5", "A+5", "A-1", "resign", "é5", "A5 ", "A999"] {
            assert_eq!(parse_vertex(wrong, size), None, "{wrong:?}");
        }
    }
}
