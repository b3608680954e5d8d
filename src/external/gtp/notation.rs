//! Points and moves in GTP notation, and answers about a finished game.
//!
//! A point is a letter (never I) and a number, both counted from the lower left, such as `D4`.

use std::collections::BTreeSet;

use crate::board::{Color, Point, Position, Size};
use crate::external::process::NoAnswer;
use crate::rules::Points;
use crate::sgf::{Recorded, parse_result};
use crate::territory::Analysis;

/// Reads a GTP vertex in upper or lower case. Returns `Some(None)` for `pass`, and `None` if `text`
/// is not a vertex on the board.
pub fn parse_vertex(text: &str, size: Size) -> Option<Option<Point>> {
    if text.eq_ignore_ascii_case("pass") {
        return Some(None);
    }
    Point::from_name(text, size).map(Some)
}

/// Returns the name of a colour in GTP and in questions to scorers.
pub(crate) const fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// Returns the GTP command for a move, or for a pass if there is no point.
pub(crate) fn play_command(color: Color, point: Option<Point>, size: Size) -> String {
    let name = point.map_or_else(|| "pass".to_owned(), |point| point.name(size));
    format!("play {} {name}", color_name(color))
}

/// Reads the margin from an answer to `final_score`: `B+3.5` or `0`, perhaps followed by other
/// text.
pub(crate) fn parse_score(answer: &str) -> Option<Points> {
    match parse_result(answer.split_whitespace().next()?) {
        Recorded::Margin(margin) => Some(margin),
        Recorded::WithoutMargin(..) => None,
    }
}

/// Checks that every point in `dead` has a stone.
///
/// # Errors
/// [`NoAnswer::Nonsense`] with the first point without a stone.
pub(crate) fn check_dead(position: &Position, dead: &[Point]) -> Result<(), NoAnswer> {
    match dead
        .iter()
        .find(|&&point| position.get(point).color().is_none())
    {
        Some(empty) => Err(NoAnswer::Nonsense(format!(
            "{empty} is listed as dead, but has no stone"
        ))),
        None => Ok(()),
    }
}

/// Returns the territory of Black and of White, for an engine that lists only dead, living and seki
/// stones. The territory consists of the empty points that only one player's stones surround,
/// except regions adjacent to a stone in `seki`. The `position` must not contain dead stones.
pub fn surrounded(position: &Position, seki: &[Point]) -> [Vec<Point>; 2] {
    let grid = position.grid();
    let analysis = Analysis::new(position, &[]);
    let in_seki: BTreeSet<usize> = seki.iter().map(|&point| grid.index(point)).collect();
    let mut territory = [Vec::new(), Vec::new()];
    for region in analysis.regions() {
        let Some(color) = region.owner else { continue };
        let points = analysis.points(region).iter().copied().map(usize::from);
        let is_shared = points
            .clone()
            .flat_map(|index| grid.neighbours(index))
            .any(|point| in_seki.contains(&point));
        if !is_shared {
            territory[color.index()].extend(points.map(|index| grid.point(index)));
        }
    }
    territory
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for side in [1, 9, 19, 25] {
            let size = Size::new(side, side).unwrap();
            for point in size.iter() {
                let name = point.name(size);
                assert_eq!(parse_vertex(&name, size), Some(Some(point)), "{name}");
                assert_eq!(
                    parse_vertex(&name.to_lowercase(), size),
                    Some(Some(point)),
                    "{name}"
                );
            }
        }
        let size = Size::new(9, 9).unwrap();
        assert_eq!(Point::new(8, 0).name(size), "J9");
        assert_eq!(
            (parse_vertex("PASS", size), parse_vertex("pass", size)),
            (Some(None), Some(None))
        );
        for wrong in [
            "", "I5", "A0", "A10", "K1", "A", "5", "A+5", "A-1", "resign", "é5", "A5 ", "A999",
        ] {
            assert_eq!(parse_vertex(wrong, size), None, "{wrong:?}");
        }
    }
}
