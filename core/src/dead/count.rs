//! Counts a finished board.

use super::take_off;
use crate::board::{Color, Point, Position};
use crate::rules::Count;
use crate::territory::{Evaluator, Strategy, TerritoryMap};

/// Removes the dead stones from a finished board. Returns the remaining position, and `count` with
/// the numbers of the remaining stones and with the dead stones added to the prisoners.
pub fn remove_dead(board: &Position, dead: &[Point], count: Count) -> (Position, Count) {
    let (living, taken) = take_off(board, dead);
    let stones = Color::BOTH.map(|color| living.stones(color));
    let prisoners = [count.prisoners[0] + taken[0], count.prisoners[1] + taken[1]];
    (
        living,
        Count {
            stones,
            prisoners,
            ..count
        },
    )
}

/// Removes the dead stones from a finished board, as [`remove_dead`] does, and overwrites `map`
/// with the answer of `strategy` under the rules in `count`. The prisoners in `count` must be the
/// stones captured in play. Returns the count without the dead stones. Together with the map, this
/// count gives the margin and the points.
///
/// # Examples
/// ```
/// use seichi_core::board::{Point, Position};
/// use seichi_core::dead::count_board;
/// use seichi_core::rules::{Count, Points, Rules};
/// use seichi_core::territory::{EYES, Evaluator, TerritoryMap};
///
/// let board = Position::from_diagram(".xox.\nxx.oo\n.xo..\nxxoo.\n.xo..").expect("a board");
/// let ending = Count {
///     komi: Points::whole(6),
///     prisoners: [2, 1],
///     ..Count::new(Rules::JAPANESE)
/// };
/// let (mut evaluator, mut map) = (Evaluator::new(), TerritoryMap::default());
/// let dead = [Point::new(3, 0)];
/// let count = count_board(&board, &dead, ending, EYES, &mut evaluator, &mut map);
/// let scores = map.counts().scores(&count);
/// assert_eq!(scores.map(|score| score.total), [Points::whole(5), Points::whole(15)]);
/// ```
pub fn count_board(
    board: &Position,
    dead: &[Point],
    count: Count,
    strategy: &Strategy,
    evaluator: &mut Evaluator,
    map: &mut TerritoryMap,
) -> Count {
    let (living, count) = remove_dead(board, dead, count);
    evaluator
        .on(&living, dead)
        .decide_under(&count, strategy, map);
    count
}
