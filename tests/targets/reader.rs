//! Fuzzes the reader: reads any bytes as records, and compares the result with sgf-parse.

use crate::readers::compared_games;

/// Checks that both find the same main lines.
pub(crate) fn check(data: &[u8]) {
    compared_games(data);
}
