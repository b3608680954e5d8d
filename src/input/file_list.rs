//! Determines the names of games without walking a folder, either from a list of files or before a
//! walk.

use std::ffi::OsStr;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::file::long_path;
use super::file_names::{escaped, slashed};
use super::filter::SourceError;
use super::limits::{MAX_LIST, MAX_PATH};
use super::walk::{Walk, base, no_file};

/// Returns the part of a [`super::walk`] of `arguments` that is known beforehand. It determines the
/// names of the games. Arguments that do not exist are ignored. Without arguments, names are the
/// paths of a list of files.
pub fn not_walked(arguments: &[PathBuf]) -> Walk {
    if arguments.is_empty() {
        return listed();
    }
    let several = arguments.len() > 1;
    let there = arguments.iter().filter(|argument| argument.exists());
    Walk {
        bases: there
            .filter_map(|argument| base(argument, several).ok())
            .collect(),
        ..Walk::default()
    }
}

/// Returns the walk of an empty list of files.
fn listed() -> Walk {
    Walk {
        bases: vec![(PathBuf::from("."), String::new())],
        is_list: true,
        may_repeat: true,
        ..Walk::default()
    }
}

/// The maximum length in bytes of a line in a list. The limit allows for prefixes like `./` that
/// are not part of the name.
const MAX_LINE: usize = 2 * MAX_PATH;

/// Reads a list of files. The name of each file is its path as listed. Empty lines are ignored.
///
/// On Unix, a path may contain any bytes; elsewhere, it must be UTF-8.
///
/// # Errors
/// If the list can't be read or is too long, or a line is not a valid path.
pub(crate) fn walk_list(list: impl Read) -> Result<Walk, SourceError> {
    let mut text = Vec::new();
    list.take(MAX_LIST + 1)
        .read_to_end(&mut text)
        .map_err(SourceError::List)?;
    if text.len() as u64 > MAX_LIST {
        return Err(SourceError::LongList);
    }
    let mut walk = listed();
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&text);
    for (index, line) in text.split(|&byte| byte == b'\n').enumerate() {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.is_empty() {
            continue;
        }
        if line.len() > MAX_LINE {
            let name = escaped(&line[..MAX_LINE]) + "…";
            walk.skip(PathBuf::from(&name), name, long_path());
            continue;
        }
        let path = path_of(line).ok_or(SourceError::NoPath { line: index + 1 })?;
        // a missing file is reported when it is read
        if std::fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir()) {
            walk.skip(path.to_path_buf(), slashed(path), no_file());
        } else {
            walk.file(path.to_path_buf(), slashed(path), None);
        }
    }
    walk.sort();
    Ok(walk)
}

/// Returns the path with these bytes. On systems other than Unix, they must be UTF-8.
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
        walk.entries
            .iter()
            .map(|entry| entry.name.as_str())
            .collect()
    }

    #[test]
    fn list_names_files_by_their_paths() {
        let list = b"\xef\xbb\xbf./b/x.sgf\r\n/tmp/a.sgf\n\nz.zip\n".as_slice();
        let list = walk_list(list).unwrap();
        assert_eq!(names(&list), ["/tmp/a.sgf", "b/x.sgf", "z.zip"]);
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
