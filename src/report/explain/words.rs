//! Words for answers.

use crate::board::Color;

/// Returns `Black's`, `White's` or `nobody's`.
pub(super) fn whose(owner: Option<Color>) -> String {
    owner.map_or("nobody's".to_owned(), |color| format!("{color}'s"))
}
