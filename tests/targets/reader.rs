//! Any bytes, read by both readers of SGF.

use crate::readers::assert_same;

/// They agree, but for how numbers in headers are written.
pub(crate) fn check(data: &[u8]) {
    assert_same(data);
}
