//! Builds the claim that a record's marks or a line of a labels file makes about the end of a game.

use std::collections::HashSet;

use super::LabelMap;
use crate::board::{Color, Point, Position};
use crate::territory::Analysis;

/// The dead stones and territory that one source claims for the end of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Claim {
    /// The dead stones, sorted.
    pub(super) dead: Vec<Point>,
    /// The owner of each point, if the source claims territory.
    pub(super) map: Option<LabelMap>,
    /// The points that contradict the board and were left out: see [`Resolved`](super::Resolved).
    pub(super) ignored: Vec<Point>,
    /// The points listed as territory of both sides.
    pub(super) in_both: Vec<Point>,
    /// The number of living stones on their own side's territory. Some servers list all such
    /// stones. A source that lists only a few has made a mistake: for example, a move was mistyped
    /// after the stones were marked.
    pub(super) on_own: u32,
}

impl Claim {
    /// Builds a claim from Black's and White's territory points and from the listed dead stones. If
    /// `dead` is `None`, the dead stones are the stones in the opponent's territory. A point listed
    /// as territory of both sides belongs to neither.
    pub(super) fn from_points(
        position: &Position,
        territory: &[Vec<Point>; 2],
        dead: Option<&[Point]>,
    ) -> Self {
        let mut claim = Self::default();
        let mut listed = territory.clone();
        for points in &mut listed {
            // repeated points count once
            points.sort_unstable();
            points.dedup();
            let off_board = points.extract_if(.., |point| !position.size().contains(*point));
            claim.ignored.extend(off_board);
        }
        for &point in dead.unwrap_or_default() {
            if position.has_stone(point) {
                claim.dead.push(point);
            } else {
                claim.ignored.push(point);
            }
        }
        if dead.is_none() {
            for color in Color::BOTH {
                let points = listed[color.index()].iter().copied();
                claim
                    .dead
                    .extend(points.filter(|&point| position.get(point) == color.opponent().into()));
            }
        }
        claim.dead.sort_unstable();
        claim.dead.dedup();
        let mut map = LabelMap::new(position.grid());
        for color in Color::BOTH {
            for &point in &listed[color.index()] {
                let stone = position.get(point).color();
                if stone.is_some() && claim.dead.binary_search(&point).is_err() {
                    // a living stone is not territory
                    if stone == Some(color) {
                        claim.on_own += 1;
                    } else {
                        claim.ignored.push(point);
                    }
                } else if listed[color.opponent().index()]
                    .binary_search(&point)
                    .is_err()
                {
                    map.set(position.grid().index(point), Some(color));
                } else if color == Color::Black {
                    claim.in_both.push(point);
                }
            }
        }
        claim.map = Some(map);
        claim
    }
}

/// Returns the stones of the chains that contain any of `points`, sorted. Points without a stone
/// are ignored.
pub(super) fn chains_of(position: &Position, points: &[Point]) -> Vec<Point> {
    if points.is_empty() {
        return Vec::new();
    }
    let (analysis, grid) = (Analysis::new(position, &[]), position.grid());
    let chain = |stone: Point| analysis.block(grid.index(stone));
    let mut chains = HashSet::new();
    for &point in points {
        if position.has_stone(point) {
            chains.insert(chain(point));
        }
    }
    let all = position.size().iter();
    all.filter(|&point| position.has_stone(point) && chains.contains(&chain(point)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stone_claimed_by_both_sides_is_dead_on_a_neutral_point() {
        let position = Position::from_diagram(".XO\n...\nO..").expect("a board");
        let [b1, c1, a3] = ["ba", "ca", "ac"].map(|name| Point::from_sgf(name).expect("a point"));
        let claim = Claim::from_points(&position, &[vec![b1, c1, a3], vec![b1, c1]], None);
        assert_eq!((claim.dead, claim.ignored), (vec![b1, c1, a3], vec![]));
        assert_eq!(
            claim.map.expect("a map").territory(),
            [1, 0],
            "only a3 is territory"
        );
    }

    #[test]
    fn living_stone_on_the_opponents_territory_is_ignored() {
        let position = Position::from_diagram(".XO\n...\nO..").expect("a board");
        let [b1, c1] = ["ba", "ca"].map(|name| Point::from_sgf(name).expect("a point"));
        let claim = Claim::from_points(&position, &[vec![b1, c1], Vec::new()], Some(&[]));
        assert_eq!(
            (claim.dead.len(), &claim.ignored),
            (0, &vec![c1]),
            "a player's own stone does not count"
        );
        assert_eq!(claim.map.expect("a map").territory(), [0, 0]);
    }

    #[test]
    fn point_claimed_by_both_sides_has_no_owner() {
        let position = Position::from_diagram("..X\n...\nO..").expect("a board");
        let point = |name: &str| Point::from_sgf(name).expect("a point");
        let claim = |black: &[&str], white: &[&str]| {
            let territory =
                [black, white].map(|names| names.iter().map(|name| point(name)).collect());
            Claim::from_points(&position, &territory, None)
        };
        let once = claim(&["aa", "bb", "zz"], &["bb"]);
        let map = once.map.as_ref().expect("a map");
        assert_eq!(map.territory(), [1, 0]);
        assert_eq!((once.ignored.len(), once.in_both.len()), (1, 1));
        assert_eq!(claim(&["aa", "bb", "bb", "zz", "zz"], &["bb", "bb"]), once);
        assert_eq!(claim(&["bb", "zz", "aa"], &["bb", "bb", "bb"]), once);
    }
}
