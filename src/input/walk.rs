//! Walks files and folders, sorted by name.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::io::{self, ErrorKind, IsTerminal, Read, Seek};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use walkdir::{DirEntry, WalkDir};

use super::archive::{Format, is_record};
use super::entry::{Entry, STANDARD_INPUT};
use super::file::{is_too_many, open};
use super::file_names::{
    LABELS, TEXT_START, begins_as_record, is_text, not_opened, other_format, slashed,
};
use super::filter::{Filter, SourceError, WalkOptions};
use crate::disk::folder_of;
use crate::skip::{Reason, Skip};

/// The result of a walk.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Walk {
    /// The files, sorted by name, including those that are skipped.
    pub entries: Vec<Entry>,
    /// The labels files.
    pub labels: Vec<FolderLabels>,
    /// For each argument, the base folder of its names, and the prefix of these names.
    pub(super) bases: Vec<(PathBuf, String)>,
    /// Whether the names are paths from a list of files.
    pub(super) is_list: bool,
    /// The number of times that a file was reached again by a different path; each file counts only
    /// once.
    pub(crate) repeated: usize,
    /// Whether a file may be reached by several paths.
    pub(super) may_repeat: bool,
    /// A temporary file with the content of standard input, if standard input is read. The file is
    /// removed when the walk is dropped.
    pub(super) input: Option<Arc<tempfile::NamedTempFile>>,
}

/// A labels file in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderLabels {
    /// The path of the file.
    pub(crate) path: PathBuf,
    /// The prefix of its games' names.
    pub(crate) below: String,
    /// The files in the folder to which the labels apply, if the user named only these.
    pub(super) only: Option<BTreeSet<String>>,
}

/// Walks the arguments of a command.
///
/// With one argument, the names of games are relative to it; with several, each name starts with
/// the last component of its argument. An argument that is a file may have any ending if its
/// content may be a record. A labels file in the same folder applies to it. `-` is standard input.
/// A file that is reached by several paths counts once, under the first of its names.
///
/// # Errors
/// If an argument does not exist or is not a record, if two arguments have the same last component,
/// if standard input can't be read, or if too many files are open.
///
/// # Examples
/// ```no_run
/// use seichi::input::{WalkOptions, walk};
///
/// let options = WalkOptions { include: vec!["*.sgf".to_owned()], ..WalkOptions::default() };
/// let found = walk(&["games".into()], &options)?;
/// let names: Vec<String> = found.entries.into_iter().map(|entry| entry.name).collect();
/// # Ok::<(), seichi::input::SourceError>(())
/// ```
pub fn walk(arguments: &[PathBuf], options: &WalkOptions) -> Result<Walk, SourceError> {
    let filter = Arc::new(Filter::new(options)?);
    let mut walk = Walk {
        may_repeat: arguments.len() > 1,
        ..Walk::default()
    };
    let mut names = BTreeSet::new();
    // the files that the user names, by the path of the labels file that may be in the same folder
    let mut beside: BTreeMap<PathBuf, BTreeSet<String>> = BTreeMap::new();
    for argument in arguments {
        if argument.as_os_str() == STANDARD_INPUT {
            let name = STANDARD_INPUT.to_owned();
            if !names.insert(name.clone()) {
                return Err(SourceError::SameName { name });
            }
            walk.standard_input(name, &filter)
                .map_err(SourceError::Input)?;
            continue;
        }
        let metadata = std::fs::metadata(argument).map_err(|error| unopened(argument, error))?;
        let name = last_component(argument).map_err(|error| unopened(argument, error))?;
        if !names.insert(name.clone()) {
            return Err(SourceError::SameName { name });
        }
        let base =
            base(argument, arguments.len() > 1).map_err(|error| unopened(argument, error))?;
        if metadata.is_dir() {
            walk.folder(argument, &base.1, &filter)?;
        } else if metadata.is_file()
            && !may_be_record(argument, &name).map_err(|error| unopened(argument, error))?
        {
            return Err(SourceError::NoRecord {
                path: argument.clone(),
            });
        } else {
            let labels = argument.with_file_name(LABELS);
            beside.entry(labels).or_default().insert(name.clone());
            walk.file(argument.clone(), name, Some(Arc::clone(&filter)));
            if !metadata.is_file()
                && let Some(entry) = walk.entries.last_mut()
                && entry.path == *argument
                && !entry.is_skipped()
            {
                entry.content = Some(Arc::default());
            }
        }
        walk.bases.push(base);
    }
    walk.sort();
    beside.retain(|labels, _| labels.is_file());
    if !beside.is_empty() {
        walk.add_labels_beside(beside);
    }
    Ok(walk)
}

fn unopened(path: &Path, error: io::Error) -> SourceError {
    SourceError::Open {
        path: path.to_owned(),
        error,
    }
}

/// Returns whether an argument may be a record or an archive, judging by its ending, or else by its
/// content. The content may have other text before the first game.
fn may_be_record(path: &Path, name: &str) -> io::Result<bool> {
    if is_record(name)
        || is_text(name)
        || other_format(name).is_some()
        || Format::of(name).is_some()
    {
        return Ok(true);
    }
    let mut start = start_of(path, 1 << 16)?;
    // UTF-16 has a zero byte next to each of these characters
    start.retain(|byte| !byte.is_ascii_whitespace() && *byte != 0);
    Ok(start.windows(2).any(|pair| pair == b"(;"))
}

/// Returns the base folder of an argument's names, and the prefix of these names.
pub(super) fn base(argument: &Path, is_one_of_several: bool) -> std::io::Result<(PathBuf, String)> {
    if argument.is_dir() {
        let prefix = if is_one_of_several {
            last_component(argument)? + "/"
        } else {
            String::new()
        };
        return Ok((argument.to_owned(), prefix));
    }
    Ok((folder_of(argument).to_owned(), String::new()))
}

impl Walk {
    /// Adds the labels files in the folders of named files. Named files that count under another
    /// name are left out.
    fn add_labels_beside(&mut self, named: BTreeMap<PathBuf, BTreeSet<String>>) {
        let names: HashSet<&str> = self.entries.iter().map(|entry| &*entry.name).collect();
        for (path, mut only) in named {
            only.retain(|name| names.contains(&**name));
            self.labels.push(FolderLabels {
                path,
                below: String::new(),
                only: Some(only),
            });
        }
    }

    /// Adds the files in a folder. Their names start with `prefix`.
    fn folder(
        &mut self,
        folder: &Path,
        prefix: &str,
        filter: &Arc<Filter>,
    ) -> Result<(), SourceError> {
        let mut inodes: Vec<u64> = Vec::new();
        let walked = WalkDir::new(folder).follow_links(true).into_iter();
        for found in walked.filter_entry(|entry| {
            entry.depth() == 0
                || !entry.file_type().is_dir()
                || !filter.excludes(&name_below(prefix, folder, entry.path()))
        }) {
            match found {
                Ok(entry) if entry.file_type().is_dir() => {
                    self.may_repeat |= entry.path_is_symlink();
                }
                Ok(entry) => {
                    self.may_repeat |= entry.path_is_symlink();
                    #[cfg(unix)]
                    inodes.push(walkdir::DirEntryExt::ino(&entry));
                    let name = name_below(prefix, folder, entry.path());
                    self.found(entry, name, filter);
                }
                Err(error) if error.io_error().is_some_and(is_too_many) => {
                    return Err(SourceError::TooManyOpen);
                }
                Err(error) => {
                    let name = error.path().map_or_else(
                        || prefix.to_owned(),
                        |path| name_below(prefix, folder, path),
                    );
                    if name.rsplit('/').next() == Some(LABELS) {
                        let below = name.trim_end_matches(LABELS).to_owned();
                        let path = error.path().unwrap_or(folder).to_owned();
                        let only = None;
                        self.labels.push(FolderLabels { path, below, only });
                        continue;
                    }
                    let is_broken_link = error
                        .io_error()
                        .is_some_and(|error| error.kind() == ErrorKind::NotFound);
                    if filter.excludes(&name) || is_broken_link && !filter.wants_file(&name) {
                        continue;
                    }
                    let detail = match error.loop_ancestor() {
                        Some(ancestor) if ancestor == folder => {
                            "a link back to the folder itself".to_owned()
                        }
                        Some(ancestor) => {
                            format!("a link back to {}", name_below(prefix, folder, ancestor))
                        }
                        None => error
                            .io_error()
                            .map_or_else(|| error.to_string(), ToString::to_string),
                    };
                    let path = error.path().unwrap_or(folder).to_owned();
                    self.skip(path, name, Skip::new(Reason::Unreadable, detail));
                }
            }
        }
        inodes.sort_unstable();
        self.may_repeat |= inodes.windows(2).any(|pair| pair[0] == pair[1]);
        Ok(())
    }

    /// Adds a file in a folder.
    fn found(&mut self, entry: DirEntry, name: String, filter: &Arc<Filter>) {
        let is_file = entry.file_type().is_file() && !(cfg!(windows) && names_a_device(&name));
        let path = entry.into_path();
        let (below, file) = name.split_at(name.rfind('/').map_or(0, |slash| slash + 1));
        if file == LABELS {
            // reading a labels file that is not a regular file is an error
            self.labels.push(FolderLabels {
                path,
                below: below.to_owned(),
                only: None,
            });
        } else if !is_file {
            if filter.wants_file(&name) {
                self.skip(path, name, no_file());
            }
        } else if let Some(skip) = other_format(&name) {
            if filter.wants(&name) {
                self.skip(path, name, skip);
            }
        } else if filter.wants_file(&name)
            || is_text(&name)
                && filter.wants(&name)
                && start_of(&path, TEXT_START as u64).is_ok_and(|start| begins_as_record(&start))
        {
            self.file(path, name, Some(Arc::clone(filter)));
        }
    }

    /// Adds standard input. Its content is copied to a temporary file for three reasons: only the
    /// content shows the format, some formats are read from the end, and a run may read the games
    /// twice.
    fn standard_input(&mut self, name: String, filter: &Arc<Filter>) -> io::Result<()> {
        let mut input = io::stdin().lock();
        if input.is_terminal() {
            return Err(io::Error::other(
                "it is a terminal: pipe a record or an archive into the command",
            ));
        }
        let mut kept = tempfile::NamedTempFile::new().map_err(|error| not_kept(&error))?;
        io::copy(&mut input, kept.as_file_mut()).map_err(|error| not_kept(&error))?;
        kept.as_file_mut().rewind()?;
        match Format::of_content(kept.as_file_mut())? {
            None => {
                let skip = not_opened("a 7z, rar or xz file");
                self.skip(kept.path().into(), name, skip);
            }
            Some(format) => {
                self.entries.push(Entry {
                    format: Some(format),
                    members: Some(Arc::clone(filter)),
                    ..Entry::new(name, kept.path().to_owned())
                });
                self.input = Some(Arc::new(kept));
            }
        }
        Ok(())
    }

    pub(super) fn file(&mut self, path: PathBuf, name: String, members: Option<Arc<Filter>>) {
        if let Some(skip) = other_format(&name) {
            self.skip(path, name, skip);
        } else {
            self.entries.push(Entry {
                members,
                ..Entry::new(name, path)
            });
        }
    }

    pub(super) fn skip(&mut self, path: PathBuf, name: String, skip: Skip) {
        self.entries.push(Entry {
            name,
            path,
            content: Some(Arc::new(Err(skip).into())),
            ..Entry::default()
        });
    }

    /// Sorts the files by name, and keeps only one entry for each file.
    pub(super) fn sort(&mut self) {
        // sort in place, because a new buffer would not be in the cache, and filling it would take
        // longer than sorting
        self.entries.sort_unstable_by(|a, b| {
            a.sort_key()
                .cmp(b.sort_key())
                .then_with(|| a.path.cmp(&b.path))
        });
        // the labels files of a subfolder come later, because they are more specific
        self.labels.sort_by(|a, b| a.below.cmp(&b.below));
        if self.may_repeat {
            self.count_once();
        }
    }

    /// Keeps only the first entry of each file. Its other paths may be links or different
    /// spellings.
    fn count_once(&mut self) {
        let (mut seen, mut linked) = (HashSet::new(), HashSet::new());
        let mut is_new = |path: &Path| {
            // a missing file has no canonical path, but its folder may have one
            let whole = path.canonicalize().or_else(|_| {
                let folder = folder_of(path).canonicalize()?;
                io::Result::Ok(folder.join(path.file_name().unwrap_or_default()))
            });
            let is_new = match hard_linked(path) {
                Some(file) => linked.insert(file),
                None => seen.insert(whole.unwrap_or_else(|_| slashed(path).into())),
            };
            self.repeated += usize::from(!is_new);
            is_new
        };
        // a file that is read takes precedence over a link to it that is skipped
        for are_skipped in [false, true] {
            self.entries
                .retain(|entry| entry.is_skipped() != are_skipped || is_new(&entry.path));
        }
        if self.repeated > 0 {
            // drop labels files whose games are all left out, because their lines would match no
            // game
            let Self {
                entries, labels, ..
            } = self;
            labels.retain(|labels| {
                let below = &labels.below;
                let first = entries.partition_point(|entry| entry.sort_key().lt(below.bytes()));
                entries
                    .get(first)
                    .is_some_and(|entry| entry.sort_key().take(below.len()).eq(below.bytes()))
            });
        }
    }
}

/// Returns the device and the inode of a file with several hard links, if the system has inodes.
fn hard_linked(path: &Path) -> Option<(u64, u64)> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let file = std::fs::metadata(path).ok()?;
        (file.nlink() > 1).then(|| (file.dev(), file.ino()))
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        None
    }
}

/// Returns the name of a path below a folder.
fn name_below(prefix: &str, folder: &Path, path: &Path) -> String {
    prefix.to_owned() + &slashed(path.strip_prefix(folder).unwrap_or(path))
}

/// Returns whether Windows opens a device instead of a file for this name, such as `aux.sgf`.
/// Reading from a device may never end.
fn names_a_device(name: &str) -> bool {
    let file = name.rsplit('/').next().unwrap_or(name);
    let stem = file
        .split('.')
        .next()
        .unwrap_or(file)
        .trim_end()
        .to_ascii_uppercase();
    let port = stem
        .strip_prefix("COM")
        .or_else(|| stem.strip_prefix("LPT"));
    ["CON", "CONIN$", "CONOUT$", "PRN", "AUX", "NUL"].contains(&stem.as_str())
        || port.is_some_and(|port| {
            ["¹", "²", "³"].contains(&port) || port.parse::<u8>().is_ok_and(|port| port < 10)
        })
}

/// Returns at most `most` bytes from the start of a file.
fn start_of(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    open(path)?.take(most).read_to_end(&mut start)?;
    Ok(start)
}

/// Returns the error for a failed copy of standard input.
fn not_kept(error: &io::Error) -> io::Error {
    let folder = std::env::temp_dir();
    let message = format!(
        "copying it to {} failed: {error}; set TMPDIR to another folder",
        folder.display()
    );
    io::Error::new(error.kind(), message)
}

/// Returns the [`Skip`] for an entry of a folder or a list that is not a regular file. A pipe may
/// never end, and reading from a device may have side effects.
pub(super) fn no_file() -> Skip {
    Skip::new(
        Reason::Unreadable,
        "it is a pipe, a socket or a device: to read it, name it as an argument",
    )
}

/// Returns the last component of an argument, after resolving `.` and `..`.
fn last_component(path: &Path) -> std::io::Result<String> {
    match path.components().next_back() {
        Some(Component::Normal(name)) => Ok(slashed(Path::new(name))),
        _ => Ok(path
            .canonicalize()?
            .file_name()
            .map(|name| slashed(Path::new(name)))
            .unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::fetch;

    fn names(walk: &Walk) -> Vec<&str> {
        walk.entries
            .iter()
            .map(|entry| entry.name.as_str())
            .collect()
    }

    fn tree(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let path = folder.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "(;)").unwrap();
        }
        folder
    }

    #[test]
    fn names_are_sorted_and_selected_by_ending() {
        let folder = tree(&[
            "b/2.SGF",
            "b/10.sgf",
            "a.mgt",
            "a-b.sgfs",
            "notes.txt",
            "old.zip",
            "b/labels.jsonl",
        ]);
        std::fs::write(folder.path().join("notes.txt"), "(see below)").unwrap();
        std::fs::write(folder.path().join("b/3.txt"), "\u{feff} (;B[aa])\n(;B[bb])").unwrap();
        std::fs::write(folder.path().join("b/4.ngf"), "x").unwrap();
        let found = walk(&[folder.path().to_path_buf()], &WalkOptions::default()).unwrap();
        assert_eq!(
            names(&found),
            [
                "a-b.sgfs", "a.mgt", "b/10.sgf", "b/2.SGF", "b/3.txt", "b/4.ngf", "old.zip"
            ]
        );
        let skip = fetch(&found.entries[5]).unwrap_err();
        assert!(skip.detail.contains("convert it to SGF"));
        assert_eq!(found.labels[0].below, "b/");
    }

    #[test]
    fn several_arguments_give_distinct_names() {
        let folder = tree(&["one/x.sgf", "two/x.sgf", "two/one/x.sgf", "y.txt"]);
        let [one, two, text, same, none] =
            ["one", "two", "y.txt", "two/one", "none"].map(|name| folder.path().join(name));
        let found = walk(&[one.clone(), two, text], &WalkOptions::default()).unwrap();
        assert_eq!(
            names(&found),
            ["one/x.sgf", "two/one/x.sgf", "two/x.sgf", "y.txt"]
        );
        let same = walk(&[one, same], &WalkOptions::default());
        assert!(matches!(same, Err(SourceError::SameName { name }) if name == "one"));
        let none = walk(&[none], &WalkOptions::default());
        assert!(matches!(none, Err(SourceError::Open { .. })));
    }

    #[test]
    fn globs_select_files() {
        let folder = tree(&["a/1.sgf", "a/2.sgf", "a/4.sgf.gz", "b/1.sgf", "b/old/3.sgf"]);
        for (include, exclude, wanted) in [
            ("1.sgf", "", "a/1.sgf b/1.sgf"),
            ("b/**", "old", "b/1.sgf"),
            ("", "b/*.sgf 2.*", "a/1.sgf a/4.sgf.gz b/old/3.sgf"),
        ] {
            let [include, exclude] = [include, exclude]
                .map(|globs| globs.split_whitespace().map(str::to_owned).collect());
            let options = WalkOptions { include, exclude };
            let found = walk(&[folder.path().to_path_buf()], &options).unwrap();
            assert_eq!(names(&found).join(" "), wanted);
        }
    }

    #[test]
    fn names_of_devices_are_those_of_windows() {
        for name in [
            "aux.sgf",
            "a/CON",
            "nul.tar.gz",
            "Com1.sgf",
            "lpt9",
            "lpt².sgf",
            "con .sgf",
            "conin$",
            "CONOUT$.sgf",
        ] {
            assert!(names_a_device(name), "{name}");
        }
        for name in [
            "auxiliary.sgf",
            "con/x.sgf",
            "com.sgf",
            "com10.sgf",
            "x.aux",
        ] {
            assert!(!names_a_device(name), "{name}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn labels_of_a_folder_named_like_an_archive_are_kept() {
        let folder = tree(&[
            "a.zip",
            "a.zip x/g.sgf",
            "a.zip x/labels.jsonl",
            "a.zip!/g.sgf",
            "a.zip!/labels.jsonl",
        ]);
        let link = folder.path().join("zz.sgf");
        std::os::unix::fs::symlink(folder.path().join("a.zip x/g.sgf"), link).unwrap();
        let found = walk(&[folder.path().to_path_buf()], &WalkOptions::default()).unwrap();
        assert_eq!(names(&found), ["a.zip x/g.sgf", "a.zip", "a.zip!/g.sgf"]);
        assert_eq!((found.repeated, found.labels.len()), (1, 2));
    }

    #[cfg(unix)]
    #[test]
    fn file_with_several_hard_links_counts_once() {
        let folder = tree(&["a/1.sgf", "b/2.sgf", "3.sgf"]);
        let path = |name: &str| folder.path().join(name);
        std::fs::hard_link(path("b/2.sgf"), path("a/x.sgf")).unwrap();
        std::fs::hard_link(path("b/2.sgf"), path("y.sgf")).unwrap();
        std::os::unix::fs::symlink(path("y.sgf"), path("z.sgf")).unwrap();
        let found = walk(&[folder.path().to_path_buf()], &WalkOptions::default()).unwrap();
        assert_eq!(names(&found), ["3.sgf", "a/1.sgf", "a/x.sgf"]);
        assert_eq!(found.repeated, 3);
        std::fs::remove_file(path("z.sgf")).unwrap();
        let found = walk(&[folder.path().to_path_buf()], &WalkOptions::default()).unwrap();
        assert_eq!(
            (names(&found).len(), found.repeated),
            (3, 2),
            "without a symbolic link"
        );
        let found = walk(&[path("a/x.sgf"), path("b")], &WalkOptions::default()).unwrap();
        assert_eq!((names(&found), found.repeated), (vec!["b/2.sgf"], 1));
    }

    #[cfg(unix)]
    #[test]
    fn link_loops_are_skipped_and_odd_names_are_escaped() {
        use std::os::unix::ffi::OsStrExt;
        let folder = tree(&["a/1.sgf"]);
        std::os::unix::fs::symlink(folder.path(), folder.path().join("a/loop")).unwrap();
        // macOS allows only names in UTF-8
        let has_odd = std::fs::write(
            folder
                .path()
                .join(std::ffi::OsStr::from_bytes(b"x\xff.sgf")),
            "(;)",
        )
        .is_ok();
        let found = walk(&[folder.path().to_path_buf()], &WalkOptions::default()).unwrap();
        assert_eq!(
            names(&found),
            ["a/1.sgf", "a/loop", "x\\xff.sgf"][..2 + usize::from(has_odd)]
        );
        let skip = fetch(&found.entries[1]).unwrap_err();
        assert!(skip.detail.contains("a link back"));
    }
}
