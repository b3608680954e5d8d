//! Writes finished text to standard output or files.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;

use super::exit::Failure;
use crate::input::folder_of;

/// Writes `text` to standard output.
///
/// # Errors
/// If it can't be written.
pub fn print(text: impl AsRef<[u8]>) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_ref())
        .and_then(|()| out.flush())
        .map_err(Failure::output)
}

/// Writes `text` to a file, completely or not at all, and creates its folder if it is missing.
///
/// # Errors
/// If it can't be written.
pub fn write(path: &Path, text: impl AsRef<[u8]>) -> Result<(), Failure> {
    let text = text.as_ref();
    let written: io::Result<()> = (|| {
        fs::create_dir_all(folder_of(path))?;
        // devices such as /dev/stdout are written to, but files are replaced
        if path.starts_with("/dev") || path.exists() && !path.is_file() {
            return fs::File::create(path)?.write_all(text);
        }
        if path.is_symlink() {
            return Err(io::Error::other(
                "it is a symbolic link; name the file itself",
            ));
        }
        let mut partial = new_file(folder_of(path))?;
        partial.write_all(text)?;
        if let Ok(old) = fs::metadata(path) {
            fs::set_permissions(partial.path(), old.permissions())?;
        }
        partial.persist(path).map_err(|error| error.error)?;
        Ok(())
    })();
    Ok(written.with_context(|| format!("failed to write {}", path.display()))?)
}

/// Creates a temporary file that others may read, in the folder of the file that it will replace.
fn new_file(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.prefix(".seichi-").tempfile_in(folder)
}

/// Appends `markdown` to the step summary of GitHub Actions, if the program runs in such a step.
pub(super) fn step_summary(markdown: &str) -> Result<(), Failure> {
    let Some(path) = std::env::var_os("GITHUB_STEP_SUMMARY").filter(|path| !path.is_empty()) else {
        return Ok(());
    };
    let added = OpenOptions::new()
        .append(true)
        .create(true)
        .open(&path)
        .and_then(|mut file| file.write_all(markdown.as_bytes()));
    Ok(added.with_context(|| {
        format!(
            "failed to write the step summary {}",
            Path::new(&path).display()
        )
    })?)
}
