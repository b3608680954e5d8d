//! The bytes of a file, on disk or in memory.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
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

impl PartialEq for Content {
    fn eq(&self, other: &Self) -> bool {
        self.as_ref() == other.as_ref()
    }
}

impl Eq for Content {}

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
    Ok((Box::new(NearReader { reader: BufReader::with_capacity(1 << 14, file), position: 0 }), size))
}

/// A buffered reader that keeps its buffer if it seeks to a byte in it. A zip reader seeks to each member, usually to
/// the next byte or soon after.
struct NearReader<R> {
    reader: BufReader<R>,
    position: u64,
}

impl<R: Read> Read for NearReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.position += read as u64;
        Ok(read)
    }
}

impl<R: Read> BufRead for NearReader<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.reader.fill_buf()
    }

    fn consume(&mut self, bytes: usize) {
        self.position += bytes as u64;
        self.reader.consume(bytes);
    }
}

impl<R: Read + Seek> Seek for NearReader<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let ahead = match to {
            SeekFrom::Start(to) => to.checked_signed_diff(self.position),
            SeekFrom::Current(ahead) => Some(ahead),
            SeekFrom::End(_) => None,
        };
        self.position = match ahead {
            Some(ahead) if self.position.checked_add_signed(ahead).is_some() => {
                self.reader.seek_relative(ahead)?;
                self.position.saturating_add_signed(ahead)
            }
            _ => self.reader.seek(to)?,
        };
        Ok(self.position)
    }
}
