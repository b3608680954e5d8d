//! The files of a run in its folder, and those of other people.

use std::fs::{self, DirEntry, File};
use std::io::{self, Read as _};
use std::path::Path;

use crate::report::checkpoint::CHECKPOINT;
use crate::report::digests::FileDigests;

/// The names of the files that a run replaces in its folder, in the order in which [`remove_run`] removes them. Those by
/// which a folder counts as a run come last: a removal that was killed can then be continued.
///
/// A run does not write `report.html`, but a page made from the earlier run has to be removed with that run.
const FILES: [&str; 12] = [
    "report.html",
    "boards.ndjson",
    "readings.csv",
    "skipped.csv",
    "dead.csv",
    "pairwise.csv",
    "summary.csv",
    "mismatches.csv",
    CHECKPOINT,
    "games.csv.gz",
    "games.csv",
    "run.json",
];

/// Removes the files of an interrupted run from a folder, but for the checkpoint.
pub(super) fn remove_files(folder: &Path) -> io::Result<()> {
    FILES
        .into_iter()
        .filter(|&name| name != CHECKPOINT)
        .try_for_each(|name| missing_is_fine(fs::remove_file(folder.join(name))))
}

/// Computes the digests of all files of a run in `folder` but `run.json`, and but for the checkpoint unless it stays there.
pub(super) fn digests(folder: &Path, keeps_checkpoint: bool) -> io::Result<FileDigests> {
    let stays = |name: &&str| *name != "run.json" && (keeps_checkpoint || *name != CHECKPOINT);
    let names: Vec<&str> = FILES.into_iter().filter(stays).collect();
    FileDigests::of(folder, &names)
}

/// Returns whether a run has a file of this entry's name.
fn is_own(entry: &DirEntry) -> bool {
    FILES.iter().any(|&name| entry.file_name() == name)
}

/// Returns whether a run may replace `folder`: whether it is missing, empty, or an earlier run. `run.json` shows that it
/// is a run, of whatever version. Where that file was left out, as in a repository that keeps the tables of a run, all
/// files have to be those of a run.
pub(super) fn is_replaceable(folder: &Path) -> io::Result<bool> {
    if !folder.exists() || fs::read_dir(folder)?.next().is_none() {
        return Ok(true);
    }
    match fs::read(folder.join("run.json")) {
        Ok(run) => Ok(serde_json::from_slice::<serde_json::Value>(&run).is_ok_and(|run| run["signature"].is_string())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Ok(fs::read_dir(folder)?.all(|entry| entry.is_ok_and(|entry| is_own(&entry))) && has_rows(folder))
        }
        Err(error) => Err(error),
    }
}

/// Returns whether a folder has a `games.csv` with the first columns of a run.
fn has_rows(folder: &Path) -> bool {
    const COLUMNS: &[u8; 10] = b"game,hash,";
    let mut start = [0; COLUMNS.len()];
    let read = File::open(folder.join("games.csv")).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && start == *COLUMNS
}

/// Removes a folder and the files of a run in it. If it has anything else, this fails, and that stays.
pub(super) fn remove_run(folder: &Path) -> io::Result<()> {
    for name in FILES {
        missing_is_fine(fs::remove_file(folder.join(name)))?;
    }
    missing_is_fine(fs::remove_dir(folder))
}

/// Puts back the folder `wanted`, which was moved to `old` to make room for a new run. If the new run is there, moves
/// the files that are no run's over to it, and removes the earlier run.
///
/// If this is killed, it can be called again.
pub(super) fn put_back(old: &Path, wanted: &Path) -> io::Result<()> {
    if !wanted.exists() {
        return fs::rename(old, wanted);
    }
    for entry in fs::read_dir(old)? {
        let entry = entry?;
        if !is_own(&entry) {
            let to = wanted.join(entry.file_name());
            if fs::symlink_metadata(&to).is_ok() {
                let message = format!("{} exists, and so does {}", entry.path().display(), to.display());
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, message));
            }
            fs::rename(entry.path(), to)?;
        }
    }
    remove_run(old)
}

fn missing_is_fine(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}
