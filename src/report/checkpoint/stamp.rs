//! The stamp of a file, by which a change of the file is noticed.

use std::fs::Metadata;
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};

/// The size and the time of the last modification of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Stamp {
    bytes: u64,
    /// The time of the last modification: seconds and nanoseconds of Unix time.
    changed: (u64, u32),
}

impl Stamp {
    /// Returns the stamp of a file, or `None` if the system has no modification time.
    pub(super) fn of(metadata: &Metadata) -> Option<Self> {
        let changed = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        Some(Self { bytes: metadata.len(), changed: (changed.as_secs(), changed.subsec_nanos()) })
    }
}
