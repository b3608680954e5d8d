//! Fuzzes strategies: scores any board with every strategy that has a slow implementation, and with
//! the slow implementation.

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
