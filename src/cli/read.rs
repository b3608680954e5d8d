//! Reads files that a user names, other than games.

use std::path::Path;

use anyhow::Context as _;

use crate::input::read_whole;

/// The maximum size of a file, in bytes.
const MOST: u64 = 256 << 20;

/// Reads the whole file at `path`.
pub(super) fn read_file(path: &Path) -> anyhow::Result<Vec<u8>> {
    read_whole(path, MOST).with_context(|| format!("failed to read {}", path.display()))
}

/// Returns whether there is no file at `path`. A file that can't be accessed may exist.
pub(super) fn is_missing(path: &Path) -> bool {
    path.try_exists().is_ok_and(|exists| !exists)
}
