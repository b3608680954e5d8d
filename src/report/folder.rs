//! The folder of a run, which is replaced as a whole or not at all.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::checkpoint::CHECKPOINT;

fn invalid<T>(message: &str) -> io::Result<T> {
    Err(io::Error::new(io::ErrorKind::InvalidInput, message))
}

/// Returns the path of the temporary folder next to `wanted`, in which a run is written.
fn temporary_path(wanted: &Path, mark: &str) -> PathBuf {
    let name = wanted.file_name().unwrap_or_default().to_string_lossy();
    wanted.with_file_name(format!(".{name}.{mark}-partial"))
}

/// The names of the files that a run replaces in its folder.
///
/// A run does not write `report.html`, but a page made from the earlier run has to be removed with that run.
pub(super) const FILES: [&str; 12] = [
    "games.csv",
    "games.csv.gz",
    "mismatches.csv",
    "summary.csv",
    "pairwise.csv",
    "dead.csv",
    "skipped.csv",
    "readings.csv",
    "boards.ndjson",
    "run.json",
    "report.html",
    CHECKPOINT,
];

/// Returns whether a run may replace `folder`: whether it is missing, empty, or an earlier run. `run.json` shows that it
/// is a run, of whatever version. Where that file was left out, as in a repository that keeps the tables of a run, all
/// files have to be those of a run.
fn is_replaceable(folder: &Path) -> io::Result<bool> {
    if !folder.exists() || fs::read_dir(folder)?.next().is_none() {
        return Ok(true);
    }
    match fs::read(folder.join("run.json")) {
        Ok(run) => Ok(serde_json::from_slice::<serde_json::Value>(&run).is_ok_and(|run| run["signature"].is_string())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let is_own = |entry: io::Result<fs::DirEntry>| {
                entry.is_ok_and(|entry| FILES.iter().any(|&name| entry.file_name() == name))
            };
            Ok(fs::read_dir(folder)?.all(is_own) && has_rows(folder))
        }
        Err(error) => Err(error),
    }
}

/// Returns whether a folder has a `games.csv` with the first columns of a run.
fn has_rows(folder: &Path) -> bool {
    const COLUMNS: &[u8; 10] = b"game,hash,";
    let mut start = [0; COLUMNS.len()];
    let read = fs::File::open(folder.join("games.csv")).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && start == *COLUMNS
}

/// A temporary folder next to the folder of the reports, which it replaces once the run is complete. If it is dropped
/// before, it is removed, unless the run can be resumed.
#[derive(Debug)]
pub struct RunFolder {
    wanted: PathBuf,
    partial: PathBuf,
    /// Whether the folder is kept if the run does not complete.
    stays: bool,
}

impl RunFolder {
    /// Creates the temporary folder of a run that will replace `wanted`. `keep` are the paths of the games, which must
    /// not be moved with the folder.
    ///
    /// # Errors
    /// If `wanted` is a file, is a folder of other things than a run, is or contains the working folder or a path of
    /// `keep`, or if nothing can be written next to it.
    pub fn create(wanted: &Path, keep: &[PathBuf]) -> io::Result<Self> {
        let wanted = Self::usable(wanted, keep)?;
        // a killed run may have left a folder of this name: process ids repeat, above all in containers
        for attempt in 0..1000_u32 {
            let partial = temporary_path(&wanted, &format!("{}.{attempt}", std::process::id()));
            match fs::create_dir(&partial) {
                Ok(()) => {
                    let folder = Self { wanted, partial, stays: false };
                    folder.try_to_move()?;
                    return Ok(folder);
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        invalid("a thousand runs that were given up are beside it: remove the folders whose names end in -partial")
    }

    /// Opens the temporary folder of an interrupted run that will replace `wanted`, or creates it if there is none. The
    /// caller has to exclude that two runs use it at once.
    ///
    /// # Errors
    /// The errors of [`RunFolder::create`].
    pub fn resume(wanted: &Path, keep: &[PathBuf]) -> io::Result<Self> {
        let wanted = Self::usable(wanted, keep)?;
        let partial = temporary_path(&wanted, "resume");
        fs::create_dir_all(&partial)?;
        // the continued run may write its files in another form, so that the interrupted one's would stay beside them
        for name in FILES.into_iter().filter(|&name| name != CHECKPOINT) {
            match fs::remove_file(partial.join(name)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        let folder = Self { wanted, partial, stays: true };
        folder.try_to_move()?;
        Ok(folder)
    }

    /// Removes the folder, since it has nothing worth resuming.
    pub fn give_up(mut self) {
        self.stays = false;
    }

    /// Returns the absolute path of the folder to replace, if it can be replaced.
    fn usable(wanted: &Path, keep: &[PathBuf]) -> io::Result<PathBuf> {
        if wanted.exists() && !wanted.is_dir() {
            return invalid("it is a file: --out takes a folder");
        }
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
        let full = self.partial.join("full");
        fs::create_dir_all(full.join("of something"))?;
        let moved = fs::rename(&self.wanted, &full);
        fs::remove_dir_all(&full)?;
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

    /// Returns the path of the temporary folder, in which the run is written.
    pub(super) fn partial(&self) -> &Path {
        &self.partial
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
    pub fn finish(mut self) -> io::Result<PathBuf> {
        let wanted = std::mem::take(&mut self.wanted);
        // lock the parent folder: a run that ends between two of the steps below would lose other files in the folder.
        // Where a folder can't be locked, the second run fails
        let turn = wanted.parent().and_then(|folder| fs::File::open(folder).ok());
        let _ = turn.as_ref().map(fs::File::lock);
        if wanted.exists() {
            let old = self.partial.with_extension("old");
            fs::rename(&wanted, &old)?;
            if let Err(error) = fs::rename(&self.partial, &wanted) {
                fs::rename(&old, &wanted)?;
                return Err(error);
            }
            for entry in fs::read_dir(&old)? {
                let entry = entry?;
                if !FILES.iter().any(|&name| entry.file_name() == name) {
                    fs::rename(entry.path(), wanted.join(entry.file_name()))?;
                }
            }
            fs::remove_dir_all(&old)?;
        } else {
            fs::rename(&self.partial, &wanted)?;
        }
        Ok(wanted)
    }
}

impl Drop for RunFolder {
    fn drop(&mut self) {
        if !self.stays {
            // after `finish` the folder no longer exists; other errors can't be reported here
            let _ = fs::remove_dir_all(&self.partial);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(wanted: &Path, text: &str) -> io::Result<()> {
        let folder = RunFolder::create(wanted, &[])?;
        fs::write(folder.path("games.csv"), text)?;
        fs::write(folder.path("run.json"), r#"{"signature": ""}"#)?;
        folder.finish().map(drop)
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_run_replaces_the_one_before_and_nothing_else() {
        let top = tempfile::tempdir().unwrap();
        let wanted = top.path().join("new/reports");
        write(&wanted, "one").unwrap();
        fs::write(wanted.join("notes.txt"), "mine").unwrap();
        fs::create_dir(wanted.join("other")).unwrap();
        write(&wanted, "two").unwrap();
        assert_eq!(names(&wanted), ["games.csv", "notes.txt", "other", "run.json"]);
        assert_eq!(fs::read_to_string(wanted.join("games.csv")).unwrap(), "two");
        assert_eq!(names(wanted.parent().unwrap()), ["reports"], "nothing is left beside it");
    }

    #[test]
    fn a_run_that_is_given_up_leaves_nothing() {
        let top = tempfile::tempdir().unwrap();
        let wanted = top.path().join("reports");
        write(&wanted, "one").unwrap();
        drop(RunFolder::create(&wanted, &[]).unwrap());
        assert_eq!(names(top.path()), ["reports"]);
        assert_eq!(fs::read_to_string(wanted.join("games.csv")).unwrap(), "one");
    }

    #[test]
    fn what_can_not_be_a_run_is_refused() {
        let top = tempfile::tempdir().unwrap();
        fs::write(top.path().join("file"), "").unwrap();
        let refused = |wanted: &Path| RunFolder::create(wanted, &[top.path().join("file")]).is_err();
        assert!(refused(&top.path().join("file")));
        let other = top.path().join("other");
        fs::create_dir(&other).unwrap();
        assert!(!refused(&other), "it is empty");
        for name in ["notes.txt", "run.json"] {
            fs::write(other.join(name), "{}").unwrap();
            assert!(refused(&other), "{name} is no run");
        }
        let tables = top.path().join("tables");
        fs::create_dir(&tables).unwrap();
        fs::write(tables.join("games.csv"), "name,year\n").unwrap();
        assert!(refused(&tables), "somebody's own table");
        fs::write(tables.join("games.csv"), "game,hash,size\n").unwrap();
        assert!(!refused(&tables), "the tables of a run");
        fs::write(tables.join("notes.txt"), "").unwrap();
        assert!(refused(&tables));
        assert!(refused(Path::new(".")) && refused(Path::new("/")));
        assert!(refused(top.path()), "the games are in it");
    }

    #[cfg(unix)]
    #[test]
    fn what_can_not_be_moved_is_refused_at_once() {
        use std::os::unix::fs::{MetadataExt, symlink};
        let top = tempfile::tempdir().unwrap();
        let error = |wanted: &Path| RunFolder::create(wanted, &[]).unwrap_err().to_string();
        symlink(top.path().join("nowhere"), top.path().join("link")).unwrap();
        assert!(error(&top.path().join("link")).contains("a link to what is not there"));
        // a link to a folder counts as that folder
        fs::create_dir(top.path().join("nowhere")).unwrap();
        write(&top.path().join("link"), "one").unwrap();
        write(&top.path().join("link"), "two").unwrap();
        assert_eq!(names(top.path()), ["link", "nowhere"]);
        let device = |path: PathBuf| fs::metadata(path).map(|data| data.dev()).ok();
        let is_mount =
            |path: &&str| device(path.into()).is_some_and(|it| device(Path::new(path).join("..")) != Some(it));
        let mount = ["/dev/shm", "/proc"].into_iter().find(is_mount);
        if let Some(mount) = mount {
            RunFolder::create(Path::new(mount), &[]).unwrap_err();
        }
    }
}
