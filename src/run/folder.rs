//! The folder of a run, which is replaced as a whole or not at all.
//!
//! A run is written to a new folder next to its target and renamed into place once it is complete.
//! The new folder has a random name, and only its owner can enter it. If the process is killed, the
//! folder is left behind, but no later run reads it.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use tempfile::{Builder, TempDir};

use super::digests::{FILES, FileDigests};
use crate::disk::{NewFolders, REPORT_MARKS, has_mark, read_start, refused};

/// The maximum size in bytes of a `run.json`.
pub(super) const MAX_RUN: u64 = 64 << 20;

/// The number of attempts to replace a folder that other runs replace at the same time.
const ATTEMPTS: u32 = 100;

/// The folder of a run that is being written. If it is dropped before [`Self::finish`], the run is
/// removed.
#[derive(Debug)]
pub(super) struct RunFolder {
    target: PathBuf,
    /// Holds the new run and, during the swap, the earlier run.
    temporary: TempDir,
    /// The parent folders that had to be created. This must be the last field, because the folders
    /// have to be empty before they are removed.
    _parents: NewFolders,
}

impl RunFolder {
    /// Creates the folder of a run that will replace `target`. `sources` are the paths of the games
    /// or runs from which the run is made. They must be outside `target`.
    ///
    /// # Errors
    /// If `target` exists and is neither empty nor an earlier run, if it is or contains the working
    /// folder or a path in `sources`, or if its parent is not writable.
    pub(super) fn create(target: &Path, sources: &[PathBuf]) -> io::Result<Self> {
        let target = std::path::absolute(target)?;
        let real = target.canonicalize().unwrap_or_else(|_| target.clone());
        if Path::new(".").canonicalize()?.starts_with(&real) {
            return refused(
                "the current folder is inside it and would be replaced; choose another folder",
            );
        }
        for path in sources {
            if path
                .canonicalize()
                .is_ok_and(|path| path.starts_with(&real))
            {
                let path = path.display();
                return refused(format!(
                    "{path} is inside it and would be replaced; choose another folder"
                ));
            }
        }
        check_target(&target)?;
        let (Some(parent), Some(name)) = (target.parent(), target.file_name()) else {
            return refused("it cannot be replaced; choose another folder");
        };
        let parents = NewFolders::create(parent)?;
        let prefix = format!(".{}.", name.to_string_lossy());
        let mut builder = Builder::new();
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let temporary = builder.prefix(&prefix).tempdir_in(parent);
        // only the kind is kept, because the error would name the temporary folder
        let temporary = temporary.map_err(|error| io::Error::from(error.kind()))?;
        fs::create_dir(temporary.path().join("new"))?;
        Ok(Self {
            target,
            temporary,
            _parents: parents,
        })
    }

    /// Returns the path of a file of the run.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.temporary.path().join("new").join(name)
    }

    /// Creates a file of the run.
    pub(super) fn create_file(&self, name: &str) -> io::Result<File> {
        File::create_new(self.path(name))
    }

    /// Writes a file of the run.
    pub(super) fn write(&self, name: &str, text: &str) -> io::Result<()> {
        self.create_file(name)?.write_all(text.as_bytes())
    }

    /// Computes the digests of all files of the run except `run.json`.
    pub(super) fn digests(&self) -> io::Result<FileDigests> {
        FileDigests::of(&self.path(""), &FILES[1..])
    }

    /// Replaces the earlier run with the new run, and returns the folder of the new run.
    ///
    /// # Errors
    /// If a folder cannot be renamed, or `target` is no longer an earlier run. The earlier run, or
    /// anything else that is there now, is then kept.
    pub(super) fn finish(self) -> io::Result<PathBuf> {
        let (new, old) = (self.path(""), self.temporary.path().join("old"));
        let mut placed = Ok(());
        // another run may replace the same folder between two of these steps
        for _ in 0..ATTEMPTS {
            check_target(&self.target)?;
            let is_moved = match fs::rename(&self.target, &old) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
                moved => moved.is_ok(),
            };
            // another user may have replaced the target since the check, so check again in the
            // private folder, which no other user can access
            if is_moved && let Err(refusal) = check_target(&old) {
                return match fs::rename(&old, &self.target) {
                    Ok(()) => Err(refusal),
                    Err(error) => self.keep("put back", &error),
                };
            }
            placed = fs::rename(&new, &self.target);
            if is_moved {
                let is_taken = |error: &io::Error| {
                    matches!(
                        error.kind(),
                        ErrorKind::DirectoryNotEmpty | ErrorKind::AlreadyExists
                    )
                };
                if placed.as_ref().is_err_and(|error| !is_taken(error)) {
                    match fs::rename(&old, &self.target) {
                        Ok(()) => break,
                        // the target is missing, so the earlier run must not be deleted with the
                        // temporary folder
                        Err(error) => return self.keep("put back", &error),
                    }
                }
                if let Err(error) = remove_run(&old) {
                    return self.keep("removed", &error);
                }
            }
            if placed.is_ok() {
                break;
            }
        }
        // remove the empty folder without opening it, because opening may fail
        let _ = fs::remove_dir(self.temporary.path());
        placed.map(|()| self.target)
    }

    /// Keeps the temporary folder, which contains the earlier run, and returns an error that names
    /// the folder.
    fn keep(self, what: &str, error: &io::Error) -> io::Result<PathBuf> {
        let kept = self.temporary.keep().join("old");
        Err(io::Error::new(
            error.kind(),
            format!(
                "the earlier run, now in {}, could not be {what}: {error}",
                kept.display()
            ),
        ))
    }
}

/// Checks that a run may replace `target`: it must be missing, empty or an earlier run.
fn check_target(target: &Path) -> io::Result<()> {
    match fs::symlink_metadata(target) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
        Ok(data) if data.is_symlink() => refused("it is a symbolic link; name the folder itself"),
        Ok(data) if !data.is_dir() => refused("it is a file; name a folder"),
        #[cfg(unix)]
        Ok(data) if is_mount_point(target, &data) => refused(format!(
            "it is a mount point; name a folder in it, such as {}",
            target.join("reports").display()
        )),
        Ok(_) => match check_run(target) {
            // another run has just moved the folder away
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            checked => checked,
        },
    }
}

/// Returns whether a folder and its parent are on different file systems, which means that the
/// folder cannot be renamed.
#[cfg(unix)]
fn is_mount_point(folder: &Path, data: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    fs::metadata(folder.join("..")).is_ok_and(|parent| parent.dev() != data.dev())
}

/// Checks that a folder is empty or has only files of a run, among them a `run.json` with a
/// signature and digests, or a `games.csv` with the first columns of a run. A `games.csv` is
/// enough, because some repositories keep only the tables. Pages and JUnit reports are replaced
/// together with the run.
fn check_run(folder: &Path) -> io::Result<()> {
    // reads `run.json` first, because another run may replace the folder before the names are
    // listed
    let run = read_start(&folder.join("run.json"), MAX_RUN);
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        if !is_ours(&entry)? {
            let name = name.to_string_lossy();
            return refused(format!(
                "the folder holds {name}, which seichi did not write; choose an empty or new folder"
            ));
        }
        names.push(name);
    }
    let is_run = match run {
        Ok(run) => serde_json::from_slice::<serde_json::Value>(&run)
            .is_ok_and(|run| run["signature"].is_string() && run["files"].is_object()),
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        Err(_) if names.is_empty() => true,
        Err(_) if names.iter().any(|name| name == "run.json") => return check_run(folder),
        Err(_) => has_rows(folder),
    };
    if is_run {
        Ok(())
    } else {
        refused("the folder holds files that seichi did not write; choose an empty or new folder")
    }
}

/// Returns whether a folder has a `games.csv` with the first columns of a run.
fn has_rows(folder: &Path) -> bool {
    const COLUMNS: &[u8] = b"game,hash,";
    read_start(&folder.join("games.csv"), COLUMNS.len() as u64).is_ok_and(|start| start == COLUMNS)
}

/// Returns whether a folder's entry is a file of a run, or a page or a JUnit report.
fn is_ours(entry: &fs::DirEntry) -> io::Result<bool> {
    let name = entry.file_name();
    Ok(entry.file_type()?.is_file()
        && (FILES.iter().any(|&file| name == file) || has_mark(&entry.path(), &REPORT_MARKS)?))
}

/// Removes a folder and the files of a run in it. Fails, and keeps the rest, if the folder holds
/// anything else.
fn remove_run(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if is_ours(&entry)? {
            fs::remove_file(entry.path())?;
        }
    }
    fs::remove_dir(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(target: &Path, text: &str) -> io::Result<()> {
        let folder = RunFolder::create(target, &[])?;
        fs::write(folder.path("games.csv"), text)?;
        fs::write(folder.path("run.json"), r#"{"signature": "", "files": {}}"#)?;
        folder.finish().map(drop)
    }

    /// Returns the names of the files and folders in a folder, sorted.
    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    fn error(target: &Path) -> String {
        RunFolder::create(target, &[]).unwrap_err().to_string()
    }

    #[test]
    fn finish_replaces_the_earlier_run() {
        let top = tempfile::tempdir().unwrap();
        let target = top.path().join("new/reports");
        write(&target, "one").unwrap();
        write(&target, "two").unwrap();
        assert_eq!(fs::read_to_string(target.join("games.csv")).unwrap(), "two");
        assert_eq!(names(&target), ["games.csv", "run.json"]);
        assert_eq!(
            names(target.parent().unwrap()),
            ["reports"],
            "nothing is left next to it"
        );
    }

    #[test]
    fn runs_at_once_into_one_folder_all_succeed() {
        let top = tempfile::tempdir().unwrap();
        let target = top.path().join("reports");
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| (0..100).for_each(|_| write(&target, "two").unwrap()));
            }
        });
        assert_eq!(names(&target), ["games.csv", "run.json"]);
        assert_eq!(names(top.path()), ["reports"]);
    }

    #[test]
    fn drop_before_finish_keeps_the_earlier_run() {
        let top = tempfile::tempdir().unwrap();
        let target = top.path().join("reports");
        write(&target, "one").unwrap();
        drop(RunFolder::create(&target, &[]).unwrap());
        assert_eq!(names(top.path()), ["reports"]);
        assert_eq!(fs::read_to_string(target.join("games.csv")).unwrap(), "one");
    }

    #[test]
    fn drop_before_finish_removes_the_new_parents() {
        let top = tempfile::tempdir().unwrap();
        fs::create_dir(top.path().join("old")).unwrap();
        drop(RunFolder::create(&top.path().join("old/new/deep/reports"), &[]).unwrap());
        assert_eq!(names(&top.path().join("old")), [""; 0]);
        assert_eq!(names(top.path()), ["old"]);
    }

    #[test]
    fn target_with_other_files_is_refused() {
        let top = tempfile::tempdir().unwrap();
        let target = top.path().join("reports");
        write(&target, "one").unwrap();
        fs::write(target.join("notes.txt"), "mine").unwrap();
        assert!(error(&target).contains("holds notes.txt"));
        fs::remove_file(target.join("notes.txt")).unwrap();
        fs::create_dir(target.join("dead.csv")).unwrap();
        assert!(
            error(&target).contains("holds dead.csv"),
            "a folder is not a file of a run"
        );
        assert_eq!(names(top.path()), ["reports"]);
    }

    #[test]
    fn file_added_during_the_run_is_kept_and_the_run_fails() {
        let top = tempfile::tempdir().unwrap();
        let target = top.path().join("reports");
        write(&target, "one").unwrap();
        let folder = RunFolder::create(&target, &[]).unwrap();
        fs::write(target.join("notes.txt"), "mine").unwrap();
        assert!(
            folder
                .finish()
                .unwrap_err()
                .to_string()
                .contains("notes.txt")
        );
        assert_eq!(names(&target), ["games.csv", "notes.txt", "run.json"]);
    }

    #[test]
    fn only_pages_and_reports_of_seichi_are_replaced() {
        let top = tempfile::tempdir().unwrap();
        let target = top.path().join("reports");
        write(&target, "one").unwrap();
        for (name, mark) in [("report.html", REPORT_MARKS[0]), ("j.xml", REPORT_MARKS[1])] {
            for mine in ["mine".to_owned(), format!("my notes\n{mark}")] {
                fs::write(target.join(name), mine).unwrap();
                assert!(error(&target).contains(&format!("holds {name}")));
            }
            fs::write(target.join(name), mark).unwrap();
        }
        write(&target, "two").unwrap();
        assert_eq!(names(&target), ["games.csv", "run.json"]);
        assert!(include_str!("../render/html/head.html").starts_with(REPORT_MARKS[0]));
    }

    #[test]
    fn tables_without_run_json_need_the_columns_of_a_run() {
        let top = tempfile::tempdir().unwrap();
        let tables = top.path().join("tables");
        fs::create_dir(&tables).unwrap();
        RunFolder::create(&tables, &[]).expect("it is empty");
        fs::write(tables.join("games.csv"), "name,year\n").unwrap();
        assert!(error(&tables).contains("holds files that seichi did not write"));
        fs::write(tables.join("games.csv"), "game,hash,size\n").unwrap();
        RunFolder::create(&tables, &[]).expect("the tables of a run");
        for other in ["{}", r#"{"signature": "of another program"}"#] {
            fs::write(tables.join("run.json"), other).unwrap();
            assert!(error(&tables).contains("holds files that seichi did not write"));
        }
    }

    #[test]
    fn target_that_holds_the_games_or_the_working_folder_is_refused() {
        let top = tempfile::tempdir().unwrap();
        let target = top.path().join("reports");
        write(&target, "one").unwrap();
        assert!(RunFolder::create(&target, &[target.join("games.csv")]).is_err());
        assert!(
            RunFolder::create(Path::new("."), &[]).is_err()
                && RunFolder::create(Path::new("/"), &[]).is_err()
        );
        assert!(
            RunFolder::create(&target.join("games.csv"), &[]).is_err(),
            "it is a file"
        );
        assert!(
            RunFolder::create(&top.path().join("missing/.."), &[]).is_err(),
            "it has no name"
        );
        assert_eq!(names(top.path()), ["reports"], "nothing is created for it");
    }

    #[cfg(unix)]
    #[test]
    fn links_and_mount_points_are_refused() {
        use std::os::unix::fs::{MetadataExt as _, symlink};
        let top = tempfile::tempdir().unwrap();
        write(&top.path().join("elsewhere"), "one").unwrap();
        symlink("elsewhere", top.path().join("reports")).unwrap();
        symlink("missing", top.path().join("dangling")).unwrap();
        assert!(error(&top.path().join("reports")).contains("symbolic link"));
        assert!(error(&top.path().join("dangling")).contains("symbolic link"));
        let device = |path: PathBuf| fs::metadata(path).map(|data| data.dev()).ok();
        let is_mount = |path: &&str| {
            device(path.into()).is_some_and(|it| device(Path::new(path).join("..")) != Some(it))
        };
        if let Some(mount) = ["/dev/shm", "/proc"].into_iter().find(is_mount) {
            assert!(error(Path::new(mount)).contains("mount point"));
        }
    }

    /// Other folders with names like those of temporary folders are neither read nor changed.
    #[cfg(unix)]
    #[test]
    fn leftovers_next_to_the_target_are_ignored() {
        let top = tempfile::tempdir().unwrap();
        let home = top.path().join("home");
        fs::create_dir_all(&home).unwrap();
        fs::write(home.join("summary.csv"), "mine").unwrap();
        for left in [
            ".reports.aB3dE6",
            ".reports.aaaaaaaa-seichi-partial",
            ".reports.resume-partial",
        ] {
            fs::create_dir(top.path().join(left)).unwrap();
            for link in ["old", "new", "checkpoint.ndjson"] {
                std::os::unix::fs::symlink(&home, top.path().join(left).join(link)).unwrap();
            }
        }
        let before = names(top.path());
        write(&top.path().join("reports"), "one").unwrap();
        write(&top.path().join("reports"), "two").unwrap();
        let mut after = names(top.path());
        after.retain(|name| name != "reports");
        assert_eq!(after, before);
        assert_eq!(names(&home), ["summary.csv"]);
    }
}
