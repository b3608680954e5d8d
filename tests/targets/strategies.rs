//! Fuzzes strategies: scores any board by every strategy with a slow implementation, and by that.

use seichi::territory::Evaluator;

use super::board;
use crate::compare::compare;

/// Checks that both have the same map.
pub(crate) fn check(data: &[u8]) {
    let (board, dead) = board(data, 13);
    compare(
        &mut Evaluator::new(),
        &board.rows(),
        &dead.into_iter().collect(),
    );
}
