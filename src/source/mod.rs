//! From the paths a user gives to the bytes of files, in one order whatever the file system's.
//!
mod archive;
mod filter;
mod labels;
mod limits;
mod list;
mod naming;
mod near;
mod walk;

pub use archive::{Format, Member};
pub use labels::{FileLine, Labels, LabelsError, LabelsFile};
pub use limits::Limits;
pub use list::{not_walked, walk_list};
pub use naming::Naming;
pub use near::Names;
pub use walk::{Entry, SourceError, Walk, WalkOptions, walk};

use std::fs::File;
use std::io::Read;

use crate::skip::{Reason, Skip};

/// Fetches the bytes of a file into `bytes`, whatever was in it.
///
/// # Errors
/// When it can't be read, or it or its path is longer than `limits`.
pub fn fetch(entry: &Entry, limits: &Limits, bytes: &mut Vec<u8>) -> Result<(), Skip> {
    let limit = limits.bytes;
    if entry.name.len() > limits.path {
        return Err(long_path(limits.path));
    }
    let failed = |error: std::io::Error| Skip::new(Reason::Unreadable, format!("failed to read the file: {error}"));
    let file = File::open(&entry.path).map_err(failed)?;
    bytes.clear();
    // room for most games, so that one call has all of it and a second sees the end
    bytes.reserve(1 << 16);
    // a file may grow while it is read: the limit is on the bytes that come
    file.take(limit.saturating_add(1)).read_to_end(bytes).map_err(failed)?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length > limit) {
        return Err(too_large(limit));
    }
    Ok(())
}

fn long_path(limit: usize) -> Skip {
    Skip::new(Reason::LongPath, format!("the path has more than {limit} bytes: see --max-path"))
}

fn too_large(limit: u64) -> Skip {
    Skip::new(Reason::TooLarge, format!("more than {limit} bytes: see --max-file-size"))
}
