//! GNU Go, if it is installed.

use std::path::{Path, PathBuf};

/// Returns the path of GNU Go: on `PATH`, or where Debian installs it, since the `PATH` of services
/// lacks this folder. Prints a note if GNU Go is missing.
pub(crate) fn gnugo() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&folders)
        .chain([Path::new("/usr/games").to_owned()])
        .map(|folder| folder.join("gnugo"))
        .find(|gnugo| gnugo.is_file());
    if found.is_none() {
        eprintln!("SKIPPED: GNU Go is not installed");
    }
    found
}
