//! Any board, scored by the strategy that reads.

use seichi::board::Point;
use seichi::territory::Evaluator;

use super::board;
use crate::said::{check_alike, read_all, said};

/// Checks that the answer does not depend on how the board is turned or on earlier boards.
pub(crate) fn check(data: &[u8]) {
    let Some((&turn, data)) = data.split_first() else { return };
    let (board, dead) = board(data, 9);
    let rows = board.rows();
    check_alike(&rows, 1 + usize::from(turn) % 15);
    let side = |value: usize| u8::try_from(value).expect("a small board");
    let dead: Vec<Point> = dead.into_iter().map(|(x, y)| Point::new(side(x), side(y))).collect();
    let mut kept = Evaluator::new();
    let first = (said(&mut kept, &rows), read_all(&mut kept, &rows, &dead));
    let again = (said(&mut kept, &rows), read_all(&mut Evaluator::new(), &rows, &dead));
    assert_eq!(format!("{first:?}"), format!("{again:?}"), "\n{}", rows.join("\n"));
}
