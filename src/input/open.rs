//! Opens files while the process has almost as many open as it may have.

use std::fs::File;
use std::io;
use std::path::Path;
use std::thread;
use std::time::Duration;

use super::source::TOO_MANY_OPEN;
use crate::skip::{Reason, Skip};

/// The number of attempts to open a file: other threads may close theirs.
const ATTEMPTS: u32 = 100;

/// The time between two attempts.
const PAUSE: Duration = Duration::from_millis(10);

/// Returns whether an error means that too many files are open: POSIX's `ENFILE` and `EMFILE`, which have these numbers on
/// all common systems.
pub(crate) fn is_too_many(error: &io::Error) -> bool {
    cfg!(unix) && matches!(error.raw_os_error(), Some(23 | 24))
}

/// Opens a file, and tries again for a second while too many are open.
pub(super) fn open(path: &Path) -> io::Result<File> {
    for _ in 0..ATTEMPTS {
        match File::open(path) {
            Err(error) if is_too_many(&error) => thread::sleep(PAUSE),
            opened => return opened,
        }
    }
    File::open(path)
}

/// Returns the skip of a file (or an archive: `what`) that could not be opened or read. Where too many files are open, which one
/// fails depends on chance, and a run that meets [`Reason::TooManyOpen`] ends with an error.
pub(super) fn unreadable(what: &str, error: &io::Error) -> Skip {
    if is_too_many(error) {
        Skip::new(Reason::TooManyOpen, TOO_MANY_OPEN)
    } else {
        Skip::new(Reason::Unreadable, format!("failed to read the {what}: {error}"))
    }
}
