//! Writes files at paths that a user names. Other users may put files and links there, so every
//! file is checked when it is written. The program refuses links, other users' pipes, and files
//! that it did not make.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

/// The first bytes of every web page and of every JUnit report.
pub(crate) const REPORT_MARKS: [&str; 2] = [
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta name=\"generator\" content=\"seichi\">",
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"seichi\" ",
];

/// Returns the error for a path that must not be written.
pub(crate) fn refused<T>(why: impl Into<String>) -> io::Result<T> {
    Err(io::Error::new(ErrorKind::InvalidInput, why.into()))
}

/// Returns the folder of a file.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent()
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// Folders that a command created for its output, the innermost first. Dropping the list removes
/// the folders that are empty.
#[derive(Debug)]
pub(crate) struct NewFolders(Vec<PathBuf>);

impl NewFolders {
    /// Creates a folder and its parents if they are missing.
    pub(crate) fn create(folder: &Path) -> io::Result<Self> {
        let missing = folder.ancestors().take_while(|folder| !folder.exists());
        let new = Self(missing.map(Path::to_owned).collect());
        fs::create_dir_all(folder)?;
        Ok(new)
    }
}

impl Drop for NewFolders {
    fn drop(&mut self) {
        for folder in &self.0 {
            // fails if the folder is not empty
            let _ = fs::remove_dir(folder);
        }
    }
}

/// Replaces the file at `path` either completely or not at all. Creates its folder if it is
/// missing. An existing file must be empty or begin with one of the `marks`. If `path` is a device,
/// a pipe or a descriptor, such as `/dev/stderr`, the bytes are written to it directly.
///
/// # Errors
/// If the path is refused, or can't be written.
pub(crate) fn replace(path: &Path, bytes: &[u8], marks: &[&str]) -> io::Result<()> {
    fs::create_dir_all(folder_of(path))?;
    if let Some(mut device) = device(path)? {
        return device.write_all(bytes);
    }
    let old = fs::symlink_metadata(path).ok();
    if old.as_ref().is_some_and(|old| old.len() > 0) && !has_mark(path, marks)? {
        return refused("seichi did not write the existing file; name another file");
    }
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut new = builder.prefix(".seichi-").tempfile_in(folder_of(path))?;
    new.write_all(bytes)?;
    if let Some(old) = old {
        fs::set_permissions(new.path(), old.permissions())?;
    }
    // if a link has appeared in the meantime, it is replaced, not followed
    new.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Appends either all lines or none to the file at `path`, and creates the file if it is missing.
/// If an editor has left the last line without a line ending, adds the line ending first.
///
/// # Errors
/// If the path is refused, or can't be written.
pub(crate) fn append(path: &Path, lines: &str) -> io::Result<()> {
    if let Some(mut device) = device(path)? {
        return device.write_all(lines.as_bytes());
    }
    let mut file = open_to_append(path, 0o666)?;
    let length = file.metadata()?.len();
    let mut last = *b"\n";
    if length > 0 {
        file.seek(SeekFrom::Start(length - 1))?;
        file.read_exact(&mut last)?;
    }
    let start = if last == *b"\n" { "" } else { "\n" };
    write_at_end(&mut file, &format!("{start}{lines}"))
}

/// Writes either all of `text` or nothing at the end of a file that [`open_to_append`] opened.
///
/// # Errors
/// If the text can't be written.
pub(crate) fn write_at_end(file: &mut File, text: &str) -> io::Result<()> {
    let length = file.metadata()?.len();
    let written = file.write_all(text.as_bytes());
    if written.is_err() {
        let _ = file.set_len(length);
    }
    written
}

/// Opens a regular file for reading and appending, and creates it with the permissions `mode` if
/// it is missing. A link is not followed.
///
/// # Errors
/// If the file can't be opened, is not a regular file, or also has another name (a hard link).
#[cfg_attr(not(unix), allow(unused_variables))]
pub(crate) fn open_to_append(path: &Path, mode: u32) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode);
    let file = open_itself(path, &mut options)?;
    let data = file.metadata()?;
    #[cfg(unix)]
    if std::os::unix::fs::MetadataExt::nlink(&data) > 1 {
        return refused("the file also has another name (a hard link); name a copy of it instead");
    }
    check_regular(&data)?;
    Ok(file)
}

/// Opens a regular file for reading, even through a link. Refuses anything else: a pipe or a device
/// may never end, and opening a device may have side effects.
///
/// # Errors
/// If the file can't be opened, is not a regular file, or has more than `most` bytes.
pub(crate) fn open_regular(path: &Path, most: u64) -> io::Result<File> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, nix::libc::O_NONBLOCK);
    check_regular(&fs::metadata(path)?)?;
    let file = options.read(true).open(path)?;
    // the file may have been replaced in the meantime
    let data = file.metadata()?;
    check_regular(&data)?;
    if data.len() > most {
        return refused(format!("it has more than {most} bytes"));
    }
    Ok(file)
}

fn check_regular(data: &fs::Metadata) -> io::Result<()> {
    if data.is_file() {
        Ok(())
    } else {
        refused("it is not a regular file")
    }
}

/// Opens a path that is not a link, without waiting for the other end of a pipe.
fn open_itself(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        options,
        nix::libc::O_NOFOLLOW | nix::libc::O_NONBLOCK,
    );
    match options.open(path) {
        Err(_) if path.is_symlink() => refused("it is a symbolic link; name the file itself"),
        opened => opened,
    }
}

/// Opens the device, pipe or descriptor at `path` for writing. Returns `None` for a regular file, a
/// folder or a missing file.
fn device(path: &Path) -> io::Result<Option<File>> {
    if is_descriptor(path) {
        return OpenOptions::new().append(true).open(path).map(Some);
    }
    let data = match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        data => data?,
    };
    if data.is_file() || data.is_dir() {
        return Ok(None);
    }
    if data.is_symlink() {
        return refused("it is a symbolic link; name the file itself");
    }
    // opening a pipe waits for a reader, so open only the user's own pipe, which no other user can
    // replace
    #[cfg(unix)]
    if std::os::unix::fs::FileTypeExt::is_fifo(&data.file_type())
        && std::os::unix::fs::MetadataExt::uid(&data) != nix::unistd::getuid().as_raw()
    {
        return refused("it is a pipe that belongs to another user");
    }
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, nix::libc::O_NOFOLLOW);
    let file = options.write(true).open(path)?;
    if file.metadata()?.is_file() {
        return refused("it has just been replaced by a file");
    }
    Ok(Some(file))
}

/// Returns whether a path is an open descriptor of the program, such as `/dev/stdout` or a shell's
/// `/dev/fd/63`. These links may be followed, because the system makes them.
fn is_descriptor(path: &Path) -> bool {
    let is_in = |folder| path.parent() == Some(Path::new(folder));
    let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
    let is_number = name.parse::<u32>().is_ok();
    cfg!(unix)
        && (is_in("/dev") && ["stdout", "stderr"].contains(&name)
            || (is_in("/dev/fd") || is_in("/proc/self/fd")) && is_number)
}

/// Returns whether a file begins with one of the `marks`, perhaps after a byte order mark.
///
/// # Errors
/// If [`read_start`] fails.
pub(crate) fn has_mark(path: &Path, marks: &[&str]) -> io::Result<bool> {
    let start = read_start(path, 1 << 10)?;
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&start);
    Ok(marks.iter().any(|mark| start.starts_with(mark.as_bytes())))
}

/// Reads at most `most` bytes from the start of a file.
///
/// # Errors
/// If the file is a link, is not a regular file, or can't be read.
pub(crate) fn read_start(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = open_itself(path, OpenOptions::new().read(true))?;
    check_regular(&file.metadata()?)?;
    let mut start = Vec::new();
    file.take(most).read_to_end(&mut start)?;
    Ok(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_with_a_mark_are_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/x.xml");
        replace(&path, b"mark 1", &["mark"]).unwrap();
        replace(&path, b"\xef\xbb\xbfmark 2", &["mark"]).unwrap();
        replace(&path, b"my notes\nmark", &["mark"]).unwrap();
        assert!(replace(&path, b"3", &["mark"]).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"my notes\nmark");
        replace(&path, b"", &[""]).unwrap();
        replace(&path, b"4", &[]).expect("it is empty");
        let names: Vec<_> = fs::read_dir(folder_of(&path)).unwrap().collect();
        assert_eq!(names.len(), 1, "nothing is left next to it");
    }

    #[test]
    fn appended_lines_begin_a_new_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("known");
        for (old, new) in [("", "b\n"), ("a", "a\nb\n"), ("a\n", "a\nb\n")] {
            fs::write(&path, old).unwrap();
            append(&path, "b\n").unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), new, "{old:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_are_never_followed() {
        let folder = tempfile::tempdir().unwrap();
        let victim = folder.path().join("victim");
        fs::write(&victim, "mark").unwrap();
        let link = folder.path().join("link");
        for (target, is_hard) in [("victim", false), ("missing", false), ("victim", true)] {
            let target = folder.path().join(target);
            let made = if is_hard {
                fs::hard_link(&target, &link)
            } else {
                std::os::unix::fs::symlink(&target, &link)
            };
            made.unwrap();
            assert!(append(&link, "x").is_err(), "{target:?}");
            assert!(is_hard || replace(&link, b"x", &["mark"]).is_err());
            fs::remove_file(&link).unwrap();
        }
        // /dev/shm is a folder like any other
        let shared = Path::new("/dev/shm");
        if shared.is_dir() {
            let link = shared.join(format!("seichi-test-{}", std::process::id()));
            std::os::unix::fs::symlink(&victim, &link).unwrap();
            let written = replace(&link, b"x", &["mark"]);
            fs::remove_file(&link).unwrap();
            assert!(written.is_err());
        }
        assert_eq!(fs::read_to_string(&victim).unwrap(), "mark");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn devices_and_descriptors_are_written() {
        replace(Path::new("/dev/null"), b"x", &[]).unwrap();
        append(Path::new("/dev/null"), "x").unwrap();
        for (path, is) in [
            ("/dev/stdout", true),
            ("/dev/fd/63", true),
            ("/dev/fd/../shm/x", false),
            ("/dev/shm/x", false),
            ("/dev/fd/", false),
        ] {
            assert_eq!(is_descriptor(Path::new(path)), is, "{path}");
        }
    }
}
