//! Names games without walking a folder: from a list of files, from files in memory, or before a walk.

use std::ffi::OsStr;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::archive::Format;
use super::entry::Content;
use super::file::long_path;
use super::filter::{Filter, SourceError, WalkOptions};
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

/// The maximum length in bytes of a line of a list. It allows for prefixes like `./` that are not part of the name.
const MAX_LINE: usize = 2 * MAX_PATH;

/// Reads a list of files. The name of each file is its path as listed. Empty lines are ignored.
///
/// On Unix, a path may have any bytes; elsewhere, it must be UTF-8.
///
/// # Errors
/// If the list can't be read or is too long, or a line is not a valid path.
pub fn walk_list(list: impl Read) -> Result<Walk, SourceError> {
    let mut text = Vec::new();
    list.take(MAX_LIST + 1).read_to_end(&mut text).map_err(SourceError::List)?;
    if text.len() as u64 > MAX_LIST {
        return Err(SourceError::LongList);
    }
    let mut walk = listed();
    for (index, line) in text.split(|&byte| byte == b'\n').enumerate() {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.is_empty() {
            continue;
        }
        if line.len() > MAX_LINE {
            walk.skipped.push((escaped(&line[..MAX_LINE]) + "…", long_path()));
            continue;
        }
        let path = path_of(line).ok_or(SourceError::NoPath { line: index + 1 })?;
        // a missing file is reported when it is read
        if std::fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir()) {
            walk.skipped.push((slashed(path), no_file()));
        } else {
            walk.file(path.to_path_buf(), slashed(path), None);
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

impl Walk {
    /// Returns the walk of files in memory, each with its name in every report. All are records, or archives if their names
    /// say so.
    ///
    /// # Errors
    /// If a glob is invalid.
    pub fn of_records(
        files: impl IntoIterator<Item = (String, Content)>,
        options: &WalkOptions,
    ) -> Result<Self, SourceError> {
        let filter = Arc::new(Filter::new(options)?);
        let mut walk = Self::default();
        for (name, content) in files {
            let is_archive = Format::of(&name).is_some_and(Format::is_archive);
            if name.match_indices('/').any(|(end, _)| filter.excludes(&name[..end])) {
                continue;
            }
            if filter.wants(&name) || is_archive && !filter.excludes(&name) {
                let entries = walk.entries.len();
                walk.file(name.clone().into(), name, Some(Arc::clone(&filter)));
                walk.entries[entries..].iter_mut().for_each(|entry| entry.content = Some(content.clone()));
            }
        }
        walk.sort();
        Ok(walk)
    }
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

    #[cfg(unix)]
    #[test]
    fn list_path_may_have_any_bytes() {
        use std::os::unix::ffi::OsStrExt;
        let list = walk_list(b"a\xff.sgf\nb.sgf".as_slice()).unwrap();
        assert_eq!(names(&list), ["a\\xff.sgf", "b.sgf"]);
        assert_eq!(list.entries[0].path.as_os_str().as_bytes(), b"a\xff.sgf");
    }

    #[test]
    fn of_records_reads_files_of_any_name() {
        let files = || ["b/2.SGF", "labels.jsonl", ".hidden", "old.zip", "old.gib"].map(str::to_owned);
        let names = |options: &WalkOptions| {
            let walk = Walk::of_records(files().map(|name| (name, Content::new("(;)"))), options).unwrap();
            (walk.entries.into_iter().map(|entry| entry.name).collect::<Vec<_>>().join(" "), walk.skipped.len())
        };
        assert_eq!(names(&WalkOptions::default()), (".hidden b/2.SGF labels.jsonl old.zip".to_owned(), 1));
        let exclude = ["*.g*", "labels.jsonl", "b"].map(str::to_owned).to_vec();
        let some = names(&WalkOptions { exclude, ..WalkOptions::default() });
        assert_eq!(some, (".hidden old.zip".to_owned(), 0));
    }
}
