//! Names games without walking a folder: from a list of files, or before a walk.

use std::ffi::OsStr;
use std::io::{BufRead, Read};
use std::path::{Path, PathBuf};

use super::file::long_path;
use super::filter::SourceError;
use super::limits::{MAX_LIST, MAX_PATH};
use super::names::{escaped, slashed};
use super::walk::{Walk, base, no_file};

/// Returns the part of a [`super::walk`] that is known beforehand: the naming of the games of `arguments`. Arguments
/// that do not exist are ignored. Without arguments, names are the paths of a list of files.
#[must_use]
pub fn not_walked(arguments: &[PathBuf]) -> Walk {
    if arguments.is_empty() {
        return listed();
    }
    let several = arguments.len() > 1;
    let there = arguments.iter().filter(|argument| argument.exists());
    Walk { bases: there.filter_map(|argument| base(argument, several).ok()).collect(), ..Walk::default() }
}

/// Returns the walk of an empty list of files.
fn listed() -> Walk {
    Walk { bases: vec![(PathBuf::from("."), String::new())], is_list: true, ..Walk::default() }
}

/// Reads a list of files. The name of each file is its path as listed. Empty lines are ignored.
///
/// On Unix, a path may have any bytes; elsewhere, it must be UTF-8.
///
/// # Errors
/// If the list can't be read or is too long, or a line is not a valid path.
pub fn walk_list(list: impl BufRead) -> Result<Walk, SourceError> {
    walk_short_list(list, MAX_LIST)
}

/// Reads a list of at most `names` files.
fn walk_short_list(list: impl BufRead, names: u64) -> Result<Walk, SourceError> {
    let bytes = 128 * names;
    // allow for prefixes like `./` that are not part of the name; the rest of a longer line is not kept
    let longest = MAX_PATH as u64 + 4096;
    let mut list = list.take(bytes + 1);
    let mut walk = listed();
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        if list.by_ref().take(longest).read_until(b'\n', &mut line).map_err(SourceError::List)? == 0 {
            break;
        }
        let is_whole = (line.len() as u64) < longest
            || line.ends_with(b"\n")
            || list.skip_until(b'\n').map_err(SourceError::List)? == 0;
        let line = line.strip_suffix(b"\n").unwrap_or(&line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if list.limit() == 0 || !line.is_empty() && (walk.entries.len() + walk.skipped.len()) as u64 >= names {
            return Err(SourceError::LongList { names, bytes });
        }
        if !is_whole {
            walk.skipped.push((escaped(line) + "…", long_path()));
        } else if !line.is_empty() {
            let path = path_of(line).ok_or(SourceError::NoPath { line: number })?;
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

/// Returns the path with these bytes. A path may have any bytes only on Unix.
pub(crate) fn path_of(bytes: &[u8]) -> Option<&Path> {
    #[cfg(unix)]
    let path = Some(<OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(bytes));
    #[cfg(not(unix))]
    let path = std::str::from_utf8(bytes).ok().map(OsStr::new);
    path.map(Path::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(walk: &Walk) -> Vec<&str> {
        walk.entries.iter().map(|entry| entry.name.as_str()).collect()
    }

    #[test]
    fn list_names_files_by_their_paths() {
        let list = walk_list(b"./b/x.sgf\r\n/tmp/a.sgf\n\nz.zip\n".as_slice()).unwrap();
        assert_eq!(names(&list), ["/tmp/a.sgf", "b/x.sgf", "z.zip"]);
    }

    #[test]
    fn length_of_a_list_is_limited() {
        let read = |list: &str, names: u64| walk_short_list(list.as_bytes(), names).map_err(|error| error.to_string());
        assert_eq!(names(&read("a.sgf\n\nb.sgf\n\n", 2).unwrap()), ["a.sgf", "b.sgf"], "an empty line is no name");
        let error = "the --files-from list has more than 1 names, or more than 128 bytes".to_owned();
        assert_eq!(read("a.sgf\nb.sgf\n", 1).unwrap_err(), error);
        assert_eq!(read(&"x".repeat(129), 1).unwrap_err(), error);
    }

    #[cfg(unix)]
    #[test]
    fn list_path_may_have_any_bytes() {
        use std::os::unix::ffi::OsStrExt;
        let list = walk_list(b"a\xff.sgf\nb.sgf".as_slice()).unwrap();
        assert_eq!(names(&list), ["a\\xff.sgf", "b.sgf"]);
        assert_eq!(list.entries[0].path.as_os_str().as_bytes(), b"a\xff.sgf");
    }
}
