//! Writes finished text to standard output or files.

use std::io::{self, ErrorKind, StdoutLock, Write};
use std::path::Path;

use anyhow::Context;

use super::exit::Failure;
use crate::disk;
use crate::text::Style;

/// Standard output. What is written after its reader has closed the pipe is lost, so that a command
/// still does all its work and returns its verdict.
pub(super) struct Output {
    out: StdoutLock<'static>,
    /// Whether the reader closed the pipe.
    pub(super) is_closed: bool,
}

impl Output {
    pub(super) fn lock() -> Self {
        Self {
            out: io::stdout().lock(),
            is_closed: false,
        }
    }

    /// Returns `lost` instead of the error of a closed pipe.
    fn unless_closed<T>(&mut self, result: io::Result<T>, lost: T) -> io::Result<T> {
        match result {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.is_closed = true;
                Ok(lost)
            }
            result => result,
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes);
        self.unless_closed(written, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.out.flush();
        self.unless_closed(flushed, ())
    }
}

/// Writes a document or data to standard output. A closed pipe is not an error.
///
/// # Errors
/// If it can't be written.
pub fn print(text: impl AsRef<[u8]>) -> Result<(), Failure> {
    let mut out = Output::lock();
    out.write_all(text.as_ref())
        .and_then(|()| out.flush())
        .map_err(Failure::output)
}

/// Cleans a text for a person and writes it to standard output.
///
/// # Errors
/// If it can't be written.
pub fn say(text: &str, style: Style) -> Result<(), Failure> {
    print(style.finish(text))
}

/// Writes `text` to a file, completely or not at all, and creates its folder if it is missing. An
/// existing file must be empty or have one of the `marks` near its start.
///
/// # Errors
/// If it can't be written.
pub fn write(path: &Path, text: impl AsRef<[u8]>, marks: &[&str]) -> Result<(), Failure> {
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
