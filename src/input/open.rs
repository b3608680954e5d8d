//! Opens files while the process has almost as many open as it may have.
//!
//! A file that can't be opened for that reason is not the file's fault, and which file it is depends on the threads. So it
//! is opened again while no other thread reads one. If that fails too, the failure is counted: a run that sees the count
//! grow ends with an error, since its figures would depend on luck.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock};
use std::thread;
use std::time::Duration;

/// Held for reading by each thread that reads a file, and for writing by one that has to be alone.
static READING: RwLock<()> = RwLock::new(());

/// The number of failures so far.
static FAILURES: AtomicU64 = AtomicU64::new(0);

/// The attempts that a thread repeats while it is alone, until the first failure of the process: other programs may close
/// files.
const ATTEMPTS: u32 = 100;

/// The time between two attempts.
const PAUSE: Duration = Duration::from_millis(10);

/// Returns the number of times that the process could not open a file or start a program because too many files were
/// open.
pub fn too_many_open() -> u64 {
    FAILURES.load(Ordering::Relaxed)
}

/// Counts an error if it means that too many files are open: POSIX's `ENFILE` and `EMFILE`, which have these numbers on
/// all common systems. Returns whether it does.
pub(crate) fn count_too_many(error: &io::Error) -> bool {
    let is_such = is_too_many(error);
    FAILURES.fetch_add(u64::from(is_such), Ordering::Relaxed);
    is_such
}

fn is_too_many(error: &io::Error) -> bool {
    cfg!(unix) && matches!(error.raw_os_error(), Some(23 | 24))
}

/// Opens a file and passes it to `read`, which closes it and waits for no other thread.
pub(super) fn with_file<T>(path: &Path, read: impl FnOnce(File) -> io::Result<T>) -> io::Result<T> {
    let reading = READING.read().unwrap_or_else(PoisonError::into_inner);
    match File::open(path) {
        Err(error) if is_too_many(&error) => {}
        opened => return read(opened?),
    }
    drop(reading);
    let _alone = READING.write().unwrap_or_else(PoisonError::into_inner);
    read(open_alone(path)?)
}

/// Opens a file that stays open for longer, such as an archive.
pub(super) fn open(path: &Path) -> io::Result<File> {
    match File::open(path) {
        Err(error) if is_too_many(&error) => {
            let _alone = READING.write().unwrap_or_else(PoisonError::into_inner);
            open_alone(path)
        }
        opened => opened,
    }
}

fn open_alone(path: &Path) -> io::Result<File> {
    let mut left = ATTEMPTS;
    loop {
        match File::open(path) {
            Err(error) if is_too_many(&error) && too_many_open() == 0 && left > 0 => {
                left -= 1;
                thread::sleep(PAUSE);
            }
            opened => return opened.inspect_err(|error| _ = count_too_many(error)),
        }
    }
}
