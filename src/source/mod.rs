//! From the paths a user gives to the bytes of files, in one order whatever the file system's.
//!
mod archive;
mod corpus;
mod entry;
mod filter;
mod labels;
mod limits;
mod list;
mod naming;
mod near;
mod shard;
mod walk;

pub use archive::{Format, Member};
pub use corpus::{CorpusFileError, Description};
pub use entry::{Entry, Order};
pub use labels::{FileLine, Labels, LabelsError, LabelsFile};
pub use limits::Limits;
pub use list::{not_walked, walk_list};
pub use naming::Naming;
pub use near::Names;
pub use shard::Shard;
pub use walk::{SourceError, Walk, WalkOptions, walk};

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::time::Duration;

use crate::skip::{Reason, Skip};

/// The first eight bytes of a digest: enough to tell the games and files of a person apart, not to withstand an attack.
pub(crate) fn first_eight(digest: &[u8]) -> u64 {
    u64::from_be_bytes(digest[..8].try_into().expect("a digest is longer"))
}

/// Fetches the bytes of a file into `bytes`, whatever was in it.
///
/// # Errors
/// When it can't be read, or it or its path is longer than `limits`.
pub fn fetch(entry: &Entry, limits: &Limits, bytes: &mut Vec<u8>) -> Result<(), Skip> {
    let limit = limits.bytes;
    if entry.name.len() > limits.path {
        return Err(long_path(limits.path));
    }
    let failed = |error: io::Error| Skip::new(Reason::Unreadable, format!("failed to read the file: {error}"));
    let file = open(&entry.path).map_err(failed)?;
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

/// Opens a file. Where the system has no more of them to give, other threads soon give theirs back: how many there are
/// is no reason to lose a game.
fn open(path: &Path) -> io::Result<File> {
    for _ in 0..PATIENCE {
        match File::open(path) {
            Err(error) if has_too_many(&error) => std::thread::sleep(Duration::from_millis(10)),
            opened => return opened,
        }
    }
    File::open(path)
}

/// How often a file is tried to be opened, with ten milliseconds between.
const PATIENCE: u32 = 500;

/// Whether too many files are open: POSIX's `ENFILE` and `EMFILE`, which have these numbers on all systems of note.
fn has_too_many(error: &io::Error) -> bool {
    cfg!(unix) && matches!(error.raw_os_error(), Some(23 | 24))
}

fn long_path(limit: usize) -> Skip {
    Skip::new(Reason::LongPath, format!("the path has more than {limit} bytes: see --max-path"))
}

fn too_large(limit: u64) -> Skip {
    Skip::new(Reason::TooLarge, format!("more than {limit} bytes: see --max-file-size"))
}
