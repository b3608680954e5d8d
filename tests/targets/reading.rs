//! Fuzzes `reading`: scores any board.

use seichi::board::Point;
use seichi::territory::Evaluator;

use super::board;
use crate::answer::{answer, check_symmetry, read_all};

/// Checks that the answer does not depend on the orientation of the board, or not on positions read
/// earlier. The first byte chooses one of the two checks, since each takes tens of milliseconds.
pub(crate) fn check(data: &[u8]) {
    let Some((&turn, data)) = data.split_first() else {
        return;
    };
    let (board, dead) = board(data, 9);
    let rows = board.rows();
    let symmetry = usize::from(turn) % 16;
    if symmetry > 0 {
        check_symmetry(&rows, symmetry);
    } else {
        check_kept_evaluator(&rows, &dead);
    }
}

fn check_kept_evaluator(rows: &[String], dead: &[(usize, usize)]) {
    let side = |value: usize| u8::try_from(value).expect("a small board");
    let dead: Vec<Point> = dead
        .iter()
        .map(|&(x, y)| Point::new(side(x), side(y)))
        .collect();
    let mut kept = Evaluator::new();
    let first = (answer(&mut kept, rows), read_all(&mut kept, rows, &dead));
    let again = (
        answer(&mut kept, rows),
        read_all(&mut Evaluator::new(), rows, &dead),
    );
    assert_eq!(
        format!("{first:?}"),
        format!("{again:?}"),
        "\n{}",
        rows.join("\n")
    );
}
