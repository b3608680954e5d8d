//! Names games where no folder is walked: for a list of files, or before a walk.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::names::slashed;
use super::source::SourceError;
use super::walk::{Walk, base, no_file};

/// Returns the part of a [`super::walk`] that is known before the walk: how the games of `arguments` are named.
/// Arguments that do not exist are ignored. Without arguments, the names are those of a list of files.
#[must_use]
pub fn not_walked(arguments: &[PathBuf]) -> Walk {
    if arguments.is_empty() {
        return listed();
    }
    let several = arguments.len() > 1;
    let there = arguments.iter().filter(|argument| argument.exists());
    Walk { bases: there.filter_map(|argument| base(argument, several).ok()).collect(), ..Walk::default() }
}

/// Returns the walk of a list of files, without any files yet.
fn listed() -> Walk {
    Walk { bases: vec![(PathBuf::from("."), String::new())], is_list: true, ..Walk::default() }
}

/// Reads a list of files, where the name of each file is its path as listed. Empty lines are ignored.
///
/// On Unix, a path may have any bytes; elsewhere, it must be UTF-8.
///
/// # Errors
/// If a line is not a valid path; the error has the line number.
pub fn walk_list(list: &[u8]) -> Result<Walk, SourceError> {
    let mut walk = listed();
    for (index, line) in list.split(|&byte| byte == b'\n').enumerate() {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if !line.is_empty() {
            let path = listed_path(line).ok_or(SourceError::NoPath { line: index + 1 })?;
            // a missing file is reported when it is read
            if std::fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir()) {
                walk.skipped.push((slashed(path), no_file()));
            } else {
                walk.file(path.to_path_buf(), slashed(path), None);
            }
        }
    }
    walk.sort();
    walk.entries.dedup_by(|a, b| a.name == b.name);
    Ok(walk)
}

fn listed_path(line: &[u8]) -> Option<&Path> {
    #[cfg(unix)]
    let path = Some(<OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(line));
    #[cfg(not(unix))]
    let path = std::str::from_utf8(line).ok().map(OsStr::new);
    path.map(Path::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(walk: &Walk) -> Vec<&str> {
        walk.entries.iter().map(|entry| entry.name.as_str()).collect()
    }

    #[test]
    fn a_list_keeps_its_paths() {
        let list = walk_list(b"./b/x.sgf\r\n/tmp/a.sgf\n\nz.zip\n").unwrap();
        assert_eq!(names(&list), ["/tmp/a.sgf", "b/x.sgf", "z.zip"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_list_may_have_any_path() {
        use std::os::unix::ffi::OsStrExt;
        let list = walk_list(b"a\xff.sgf\nb.sgf").unwrap();
        assert_eq!(names(&list), ["a\\xff.sgf", "b.sgf"]);
        assert_eq!(list.entries[0].path.as_os_str().as_bytes(), b"a\xff.sgf");
    }
}
