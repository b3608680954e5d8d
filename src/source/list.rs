//! Names of games where no folder is walked: of a list of files, or before a walk.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::walk::{base, no_file, slashed};
use super::{SourceError, Walk};

/// What [`super::walk`] knows of its arguments before it walks them: how their games are named. What is not there is passed
/// over. With no argument at all the names are those of a list of files.
#[must_use]
pub fn not_walked(arguments: &[PathBuf]) -> Walk {
    if arguments.is_empty() {
        return listed();
    }
    let several = arguments.len() > 1;
    let there = arguments.iter().filter(|argument| argument.exists());
    Walk { bases: there.filter_map(|argument| base(argument, several).ok()).collect(), ..Walk::default() }
}

/// A walk of a list, before anything is listed.
fn listed() -> Walk {
    Walk { bases: vec![(PathBuf::from("."), String::new())], is_list: true, ..Walk::default() }
}

/// Takes a list of files: the name of each is the path as it is listed. Empty lines are passed over.
///
/// On Unix a path is any bytes, as it is for the system; elsewhere it is UTF-8.
///
/// # Errors
/// The line that is no path.
pub fn walk_list(list: &[u8]) -> Result<Walk, SourceError> {
    let mut walk = listed();
    for (index, line) in list.split(|&byte| byte == b'\n').enumerate() {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if !line.is_empty() {
            let path = listed_path(line).ok_or(SourceError::NoPath { line: index + 1 })?;
            // one that is not there is told of when it is read
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
