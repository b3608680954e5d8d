//! Writes finished text to standard output or files.

use std::io::{self, ErrorKind, Write as _};
use std::path::Path;

use anyhow::Context;

use super::exit::Failure;
use crate::disk;
use crate::text::Style;

/// Converts the result of writing to standard output. Returns whether the reader of standard output
/// still reads. A closed pipe is not an error: the command still does all its work and returns its
/// verdict.
pub(super) fn is_read(written: io::Result<()>) -> Result<bool, Failure> {
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        written => Ok(written
            .context("failed to write to standard output")
            .map(|()| true)?),
    }
}

/// Writes a part of a document or of data to standard output. Returns whether the reader of
/// standard output still reads.
pub(super) fn print_part(text: impl AsRef<[u8]>) -> Result<bool, Failure> {
    let mut out = io::stdout().lock();
    is_read(out.write_all(text.as_ref()).and_then(|()| out.flush()))
}

/// Writes a document or data to standard output. A closed pipe is not an error.
///
/// # Errors
/// If the text can't be written.
pub fn print(text: impl AsRef<[u8]>) -> Result<(), Failure> {
    print_part(text).map(drop)
}

/// Cleans text that a person will read, and writes it to standard output.
///
/// # Errors
/// If the text can't be written.
pub fn say(text: &str, style: Style) -> Result<(), Failure> {
    print(style.finish(text))
}

/// Writes `text` to a file either completely or not at all, and creates the file's folder if it is
/// missing. An existing file must be empty or begin with one of the `marks`.
///
/// # Errors
/// If the text can't be written.
pub fn write(path: &Path, text: impl AsRef<[u8]>, marks: &[&str]) -> Result<(), Failure> {
    // if the path were opened, the new file would not share its position with standard output
    if ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]
        .map(Path::new)
        .contains(&path)
    {
        return print(text);
    }
    let written = disk::replace(path, text.as_ref(), marks);
    Ok(written.with_context(|| format!("failed to write {}", path.display()))?)
}

/// Appends `markdown` to the step summary of GitHub Actions, if the program runs in such a step.
pub(super) fn step_summary(markdown: &str) -> Result<(), Failure> {
    let Some(path) = std::env::var_os("GITHUB_STEP_SUMMARY").filter(|path| !path.is_empty()) else {
        return Ok(());
    };
    let path = Path::new(&path);
    let added = disk::append(path, markdown);
    Ok(added.with_context(|| format!("failed to write the step summary {}", path.display()))?)
}
