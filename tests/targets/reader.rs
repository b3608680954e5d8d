//! Any bytes, read by both readers of SGF.

use crate::readers::assert_same;

/// Checks that they agree, except on how numbers in headers are written.
pub(crate) fn check(data: &[u8]) {
    assert_same(data);
}
