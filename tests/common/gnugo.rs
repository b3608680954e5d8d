//! GNU Go, where it is installed.

use std::path::{Path, PathBuf};

/// Where it is: on the path, or where Debian has it, which is on no path of a service. Says so where it is not there.
pub(crate) fn gnugo() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&folders)
        .chain([Path::new("/usr/games").to_owned()])
        .map(|folder| folder.join("gnugo"))
        .find(|gnugo| gnugo.is_file());
    if found.is_none() {
        eprintln!("SKIPPED: there is no GNU Go to ask");
    }
    found
}
