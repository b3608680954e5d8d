//! Opens and reads files, even if the process is near its limit on open files.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::thread;
use std::time::Duration;

use sha2::{Digest as _, Sha256};

use super::file_names::hex;
use super::limits::MAX_PATH;
use crate::skip::{Reason, Skip};

/// The message for a file that can't be opened because too many files are open.
pub(crate) const TOO_MANY_OPEN: &str = "\
    too many files are open: raise the limit, for example with `ulimit -n 1024`, or use fewer \
    threads (--jobs 1)";

/// The number of attempts to open a file. Between attempts, other threads may close their files.
const ATTEMPTS: u32 = 100;

/// The time between two attempts.
const PAUSE: Duration = Duration::from_millis(10);

/// Returns whether an error means that too many files are open: `ENFILE` or `EMFILE` in POSIX,
/// which have these numbers on all common systems.
pub(crate) fn is_too_many(error: &io::Error) -> bool {
    cfg!(unix) && matches!(error.raw_os_error(), Some(23 | 24))
}

/// Opens a file, and retries for a second while too many files are open.
pub(super) fn open(path: &Path) -> io::Result<File> {
    for _ in 0..ATTEMPTS {
        match File::open(path) {
            Err(error) if is_too_many(&error) => thread::sleep(PAUSE),
            opened => return opened,
        }
    }
    File::open(path)
}

/// Returns the skip for a file that could not be opened or read. `what` says which kind of file it
/// is. When too many files are open, chance decides which file fails, so [`Reason::TooManyOpen`]
/// ends a run with an error.
pub(super) fn unreadable(what: &str, error: &io::Error) -> Skip {
    if is_too_many(error) {
        Skip::new(Reason::TooManyOpen, TOO_MANY_OPEN)
    } else {
        Skip::new(
            Reason::Unreadable,
            format!("failed to read the {what}: {error}"),
        )
    }
}

/// The maximum number of bytes that are reserved for a pipe.
const MAX_PIPE: u64 = 256 << 20;

/// Reads the whole file at `path`. A file of more than `limit` bytes is not read, and a pipe is
/// read up to the limit.
///
/// # Errors
/// [`ErrorKind::FileTooLarge`] if it has more than `limit` bytes, or another error if it can't be
/// read.
pub(crate) fn read_whole(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    read_opened(open(path)?, limit)
}

/// Reads the whole of an open file, like [`read_whole`].
pub(super) fn read_opened(file: File, limit: u64) -> io::Result<Vec<u8>> {
    let too_long = || {
        let why = format!("it has more than {limit} bytes");
        io::Error::new(ErrorKind::FileTooLarge, why)
    };
    let data = file.metadata()?;
    if data.len() > limit {
        return Err(too_long());
    }
    // the size of a pipe is unknown, so reserve as much as the limit allows: a growing vector would
    // briefly hold its bytes twice, but reserved bytes that are never written take no memory
    let room = if data.is_file() {
        data.len()
    } else {
        limit.min(MAX_PIPE)
    };
    // one more byte lets the reader see the end
    let mut bytes = Vec::with_capacity(usize::try_from(room).map_err(io::Error::other)? + 1);
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(too_long());
    }
    Ok(bytes)
}

pub(super) fn long_path() -> Skip {
    Skip::new(
        Reason::LongPath,
        format!("the path has more than {MAX_PATH} bytes"),
    )
}

pub(super) fn too_large(limit: u64) -> Skip {
    Skip::new(Reason::TooLarge, format!("more than {limit} bytes"))
}

/// Returns the SHA-256 of a file in hexadecimal digits. The file is read in pieces, because it may
/// be a large neural network.
pub(crate) fn file_digest(mut file: File) -> io::Result<String> {
    let (mut digest, mut buffer) = (Sha256::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hex(&digest.finalize())),
            read => digest.update(&buffer[..read]),
        }
    }
}
