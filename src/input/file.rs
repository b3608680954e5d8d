//! Reads the bytes of files, within the limits.

use std::io::{self, Read};
use std::path::Path;

use super::entry::Entry;
use super::limits::FileLimits;
use super::open::{open, unreadable};
use crate::skip::{Reason, Skip};

/// Reads the file of `entry` into `bytes`, replacing its contents.
///
/// # Errors
/// If the file can't be read, or the file or its name is longer than `limits` allow.
pub fn fetch(entry: &Entry, limits: &FileLimits, bytes: &mut Vec<u8>) -> Result<(), Skip> {
    let limit = limits.bytes;
    if entry.name.len() > limits.path {
        return Err(long_path(limits.path));
    }
    bytes.clear();
    if let Some(content) = &entry.content {
        let content = content.as_ref();
        bytes.extend_from_slice(content);
        return if u64::try_from(content.len()).is_ok_and(|length| length > limit) {
            Err(too_large(limit))
        } else {
            Ok(())
        };
    }
    // room for most games, so that one system call reads the file and a second one sees its end
    bytes.reserve(1 << 16);
    // a file may grow while it is read, so the limit applies to the bytes that arrive
    let read = open(&entry.path).and_then(|file| file.take(limit.saturating_add(1)).read_to_end(bytes));
    read.map_err(|error| unreadable("file", &error))?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length > limit) {
        return Err(too_large(limit));
    }
    Ok(())
}

/// The maximum room in bytes that is reserved for a pipe.
const MAX_PIPE: u64 = 256 << 20;

/// Reads the whole file at `path`, or returns `None` if it has more than `limit` bytes. Of a longer file nothing is read, and
/// of a pipe no more than the limit.
pub(crate) fn read_whole(path: &Path, limit: u64) -> io::Result<Option<Vec<u8>>> {
    let file = open(path)?;
    let data = file.metadata()?;
    if data.len() > limit {
        return Ok(None);
    }
    // the size of a pipe is unknown, so it gets room for the limit: a vector that grows would hold its bytes twice for a
    // moment, while room that is never written to takes no memory
    let room = if data.is_file() { data.len() } else { limit.min(MAX_PIPE) };
    // one more byte, in which the reader sees the end
    let mut bytes = Vec::with_capacity(usize::try_from(room).map_err(io::Error::other)? + 1);
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= limit).then_some(bytes))
}

pub(super) fn long_path(limit: usize) -> Skip {
    Skip::new(Reason::LongPath, format!("the path has more than {limit} bytes: see --max-path"))
}

pub(super) fn too_large(limit: u64) -> Skip {
    Skip::new(Reason::TooLarge, format!("more than {limit} bytes: see --max-file-size"))
}
