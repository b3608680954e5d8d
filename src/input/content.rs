//! The bytes of a file: on disk, or in memory, where another program has read them.

use std::fmt;
use std::io::{self, BufRead, BufReader, Cursor, Seek};
use std::sync::Arc;

use super::entry::Entry;
use super::open::open;

/// The bytes of a file in memory. Clones share them.
#[derive(Clone)]
pub struct Content(Arc<dyn AsRef<[u8]> + Send + Sync>);

impl Content {
    /// Returns a content of these bytes, which are not copied.
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

/// A file that is read from any offset.
pub(super) trait Seekable: BufRead + Seek {}

impl<T: BufRead + Seek> Seekable for T {}

/// Opens the file of `entry`, and returns its size in bytes, too.
pub(super) fn open_content(entry: &Entry) -> io::Result<(Box<dyn Seekable>, u64)> {
    if let Some(content) = &entry.content {
        let size = content.as_ref().len() as u64;
        return Ok((Box::new(Cursor::new(content.clone())), size));
    }
    let file = open(&entry.path)?;
    let data = file.metadata()?;
    // the size of a pipe is unknown
    let size = if data.is_file() { data.len() } else { u64::MAX };
    Ok((Box::new(BufReader::with_capacity(1 << 16, file)), size))
}
