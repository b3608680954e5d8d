//! The bytes of a file, on disk or in memory.

use std::fmt;
use std::io::{self, BufRead, BufReader, Seek};
use std::path::Path;
use std::sync::Arc;

use super::file::open;

/// The bytes of a file in memory. Clones share them.
#[derive(Clone)]
pub struct Content(Arc<dyn AsRef<[u8]> + Send + Sync>);

impl Content {
    /// Returns the content of these bytes, without copying them.
    #[must_use]
    pub fn new(bytes: impl AsRef<[u8]> + Send + Sync + 'static) -> Self {
        Self(Arc::new(bytes))
    }
}

impl AsRef<[u8]> for Content {
    fn as_ref(&self) -> &[u8] {
        (*self.0).as_ref()
    }
}

impl fmt::Debug for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.as_ref().len())
    }
}

/// A file that can be read from any offset.
pub(super) trait Seekable: BufRead + Seek {}

impl<T: BufRead + Seek> Seekable for T {}

/// Opens the file at `path` for reading from any offset, and returns it with its size in bytes.
pub(super) fn open_seekable(path: &Path) -> io::Result<(Box<dyn Seekable>, u64)> {
    let file = open(path)?;
    let data = file.metadata()?;
    // the size of a pipe is unknown
    let size = if data.is_file() { data.len() } else { u64::MAX };
    // a reader of a zip seeks to each member, and drops the buffer
    Ok((Box::new(BufReader::with_capacity(1 << 12, file)), size))
}
