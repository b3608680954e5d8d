//! Temporary files and folders, which a later run removes if the process that made them was killed.
//!
//! Whoever uses one holds a lock on a file, which the system releases however the process ends. So whatever lock can be
//! taken is abandoned. Process ids would prove nothing: they repeat, above all in containers, and a folder may be
//! shared by several machines. Where the file system has no locks, nothing counts as abandoned.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// The end of every temporary name.
const ENDING: &str = "-seichi-partial";

/// The number of random letters and digits in a temporary name.
const RANDOM: usize = 8;

/// The number of attempts to create a file or folder that another process does not remove at once.
const ATTEMPTS: u32 = 100;

/// Returns the start of the temporary names for `name`, with a dot that hides them.
fn start(name: &OsStr) -> OsString {
    let mut start = OsString::from(".");
    start.push(name);
    start.push(".");
    start
}

/// Returns whether `other` is a temporary name for `name`. Names that begin with `name` have others.
fn is_for(name: &OsStr, other: &OsStr) -> bool {
    let random = other.as_encoded_bytes().strip_prefix(start(name).as_encoded_bytes());
    let random = random.and_then(|rest| rest.strip_suffix(ENDING.as_bytes()));
    random.is_some_and(|random| random.len() == RANDOM && random.iter().all(u8::is_ascii_alphanumeric))
}

/// Returns the files (or, with `folders`, the folders) in `folder` whose names are temporary names for `name`. If the
/// folder can't be listed, there are none.
fn all_for(name: &OsStr, folder: &Path, folders: bool) -> Vec<PathBuf> {
    let is_wanted = |entry: &fs::DirEntry| {
        is_for(name, &entry.file_name())
            && entry.file_type().is_ok_and(|kind| if folders { kind.is_dir() } else { kind.is_file() })
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter(is_wanted).map(|entry| entry.path()).collect()
}

/// Creates what `create` creates, with a temporary name for `name` in `folder`.
fn create_new<T>(
    folder: &Path,
    name: &OsStr,
    create: impl FnMut(&Path) -> io::Result<T>,
) -> io::Result<NamedTempFile<T>> {
    Builder::new().prefix(&start(name)).suffix(ENDING).rand_bytes(RANDOM).make_in(folder, create)
}

/// Creates a file. Only its owner can read it if it `is_private`.
fn open_new(path: &Path, is_private: bool) -> io::Result<File> {
    let mut options = File::options();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    if is_private {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    #[cfg(not(unix))]
    let _ = is_private;
    options.open(path)
}

/// Locks a new file. Returns `false` if another process has taken it for an abandoned one, which may happen before it is
/// locked. On a file system without locks this does nothing.
fn lock_new(file: &File, path: &Path) -> bool {
    match file.try_lock() {
        Ok(()) => path.exists(),
        Err(TryLockError::WouldBlock) => false,
        Err(TryLockError::Error(_)) => true,
    }
}

/// Opens a file and takes its lock, unless a process holds it.
fn take(path: &Path) -> io::Result<Option<File>> {
    // network file systems lock only what is open for writing
    let file = File::options().read(true).write(true).open(path)?;
    Ok(file.try_lock().is_ok().then_some(file))
}

/// Creates a locked file in `folder` with a temporary name for `name`, and removes the abandoned ones of that name. Only
/// its owner can read it if it `is_private`.
///
/// # Errors
/// If it can't be created.
pub(crate) fn create_file(folder: &Path, name: &OsStr, is_private: bool) -> io::Result<NamedTempFile> {
    for path in all_for(name, folder, false) {
        if let Ok(Some(_lock)) = take(&path) {
            let _ = fs::remove_file(&path);
        }
    }
    for _ in 0..ATTEMPTS {
        let file = create_new(folder, name, |path| open_new(path, is_private))?;
        if lock_new(file.as_file(), file.path()) {
            return Ok(file);
        }
    }
    Err(io::Error::other("another program removes the temporary files beside it"))
}

/// A temporary folder with a locked file in it.
#[derive(Debug)]
pub(crate) struct TemporaryFolder {
    path: PathBuf,
    lock: File,
}

/// The name of the locked file in a temporary folder.
const LOCK: &str = "lock";

impl TemporaryFolder {
    /// Creates a folder in `parent` with a temporary name for `name`.
    ///
    /// # Errors
    /// If it can't be created.
    pub(crate) fn create(parent: &Path, name: &OsStr) -> io::Result<Self> {
        for _ in 0..ATTEMPTS {
            let path = create_new(parent, name, |path| fs::create_dir(path))?.into_temp_path().keep()?;
            match File::create_new(path.join(LOCK)) {
                Ok(lock) if lock_new(&lock, &path.join(LOCK)) => return Ok(Self { path, lock }),
                // another process has removed the folder, which was still empty or without a lock
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => {
                    let _ = fs::remove_dir(&path);
                    return Err(error);
                }
            }
        }
        Err(io::Error::other("another program removes the temporary folders beside it"))
    }

    /// Returns the folders in `parent` with temporary names for `name` that no process uses, each locked. Removes those
    /// that are still, or again, empty.
    pub(crate) fn abandoned(parent: &Path, name: &OsStr) -> impl Iterator<Item = Self> {
        all_for(name, parent, true).into_iter().filter_map(|path| {
            let lock = take(&path.join(LOCK)).unwrap_or_else(|_| {
                // fails if anything is in it
                let _ = fs::remove_dir(&path);
                None
            });
            lock.map(|lock| Self { path, lock })
        })
    }

    /// Returns the path of a file or folder in it.
    pub(crate) fn join(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Removes the folder, which has to be empty but for its lock: otherwise this fails, and the folder stays abandoned.
    pub(crate) fn remove(self) {
        let is_empty = fs::read_dir(&self.path).is_ok_and(|entries| entries.count() == 1);
        if is_empty && fs::remove_file(self.path.join(LOCK)).is_ok() {
            drop(self.lock);
            let _ = fs::remove_dir(&self.path);
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    /// Returns the names of the files and folders in a folder, sorted.
    pub(crate) fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn temporary_names_belong_to_one_name() {
        let is_for = |name: &str, other: &str| is_for(name.as_ref(), other.as_ref());
        assert!(is_for("reports", ".reports.aB3dE6gH-seichi-partial"));
        assert!(is_for("my.reports", ".my.reports.aB3dE6gH-seichi-partial"));
        for other in [
            ".reports2.aB3dE6gH-seichi-partial",
            ".my.reports.aB3dE6gH-seichi-partial",
            ".reports.new.aB3dE6gH-seichi-partial",
            ".reports.aB3dE6g-seichi-partial",
            ".reports.aB3dE6.H-seichi-partial",
            ".reports.aB3dE6gH-partial",
            ".reports.resume-partial",
            "reports.aB3dE6gH-seichi-partial",
        ] {
            assert!(!is_for("reports", other), "{other}");
        }
    }

    #[test]
    fn only_files_that_nobody_holds_are_removed() {
        let top = tempfile::tempdir().unwrap();
        let create = |name: &str| create_file(top.path(), name.as_ref(), false).unwrap();
        // a killed process leaves the file and no lock
        let (_, abandoned) = create("a").keep().unwrap();
        let (_, other) = create("b").keep().unwrap();
        let held = create("a");
        assert!(!abandoned.exists() && other.exists());
        let again = create("a");
        assert!(held.path().exists() && again.path().exists());
        drop((held, again));
        assert_eq!(names(top.path()).len(), 1, "only that of b");
    }

    #[test]
    fn a_folder_that_is_removed_before_it_has_a_lock_is_created_again() {
        let top = tempfile::tempdir().unwrap();
        let end = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !end.load(Ordering::Relaxed) {
                    TemporaryFolder::abandoned(top.path(), "a".as_ref()).for_each(TemporaryFolder::remove);
                }
            });
            let create = || TemporaryFolder::create(top.path(), "a".as_ref()).map(TemporaryFolder::remove);
            let errors = (0..1000).filter_map(|_| create().err()).collect::<Vec<_>>();
            end.store(true, Ordering::Relaxed);
            assert!(errors.is_empty(), "{errors:?}");
        });
        assert!(names(top.path()).is_empty());
    }

    #[test]
    fn only_folders_that_nobody_uses_are_abandoned() {
        let top = tempfile::tempdir().unwrap();
        let create = |name: &str| TemporaryFolder::create(top.path(), name.as_ref()).unwrap();
        let abandoned = || TemporaryFolder::abandoned(top.path(), "a".as_ref()).collect::<Vec<_>>();
        let (used, other) = (create("a"), create("b"));
        assert!(abandoned().is_empty());
        let path = used.path.clone();
        drop((used, other));
        let found = abandoned();
        assert_eq!(found.iter().map(|folder| &folder.path).collect::<Vec<_>>(), [&path]);
        assert!(abandoned().is_empty(), "it is locked by whoever found it");
        fs::write(path.join("mine"), "").unwrap();
        found.into_iter().for_each(TemporaryFolder::remove);
        assert!(path.join("mine").exists() && path.join(LOCK).exists());
        fs::remove_file(path.join("mine")).unwrap();
        abandoned().into_iter().for_each(TemporaryFolder::remove);
        assert!(!path.exists());
        // killed before the lock was made, and a folder that is not ours
        fs::create_dir(&path).unwrap();
        assert!(abandoned().is_empty() && !path.exists());
        fs::create_dir_all(path.join("mine")).unwrap();
        assert!(abandoned().is_empty() && path.join("mine").exists());
    }
}
