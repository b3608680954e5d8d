//! Any board, scored by the strategy `reading`.

use seichi::board::Point;
use seichi::territory::Evaluator;

use super::board;
use crate::answer::{answer, check_symmetry, read_all};

/// Checks that the answer does not depend on the orientation of the board or on positions read before.
pub(crate) fn check(data: &[u8]) {
    let Some((&turn, data)) = data.split_first() else { return };
    let (board, dead) = board(data, 9);
    let rows = board.rows();
    check_symmetry(&rows, 1 + usize::from(turn) % 15);
    let side = |value: usize| u8::try_from(value).expect("a small board");
    let dead: Vec<Point> = dead.into_iter().map(|(x, y)| Point::new(side(x), side(y))).collect();
    let mut kept = Evaluator::new();
    let first = (answer(&mut kept, &rows), read_all(&mut kept, &rows, &dead));
    let again = (answer(&mut kept, &rows), read_all(&mut Evaluator::new(), &rows, &dead));
    assert_eq!(format!("{first:?}"), format!("{again:?}"), "\n{}", rows.join("\n"));
}
