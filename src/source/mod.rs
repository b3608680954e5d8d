//! From the paths a user gives to the bytes of files, in one order whatever the file system's.
//!
mod archive;
mod entry;
mod filter;
mod labels;
mod list;
mod naming;
mod near;
mod shard;
mod walk;

pub use archive::{Format, Limits, Member};
pub use entry::{Entry, Order};
pub use labels::{FileLine, Labels, LabelsError, LabelsFile};
pub use list::{not_walked, walk_list};
pub use naming::Naming;
pub use near::Names;
pub use shard::Shard;
pub use walk::{SourceError, Walk, WalkOptions, walk};

use std::fs::File;
use std::io::Read;

use crate::skip::{Reason, Skip};

/// The largest file that is read, in bytes, unless the user says otherwise: 64 MiB.
pub const MAX_BYTES: u64 = 64 << 20;

/// Fetches the bytes of a file into `bytes`, whatever was in it.
///
/// # Errors
/// When it can't be read, or has more than `limit` bytes.
pub fn fetch(entry: &Entry, limit: u64, bytes: &mut Vec<u8>) -> Result<(), Skip> {
    let failed = |error: std::io::Error| Skip::new(Reason::Unreadable, format!("failed to read the file: {error}"));
    let file = File::open(&entry.path).map_err(failed)?;
    bytes.clear();
    // room for most games, so that one call has all of it and a second sees the end
    bytes.reserve(1 << 16);
    // a file may grow while it is read: the limit is on the bytes that come
    file.take(limit + 1).read_to_end(bytes).map_err(failed)?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length > limit) {
        return Err(Skip::new(Reason::TooLarge, format!("more than {limit} bytes: see --max-file-size")));
    }
    Ok(())
}
