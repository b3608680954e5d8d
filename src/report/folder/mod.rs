//! The folder of a run, which is replaced as a whole or not at all.
//!
//! A run is written in a temporary folder beside it, which is removed at the end. If the process is killed, the next run
//! into the same folder removes it. The steps of [`RunFolder::finish`] are in such an order that every one can be the last:
//!
//! 1. The earlier run is moved into the temporary folder. From here on, the temporary folder has the only copy of it, and
//!    of other people's files; the next run puts it back.
//! 2. The new run is moved into its place.
//! 3. Other people's files are moved to the new run, one by one; the next run moves the rest.
//! 4. The files of the earlier run are removed, one by one, and the temporary folder.

mod files;
#[cfg(test)]
mod tests;

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::digests::FileDigests;
use crate::temporary::TemporaryFolder;
use files::{is_replaceable, put_back, remove_run};

/// The name of the earlier run in the temporary folder.
const OLD: &str = "old";

/// The name of the new run in the temporary folder.
const NEW: &str = "new";

/// The name of the folder by which [`RunFolder::create`] finds out what can be moved.
const TRIAL: &str = "trial";

fn invalid<T>(message: &str) -> io::Result<T> {
    Err(io::Error::new(io::ErrorKind::InvalidInput, message))
}

/// Returns the path of the folder next to `wanted` with a run that can be resumed.
fn resumable_path(wanted: &Path) -> PathBuf {
    let name = wanted.file_name().unwrap_or_default().to_string_lossy();
    wanted.with_file_name(format!(".{name}.resume-partial"))
}

/// Follows links to what is not there: a run that was killed has moved it away.
fn target(wanted: &Path) -> io::Result<PathBuf> {
    const MOST_LINKS: usize = 40;
    let mut target = std::path::absolute(wanted)?;
    for _ in 0..MOST_LINKS {
        if let Ok(target) = target.canonicalize() {
            return Ok(target);
        }
        match fs::read_link(&target) {
            Ok(to) => target = target.parent().unwrap_or(Path::new("")).join(to),
            Err(_) => break,
        }
    }
    Ok(target)
}

/// Waits while another run replaces a folder next to `wanted`, and lets none do so until the result is dropped. Returns
/// `None` where a folder can't be locked.
fn lock_parent(wanted: &Path) -> Option<File> {
    let parent = File::open(wanted.parent()?).ok()?;
    parent.lock().ok()?;
    Some(parent)
}

/// Removes what killed runs into `wanted` have left beside it, and puts back what they have moved away. The caller has
/// its [`lock_parent`].
///
/// # Errors
/// If something that is no run's can't be put back.
fn recover(wanted: &Path) -> io::Result<()> {
    let (Some(parent), Some(name)) = (wanted.parent(), wanted.file_name()) else { return Ok(()) };
    for folder in TemporaryFolder::abandoned(parent, name) {
        clear(folder, wanted).map_err(|(error, old)| {
            let left = format!("a killed run left files in {}, which can't be moved back ({error})", old.display());
            io::Error::new(error.kind(), format!("{left}: move what you need, and remove the rest"))
        })?;
    }
    Ok(())
}

/// Removes a temporary folder. Before that, puts back into `wanted` what was moved away from there.
///
/// # Errors
/// If it can't be put back: why, and where it is.
fn clear(folder: TemporaryFolder, wanted: &Path) -> Result<(), (io::Error, PathBuf)> {
    let old = folder.join(OLD);
    if old.exists() {
        put_back(&old, wanted).map_err(|error| (error, old))?;
    }
    // what can't be removed is tried again by the next run
    let _ = remove_run(&folder.join(NEW));
    let _ = remove_trial(&folder.join(TRIAL));
    folder.remove();
    Ok(())
}

/// A temporary folder next to the folder of the reports, which it replaces once the run is complete. If it is dropped
/// before, it is removed, unless the run can be resumed.
#[derive(Debug)]
pub struct RunFolder {
    wanted: PathBuf,
    /// The folder with the files of the run.
    partial: PathBuf,
    /// Whether `partial` is kept if the run does not complete.
    stays: bool,
    /// The temporary folder; `None` once it is removed.
    temporary: Option<TemporaryFolder>,
}

impl RunFolder {
    /// Creates the temporary folder of a run that will replace `wanted`, and removes those of killed runs. `keep` are the
    /// paths of the games, which must not be moved with the folder.
    ///
    /// # Errors
    /// If `wanted` is a file, is a folder of other things than a run, is or contains the working folder or a path of
    /// `keep`, or if nothing can be written next to it.
    pub fn create(wanted: &Path, keep: &[PathBuf]) -> io::Result<Self> {
        Self::new(wanted, keep, false)
    }

    /// Opens the folder of an interrupted run that will replace `wanted`, or creates it if there is none. The caller has
    /// to exclude that two runs use it at once.
    ///
    /// # Errors
    /// The errors of [`RunFolder::create`].
    pub fn resume(wanted: &Path, keep: &[PathBuf]) -> io::Result<Self> {
        Self::new(wanted, keep, true)
    }

    fn new(wanted: &Path, keep: &[PathBuf], stays: bool) -> io::Result<Self> {
        // another run that replaces this folder moves the old one away before the new one is in its place
        let _lock = lock_parent(&target(wanted)?);
        let wanted = usable(wanted, keep)?;
        let beside = (wanted.parent().unwrap_or(Path::new("")), wanted.file_name().unwrap_or_default());
        let temporary = TemporaryFolder::create(beside.0, beside.1)?;
        let partial = if stays { resumable_path(&wanted) } else { temporary.join(NEW) };
        let folder = Self { wanted, partial, stays, temporary: Some(temporary) };
        fs::create_dir_all(&folder.partial)?;
        folder.try_to_move()?;
        Ok(folder)
    }

    /// Removes the folder, since it has nothing worth resuming.
    pub fn give_up(mut self) {
        self.stays = false;
    }

    /// Returns the path of a file or folder in the temporary folder.
    fn temporary_path(&self, name: &str) -> PathBuf {
        self.temporary.as_ref().expect("it is removed last").join(name)
    }

    /// Checks that `wanted` can be moved, before anything is evaluated: a mount point can't.
    ///
    /// Tries to move it onto a folder that is not empty. That always fails, but the error tells whether this is the
    /// only obstacle (POSIX, `rename`: "EEXIST or ENOTEMPTY").
    #[cfg(unix)]
    fn try_to_move(&self) -> io::Result<()> {
        use io::ErrorKind::{AlreadyExists, DirectoryNotEmpty, InvalidInput};
        if !self.wanted.exists() {
            return Ok(());
        }
        let trial = self.temporary_path(TRIAL);
        fs::create_dir_all(trial.join(FULL))?;
        let moved = fs::rename(&self.wanted, &trial);
        remove_trial(&trial)?;
        match moved {
            Err(error) if !matches!(error.kind(), AlreadyExists | DirectoryNotEmpty) => {
                let message = format!(
                    "it can't be moved ({error}), as an earlier run has to be: name a folder in it, such as {}",
                    self.wanted.join("reports").display()
                );
                Err(io::Error::new(InvalidInput, message))
            }
            _ => Ok(()),
        }
    }

    /// Checks nothing: on other systems the result of a move onto another folder is not known.
    #[cfg(not(unix))]
    fn try_to_move(&self) -> io::Result<()> {
        Ok(())
    }

    /// Removes the files of the interrupted run that this one continues, but for the checkpoint: this run may write them
    /// in another form, so that both would be there. The caller holds the lock of the checkpoint.
    pub(super) fn remove_files(&self) -> io::Result<()> {
        files::remove_files(&self.partial)
    }

    /// Computes the digests of all files of the run but `run.json`, and but for the checkpoint unless it stays there.
    pub(super) fn digests(&self, keeps_checkpoint: bool) -> io::Result<FileDigests> {
        files::digests(&self.partial, keeps_checkpoint)
    }

    /// Returns the path of a file of the run.
    #[must_use]
    pub fn path(&self, name: &str) -> PathBuf {
        self.partial.join(name)
    }

    /// Replaces the earlier run with the complete new one and returns the folder. Other files than those of a run are
    /// kept.
    ///
    /// # Errors
    /// If something can't be renamed. The earlier run is then still in its folder, or next to it.
    pub fn finish(self) -> io::Result<PathBuf> {
        let (wanted, old) = (self.wanted.clone(), self.temporary_path(OLD));
        // a run that ends between two of the steps below would lose other files in the folder
        let _lock = lock_parent(&wanted);
        if wanted.exists() {
            fs::rename(&wanted, &old)?;
            let moved = fs::rename(&self.partial, &wanted);
            // the earlier run, or the rest of it
            let rest = put_back(&old, &wanted);
            moved?;
            rest.map_err(|error| {
                io::Error::new(
                    error.kind(),
                    format!("files of the earlier run are still in {}: {error}", old.display()),
                )
            })?;
        } else {
            fs::rename(&self.partial, &wanted)?;
        }
        Ok(wanted)
    }
}

impl Drop for RunFolder {
    fn drop(&mut self) {
        // after `finish` this folder no longer exists; errors can't be reported here
        if !self.stays {
            let _ = remove_run(&self.partial);
        }
        if let Some(temporary) = self.temporary.take() {
            // what could not be put back is left for the next run
            if !temporary.join(OLD).exists() {
                let _ = clear(temporary, &self.wanted);
            }
        }
    }
}

/// The name of the folder in the trial's folder.
const FULL: &str = "of something";

/// Removes the folder of a trial.
fn remove_trial(trial: &Path) -> io::Result<()> {
    // a process that was killed may have left the outer folder alone
    let _ = fs::remove_dir(trial.join(FULL));
    fs::remove_dir(trial)
}

/// Returns the absolute path of the folder to replace, if it can be replaced.
fn usable(wanted: &Path, keep: &[PathBuf]) -> io::Result<PathBuf> {
    if wanted.exists() && !wanted.is_dir() {
        return invalid("it is a file: --out takes a folder");
    }
    recover(&target(wanted)?)?;
    if !wanted.exists() && wanted.is_symlink() {
        return invalid("it is a link to what is not there: make that folder, or remove the link");
    }
    // a link to a folder stays a link: its target is replaced
    let wanted = if wanted.exists() { wanted.canonicalize()? } else { std::path::absolute(wanted)? };
    if std::env::current_dir()?.starts_with(&wanted) {
        return invalid("the working folder is in it, and it would be replaced: name a folder of its own");
    }
    if keep.iter().filter_map(|path| path.canonicalize().ok()).any(|path| path.starts_with(&wanted)) {
        return invalid("the games are in it, and it would be replaced: name a folder of its own");
    }
    if !is_replaceable(&wanted)? {
        return invalid("it holds other files and no run of seichi: name an empty or a new folder with --out");
    }
    match wanted.parent() {
        Some(parent) if wanted.file_name().is_some() => fs::create_dir_all(parent)?,
        _ => return invalid("it can't be replaced: name a folder of its own"),
    }
    Ok(wanted)
}
